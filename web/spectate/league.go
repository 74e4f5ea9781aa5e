package spectate

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"pitpost.example/db/league"

	rules "pitpost.example/engine/league"
	"pitpost.example/house/season"
	"pitpost.example/model"
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
	No     int
	Open   bool
	Rows   []rules.Row
	Groups []leagueGroup
}

type leagueGroup struct {
	*model.LeagueMatch
	Names, Status string
}

// leagues names those there are.
func (p *Pages) leagues(w http.ResponseWriter, r *http.Request) error {
	all, err := league.All(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page := leaguePage{frame: p.frame(r)}
	page.Title = page.Say("standings.leagues")
	for _, one := range all {
		page.Links = append(page.Links, link{Text: one.Name, Link: "/league/" + url.PathEscape(one.Name)})
	}
	if len(all) == 0 {
		page.Top = []string{page.Say("standings.no-leagues")}
	}
	return p.show(w, http.StatusOK, "league.html", page)
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
	page.Title = page.Say("standings.title", "league", s.League.Name, "season", s.Season.No)
	page.top(s, p.Address)
	page.seasons(s)
	if s.Season.DrawnAt == nil {
		page.Names = slices.Clone(s.In)
		slices.Sort(page.Names)
	} else if err := page.divisions(s); err != nil {
		return err
	}
	return p.show(w, http.StatusOK, "league.html", page)
}
