package inbox

import (
	stdmime "mime"
	"strings"
)

const (
	maxDepth    = 12
	maxParts    = 200
	maxBoundary = 200
	maxText     = 1 << 20
)

// mime walks the parts of one mail and notes what else it meets.
type mime struct {
	letter   *Letter
	parts    int
	texts    int    // bytes of text so far
	pages    int    // bytes of HTML so far
	report   string // the type of a multipart/report
	calendar bool
}

// body is one thing to read in a mail, as text, as HTML, or as both.
type body struct {
	plain, html []string
	blank       bool // a text part was there, with nothing in it
}

// walk gives what is to be read in a part, in order.
func (m *mime) walk(h header, raw []byte, depth int) ([]body, error) {
	if m.parts++; m.parts > maxParts {
		return nil, &Unreadable{"more than 200 parts"}
	}
	kind, params := contentType(h)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return m.multipart(kind, params, raw, depth)
	case kind == "application/pkcs7-mime" || kind == "application/x-pkcs7-mime":
		m.letter.Sealed = "sealed by S/MIME"
	case kind == "application/ms-tnef":
		m.letter.Attached = append(m.letter.Attached, "winmail.dat")
	case attached(h, params):
		m.letter.Attached = append(m.letter.Attached, attachmentName(h, kind, params))
	case kind == "text/calendar":
		m.calendar = m.calendar || params.get("method") != ""
	case kind == "text/plain":
		text, err := m.text(h, raw, params, &m.texts)
		if err != nil {
			return nil, err
		}
		text = unflow(text, params)
		return []body{{plain: []string{text}, blank: strings.TrimSpace(text) == ""}}, nil
	case kind == "text/html":
		text, err := m.text(h, raw, params, &m.pages)
		return []body{{html: []string{text}}}, err
	case strings.HasPrefix(kind, "image/") && h.has("content-id"):
	case strings.HasSuffix(kind, "-signature"):
	default:
		m.letter.Attached = append(m.letter.Attached, attachmentName(h, kind, params))
	}
	return nil, nil
}

// text decodes a part and adds its length to that of its like: what counts for one text
// counts for many small ones together.
func (m *mime) text(h header, raw []byte, params parameters, sum *int) (string, error) {
	// No encoding writes a letter in more than six bytes.
	if len(raw) > 6*maxText {
		return "", errTooLong
	}
	text, err := decodeText(transfer(raw, h.get("content-transfer-encoding")), params.get("charset"))
	if err != nil {
		return "", err
	}
	if *sum += len(text); *sum > maxText {
		return "", errTooLong
	}
	return text, nil
}

var errTooLong = &Unreadable{"a text of more than 1 MB"}

func (m *mime) multipart(kind string, params parameters, raw []byte, depth int) ([]body, error) {
	boundary := params.get("boundary")
	switch {
	case depth >= maxDepth:
		return nil, &Unreadable{"parts nested too deep"}
	case boundary == "" || len(boundary) > maxBoundary:
		return nil, &Unreadable{"a multipart without a usable boundary"}
	case kind == "multipart/encrypted":
		m.letter.Sealed = "encrypted"
		return nil, nil
	case kind == "multipart/report" && depth == 0:
		m.report = strings.ToLower(params.get("report-type"))
		if m.report == "" {
			m.report = "report"
		}
	}
	pieces, err := m.split(raw, boundary)
	if err != nil {
		return nil, err
	}
	var all []body
	for _, piece := range pieces {
		h, content, err := splitHeader(piece)
		if err != nil {
			return nil, err
		}
		if kind == "multipart/digest" && !h.has("content-type") {
			h = append(h, field{"content-type", "message/rfc822"})
		}
		bodies, err := m.walk(h, content, depth+1)
		if err != nil {
			return nil, err
		}
		all = append(all, bodies...)
	}
	if kind == "multipart/alternative" {
		return alternative(all), nil
	}
	return all, nil
}

// alternative makes one thing to read of several forms of it.
func alternative(all []body) []body {
	var one body
	for _, b := range all {
		one.blank = one.blank || b.blank
		one.plain = append(one.plain, b.plain...)
		one.html = append(one.html, b.html...)
	}
	if len(one.plain)+len(one.html) == 0 {
		return nil
	}
	return []body{one}
}

func attached(h header, params parameters) bool {
	if !h.has("content-disposition") {
		return params.get("name") != ""
	}
	disposition, more, _ := stdmime.ParseMediaType(h.get("content-disposition"))
	if disposition == "" {
		disposition, _, _ = strings.Cut(strings.ToLower(h.get("content-disposition")), ";")
		disposition = strings.TrimSpace(disposition)
	}
	return disposition == "attachment" || more["filename"] != "" || params.get("name") != ""
}

func attachmentName(h header, kind string, params parameters) string {
	_, more, _ := stdmime.ParseMediaType(h.get("content-disposition"))
	for _, name := range []string{more["filename"], params.get("name")} {
		if name = oneLine(decodeWords(name)); name != "" {
			return name
		}
	}
	return oneLine(kind)
}
