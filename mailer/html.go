package mailer

import (
	"net/url"
	"strings"
)

// page is what the HTML form of a letter is made of.
type page struct {
	Lang     string
	Preview  string // the line shown beside the subject: never a secret
	Title    string
	Sections []section
	CID      string // of the picture
	Foot     []string
}

// htmlOf prints a letter as HTML.
func htmlOf(p page) string { return string(appendHTML(nil, &p)) }

// appendHTML prints a letter as HTML: tables and inline styles, which is what mail
// programs hold on to. It is testdata/letter.html filled in, without a template at work:
// each letter has some hundred places to fill.
func appendHTML(out []byte, p *page) []byte {
	h := sheetHTML{out}
	h.with("<!doctype html>\n<html lang=\"", p.Lang, htmlHead)
	h.with("<title>", p.Title, "</title>")
	h.with(htmlStyle+`<div style="display:none;max-height:0;overflow:hidden;">`, p.Preview, "</div>")
	h.add(htmlSheet)
	for i := range p.Sections {
		if s := &p.Sections[i]; !s.TextOnly {
			h.section(s, p.CID)
		}
	}
	h.foot(p.Foot)
	h.add("\n</td></tr></table>\n</td></tr></table>\n</body>\n</html>\n")
	return h.out
}

// sheetHTML is a page while it is being printed.
type sheetHTML struct{ out []byte }

// add prints HTML.
func (h *sheetHTML) add(html string) { h.out = append(h.out, html...) }

// with prints a text between two pieces of HTML.
func (h *sheetHTML) with(before, text, behind string) {
	h.add(before)
	h.text(text)
	h.add(behind)
}

// text prints words so that they are words, between tags and inside a quoted attribute.
func (h *sheetHTML) text(s string) {
	done := 0
	for i := 0; i < len(s); i++ {
		if as := asHTML[s[i]]; as != "" {
			h.add(s[done:i])
			h.add(as)
			done = i + 1
		}
	}
	h.add(s[done:])
}

// asHTML is what stands in HTML for a character that might mean something there.
var asHTML = [256]string{0: "\uFFFD", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}

// link prints an address inside a quoted attribute: what cannot stand in one is encoded, what
// is encoded stays.
func (h *sheetHTML) link(s string) {
	done := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case !inLinks[c] && (c != '%' || i+2 >= len(s) || !hexDigit(s[i+1]) || !hexDigit(s[i+2])):
			h.out = append(append(h.out, s[done:i]...), '%', lowHex[c>>4], lowHex[c&15])
			done = i + 1
		case asHTML[c] != "":
			h.out = append(append(h.out, s[done:i]...), asHTML[c]...)
			done = i + 1
		}
	}
	h.add(s[done:])
}

const lowHex = "0123456789abcdef"

func hexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// inLinks are the characters that stand in a link as they are (RFC 3986), without the quote
// and the brackets, which mean something elsewhere.
var inLinks = func() (in [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!#$&*+,/:;=?@[]") {
		in[c] = true
	}
	return in
}()

// safeLink is a link, if a click on it can do no more than open a page or a letter; any other
// is none. It is for links that hold something of a stranger's.
func safeLink(s string) string {
	scheme, _, found := strings.Cut(s, ":")
	if !found || strings.Contains(scheme, "/") || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "mailto") {
		return s
	}
	return "#"
}

// answers makes links that open a ready answer in the reader's mail program.
type answers struct{ to, subject, begin, end string }

// link opens an answer to an address under a subject.
func (a *answers) link(to, subject, body string) string {
	if a.begin == "" || a.to != to || a.subject != subject {
		*a = answers{to: to, subject: subject, begin: "mailto:" + url.PathEscape(to) + "?body=", end: "&subject=" + inQuery("Re: "+subject)}
	}
	return a.begin + inQuery(body) + a.end
}

// inQuery is a text as it stands in the query of a mailto link: a mail program reads "+" as
// itself, not as a space.
func inQuery(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
