package reply

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// quoteKind says what an element means for quoting.
type quoteKind int

const (
	notQuoted  quoteKind = iota
	selfQuoted           // its content is the quoted letter
	restQuoted           // its content and all that follows it are the quoted letter
	boxQuoted            // a box that contains the quote, and perhaps the answer below it
)

// quoteKind recognises how mail programs mark quotes. Some put the whole answer in a box that is named
// after the quote; then only the elements inside count.
func (p *page) quoteKind(n *html.Node, s style) quoteKind {
	if n.DataAtom == atom.Blockquote {
		indented := strings.TrimSpace(attribute(n, "class")) == "" && attribute(n, "type") == "" && attribute(n, "cite") == "" &&
			strings.HasPrefix(s["border"], "none") && strings.Contains(s["margin"], "40px")
		if indented { // indented with a button in Gmail, not quoted
			return notQuoted
		}
		return selfQuoted
	}
	if kind := p.namedQuote(n); kind != notQuoted || !outlookRule(n, s) {
		return kind
	}
	return restQuoted
}

// namedQuote recognises the ids, classes and names that programs give the boxes of quotes.
func (p *page) namedQuote(n *html.Node) quoteKind {
	id, class, name := attribute(n, "id"), attribute(n, "class"), attribute(n, "name")
	if id == "" && name == "" && !strings.ContainsAny(class, "_-") && attribute(n, "data-marker") == "" {
		return notQuoted // all class names that matter contain _ or -
	}
	id, class, name = strings.ToLower(id), " "+strings.ToLower(class)+" ", strings.ToLower(name)
	switch {
	case endsIn(id, "divrplyfwdmsg", "appendonsend", "stopspelling"):
		return restQuoted
	case endsIn(id, "olk_src_body_section", "mail-editor-reference-message-container"),
		strings.Contains(id, "yahoo_quoted"), strings.Contains(class, " yahoo_quoted"),
		name == "messagereplysection", name == "quote", name == "quoted-content",
		holdsAny(class, " gmail_attr ", " moz-cite-prefix ", " moz-forward-container ", " moz-email-headers-table ", " gmail_quote_attribution "):
		return selfQuoted
	case holdsAny(class, " gmail_quote ", " gmail_quote_container ", " protonmail_quote ", " front-blockquote "):
		if p.quoting()[n] {
			return boxQuoted // perhaps with the answer below
		}
		return selfQuoted // the quote or the forwarded letter
	case strings.HasPrefix(attribute(n, "data-marker"), "__QUOTED_TEXT__"):
		return selfQuoted
	}
	return notQuoted
}

// quoting returns the elements that contain a blockquote. It takes one walk however deep they are nested.
func quoting(root *html.Node) map[*html.Node]bool {
	in := map[*html.Node]bool{}
	for n := range root.Descendants() {
		if n.DataAtom != atom.Blockquote {
			continue
		}
		for box := n.Parent; box != nil && !in[box]; box = box.Parent {
			in[box] = true
		}
	}
	return in
}

// outlookRule reports whether an element is the box with a thin grey line above it in which Outlook and
// Windows Mail put the headers of the quoted letter.
func outlookRule(n *html.Node, s style) bool {
	if n.DataAtom != atom.Div {
		return false
	}
	top := strings.ReplaceAll(cmp.Or(s["border-top"], s["border-top-color"]), " ", "")
	return holdsAny(top, "#b5c4df", "#e1e1e1", "rgb(229,229,229)", "rgb(225,225,225)", "rgb(181,196,223)") ||
		strings.HasPrefix(s["border"], "none") && strings.HasPrefix(top, "solid") && strings.Contains(top, "1.0pt")
}

func endsIn(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

func holdsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// isSignature reports whether an element is a box that programs put signatures in.
func isSignature(n *html.Node) bool {
	id, class := attribute(n, "id"), attribute(n, "class")
	if id == "" && !strings.ContainsAny(class, "_-") && !strings.HasPrefix(class, "signature") {
		return false
	}
	id, class = strings.ToLower(id), " "+strings.ToLower(class)+" "
	return holdsAny(class, " signature ", " gmail_signature ", " moz-signature ", " protonmail_signature_block ", " gmail_signature_prefix ", " ydp_signature ", " front-signature ") ||
		strings.HasSuffix(id, "signature") || strings.HasPrefix(id, "signature") || id == "ms-outlook-mobile-signature"
}

// isBlock reports whether an element stands in lines of its own.
func isBlock(n *html.Node, s style) bool {
	switch display := s["display"]; {
	case strings.HasPrefix(display, "inline"), display == "contents", display == "none", display == "table-cell", display == "initial", display == "unset":
		return false
	case display != "" && display != "revert":
		return true
	}
	switch n.DataAtom {
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Table, atom.Blockquote, atom.Pre, atom.Hr, atom.Body,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main,
		atom.Dl, atom.Dt, atom.Dd, atom.Form, atom.Fieldset, atom.Address, atom.Center, atom.Figure, atom.Aside, atom.Nav, atom.Details:
		return true
	}
	return false
}

// isParagraph reports whether a block has space above and below it. Outlook writes each line as a
// paragraph without space.
func isParagraph(n *html.Node, s style) bool {
	if n.DataAtom != atom.P {
		return n.DataAtom == atom.Blockquote
	}
	class := strings.ToLower(attribute(n, "class"))
	margin := strings.Fields(s["margin"])
	return !strings.HasPrefix(class, "mso") && (len(margin) == 0 || !zero(margin[0])) && !zero(s["margin-top"]) && !zero(s["margin-bottom"])
}

func zero(value string) bool {
	pixels, ok := length(value, 16, 16)
	return ok && pixels <= 0
}
