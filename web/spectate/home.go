package spectate

import (
	"net/http"

	"pitpost.example/db/league"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
)

// newest is how many matches the front page lists at most.
const newest = 20

type homePage struct {
	frame
	Address       string
	Example       string // name of a game
	Running, Over []lookup.PublicMatch
	Leagues       []link
	Games         []engine.Game
}

// home shows the front page: what this house is, with links to all else.
func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	page := homePage{frame: p.frame(r), Address: p.House.Rules.Begin, Example: p.House.Rules.Example(), Games: p.games()}
	matches, err := lookup.ListNewestPublic(r.Context(), p.House.DB, newest)
	if err != nil {
		return err
	}
	page.Running = engine.FilterList(matches, func(m lookup.PublicMatch) bool { return m.Phase.InPlay() })
	page.Over = engine.FilterList(matches, func(m lookup.PublicMatch) bool { return m.Phase.Ended() })
	leagues, err := league.ListLeagues(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page.Leagues = engine.MapList(leagues, leagueLink)
	return p.show(w, http.StatusOK, "home.html", page)
}

// games returns the house's games in their order.
func (p *Pages) games() []engine.Game {
	return engine.MapList(p.House.Rules.Names, p.House.Rules.Games)
}
