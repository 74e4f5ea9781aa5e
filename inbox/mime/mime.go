// Package mime parses mails: bytes become a header and parts, and parts become text. It takes linear time and
// does not panic, whatever the bytes. What the text means is left to the callers.
package mime

import (
	stdmime "mime"
	"strings"
)

// MaxParts is how many parts a multipart may have.
const MaxParts = 200

const maxBoundary = 200

// Unreadable is the error for a letter that cannot be read and is to be set aside.
type Unreadable struct {
	Why string // for the operator; holds no text of the letter
}

// Error returns the reason.
func (u *Unreadable) Error() string { return "unreadable letter: " + u.Why }

// Part is a whole mail or one part of it.
type Part struct {
	Header Header
	Raw    []byte            // the body, as it came
	Kind   string            // the content type, in lower case
	Params map[string]string // its parameters, names in lower case
	Depth  int               // how many parts it is nested in
}

// NewPart returns the part with that header, body and depth.
func NewPart(h Header, body []byte, depth int) Part {
	p := Part{Header: h, Raw: body, Depth: depth}
	p.Kind, p.Params = ContentType(h)
	return p
}

// Multipart reports whether a part has parts of its own.
func (p Part) Multipart() bool { return strings.HasPrefix(p.Kind, "multipart/") }

// Parts returns the parts of a multipart, in order. Its only error is *Unreadable; the parts before the error
// are returned with it.
func (p Part) Parts() ([]Part, error) {
	boundary := p.Params["boundary"]
	if boundary == "" || len(boundary) > maxBoundary {
		return nil, &Unreadable{Why: "a multipart without a usable boundary"}
	}
	pieces, err := SplitParts(p.Raw, boundary)
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

// Data returns the body with its transfer encoding decoded. Of a broken encoding it decodes what it can; an
// unknown one is ignored.
func (p Part) Data() []byte {
	switch strings.ToLower(strings.TrimSpace(p.Header.Get("content-transfer-encoding"))) {
	case "quoted-printable":
		return quotedPrintable(p.Raw)
	case "base64":
		return looseBase64(p.Raw)
	}
	return p.Raw
}

// Text returns the body as UTF-8 with its line ends unchanged. Its only error is *Unreadable.
func (p Part) Text() (string, error) { return decode(p.Data(), p.Params["charset"]) }

// Disposition returns the content disposition in lower case, or "" if there is none.
func (p Part) Disposition() string {
	value := p.Header.Get("content-disposition")
	if disposition, _, _ := stdmime.ParseMediaType(value); disposition != "" {
		return disposition
	}
	disposition, _, _ := strings.Cut(strings.ToLower(value), ";")
	return strings.TrimSpace(disposition)
}

// Filename returns the decoded file name that the sender gave the part, or "".
func (p Part) Filename() string {
	_, more, _ := stdmime.ParseMediaType(p.Header.Get("content-disposition"))
	if name := more["filename"]; name != "" {
		return DecodeWords(name)
	}
	return DecodeWords(p.Params["name"])
}
