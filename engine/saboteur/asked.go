package saboteur

import (
	_ "embed"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

//go:embed answers.txt
var answerTable string

var answers = sync.OnceValue(func() *kit.Answers {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return kit.NewAnswers(answerTable, words, subjects())
})

// Terms returns the glossary of the game.
func (Game) Terms() []engine.Phrase {
	return engine.MapList(terms, func(id string) engine.Phrase { return engine.Say("saboteur.term." + id) })
}

// terms are the texts of the glossary, in locale/terms.*.toml.
var terms = strings.Fields("miner saboteur path deadend start goal stone broken repair rockfall map pass deck nugget spare round crosswise")

// Subjects returns the words for what a question about Saboteur can be about.
func (Game) Subjects() map[string]engine.Subjects { return subjects() }

var subjects = sync.OnceValue(func() map[string]engine.Subjects {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return kit.ReadSubjects(words)
})

// Answer answers a question from the rule book and from what a seat may know of a position.
func (g Game) Answer(setup engine.Setup, at engine.State, seat string, q engine.Question) *engine.Told {
	s, _ := at.(*State)
	if s != nil && s.phase == beforeDeal {
		s = nil
	}
	a := inquiry{s: s, i: nobody, q: q}
	if s != nil {
		a.i = s.seat(seat)
	}
	return answers().Answer(g.RuleBook(setup), q, func(what string) []engine.Phrase { return a.tell(reply(what)) })
}

// reply is a word of the table of answers that stands for what the position tells.
type reply string

// The words of the table.
const (
	tellRoles       reply = "roles"
	tellLooks       reply = "looks"
	tellHandSecret  reply = "hand-secret"
	tellDeckSecret  reply = "deck-secret"
	tellHowPass     reply = "how-pass"
	tellGoalsSecret reply = "goals-secret"
	tellDistance    reply = "distance"
	tellBlocked     reply = "blocked"
	tellOwnTools    reply = "own-tools"
	tellWhy         reply = "why"
	tellCell        reply = "cell"
	tellHands       reply = "hands"
	tellDeck        reply = "deck"
	tellGold        reply = "gold"
)

// inquiry is a question to a position, which may be none.
type inquiry struct {
	s *State
	i int // the seat that asks, nobody for others
	q engine.Question
}

// tell returns what a word of the table of answers tells.
func (a inquiry) tell(what reply) []engine.Phrase {
	if term, ok := strings.CutPrefix(string(what), "term-"); ok {
		return []engine.Phrase{engine.Say("saboteur.term." + term)}
	}
	if count, ok := strings.CutPrefix(string(what), "count-"); ok {
		return a.counted(count)
	}
	switch what {
	case tellRoles:
		return []engine.Phrase{engine.Say("saboteur.asked.roles")}
	case tellLooks:
		return []engine.Phrase{engine.Say("saboteur.asked.looks")}
	case tellHandSecret:
		return []engine.Phrase{engine.Say("saboteur.asked.hand-secret")}
	case tellDeckSecret:
		return []engine.Phrase{engine.Say("saboteur.asked.deck-secret")}
	case tellHowPass:
		return []engine.Phrase{engine.Say("saboteur.asked.how-pass"), engine.Say("saboteur.rule.pass")}
	}
	if a.s == nil {
		return nil
	}
	switch what {
	case tellGoalsSecret:
		return a.goals()
	case tellDistance:
		return a.distances()
	case tellBlocked:
		return engine.MapList(a.seats(), a.blocked)
	case tellOwnTools:
		return []engine.Phrase{a.blocked(a.i)}
	case tellWhy:
		return a.why()
	case tellCell:
		return a.cells()
	case tellHands:
		return a.hands()
	case tellDeck:
		return []engine.Phrase{a.deck()}
	case tellGold:
		return a.gold()
	}
	return nil
}

// counted says how many cards of a sort are in the deck.
func (a inquiry) counted(sort string) []engine.Phrase {
	row := func(n int, card engine.Phrase) []engine.Phrase {
		return []engine.Phrase{engine.Say("saboteur.asked.count", "count", n, "card", card)}
	}
	switch sort {
	case "map":
		return row(countOf(mapFamily), cardPhrase(mapCard))
	case "fall":
		return row(countOf(fallFamily), cardPhrase(rockfall))
	case "cross":
		crossing := cardOf("path-nesw")
		return row(crossing.face().count, cardPhrase(crossing))
	case "two":
		n := 0
		for c := range faces {
			if faces[c].family == mendFamily && Card(c).twoTools() {
				n += faces[c].count
			}
		}
		return []engine.Phrase{engine.Say("saboteur.asked.two-tools", "count", n)}
	}
	dead, paths := 0, countOf(pathFamily)
	for c := range faces {
		if faces[c].dead {
			dead += faces[c].count
		}
	}
	return []engine.Phrase{engine.Say("saboteur.asked.dead-ends", "count", dead, "paths", paths)}
}

// goals says what the seat itself saw of the goals; of the others nobody tells anything.
func (a inquiry) goals() []engine.Phrase {
	says := []engine.Phrase{engine.Say("saboteur.asked.goals-secret")}
	if a.i < 0 {
		return says
	}
	for g, seen := range a.s.players[a.i].seen {
		if seen {
			says = append(says, engine.Say("saboteur.you.saw", "goal", goalCells[g].String(), "card", cardPhrase(a.s.goals[g])))
		}
	}
	return says
}

// distances says how many cards the joined way lacks to the goals that are asked about.
func (a inquiry) distances() (says []engine.Phrase) {
	asked := goalCells[:]
	for g, row := range []string{"top", "middle", "bottom"} {
		if a.q.About[row] {
			asked = goalCells[g : g+1]
		}
	}
	if named := engine.FilterList(goalCells[:], func(c Cell) bool { return slices.Contains(a.q.Places, strings.ToLower(c.String())) }); named != nil {
		asked = named
	}
	vacant := a.s.maze.vacant(a.s.maze.reached())
	for _, goal := range asked {
		if a.s.maze.at(goal) != hiddenTile {
			says = append(says, a.cell(goal))
			continue
		}
		short := unreachable
		for _, c := range vacant {
			away := int(max(c.Col-goal.Col, goal.Col-c.Col) + max(c.Row-goal.Row, goal.Row-c.Row))
			short = min(short, away)
		}
		says = append(says, engine.Say("saboteur.asked.near", "count", short, "goal", goal.String()))
	}
	return says
}

// seats returns the seats that the question names.
func (a inquiry) seats() []int { return engine.MapList(a.q.Seats, a.s.seat) }

// blocked says which tools of a seat are broken.
func (a inquiry) blocked(j int) engine.Phrase {
	if j < 0 {
		return engine.Say("saboteur.rule.broken")
	}
	p := a.s.players[j]
	switch {
	case p.broken == 0 && j == a.i:
		return engine.Say("saboteur.asked.whole-own")
	case p.broken == 0:
		return engine.Say("saboteur.asked.whole", "seat", a.s.name(j))
	case j == a.i:
		return engine.Say("saboteur.you.broken", "tools", toolPhrases(p.broken), "count", len(p.broken.each()))
	}
	return engine.Say("saboteur.asked.blocked", "seat", a.s.name(j), "tools", toolPhrases(p.broken), "count", len(p.broken.each()))
}

// why says why a card cannot be laid: what a move with it would be told, or which cards can be.
func (a inquiry) why() []engine.Phrase {
	if a.i < 0 || a.s.phase != digging {
		return nil
	}
	if len(a.q.Numbers) > 0 && len(a.q.Places) > 0 {
		command := a.q.Numbers[0] + " " + a.q.Places[0]
		move, no := a.s.Parse(a.s.name(a.i), command, nil)
		if no != nil {
			return []engine.Phrase{no.Phrase}
		}
		return []engine.Phrase{engine.Say("saboteur.asked.can", "command", move.Command)}
	}
	says := []engine.Phrase{a.blocked(a.i)}
	if a.i != a.s.turn {
		return append(says, engine.Say("saboteur.asked.not-turn", "seat", a.s.name(a.s.turn)))
	}
	for _, c := range a.s.choices(a.i) {
		if c.Says.Key == "saboteur.do.dig" || c.Says.Key == "saboteur.do.dig-turned" {
			return append(says, engine.Say("saboteur.asked.can", "command", c.Command))
		}
	}
	return append(says, engine.Say("saboteur.asked.none-fits"))
}

// cells says what lies in the cells that the question names.
func (a inquiry) cells() (says []engine.Phrase) {
	for _, name := range a.q.Places {
		if c, ok := cellOf(strings.ToUpper(name)); ok {
			says = append(says, a.cell(c))
		}
	}
	return says
}

func (a inquiry) cell(c Cell) engine.Phrase {
	t := emptyTile
	if c.inReach() {
		t = a.s.maze.at(c)
	}
	switch {
	case t == emptyTile:
		return engine.Say("saboteur.asked.empty", "cell", c.String())
	case t == hiddenTile:
		return engine.Say("saboteur.alt.goal", "cell", c.String())
	case c == startCell:
		return engine.Say("saboteur.alt.start", "cell", c.String())
	case c.goal() >= 0:
		return engine.Say("saboteur.alt.turned-goal", "cell", c.String(), "card", laidPhrase(t), "sides", sidePhrases(t.sides()))
	}
	return engine.Say("saboteur.alt."+t.card().kind(), "cell", c.String(), "sides", sidePhrases(t.sides()))
}

func (a inquiry) deck() engine.Phrase {
	if len(a.s.deck) == 0 {
		return engine.Say("saboteur.table.deck-gone")
	}
	return engine.Say("saboteur.table.deck", "count", len(a.s.deck))
}

// hands says how many cards the seats hold that are asked about, or all.
func (a inquiry) hands() []engine.Phrase {
	seats := a.seats()
	if len(seats) == 0 && a.q.About["mine"] && !a.q.About["everybody"] && a.i >= 0 {
		seats = []int{a.i}
	}
	var says []engine.Phrase
	for j := range a.s.players {
		if len(seats) == 0 || slices.Contains(seats, j) {
			says = append(says, engine.Say("saboteur.asked.hand", "seat", a.s.name(j), "count", len(a.s.players[j].hand)))
		}
	}
	if len(seats) != 1 || a.q.About["deck"] {
		says = append(says, a.deck())
	}
	return says
}

// gold says what the seat has won so far. Nobody else's gold is known before the end.
func (a inquiry) gold() []engine.Phrase {
	if a.s.phase == matchOver {
		return nil
	}
	says := []engine.Phrase{engine.Say("saboteur.asked.gold-secret")}
	if a.i >= 0 {
		p := &a.s.players[a.i]
		says = append([]engine.Phrase{engine.Say("saboteur.asked.gold", "count", total(p.kept)+total(p.picks))}, says...)
	}
	return says
}
