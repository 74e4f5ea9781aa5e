// Package spectate serves what anybody may see: public matches, as data and, once they are over, step by step;
// leagues; and the house's statistics. Nothing here changes anything.
package spectate

import (
	"embed"
	"errors"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

//go:embed *.html *.css *.js *.svg *.yaml
var files embed.FS

// policy lets a page load its own style and script, ask its own house, and nothing else.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Pages serves the pages and the data that anybody may see.
type Pages struct {
	House  *server.House
	Words  *templates.Catalog
	Secure bool // reached by https alone

	pages *template.Template

	replayMu sync.Mutex // locked while a replay is made
	replays  *lru.Cache[string, *replay]
}

// Handler serves the pages and the API.
func (p *Pages) Handler() http.Handler {
	p.replays, _ = lru.New[string, *replay](maxReplays) // fails for no size alone
	p.pages = template.Must(browser.SiteTemplate().ParseFS(files, "*.html"))
	mux := http.NewServeMux()
	for path, show := range map[string]browser.Page{
		"GET /m/{match}/replay":      p.replay,
		"GET /m/{match}/replay.json": p.replayData,
		"GET /{$}":                   p.home,
		"GET /rules/{$}":             p.rules,
		"GET /rules/{game}":          p.rules,
		"GET /statistics":            p.statistics,
		"GET /league/{$}":            p.leagues,
		"GET /league/{name}":         p.league,
		"GET /league/{name}/{file}":  p.leagueData,
		"GET /league/":               browser.RefusingPage(errNoLeague),
		"/":                          browser.RefusingPage(browser.NewRefusal(http.StatusNotFound, "page.gone")),
	} {
		mux.Handle(path, browser.ServePage(show, p.sorry, "page.sorry", p.House.Log))
	}
	for path, show := range map[string]browser.Page{
		"GET /api/v1/matches":                data(p.apiMatches),
		"GET /api/v1/matches/{match}":        data(p.apiMatch),
		"GET /api/v1/matches/{match}/events": data(p.apiEvents),
		"GET /api/v1/matches/{match}/record": p.apiRecord,
		"GET /api/v1/rules/{game}":           data(p.apiRules),
		"GET /api/v1/statistics":             data(p.apiStatistics),
		"GET /api/v1/openapi.yaml":           description,
		"/api/v1/":                           browser.RefusingPage(browser.NewRefusal(http.StatusNotFound, "there is nothing here")),
	} {
		mux.Handle(path, browser.ServePage(show, apiSorry, "that did not work just now; try again in a minute", p.House.Log))
	}
	mux.Handle("GET /onlook.css", http.FileServerFS(files))
	mux.Handle("GET /replay.js", http.FileServerFS(files))
	return browser.GuardHeaders(policy, p.Secure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		if strings.HasPrefix(r.URL.Path, "/api/v1/") {
			w.Header().Set("Access-Control-Allow-Origin", "*") // pages of any site may read it
		}
		mux.ServeHTTP(w, r)
	}))
}

// description answers with the description of the API, for programs.
func description(w http.ResponseWriter, r *http.Request) error {
	text, err := files.ReadFile("openapi.yaml")
	if err == nil {
		browser.ServeUnlessCached(w, r, "application/yaml", text)
	}
	return err
}

// PagePaths lists the paths of the pages, without the front page.
func PagePaths() []string {
	return []string{"/m/{match}/replay", "/m/{match}/replay.json", "/statistics", "/rules/", "/league/", "/api/v1/", "/onlook.css", "/replay.js"}
}

// open returns the match in the path if it is public, and none as its error otherwise.
func (p *Pages) open(r *http.Request, none error) (*model.Table, error) {
	t, err := p.House.DB.Fold(r.Context(), browser.MatchNumber(r), 0)
	if errors.Is(err, model.ErrNoMatch) || err == nil && !t.Public() {
		return nil, none
	}
	return t, err
}

// frame has the values that every page needs.
type frame struct {
	Lang, Title string
	Script      string
	Links       []link
	print       func(engine.Phrase) string
}

type link struct {
	Text, Link string
	Here       bool
}

// Say returns a text in the reader's language.
func (f frame) Say(key string, pairs ...any) string { return f.print(engine.Say(key, pairs...)) }

func (p *Pages) frame(r *http.Request) frame {
	lang := browser.PreferredLanguage(r)
	return frame{Lang: lang, Title: "Pitpost", print: p.Words.Printer(lang, time.UTC).Print}
}

func (p *Pages) show(w http.ResponseWriter, status int, name string, page any) error {
	return browser.ShowPage(w, status, p.pages, name, page)
}

// sorry answers with one sentence.
func (p *Pages) sorry(w http.ResponseWriter, r *http.Request, status int, key string) error {
	f := p.frame(r)
	return p.show(w, status, "sorry.html", struct {
		frame
		Sorry string
	}{f, f.Say(key)})
}
