package browser

import (
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// frameHead opens every letter's document. The frame has no scripts anyway (its sandbox
// forbids them) and takes nothing from outside, so nobody learns that a letter was read.
const frameHead = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
	`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">` +
	`<style>body{font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}img{max-width:100%;height:auto}</style>`

// Dropped elements do nothing in a letter but reach out or act.
var Dropped = []atom.Atom{atom.Script, atom.Iframe, atom.Frame, atom.Frameset, atom.Object, atom.Embed, atom.Applet,
	atom.Base, atom.Link, atom.Noscript, atom.Audio, atom.Video, atom.Template, atom.Math, atom.Svg}

// Frame makes of a letter's HTML the document for its frame. A mailto: link leads to the page that
// compose gives for what follows the colon; other links open outside.
func Frame(page string, compose func(mailto string) string) string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return frameHead
	}
	tame(root, compose)
	var b strings.Builder
	b.WriteString(frameHead)
	if err := html.Render(&b, root); err != nil {
		return frameHead
	}
	return b.String()
}

func tame(n *html.Node, compose func(string) string) {
	for _, child := range slices.Collect(n.ChildNodes()) {
		if child.Type == html.DoctypeNode || child.Type == html.CommentNode ||
			child.Type == html.ElementNode && (slices.Contains(Dropped, child.DataAtom) || isOrder(child)) {
			n.RemoveChild(child)
		} else {
			tame(child, compose)
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !Harmless(n, a) })
	if n.DataAtom == atom.A || n.DataAtom == atom.Area {
		aim(n, compose)
	}
}

// isOrder is a <meta> that orders the browser about; those that tell of colours stay.
func isOrder(n *html.Node) bool {
	return n.DataAtom == atom.Meta && !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "name" && (a.Val == "color-scheme" || a.Val == "supported-color-schemes")
	})
}

// Harmless says whether an attribute neither runs a script nor reaches out.
func Harmless(n *html.Node, a html.Attribute) bool {
	value := strings.ToLower(strings.TrimSpace(a.Val))
	switch {
	case a.Namespace != "" || strings.HasPrefix(a.Key, "on"):
		return false
	case a.Key == "src":
		return n.DataAtom == atom.Img && strings.HasPrefix(value, "data:image/")
	case a.Key == "href":
		return strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") ||
			strings.HasPrefix(value, "mailto:") || strings.HasPrefix(value, "#")
	}
	return !slices.Contains([]string{"srcset", "srcdoc", "action", "formaction", "background", "ping", "target", "poster", "http-equiv"}, a.Key)
}

// aim sends a link where it belongs.
func aim(n *html.Node, compose func(string) string) {
	for i, a := range n.Attr {
		if a.Key != "href" || strings.HasPrefix(a.Val, "#") {
			continue
		}
		target := "_blank"
		if scheme, to, _ := strings.Cut(strings.TrimSpace(a.Val), ":"); strings.EqualFold(scheme, "mailto") {
			n.Attr[i].Val, target = compose(to), "_top"
		}
		n.Attr = append(n.Attr, html.Attribute{Key: "target", Val: target}, html.Attribute{Key: "rel", Val: "noopener noreferrer"})
		return
	}
}

//go:embed site.html
var site string

//go:embed favicon.svg
var icon []byte

// Site is what all pages have at their top and in their head. A page's templates are parsed into
// it; it asks the page for Say.
func Site() *template.Template { return template.Must(template.New("site.html").Parse(site)) }

// IconPaths are where browsers look for the icon.
var IconPaths = [...]string{"/favicon.svg", "/favicon.ico"}

// Icon answers with the icon of the pages.
func Icon() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=86400")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		Fresh(w, r, "image/svg+xml", icon)
	})
}
