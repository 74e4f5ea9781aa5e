package matches

import (
	"bytes"
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// Elements of our own letters: the table with all of it, its cell, the link that leads to a page, and a ready answer.
var (
	sheet    = cascadia.MustCompile(".sheet")
	cell     = cascadia.MustCompile("td")
	pageLink = cascadia.MustCompile(".page")
	answer   = cascadia.MustCompile(`a[href^="mailto:"]`)
)

// allowed lists the attributes that our own letters keep on a page. The pages' style sheet replaces the rest.
var allowed = []string{"class", "href", "src", "alt", "width", "height", "role", "colspan"}

// sheetOf returns a letter's HTML as part of a page, without inline styles, which the pages' policy forbids. If
// at is not nil, commands become buttons that write into the field of the page's form.
func sheetOf(letter string, at *model.Position) template.HTML {
	root, err := html.Parse(strings.NewReader(letter))
	if err != nil {
		return ""
	}
	top := cascadia.Query(root, sheet)
	if top == nil {
		return ""
	}
	top = cmp.Or(cascadia.Query(top, cell), top)
	strip(top, at)
	var b bytes.Buffer
	for child := range top.ChildNodes() {
		if err := html.Render(&b, child); err != nil {
			return ""
		}
	}
	return template.HTML(b.String()) // #nosec G203 -- parsed and rendered anew, our own letters alone
}

func strip(n *html.Node, at *model.Position) {
	for _, child := range slices.Collect(n.ChildNodes()) {
		switch {
		case child.Type == html.CommentNode || slices.Contains(browser.Dropped, child.DataAtom) || child.DataAtom == atom.Style || child.DataAtom == atom.Meta,
			pageLink.Match(child): // it led to this page
			n.RemoveChild(child)
		case at != nil && answer.Match(child) && child.FirstChild != nil:
			n.InsertBefore(pick(child.FirstChild.Data), child)
			n.RemoveChild(child)
		default:
			strip(child, at)
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		return !slices.Contains(allowed, a.Key) || !browser.IsHarmlessAttribute(n, a)
	})
}

// pick returns a button that writes a command into the field. Without scripts it is sent to the house, which
// shows the page with the field filled in.
func pick(command string) *html.Node {
	b := &html.Node{Type: html.ElementNode, Data: "button", DataAtom: atom.Button, Attr: []html.Attribute{
		{Key: "class", Val: "key"}, {Key: "name", Val: "pick"}, {Key: "value", Val: command}, {Key: "form", Val: "play"}}}
	b.AppendChild(&html.Node{Type: html.TextNode, Data: command})
	return b
}
