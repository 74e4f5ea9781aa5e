// Package mime reads mails: bytes become a header and parts, parts become text, in linear time and
// without a panic, whatever they are. What to make of them its callers decide.
package mime

import (
	stdmime "mime"
	"strings"
)

// MaxParts is how many parts one multipart may have.
const MaxParts = 200

const maxBoundary = 200

// Unreadable is the error of a reader for a letter that is to be set aside.
type Unreadable struct {
	Why string // for the operator, no text of the letter in it
}

// Error gives the reason.
func (u *Unreadable) Error() string { return "unreadable letter: " + u.Why }

var errParts = &Unreadable{Why: "more than 200 parts"}

// Part is a mail, or one part of it.
type Part struct {
	Header Header
	Raw    []byte            // its body, as it came
	Kind   string            // its type, in lower case
	Params map[string]string // of its type, names in lower case
	Depth  int               // of parts that it is in
}

// NewPart is the part with a header and a body.
func NewPart(h Header, body []byte, depth int) Part {
	p := Part{Header: h, Raw: body, Depth: depth}
	p.Kind, p.Params = ContentType(h)
	return p
}

// Multipart reports whether it has parts of its own.
func (p Part) Multipart() bool { return strings.HasPrefix(p.Kind, "multipart/") }

// Parts are those of a multipart, in order. Its only error is *Unreadable; the parts up to there
// come with it.
func (p Part) Parts() ([]Part, error) {
	boundary := p.Params["boundary"]
	if boundary == "" || len(boundary) > maxBoundary {
		return nil, &Unreadable{Why: "a multipart without a usable boundary"}
	}
	pieces, err := Split(p.Raw, boundary)
	all := make([]Part, 0, len(pieces))
	for _, piece := range pieces {
		h, content, broken := SplitHeader(piece)
		if broken != nil {
			return all, broken
		}
		if p.Kind == "multipart/digest" && !h.Has("content-type") {
			h = append(h, Field{"content-type", "message/rfc822"})
		}
		all = append(all, NewPart(h, content, p.Depth+1))
	}
	return all, err
}

// Data is the body with its transfer encoding undone, keeping what can be kept of a broken one;
// an unknown one is taken as it is.
func (p Part) Data() []byte {
	switch strings.ToLower(strings.TrimSpace(p.Header.Get("content-transfer-encoding"))) {
	case "quoted-printable":
		return quotedPrintable(p.Raw)
	case "base64":
		return looseBase64(p.Raw)
	}
	return p.Raw
}

// Text is the body as UTF-8, its lines as they came. Its only error is *Unreadable.
func (p Part) Text() (string, error) { return Charset(p.Data(), p.Params["charset"]) }

// Disposition is what is to be done with a part, in lower case, "" where that is not said.
func (p Part) Disposition() string {
	value := p.Header.Get("content-disposition")
	if disposition, _, _ := stdmime.ParseMediaType(value); disposition != "" {
		return disposition
	}
	disposition, _, _ := strings.Cut(strings.ToLower(value), ";")
	return strings.TrimSpace(disposition)
}

// Filename is the name to save a part by as its sender wrote it, decoded; "" without.
func (p Part) Filename() string {
	_, more, _ := stdmime.ParseMediaType(p.Header.Get("content-disposition"))
	if name := more["filename"]; name != "" {
		return DecodeWords(name)
	}
	return DecodeWords(p.Params["name"])
}
