package people

import (
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// rulesAsked is what somebody asked of a rule book: all of it, a section, or the rules in short.
type rulesAsked struct {
	game    engine.Game
	setup   engine.Setup // of the match at hand, or of the match that the sender would open
	section string
	long    bool
	named   bool // the game was named, so a further question names it too
}

// ShowRules shows the rules of the match's edition, or of a game that is named: in short with the list of
// sections, one section ("rules gold"), or all of them ("rules long").
func ShowRules(d *desk.Desk, line speech.Line, rest string) desk.Result {
	asked, found := readRules(d, rest)
	if own := asWritten(line.Raw); rest != "" && own != "" {
		if better, ok := readRules(d, own); ok {
			asked, found = better, true
		}
	}
	switch {
	case !found && len(strings.Fields(rest)) > 1:
		return desk.Result{State: model.LineAside} // "rules are rules"
	case asked.game == nil:
		return desk.Refuse("house.no-such-game", "game", engine.ClipText(rest), "games", d.House.Names)
	case !found:
		answer := desk.Refuse("house.rules-no-section", "name", engine.ClipText(rest), "game", asked.title())
		answer.Pages = []notice.Page{asked.contents(d)}
		return answer
	}
	book := asked.game.RuleBook(asked.setup)
	var answer desk.Result
	switch section := book.Section(asked.section); {
	case section != nil:
		answer = desk.AnswerPage(notice.Page{Title: engine.Say("house.rules-section-title", "game", asked.title(), "section", section.Title), Lines: section.Text()})
		answer.Chips = []string{asked.command(""), asked.command("long")}
	case asked.long:
		answer = desk.AnswerPage(notice.Page{Title: engine.Say("house.rules-title", "game", asked.title(), "book", engine.EditionTitle(asked.game.Name(), asked.setup.Edition)),
			Lines: append([]engine.Phrase{engine.Say(asked.game.Name() + ".blurb")}, asked.special(d)...)})
		for _, s := range book.Sections {
			answer.Pages = append(answer.Pages, notice.Page{Title: s.Title, Lines: s.Text()})
		}
	default:
		lines := append(book.Marked(engine.Short), asked.special(d)...)
		answer = desk.AnswerPage(notice.Page{Title: engine.Say("house.rules-short-title", "game", asked.title()), Lines: lines})
		answer.Pages = append(answer.Pages, asked.contents(d))
		answer.Says = []engine.Phrase{engine.Say("house.rules-more")}
		answer.Chips = slices.Concat([]string{asked.command("long")}, asked.sections(d), []string{"cards"})
		if d.Player == nil { // a stranger who asks "Hi, how does this work?" needs the welcome
			answer.Says, answer.Chips = desk.WelcomeNewcomer(d)
			answer.Chips = append(answer.Chips, asked.command("long"))
			d.Receipt.Home = true
		}
	}
	return answer
}

// asWritten returns what stands behind the first word of a line in its writer's own words: some words for
// sections are also words of the house, which were put into English.
func asWritten(raw string) string {
	_, words, _ := strings.Cut(engine.NormaliseText(raw), " ")
	return strings.TrimRight(words, ".!?: ")
}

// readRules reads what stands behind "rules": a game, a section, "long", or a game and a section in any
// order. If it finds none of them, found is false and the game is that of the match at hand, if there is one.
func readRules(d *desk.Desk, rest string) (asked rulesAsked, found bool) {
	words := strings.Fields(rest)
	long := slices.Contains(words, "long")
	words = slices.DeleteFunc(words, func(w string) bool { return w == "long" })
	whole := strings.Join(words, " ")
	asked = rulesOf(d, "")
	asked.long = long
	if whole == "" {
		return asked, asked.game != nil
	}
	if asked.game != nil {
		if asked.section = engine.FindSection(asked.game, whole, d.Lang); asked.section != "" {
			return asked, true
		}
	}
	for cut := len(words); cut > 0; cut-- {
		front, back := strings.Join(words[:cut], " "), strings.Join(words[cut:], " ")
		for _, order := range [][2]string{{front, back}, {back, front}} {
			named := rulesOf(d, order[0])
			if order[0] == "" || named.game == nil {
				continue
			}
			named.long = long
			if named.section = engine.FindSection(named.game, order[1], d.Lang); order[1] == "" || named.section != "" {
				return named, true
			}
		}
	}
	if d.Table == nil {
		return rulesAsked{}, false
	}
	return asked, false
}

// rulesOf returns the rules of the match at hand, or of a game that is named; without a game if there is none.
func rulesOf(d *desk.Desk, game string) rulesAsked {
	if game == "" && d.Table != nil {
		return rulesAsked{game: d.Table.Match.Game, setup: d.Table.Match.SetupNow()}
	}
	g, edition := gameOrNamed(d, game)
	return rulesAsked{game: g, setup: engine.Setup{Edition: edition, Rules: engine.NewestRules}, named: game != ""}
}

func (r rulesAsked) title() engine.Phrase { return engine.Say(r.game.Name() + ".title") }

// command returns the line that asks for something of the same book.
func (r rulesAsked) command(what string) string {
	words := []string{"rules"}
	if r.named {
		words = append(words, r.game.Name())
	}
	if what != "" {
		words = append(words, what)
	}
	return strings.Join(words, " ")
}

// sections lists the lines that ask for each section, in the sender's language.
func (r rulesAsked) sections(d *desk.Desk) []string {
	return engine.MapList(r.game.RuleBook(r.setup).Sections, func(s engine.Section) string {
		return r.command(engine.PrintSectionWord(r.game, s.ID, d.Lang))
	})
}

// contents lists the sections, each with the line that asks for it.
func (r rulesAsked) contents(d *desk.Desk) notice.Page {
	lines := r.sections(d)
	return notice.Page{Title: engine.Say("house.rules-contents"), Lines: engine.MapListAt(r.game.RuleBook(r.setup).Sections,
		func(i int, s engine.Section) engine.Phrase {
			return engine.Say("house.help-line", "command", lines[i], "does", s.Title)
		})}
}

// special says which book the match at hand follows, and the options that its host set.
func (r rulesAsked) special(d *desk.Desk) (lines []engine.Phrase) {
	if d.Table == nil || r.named {
		return nil
	}
	lines = append(lines, engine.Say("house.rules-edition", "book", engine.EditionTitle(r.game.Name(), r.setup.Edition),
		"command", r.command(engine.PrintSectionWord(r.game, "edition", d.Lang))))
	for _, k := range slices.Sorted(maps.Keys(r.setup.Options)) {
		lines = append(lines, engine.Say("house.rules-option", "option", k, "value", r.setup.Options[k]))
	}
	return lines
}
