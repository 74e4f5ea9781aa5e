package quotes

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rendering says how a program converts a quoted page to text.
type rendering struct {
	links  string // template of what follows a link's text: "<%s>", " <%s>", " (%s )"; "" for nothing
	image  string // template of a picture, in which "alt" or "cid" is replaced; "" for nothing
	cells  string // separator of a row's cells: a line end, a tab, a blank
	bold   string // put around bold text: "*" or ""
	blank  bool   // a blank line between paragraphs
	hidden bool   // hidden text is included
}

var (
	asGmail   = rendering{links: " <%s>", image: "[image: alt]", cells: "\n", bold: "*", blank: true}
	asApple   = rendering{cells: "\n", blank: true, hidden: true}
	asOutlook = rendering{links: "<%s>", image: "[cid:cid]", cells: "\t", blank: true, hidden: true}
	asWeb     = rendering{image: "[alt]", cells: " ", blank: false}
	asLynx    = rendering{links: "", image: "[alt]", cells: "\n", blank: false, hidden: true}
	asPhone   = rendering{links: " (%s )", cells: "\n", blank: true}
)

// text converts a page to lines.
func (r rendering) text(page string) []string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return strings.Split(page, "\n")
	}
	w := &typist{rendering: r}
	w.walk(root)
	w.end(false)
	for len(w.lines) > 0 && w.lines[0] == "" {
		w.lines = w.lines[1:]
	}
	for len(w.lines) > 0 && w.lines[len(w.lines)-1] == "" {
		w.lines = w.lines[:len(w.lines)-1]
	}
	return w.lines
}

type typist struct {
	rendering
	lines []string
	line  strings.Builder
}

// end ends a line, and adds a blank line after a paragraph.
func (w *typist) end(paragraph bool) {
	if s := strings.TrimRight(w.line.String(), " \t"); strings.TrimSpace(s) != "" {
		w.lines = append(w.lines, s)
	}
	w.line.Reset()
	if paragraph && w.blank && len(w.lines) > 0 && w.lines[len(w.lines)-1] != "" {
		w.lines = append(w.lines, "")
	}
}

func (w *typist) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		if n.Data != "" {
			w.words(n.Data)
		}
		return
	case n.DataAtom == atom.Head, n.DataAtom == atom.Style, n.DataAtom == atom.Script:
		return
	case n.DataAtom == atom.Br:
		w.end(false)
		return
	case n.DataAtom == atom.Img:
		w.line.WriteString(strings.NewReplacer("alt", attribute(n, "alt"), "[cid:cid", "["+attribute(n, "src")).Replace(w.image))
		return
	case strings.Contains(attribute(n, "style"), "display:none") && !w.hidden:
		return
	}
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.Table:
		w.end(false)
		w.below(n)
		w.end(true)
	case atom.Div, atom.Tr, atom.Blockquote, atom.Li, atom.Pre:
		w.end(false)
		w.below(n)
		w.end(false)
	case atom.Td, atom.Th:
		w.below(n)
		if w.cells == "\n" {
			w.end(false)
		} else if n.NextSibling != nil {
			w.line.WriteString(w.cells)
		}
	case atom.B, atom.Strong:
		w.line.WriteString(w.bold)
		w.below(n)
		w.line.WriteString(w.bold)
	case atom.A:
		w.below(n)
		if w.links != "" {
			w.line.WriteString(strings.Replace(w.links, "%s", attribute(n, "href"), 1))
		}
	default:
		w.below(n)
	}
}

func (w *typist) below(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c)
	}
}

// words writes text, with white space collapsed.
func (w *typist) words(s string) {
	s = strings.ReplaceAll(s, "\u00a0", " ")
	words := strings.Fields(s)
	if len(words) == 0 || s[0] == ' ' || s[0] == '\n' {
		w.gap()
	}
	w.line.WriteString(strings.Join(words, " "))
	if last := s[len(s)-1]; last == ' ' || last == '\n' {
		w.gap()
	}
}

func (w *typist) gap() {
	if s := w.line.String(); s != "" && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\t") {
		w.line.WriteByte(' ')
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// rows returns lines as HTML.
func rows(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.ReplaceAll(html.EscapeString(line), "  ", "&nbsp; "))
		b.WriteString("<br>\n")
	}
	return b.String()
}
