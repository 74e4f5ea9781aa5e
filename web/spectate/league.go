package spectate

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"pitpost.example/db/league"

	"pitpost.example/house/season"
	"pitpost.example/web/browser"
)

// leaguePage is all that a page of leagues can show: names and numbers, never an address. A
// season is chosen by ?season=N; else it is the latest that was drawn.
type leaguePage struct {
	frame
	Top       []string
	Divisions []leagueDivision
	Names     []string // who is in, where nothing is drawn yet
	Foot      []string
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

// leagues names those there are.
func (p *Pages) leagues(w http.ResponseWriter, r *http.Request) error {
	all, err := league.All(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page := leaguePage{frame: p.frame(r)}
	page.Title = page.say("standings.leagues")
	for _, one := range all {
		page.Links = append(page.Links, link{Text: one.Name, Link: "/league/" + url.PathEscape(one.Name)})
	}
	if len(all) == 0 {
		page.Top = []string{page.say("standings.no-leagues")}
	}
	p.show(w, http.StatusOK, "league.html", page)
	return nil
}

var errNoLeague = browser.Refuse(http.StatusNotFound, "standings.no-league")

// sheet reads the season that is asked for.
func (p *Pages) sheet(r *http.Request) (*season.Sheet, error) {
	no, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("season"), "0"))
	if err != nil || no < 0 || no > 1_000_000 {
		return nil, errNoLeague
	}
	s, err := season.ReadSheet(r.Context(), p.House.DB, r.PathValue("name"), no)
	if err == nil && s == nil {
		err = errNoLeague
	}
	return s, err
}

func (p *Pages) leagueCSV(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sheet(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="standings.csv"`)
	_, _ = w.Write(s.CSV())
	return nil
}

func (p *Pages) leagueJSON(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sheet(r)
	if err != nil {
		return err
	}
	data, err := s.JSON()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data)
	return nil
}

// league shows one season: how it stands, its tables and its matches.
func (p *Pages) league(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sheet(r)
	if err != nil {
		return err
	}
	page := leaguePage{frame: p.frame(r)}
	page.Title = page.say("standings.title", "league", s.League.Name, "season", s.Season.No)
	page.top(s, p.Address)
	page.seasons(s)
	if s.Season.DrawnAt == nil {
		page.Names = slices.Clone(s.In)
		slices.Sort(page.Names)
	} else if err := page.divisions(s); err != nil {
		return err
	}
	p.show(w, http.StatusOK, "league.html", page)
	return nil
}
