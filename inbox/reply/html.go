package reply

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pitpost.example/inbox/mime"
)

// rendered is HTML turned into text. Quoted lines begin with ">", so that the trimmer can treat it like
// text.
type rendered struct {
	lines  []string
	hidden []Cut    // text that a reader would not have seen
	alts   []string // alternative texts of pictures
	quotes bool     // tags mark something as quoted
	signed []string // text that the HTML marks as a signature
	smiles bool     // it has pictures out of a font of pictures, which are letters in text
}

func (r *rendered) text() string { return strings.Join(r.lines, "\n") }

func (r *rendered) append(more rendered) {
	r.lines = append(r.lines, more.lines...)
	r.hidden = append(r.hidden, more.hidden...)
	r.signed = append(r.signed, more.signed...)
	r.alts = append(r.alts, more.alts...)
	r.quotes = r.quotes || more.quotes
	r.smiles = r.smiles || more.smiles
}

// add renders one HTML text. It returns *mime.Unreadable if the parser gives up, as it does if elements
// are nested more than 512 deep, or if it takes too long to find out which styles apply.
func (r *rendered) add(source string) error {
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return &mime.Unreadable{Why: "HTML that cannot be read"}
	}
	p := &page{sheets: sheetsOf(root, len(source)), quoting: sync.OnceValue(func() map[*html.Node]bool { return quoting(root) })}
	p.node(root, &look{sight: plainSight})
	p.flush()
	if p.sheets.effort < 0 {
		return &mime.Unreadable{Why: "HTML that cannot be read"}
	}
	if text := strings.TrimSpace(p.unseen.String()); text != "" {
		p.hidden = append(p.hidden, Cut{WhyHidden, text})
	}
	if text := strings.TrimSpace(p.signature.String()); text != "" {
		p.signed = append(p.signed, text)
	}
	r.append(p.rendered)
	return nil
}

// page is a document that is being rendered.
type page struct {
	rendered
	line   strings.Builder
	quoted int  // quote depth of the current line
	begun  bool // the current line counts even if it is empty: a line break ends it, or a no-break space stands in it
	rest   bool // all that follows is the quoted letter
	intro  bool // inside a quote's box but before the quote itself, where the attribution is
	sheets *sheets

	quoting func() map[*html.Node]bool // the elements that contain a blockquote

	unseen, signature strings.Builder
}

// look is what an element passes on to the elements inside it.
type look struct {
	sight
	quoted              int // depth
	signed, pre, struck bool
	smiles              bool // the font has pictures in place of letters
}

func (p *page) node(n *html.Node, l *look) {
	switch n.Type {
	case html.TextNode:
		p.write(n.Data, l)
	case html.ElementNode:
		p.element(n, *l)
	case html.DocumentNode:
		p.inside(n, l)
	}
}

func (p *page) inside(n *html.Node, l *look) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.node(c, l)
	}
}

func (p *page) element(n *html.Node, l look) {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Noscript, atom.Template, atom.Object, atom.Svg, atom.Math,
		atom.Iframe, atom.Select, atom.Textarea, atom.Audio, atom.Video, atom.Canvas, atom.Datalist, atom.Noframes, atom.Noembed:
		return
	case atom.Img:
		if alt := attribute(n, "alt"); alt != "" {
			p.alts = append(p.alts, alt)
		}
		return
	case atom.Br:
		if !l.gone {
			p.newline()
		}
		return
	case atom.Td, atom.Th:
		p.partCells()
	}
	own, s := p.sheets.styles(n)
	l.enter(n, s)
	l.markUp(n, s)
	if face := s["font-family"] + attribute(n, "face"); face != "" {
		l.smiles = strings.Contains(strings.ToLower(face), "wingdings")
	}
	outside := !p.intro
	switch p.quoteKind(n, own) {
	case restQuoted:
		p.breakLine()
		p.rest = p.rest || l.quoted == 0 // inside a quote it ends with that quote
	case selfQuoted:
		p.breakLine()
		l.quoted, p.intro = l.quoted+1, false
	case boxQuoted:
		p.breakLine()
		p.intro = true
	}
	block := isBlock(n, s) && !l.gone
	if block {
		p.edge(n, s)
	}
	p.inside(n, &l)
	if block {
		p.edge(n, s)
	}
	if outside {
		p.intro = false // the attribution ends with its box at the latest
	}
}

