package spectate

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"pitpost.example/db/league"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// newest is how many matches the front page lists.
const newest = 20

type homePage struct {
	frame
	About   []string
	Address string
	Usual   string // the game that is named where any would do
	Running []openMatch
	Over    []openMatch
	Leagues []link
	Games   []link
}

type openMatch struct{ Text, Names, Link string }

// home is the front page: what this is, and where all the rest lies.
func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	page := homePage{frame: p.frame(r), Address: p.House.Rules.Address, Usual: p.Games[0].Name()}
	page.About = []string{page.Say("home.what"), page.Say("home.how")}
	matches, err := lookup.NewestPublic(r.Context(), p.House.DB, newest)
	if err != nil {
		return err
	}
	for _, m := range matches {
		one := openMatch{page.Say("home.match", "match", int(m.ID), "game", engine.Say(m.Game+".title")), strings.Join(m.Names, ", "), "/m/" + strconv.FormatInt(m.ID, 10)}
		switch {
		case m.Phase == model.PhaseRunning || m.Phase == model.PhasePaused:
			page.Running = append(page.Running, one)
		case m.Phase.Ended():
			one.Link += "/replay"
			page.Over = append(page.Over, one)
		}
	}
	leagues, err := league.All(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page.Leagues = engine.Each(leagues, leagueLink)
	page.Games = p.gameLinks(&page.frame, "/rules/", "")
	return p.show(w, http.StatusOK, "home.html", page)
}

// gameLinks are links to a page of each game; one may be the page itself.
func (p *Pages) gameLinks(f *frame, path, here string) []link {
	return engine.Each(p.Games, func(g engine.Game) link {
		return link{Text: f.Say(g.Name() + ".title"), Link: path + g.Name(), Here: g.Name() == here}
	})
}

type rulesPage struct {
	frame
	Games    []link
	Blurb    string
	Sections []rulesSection
}

type rulesSection struct {
	Title string
	Lines []string
}

// rules shows the rules of a game, of the first where the path names none.
func (p *Pages) rules(w http.ResponseWriter, r *http.Request) error {
	name := cmp.Or(r.PathValue("game"), p.Games[0].Name())
	for _, g := range p.Games {
		if g.Name() == name {
			return p.show(w, http.StatusOK, "rules.html", p.rulesOf(r, g))
		}
	}
	return browser.Refuse(http.StatusNotFound, "page.gone")
}

func (p *Pages) rulesOf(r *http.Request, g engine.Game) rulesPage {
	name := g.Name()
	page := rulesPage{frame: p.frame(r)}
	page.Title, page.Blurb, page.Games = page.Say(name+".title"), page.Say(name+".blurb"), p.gameLinks(&page.frame, "/rules/", name)
	page.add(page.Say("home.rules"), name+".rules")
	for _, edition := range g.Editions() {
		page.add(page.Say("home.edition", "edition", edition), name+".rules-"+edition)
	}
	page.add(page.Say("home.cards"), name+".cards")
	return page
}

// add puts a text of the game on the page, a paragraph each.
func (page *rulesPage) add(title, key string) {
	page.Sections = append(page.Sections, rulesSection{title, strings.Split(page.Say(key), "\n")})
}
