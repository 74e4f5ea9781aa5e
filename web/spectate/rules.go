package spectate

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

// bookAsked is the rule book that an address asks for: "/rules/saboteur?edition=it&seats=5&picks=ask".
type bookAsked struct {
	Game  engine.Game
	Setup engine.Setup
	Print *templates.Printer
}

// bookOf reads the query of an address: an edition, a number of seats, and options. A query that makes no
// match is answered with the edition in the reader's language.
func (p *Pages) bookOf(game engine.Game, query url.Values, lang string) bookAsked {
	asked := bookAsked{Game: game, Setup: engine.Setup{Edition: engine.EditionFor(game, lang), Rules: engine.NewestRules}}
	if edition := query.Get("edition"); slices.Contains(game.Editions(), edition) {
		asked.Setup.Edition = edition
	}
	set := map[string]string{}
	for name, values := range query {
		if name != "edition" && name != "seats" && name != "lang" {
			set[name] = values[0]
		}
	}
	if options, no := game.Options(asked.Setup.Edition, engine.NewestRules, set); no == nil {
		asked.Setup.Options = options
	}
	least, most := game.Seats()
	if seats, err := strconv.Atoi(query.Get("seats")); err == nil && seats >= least && seats <= most {
		asked.Setup.Seats = make([]string, seats) // the book counts them and names nobody
	}
	asked.Print = p.Words.Printer(lang, nil).Of(game.Name(), asked.Setup.Edition)
	return asked
}

// sectionText is a section of a rule book in a language.
type sectionText struct {
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Answer []string `json:"answer"` // one to three sentences that tell the most of it
	More   []string `json:"more"`
	Terms  []string `json:"terms"`
}

// Sections returns the book in the reader's language.
func (b bookAsked) Sections() []sectionText {
	return engine.MapList(b.Game.RuleBook(b.Setup).Sections, func(s engine.Section) sectionText {
		text := engine.MapList(s.Text(), b.Print.Print)
		answers := len(s.Answer())
		return sectionText{ID: s.ID, Title: b.Print.Print(s.Title), Answer: text[:answers], More: text[answers:], Terms: append([]string{}, s.Terms...)}
	})
}

// Short returns the rules in short.
func (b bookAsked) Short() []string {
	return engine.MapList(b.Game.RuleBook(b.Setup).Marked(engine.Short), b.Print.Print)
}

// Book names the edition as its book.
func (b bookAsked) Book() string {
	return b.Print.Print(engine.EditionTitle(b.Game.Name(), b.Setup.Edition))
}

type rulesPage struct {
	frame
	bookAsked
	Games []engine.Game
}

// rules shows the rule book of the game in the path, or of the first game if the path names none.
func (p *Pages) rules(w http.ResponseWriter, r *http.Request) error {
	page := rulesPage{frame: p.frame(r), Games: p.games()}
	game := page.Games[0]
	if name := r.PathValue("game"); name != "" {
		if game = p.House.Rules.Games(name); game == nil {
			return browser.NewRefusal(http.StatusNotFound, "page.gone")
		}
	}
	page.bookAsked = p.bookOf(game, r.URL.Query(), page.Lang)
	page.Title = page.Say(game.Name() + ".title")
	return p.show(w, http.StatusOK, "rules.html", page)
}

// Editions lists the books of the game for the row of links, as they are named.
func (page rulesPage) Editions() []link {
	return engine.MapList(page.Game.Editions(), func(name string) link {
		return link{Text: page.print(engine.EditionTitle(page.Game.Name(), name)), Link: "?edition=" + url.QueryEscape(name), Here: name == page.Setup.Edition}
	})
}

// Cards says what each card does.
func (page rulesPage) Cards() []string {
	return strings.Split(page.Say(page.Game.Name()+".cards"), "\n")
}

// apiRules answers GET /api/v1/rules/saboteur?edition=it&seats=5&lang=de: the rule book by section.
func (p *Pages) apiRules(r *http.Request) (any, error) {
	game := p.House.Rules.Games(r.PathValue("game"))
	if game == nil {
		return nil, browser.NewRefusal(http.StatusNotFound, "there is no game of that name here")
	}
	if lang := r.URL.Query().Get("lang"); lang != "" {
		r.Header.Set("Accept-Language", lang)
	}
	asked := p.bookOf(game, r.URL.Query(), browser.PreferredLanguage(r))
	options := asked.Setup.Options
	if options == nil {
		options = map[string]string{}
	}
	return struct {
		Game     string            `json:"game"`
		Edition  string            `json:"edition"`
		Options  map[string]string `json:"options"`
		Book     string            `json:"book"`
		Short    []string          `json:"short"`
		Sections []sectionText     `json:"sections"`
	}{game.Name(), asked.Setup.Edition, options, asked.Book(), asked.Short(), asked.Sections()}, nil
}
