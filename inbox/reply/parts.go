package reply

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"pitpost.example/inbox/mime"
)

const (
	maxDepth = 12
	maxText  = 1 << 20
)

// walker collects the readable parts of a mail and notes what else is in it.
type walker struct {
	parts    int
	texts    int    // bytes of text so far
	pages    int    // bytes of HTML so far
	report   string // the report-type of a multipart/report
	calendar bool
	reaction string   // the picture of a reaction
	sealed   string   // why the mail cannot be read, "" if it can
	attached []string // names of parts that are not read
}

// body is one unit of content, as text, as HTML, or as both.
type body struct {
	plain, html []string
}

// walk returns the bodies in a part, in order.
func (w *walker) walk(p mime.Part) ([]body, error) {
	if w.parts++; w.parts > mime.MaxParts {
		return nil, &mime.Unreadable{Why: "more than 200 parts"}
	}
	switch {
	case p.Multipart():
		return w.multipart(p)
	case p.Kind == "application/pkcs7-mime" || p.Kind == "application/x-pkcs7-mime":
		return w.signed(p)
	case p.Kind == gmailReaction:
		w.reaction = parseReaction(p)
	case p.Kind == "application/ms-tnef":
		w.attached = append(w.attached, "winmail.dat")
	case p.Kind == "text/calendar" && (p.Filename() == "" || strings.EqualFold(p.Params["method"], "reply")):
		w.calendar = w.calendar || p.Params["method"] != ""
	case p.Disposition() == "attachment", p.Filename() != "":
		w.attached = append(w.attached, attachmentName(p))
	case p.Kind == "text/plain":
		text, err := text(p, &w.texts)
		if err != nil {
			return nil, err
		}
		text = mime.UnflowText(text, p.Params)
		return []body{{plain: []string{text}}}, nil
	case p.Kind == "text/html":
		text, err := text(p, &w.pages)
		return []body{{html: []string{text}}}, err
	case strings.HasPrefix(p.Kind, "image/") && p.Header.Has("content-id"):
	case strings.HasSuffix(p.Kind, "-signature"):
	default:
		w.attached = append(w.attached, attachmentName(p))
	}
	return nil, nil
}

// signed returns the bodies in S/MIME data that is signed. What is encrypted cannot be read.
func (w *walker) signed(p mime.Part) ([]body, error) {
	content, ok := mime.SignedContent(p.Data())
	if !ok {
		w.sealed = "sealed by S/MIME"
		return nil, nil
	}
	if p.Depth >= maxDepth {
		return nil, &mime.Unreadable{Why: "parts nested too deep"}
	}
	h, inside, err := mime.SplitHeader(content)
	if err != nil {
		return nil, err
	}
	return w.walk(mime.NewPart(h, inside, p.Depth+1))
}

// text decodes a part. It adds the length to sum, because the limit for one text also applies to many
// small ones together.
func text(p mime.Part, sum *int) (string, error) {
	// No encoding takes more than six bytes for a letter.
	if len(p.Raw) > 6*maxText {
		return "", errTooLong
	}
	text, err := p.Text()
	if err != nil {
		return "", err
	}
	text = mime.PlainLines(reread(text))
	if *sum += len(text); *sum > maxText {
		return "", errTooLong
	}
	return text, nil
}

// reread repairs UTF-8 text that was decoded as Latin-1 somewhere on its way, as a whole or in some
// lines. Other text is returned unchanged.
func reread(text string) string {
	if !misread(text) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !misread(line) {
			continue
		}
		line = strings.NewReplacer("Â ", "Â\u00a0", "Ã ", "Ã\u00a0").Replace(line) // some programs turn the no-break space into a blank
		for _, narrow := range []*charmap.Charmap{charmap.Windows1252, charmap.ISO8859_1} {
			if was, err := narrow.NewEncoder().String(line); err == nil && utf8.ValidString(was) {
				lines[i] = was
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// misread reports whether a text, which is valid UTF-8, has the typical sequences of UTF-8 decoded as Latin-1, such as "Ã¤",
// "â€œ" or "å†™".
func misread(text string) bool {
	for i, r := range text {
		if next := i + utf8.RuneLen(r); next < len(text) && beginsMisread(r, text[next]) {
			return true
		}
	}
	return false
}

// beginsMisread reports whether a letter and the byte behind it begin such a sequence. A blank was a no-break space.
func beginsMisread(r rune, next byte) bool {
	if next == ' ' {
		return r == 'Â' || r == 'Ã'
	}
	return next >= utf8.RuneSelf && strings.ContainsRune("ÂÃÄÅâãåæçèéïð", r)
}

var errTooLong = &mime.Unreadable{Why: "a text of more than 1 MB"}

func (w *walker) multipart(p mime.Part) ([]body, error) {
	if p.Depth >= maxDepth {
		return nil, &mime.Unreadable{Why: "parts nested too deep"}
	}
	parts, err := p.Parts()
	if err != nil {
		return nil, err
	}
	switch {
	case p.Kind == "multipart/encrypted":
		w.sealed = "encrypted"
		return nil, nil
	case p.Kind == "multipart/report" && p.Depth == 0:
		w.report = cmp.Or(strings.ToLower(p.Params["report-type"]), "report")
	}
	var all []body
	for _, part := range parts {
		bodies, err := w.walk(part)
		if err != nil {
			return nil, err
		}
		all = append(all, bodies...)
	}
	if p.Kind == "multipart/alternative" {
		return alternative(all), nil
	}
	return all, nil
}

// alternative joins the alternative forms of a content into one body.
func alternative(all []body) []body {
	var one body
	for _, b := range all {
		one.plain = append(one.plain, b.plain...)
		one.html = append(one.html, b.html...)
	}
	if len(one.plain)+len(one.html) == 0 {
		return nil
	}
	return []body{one}
}

func attachmentName(p mime.Part) string {
	return cmp.Or(mime.OneLine(p.Filename()), mime.OneLine(p.Kind))
}
