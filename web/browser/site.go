package browser

import (
	_ "embed"
	"html/template"
	"net/http"
)

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
