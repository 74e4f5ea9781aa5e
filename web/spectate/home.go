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

// newest is how many matches the front page lists.
const newest = 20

type homePage struct {
	frame
	Address       string
	Running, Over []lookup.PublicMatch
	Leagues       []link
	Games         []engine.Game
}

// home is the front page: what this is, and where all the rest lies.
func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	page := homePage{frame: p.frame(r), Address: p.House.Rules.Address, Games: p.games()}
	matches, err := lookup.NewestPublic(r.Context(), p.House.DB, newest)
	if err != nil {
		return err
	}
	for _, m := range matches {
		switch {
		case m.Phase.InPlay():
			page.Running = append(page.Running, m)
		case m.Phase.Ended():
			page.Over = append(page.Over, m)
		}
	}
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
	Game  engine.Game // whose rules are shown
}

// rules shows the rules of a game, of the first where the path names none.
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

// games are those of the house, in its order.
func (p *Pages) games() []engine.Game {
	return engine.Each(p.House.Rules.Names, p.House.Rules.Games)
}

// edition is what tells some editions of a game from its others, all that have the same text together.
type edition struct {
	Names string
	Lines []string
}

// Editions are those of the game.
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

// Lines are the paragraphs of a text of the game.
func (page rulesPage) Lines(text string) []string {
	return strings.Split(page.Say(page.Game.Name()+"."+text), "\n")
}