// markUp adjusts what an element says of the text in it: that its blanks count, that it is struck out, or that it
// is a signature.
func (l *look) markUp(n *html.Node, s style) {
	switch n.DataAtom {
	case atom.Pre:
		l.pre = true
	case atom.S, atom.Strike, atom.Del:
		l.struck = true
	}
	if s == nil && len(n.Attr) == 0 {
		return
	}
	if space := s["white-space"]; space != "" {
		l.pre = strings.HasPrefix(space, "pre") || space == "break-spaces" || l.pre && space == "inherit"
	}
	l.signed = l.signed || isSignature(n)
	l.struck = l.struck || strings.Contains(s["text-decoration"]+s["text-decoration-line"], "line-through")
}

// partCells puts a blank between two cells of a table.
func (p *page) partCells() {
	if p.line.Len() > 0 && !strings.HasSuffix(p.line.String(), " ") {
		p.line.WriteByte(' ')
	}
}

// edge begins or ends a block.
func (p *page) edge(n *html.Node, s style) {
	p.breakLine()
	if isParagraph(n, s) {
		p.blank()
	}
}

// write writes text to where its look says: the page, the signature, or what is hidden.
func (p *page) write(text string, l *look) {
	quoted := l.quoted
	if quoted == 0 && (p.rest || p.intro) {
		quoted = 1
	}
	switch {
	case l.hidden():
		if quoted == 0 {
			p.unseen.WriteString(text)
		}
		return
	case l.signed && quoted == 0:
		p.signature.WriteString(text + "\n")
		return
	}
	if l.smiles {
		text, p.smiles = wingdings.Replace(text), true
	}
	if quoted != p.quoted && strings.TrimSpace(text) != "" {
		p.breakLine()
		p.quoted = quoted
	}
	if said := strings.TrimSpace(text); l.struck && quoted == 0 && said != "" && !strings.Contains(said, "\n") {
		text = strings.Replace(text, said, strike+said+strike, 1)
	}
	if l.pre {
		p.preformatted(text)
		return
	}
	p.inline(text)
}

// wingdings has what Outlook writes for the smiles that people type.
var wingdings = strings.NewReplacer("J", "\u263a", "K", "\U0001f610", "L", "\u2639", "à", "→", "ß", "←", "Û", "↔")

func (p *page) preformatted(text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.newline()
		}
		p.line.WriteString(line)
	}
}

// inline writes text with each run of blanks as one blank, and none at the start of a line.
func (p *page) inline(text string) {
	written := p.line.String()
	begun := written != "" && !strings.HasSuffix(written, " ")
	words := strings.FieldsFunc(text, isBlank)
	if begun && text != "" && (len(words) == 0 || isBlank(rune(text[0]))) {
		p.line.WriteByte(' ')
	}
	if len(words) == 0 {
		return
	}
	p.begun = p.begun || strings.Contains(text, "\u00a0")
	p.line.WriteString(strings.ReplaceAll(strings.Join(words, " "), "\u00a0", " "))
	if isBlank(rune(text[len(text)-1])) {
		p.line.WriteByte(' ')
	}
}

// newline ends the current line, even if it is empty.
func (p *page) newline() {
	p.begun = true
	p.flush()
}

// breakLine ends the current line if it counts.
func (p *page) breakLine() {
	if p.begun || strings.TrimSpace(p.line.String()) != "" {
		p.flush()
	}
	p.line.Reset()
}

func (p *page) flush() {
	line := strings.TrimRight(p.line.String(), " ")
	p.line.Reset()
	if line == "" && !p.begun {
		return
	}
	p.begun = false
	if p.quoted > 0 && line != "" {
		line, p.quotes = strings.Repeat(">", min(p.quoted, deepest))+" "+line, true
	}
	p.lines = append(p.lines, line)
}

const deepest = 9 // quote marks before a line

func isBlank(r rune) bool { return strings.ContainsRune(" \n\t\r\f", r) }

// blank makes sure that an empty line precedes what follows.
func (p *page) blank() {
	if n := len(p.lines); n > 0 && p.lines[n-1] != "" {
		p.lines = append(p.lines, "")
	}
}
