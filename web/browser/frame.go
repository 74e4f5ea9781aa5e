package browser

import (
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// frameHead begins the document of every letter. The frame's sandbox forbids scripts, and its policy forbids
// loading anything, so a sender cannot find out that the letter was read.
const frameHead = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
	`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">` +
	`<style>body{font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}img{max-width:100%;height:auto}</style>`

// Dropped lists the elements that are removed from a letter: they only load something or act.
var Dropped = []atom.Atom{atom.Script, atom.Iframe, atom.Frame, atom.Frameset, atom.Object, atom.Embed, atom.Applet,
	atom.Base, atom.Link, atom.Noscript, atom.Audio, atom.Video, atom.Template, atom.Math, atom.Svg}

// FrameLetter turns a letter's HTML into the document for its frame. compose returns the page for what follows a
// mailto:; other links open in a new window.
func FrameLetter(page string, compose func(mailto string) string) string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return frameHead
	}
	sanitize(root, compose)
	var b strings.Builder
	b.WriteString(frameHead)
	if err := html.Render(&b, root); err != nil {
		return frameHead
	}
	return b.String()
}

func sanitize(n *html.Node, compose func(string) string) {
	for _, child := range slices.Collect(n.ChildNodes()) {
		if child.Type == html.DoctypeNode || child.Type == html.CommentNode ||
			child.Type == html.ElementNode && (slices.Contains(Dropped, child.DataAtom) || activeMeta.Match(child)) {
			n.RemoveChild(child)
		} else {
			sanitize(child, compose)
		}
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return !IsHarmlessAttribute(n, a) })
	if n.DataAtom == atom.A || n.DataAtom == atom.Area {
		retarget(n, compose)
	}
}

// activeMeta matches a <meta> that tells the browser to do something. Those that name colour schemes stay.
var activeMeta = cascadia.MustCompile(`meta:not([name="color-scheme"], [name="supported-color-schemes"])`)

// IsHarmlessAttribute reports whether an attribute neither runs a script nor loads anything.
func IsHarmlessAttribute(n *html.Node, a html.Attribute) bool {
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

// retarget sets where a link opens.
func retarget(n *html.Node, compose func(string) string) {
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

// SiteTemplate returns the template with the head and the top of all pages. A page's own templates are parsed into it,
// and the page's value must have a method Say.
func SiteTemplate() *template.Template { return template.Must(template.New("site.html").Parse(site)) }

// IconPaths lists the paths at which browsers look for the icon.
var IconPaths = [...]string{"/favicon.svg", "/favicon.ico"}

// ServeIcon answers with the icon of the pages.
func ServeIcon() http.Handler {
	return GuardHeaders("default-src 'none'; style-src 'unsafe-inline'", false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=86400")
		ServeUnlessCached(w, r, "image/svg+xml", icon)
	}))
}
