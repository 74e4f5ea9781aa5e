package matches

import (
	"bytes"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// allowed are the attributes of a letter of ours that its page leaves; the style sheet of the
// pages does the rest.
var allowed = []string{"class", "href", "src", "alt", "width", "role", "colspan"}

// sheetOf makes of a letter's HTML the part of a page: without inline styles, which the
// policy of the pages forbids. With a position, commands are buttons of the page's form that
// write into its field, and the picture has its cells.
func sheetOf(letter string, at *model.Position) template.HTML {
	root, err := html.Parse(strings.NewReader(letter))
	if err != nil {
		return ""
	}
	sheet := find(root, func(n *html.Node) bool { return hasClass(n, "sheet") })
	if sheet == nil {
		return ""
	}
	if cell := find(sheet, func(n *html.Node) bool { return n.DataAtom == atom.Td }); cell != nil {
		sheet = cell
	}
	strip(sheet, at, commands(sheet))
	var b bytes.Buffer
	for child := sheet.FirstChild; child != nil; child = child.NextSibling {
		if err := html.Render(&b, child); err != nil {
			return ""
		}
	}
	return template.HTML(b.String()) // #nosec G203 -- parsed and rendered anew, our own letters alone
}

func find(n *html.Node, want func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && want(d) {
			return d
		}
	}
	return nil
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attribute(n, "class")), class)
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// isCommand is a link of a letter that opens a ready answer.
func isCommand(n *html.Node) bool {
	return n.DataAtom == atom.A && strings.HasPrefix(attribute(n, "href"), "mailto:")
}

// commands are what a letter offers to answer, in its order, each once.
func commands(n *html.Node) []string {
	var out []string
	for d := range n.Descendants() {
		if isCommand(d) && d.FirstChild != nil && !slices.Contains(out, d.FirstChild.Data) {
			out = append(out, d.FirstChild.Data)
		}
	}
	return out
}

func strip(n *html.Node, at *model.Position, picks []string) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch {
		case child.Type == html.CommentNode || slices.Contains(browser.Dropped, child.DataAtom) || child.DataAtom == atom.Style || child.DataAtom == atom.Meta,
			hasClass(child, "page"): // the link that led here
			n.RemoveChild(child)
		case child.DataAtom == atom.Img && at != nil && len(at.Cells) > 0:
			n.InsertBefore(board(child, at.Cells, picks), child)
			n.RemoveChild(child)
		case isCommand(child) && at != nil && child.FirstChild != nil:
			n.InsertBefore(pick(child.FirstChild.Data), child)
			n.RemoveChild(child)
		default:
			strip(child, at, picks)
		}
		child = next
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !slices.Contains(allowed, a.Key) || !browser.Harmless(n, a) })
}

// pick is a button that writes a command into the field; without scripts the house does.
func pick(command string) *html.Node {
	b := element("button", "class", "key", "name", "pick", "value", command, "form", "play")
	b.AppendChild(&html.Node{Type: html.TextNode, Data: command})
	return b
}

// board is the picture with its cells laid over it: each knows the commands that name it.
func board(img *html.Node, cells []model.Cell, picks []string) *html.Node {
	width, height := 0, 0
	for _, c := range cells {
		// The names along the edges are as wide on both sides.
		width, height = max(width, c.X+c.Width), max(height, c.Y+c.Height)
	}
	w, h := strconv.Itoa(width+cells[0].X+2), strconv.Itoa(height+cells[0].Y+2)
	svg := element("svg", "class", "board", "viewBox", "0 0 "+w+" "+h, "role", "group", "aria-label", attribute(img, "alt"))
	svg.AppendChild(element("image", "width", w, "height", h, "href", attribute(img, "src")))
	for _, c := range cells {
		if fits := naming(c.Name, picks); len(fits) > 0 {
			svg.AppendChild(element("rect", "class", "spot", "x", strconv.Itoa(c.X), "y", strconv.Itoa(c.Y), "width", strconv.Itoa(c.Width),
				"height", strconv.Itoa(c.Height), "rx", "5", "aria-label", c.Name, "data-picks", strings.Join(fits, "|")))
		}
	}
	return svg
}

// naming are the commands with a word in them.
func naming(name string, picks []string) []string {
	var out []string
	for _, p := range picks {
		if slices.ContainsFunc(strings.Fields(p), func(word string) bool { return strings.EqualFold(word, name) }) {
			out = append(out, p)
		}
	}
	return out
}

func element(name string, pairs ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: pairs[i], Val: pairs[i+1]})
	}
	return n
}
