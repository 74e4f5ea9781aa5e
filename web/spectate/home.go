package spectate

import (
	"net/http"
	"slices"
	"strings"

	"pitpost.example/db/league"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/web/browser"
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
	matches, err := lookup.NewestPublic(r.Context(), p.House.DB, newest)
	if err != nil {
		return err
	}
	page.Running = engine.Where(matches, func(m lookup.PublicMatch) bool { return m.Phase.InPlay() })
	page.Over = engine.Where(matches, func(m lookup.PublicMatch) bool { return m.Phase.Ended() })
	leagues, err := league.All(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page.Leagues = engine.Each(leagues, leagueLink)
	return p.show(w, http.StatusOK, "home.html", page)
}

type rulesPage struct {
	frame
	Games []engine.Game
	Game  engine.Game // the game whose rules are shown
}

// rules shows the rules of the game in the path, or of the first game if the path names none.
func (p *Pages) rules(w http.ResponseWriter, r *http.Request) error {
	page := rulesPage{frame: p.frame(r), Games: p.games()}
	page.Game = page.Games[0]
	if name := r.PathValue("game"); name != "" {
		if page.Game = p.House.Rules.Games(name); page.Game == nil {
			return browser.Refuse(http.StatusNotFound, "page.gone")
		}
	}
	page.Title = page.Say(page.Game.Name() + ".title")
	return p.show(w, http.StatusOK, "rules.html", page)
}

// games returns the house's games in their order.
func (p *Pages) games() []engine.Game {
	return engine.Each(p.House.Rules.Names, p.House.Rules.Games)
}

// edition is the text of one or several editions of a game; those with the same text are grouped.
type edition struct {
	Names string
	Lines []string
}

// Editions returns the texts of the game's editions.
func (page rulesPage) Editions() (all []edition) {
	for _, name := range page.Game.Editions() {
		lines := page.Lines("rules-" + name)
		if i := slices.IndexFunc(all, func(e edition) bool { return slices.Equal(e.Lines, lines) }); i >= 0 {
			all[i].Names += ", " + name
		} else {
			all = append(all, edition{name, lines})
		}
	}
	return all
}

// Lines returns the paragraphs of one of the game's texts.
func (page rulesPage) Lines(text string) []string {
	return strings.Split(page.Say(page.Game.Name()+"."+text), "\n")
}
