package web

import (
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"pitpost/engine"
	"pitpost/house"
	"pitpost/templates"
)

//go:embed league.html league.css
var leagueFiles embed.FS

// leaguePolicy lets a page of a league load its own style and nothing else.
const leaguePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Leagues are the pages of leagues, for anybody: names and numbers, never an address.
type Leagues struct {
	House   *house.House
	Words   *templates.Catalog
	Address string // where to sign up
	Secure  bool   // reached by https alone

	page *template.Template
}

// Handler serves /league/, /league/NAME, and the standings of NAME as CSV and JSON. A season
// is chosen by ?season=N; else it is the latest that was drawn.
func (l *Leagues) Handler() http.Handler {
	l.page = template.Must(template.ParseFS(leagueFiles, "league.html"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /league/{$}", l.list)
	mux.HandleFunc("GET /league/{name}", l.league)
	mux.HandleFunc("GET /league/{name}/standings.csv", l.csv)
	mux.HandleFunc("GET /league/{name}/standings.json", l.json)
	mux.Handle("GET /league.css", http.FileServerFS(leagueFiles))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		l.sorry(w, r, http.StatusNotFound, "standings.no-league")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", leaguePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		h.Set("Vary", "Accept-Language")
		if l.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		mux.ServeHTTP(w, r)
	})
}

// leaguePage is all that a page of leagues can show.
type leaguePage struct {
	Lang, Title string
	Top         []string
	Links       []leagueLink
	Divisions   []leagueDivision
	Names       []string // who is in, where nothing is drawn yet
	Foot        []string
	say         func(string, ...any) string
}

type leagueLink struct {
	Text, Link string
	Here       bool
}

type leagueDivision struct {
	Title  string
	Open   bool
	Rows   []leagueRow
	Groups []leagueGroup
}

type leagueRow struct {
	Rank, Name, Points, Played, Wins, Misses, Move, Says string
	Left                                                 bool
}

type leagueGroup struct {
	Number, Link, Game, Names, State string
}

// Say is a text of the page in its reader's language.
func (p *leaguePage) Say(key string) string { return p.say(key) }

func (l *Leagues) begin(r *http.Request) *leaguePage {
	lang := asked(r)
	printer := l.Words.Printer(lang, time.UTC)
	p := &leaguePage{Lang: lang}
	p.say = func(key string, pairs ...any) string { return printer.Print(engine.Say(key, pairs...)) }
	return p
}

func (l *Leagues) show(w http.ResponseWriter, status int, p *leaguePage) {
	var b bytes.Buffer
	if err := l.page.ExecuteTemplate(&b, "league.html", p); err != nil {
		l.House.Log.Error("page", "err", err)
		http.Error(w, "This page could not be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

func (l *Leagues) sorry(w http.ResponseWriter, r *http.Request, status int, key string) {
	p := l.begin(r)
	p.Title, p.Top = "Pitpost", []string{p.say(key)}
	l.show(w, status, p)
}

// list names the leagues there are.
func (l *Leagues) list(w http.ResponseWriter, r *http.Request) {
	all, err := l.House.DB.Leagues(r.Context())
	if err != nil {
		l.failed(w, r, err)
		return
	}
	p := l.begin(r)
	p.Title = p.say("standings.leagues")
	for _, one := range all {
		p.Links = append(p.Links, leagueLink{Text: one.Name, Link: "/league/" + url.PathEscape(one.Name)})
	}
	if len(all) == 0 {
		p.Top = []string{p.say("standings.no-leagues")}
	}
	l.show(w, http.StatusOK, p)
}

func (l *Leagues) failed(w http.ResponseWriter, r *http.Request, err error) {
	l.House.Log.Error("page", "err", err)
	l.sorry(w, r, http.StatusServiceUnavailable, "page.sorry")
}

// sheet reads the season that is asked for; nil where an answer was given already.
func (l *Leagues) sheet(w http.ResponseWriter, r *http.Request) *house.LeagueSheet {
	no, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("season"), "0"))
	if err != nil || no < 0 || no > 1_000_000 {
		l.sorry(w, r, http.StatusNotFound, "standings.no-league")
		return nil
	}
	s, err := l.House.LeagueSheet(r.Context(), r.PathValue("name"), no)
	switch {
	case err != nil:
		l.failed(w, r, err)
	case s == nil:
		l.sorry(w, r, http.StatusNotFound, "standings.no-league")
	}
	if err != nil {
		return nil
	}
	return s
}

func (l *Leagues) csv(w http.ResponseWriter, r *http.Request) {
	if s := l.sheet(w, r); s != nil {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="standings.csv"`)
		_, _ = w.Write(s.CSV())
	}
}

func (l *Leagues) json(w http.ResponseWriter, r *http.Request) {
	s := l.sheet(w, r)
	if s == nil {
		return
	}
	data, err := s.JSON()
	if err != nil {
		l.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data)
}

// league shows one season: how it stands, its tables and its matches.
func (l *Leagues) league(w http.ResponseWriter, r *http.Request) {
	s := l.sheet(w, r)
	if s == nil {
		return
	}
	p := l.begin(r)
	p.Title = p.say("standings.title", "league", s.League.Name, "season", s.Season.No)
	l.top(p, s)
	p.seasons(s)
	if s.Season.DrawnAt == nil {
		p.Names = slices.Clone(s.In)
		slices.Sort(p.Names)
	} else if err := p.divisions(s); err != nil {
		l.failed(w, r, err)
		return
	}
	l.show(w, http.StatusOK, p)
}
