// Package spectate is what anybody may look at: matches that are open to all, as data and, once
// they are over, step by step; and the statistics of the house. Nothing here changes anything.
package spectate

import (
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

//go:embed *.html *.css *.js
var files embed.FS

// policy lets a page load its own style and script, ask its own house, and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Pages are the pages and the data that anybody may look at.
type Pages struct {
	House *house.House
	DB    *db.DB
	Words *templates.Catalog
	// Address is the house's own, to sign up at.
	Address string
	Games   []engine.Game // in the order of the house
	Log     *slog.Logger
	// Secure says that the pages are reached by https alone.
	Secure bool

	pages   *template.Template
	replays shelf
}

// Handler serves them.
func (p *Pages) Handler() http.Handler {
	p.pages = template.Must(template.ParseFS(files, "*.html"))
	mux := http.NewServeMux()
	page := func(path string, show func(http.ResponseWriter, *http.Request) error) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			if err := show(w, r); err != nil {
				p.failed(w, r, err)
			}
		})
	}
	data := func(path string, read func(*http.Request) (any, error)) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			answer, err := read(r)
			if err != nil {
				p.apiFailed(w, err)
				return
			}
			give(w, r, answer)
		})
	}
	page("/m/{match}/replay", p.replay)
	page("/m/{match}/replay.json", p.replayData)
	page("/statistics", p.statistics)
	page("/league/{$}", p.leagues)
	page("/league/{name}", p.league)
	page("/league/{name}/standings.csv", p.leagueCSV)
	page("/league/{name}/standings.json", p.leagueJSON)
	page("/league/", func(http.ResponseWriter, *http.Request) error { return errNoLeague })
	data("/api/v1/matches", p.apiMatches)
	data("/api/v1/matches/{match}", p.apiMatch)
	data("/api/v1/matches/{match}/events", p.apiEvents)
	mux.HandleFunc("GET /api/v1/matches/{match}/record", p.apiRecord)
	data("/api/v1/statistics", p.apiStatistics)
	mux.Handle("GET /onlook.css", http.FileServerFS(files))
	mux.Handle("GET /replay.js", http.FileServerFS(files))
	mux.HandleFunc("/api/v1/", func(w http.ResponseWriter, _ *http.Request) {
		apiSorry(w, http.StatusNotFound, "there is nothing here")
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { p.sorry(w, r, http.StatusNotFound, "page.gone") })
	return browser.Guarded(policy, p.Secure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		mux.ServeHTTP(w, r)
	}))
}

// Paths are where the pages lie.
func Paths() []string {
	return []string{"/m/{match}/replay", "/m/{match}/replay.json", "/statistics", "/league/", "/api/v1/", "/onlook.css", "/replay.js"}
}

// open finds a match that is open to all; nil where there is none.
func (p *Pages) open(r *http.Request) (*model.Table, error) {
	t, err := p.DB.Fold(r.Context(), browser.Number(r, "match"), 0)
	if errors.Is(err, db.ErrNoMatch) {
		return nil, nil
	}
	if err != nil || !house.Public(t) {
		return nil, err
	}
	return t, nil
}

// over says whether a match has ended, so that its secrets are nobody's any more.
func over(t *model.Table) bool {
	return t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted
}

// frame is what every page has.
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

// Say is a text of the page in its reader's language.
func (f frame) Say(key string) string { return f.say(key) }

func (f frame) say(key string, pairs ...any) string { return f.print(engine.Say(key, pairs...)) }

func (p *Pages) frame(r *http.Request) frame {
	lang := browser.Asked(r)
	return frame{Lang: lang, Title: "Pitpost", print: p.Words.Printer(lang, time.UTC).Print}
}

func (p *Pages) show(w http.ResponseWriter, status int, name string, page any) {
	if err := browser.Show(w, status, p.pages, name, page, "This page could not be made."); err != nil {
		p.Log.Error("page", "err", err)
	}
}

// sorry says one sentence.
func (p *Pages) sorry(w http.ResponseWriter, r *http.Request, status int, key string) {
	f := p.frame(r)
	p.show(w, status, "sorry.html", struct {
		frame
		Sorry string
	}{f, f.say(key)})
}

// failed says why a page is refused; or that the house could not, and not why.
func (p *Pages) failed(w http.ResponseWriter, r *http.Request, err error) {
	var no *browser.Refusal
	if errors.As(err, &no) {
		p.sorry(w, r, no.Status, no.Why)
		return
	}
	p.Log.Error("page", "err", err)
	p.sorry(w, r, http.StatusServiceUnavailable, "page.sorry")
}
