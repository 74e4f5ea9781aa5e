package mailer

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"sync"
)

//go:embed letter.html
var letterHTML embed.FS

// letterForm is read and made safe once; printing from it is safe for use by many.
var letterForm = sync.OnceValues(func() (*template.Template, error) { return template.ParseFS(letterHTML, "letter.html") })

// page is what the HTML form of a letter is made of.
type page struct {
	Lang     string
	Preview  string // the line shown beside the subject: never a secret
	Title    string
	Sections []section
	CID      string // of the picture
	Foot     []string
}

// htmlOf prints a letter as HTML: tables and inline styles, which is what mail
// programs hold on to.
func htmlOf(p page) (string, error) {
	t, err := letterForm()
	if err != nil {
		return "", fmt.Errorf("letter.html: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return "", fmt.Errorf("letter.html: %w", err)
	}
	return b.String(), nil
}

// answerLink opens a ready answer in the reader's mail program.
func answerLink(to, subject, body string) template.URL {
	q := url.Values{}
	q.Set("subject", "Re: "+subject)
	q.Set("body", body)
	// A mail program reads "+" as itself, not as a space.
	return template.URL("mailto:" + url.PathEscape(to) + "?" + spaces(q.Encode())) // #nosec G203 -- both parts are escaped
}

func spaces(s string) string { return string(bytes.ReplaceAll([]byte(s), []byte("+"), []byte("%20"))) }
