package enginetest_test

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	peak "pitpost.example/docs/example-game"
	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

// mistake is a mistake that an author of a new game could make: what it changes in the example
// game, and the rule that the checks must name.
type mistake struct {
	name, rule string

	// Methods of the game.
	words   func([]string) []string
	strings func(map[string]string)
	german  func(words string) string // makes the German catalogues from the English ones
	options func(map[string]string, *engine.Refusal) (map[string]string, *engine.Refusal)
	decode  func(kind string, version int, data []byte, right func() (engine.Event, error)) (engine.Event, error)
	redeal  func(log, right []engine.Fact) []engine.Fact
	turns   func() (int, string)
	people  *people
	book    func(*engine.RuleBook)
	asked   func(words map[string][]string) // the words of sections in English
	// Methods of a state.
	start   func(d engine.Dice, right []engine.Fact) []engine.Fact
	toMove  func(s *state, right []string) []string
	legal   func(s *state, seat string, right []string) []string
	parse   func(s *state, line string, places []string, right func(places []string) (engine.Move, *engine.Refusal)) (engine.Move, *engine.Refusal)
	play    func(s *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal)
	chosen  func(f engine.Fact, right bool) bool
	concede func(right []engine.Fact) []engine.Fact
	idle    func(s *state, seat, right string) string
	check   func(right []engine.Phrase) []engine.Phrase
	view    func(s *state, v *engine.View)
	tell    func(f engine.Fact, seat string, right *engine.News) *engine.News
	result  func(right *engine.Result) *engine.Result
	command func(f engine.Fact, right string) string
	careful func(s *state, seat, right string) string
	apply   func(s *state, f engine.Fact) engine.Fact
	hand    func(s engine.Scene) engine.Scene
}

// game is the example game with a mistake in it.
type game struct {
	peak.Game
	m *mistake
}

// people are the names that a mistake gives to players.
type people struct {
	anybody string
	roles   []string
}

// peopled is the game with such names.
type peopled struct {
	game
	*people
}

func (p people) Anybody() string { return p.anybody }
func (p people) Roles() []string { return p.roles }

// gameWith returns the example game with a mistake in it.
func gameWith(m *mistake) engine.Game {
	if m.people != nil {
		return peopled{game{m: m}, m.people}
	}
	return game{m: m}
}

// state is a position of that game.
type state struct {
	*peak.State
	m *mistake
}

func (g game) Blank(s engine.Setup) engine.State {
	return &state{State: g.Game.Blank(s).(*peak.State), m: g.m}
}

func (g game) Words() []string {
	if g.m.words != nil {
		return g.m.words(g.Game.Words())
	}
	return g.Game.Words()
}

func (g game) Options(edition string, rules int, set map[string]string) (map[string]string, *engine.Refusal) {
	differ, refusal := g.Game.Options(edition, rules, set)
	if g.m.options != nil {
		return g.m.options(differ, refusal)
	}
	return differ, refusal
}

func (g game) Turns(s engine.Setup, seats int) (int, string) {
	if g.m.turns != nil {
		return g.m.turns()
	}
	return g.Game.Turns(s, seats)
}

// Subjects returns the words of questions, the English ones for German too.
func (g game) Subjects() map[string]engine.Subjects {
	all := maps.Clone(g.Game.Subjects())
	if g.m.german != nil {
		all["de"] = all["en"]
	}
	return all
}

// Strings returns the catalogues with other texts in house.en.toml, or with German besides English.
func (g game) Strings() fs.FS {
	out := fstest.MapFS{}
	for _, name := range []string{"en.toml", "book.en.toml", "house.en.toml"} {
		data, err := fs.ReadFile(g.Game.Strings(), name)
		if err != nil {
			panic(err)
		}
		if g.m.german != nil {
			if german := g.m.german(string(data)); german != "" {
				out[strings.Replace(name, "en.", "de.", 1)] = &fstest.MapFile{Data: []byte(german)}
			}
		}
		if name == "house.en.toml" && g.m.strings != nil {
			texts := map[string]string{}
			for line := range strings.Lines(string(data)) {
				if key, text, ok := strings.Cut(line, " = "); ok {
					texts[key] = text
				}
			}
			g.m.strings(texts)
			data = nil
			for key, text := range texts {
				data = append(data, key+" = "+text...)
			}
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

func (g game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	right := func() (engine.Event, error) { return g.Game.Decode(kind, version, data) }
	if g.m.decode != nil {
		return g.m.decode(kind, version, data, right)
	}
	return right()
}

func (g game) RuleBook(setup engine.Setup) engine.RuleBook {
	book := g.Game.RuleBook(setup)
	if g.m.book != nil {
		g.m.book(&book)
	}
	return book
}

func (g game) SectionWords() map[string]map[string][]string {
	words := g.Game.SectionWords()
	if g.m.german != nil {
		words["de"] = words["en"]
	}
	if g.m.asked != nil {
		g.m.asked(words["en"])
	}
	return words
}

func (g game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	right := g.Game.Redeal(setup, log, seat, lot)
	if g.m.redeal != nil {
		return g.m.redeal(log, right)
	}
	return right
}

func (s *state) Apply(f engine.Fact) {
	if s.m.apply != nil {
		f = s.m.apply(s, f)
	}
	s.State.Apply(f)
}

func (s *state) Start(d engine.Dice) []engine.Fact {
	right := s.State.Start(d)
	if s.m.start != nil {
		return s.m.start(d, right)
	}
	return right
}

func (s *state) ToMove() []string {
	if s.m.toMove != nil {
		return s.m.toMove(s, s.State.ToMove())
	}
	return s.State.ToMove()
}

func (s *state) Legal(seat string) []string {
	if s.m.legal != nil {
		return s.m.legal(s, seat, s.State.Legal(seat))
	}
	return s.State.Legal(seat)
}

func (s *state) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	right := func(places []string) (engine.Move, *engine.Refusal) { return s.State.Parse(seat, line, places) }
	if s.m.parse != nil {
		return s.m.parse(s, line, places, right)
	}
	return right(places)
}

func (s *state) Play(seat, command string, d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	right := func(command string, d engine.Dice) ([]engine.Fact, *engine.Refusal) {
		return s.State.Play(seat, command, d)
	}
	if s.m.play != nil {
		return s.m.play(s, command, d, right)
	}
	return right(command, d)
}

func (s *state) Chosen(f engine.Fact) bool {
	if s.m.chosen != nil {
		return s.m.chosen(f, s.State.Chosen(f))
	}
	return s.State.Chosen(f)
}

func (s *state) Concede(d engine.Dice) ([]engine.Fact, *engine.Refusal) {
	if s.m.concede != nil {
		facts, refusal := s.State.Concede(d)
		return s.m.concede(facts), refusal
	}
	return s.State.Concede(d)
}

func (s *state) Idle(seat string) string {
	if s.m.idle != nil {
		return s.m.idle(s, seat, s.State.Idle(seat))
	}
	return s.State.Idle(seat)
}

func (s *state) Check(seat, command string) []engine.Phrase {
	if s.m.check != nil {
		return s.m.check(s.State.Check(seat, command))
	}
	return s.State.Check(seat, command)
}

func (s *state) View(seat string) engine.View {
	v := s.State.View(seat)
	if s.m.view != nil {
		s.m.view(s, &v)
	}
	return v
}

func (s *state) Tell(f engine.Fact, seat string) *engine.News {
	if s.m.tell != nil {
		return s.m.tell(f, seat, s.State.Tell(f, seat))
	}
	return s.State.Tell(f, seat)
}

func (s *state) Result() *engine.Result {
	if s.m.result != nil {
		return s.m.result(s.State.Result())
	}
	return s.State.Result()
}

func (s *state) Command(f engine.Fact) string {
	if s.m.command != nil {
		return s.m.command(f, s.State.Command(f))
	}
	return s.State.Command(f)
}

func (s *state) Careful(seat string, lot *engine.Stream) string {
	if s.m.careful != nil {
		return s.m.careful(s, seat, s.State.Careful(seat, lot))
	}
	return s.State.Careful(seat, lot)
}

func (s *state) HandScene(seat string) engine.Scene {
	if s.m.hand != nil {
		return s.m.hand(s.State.HandScene(seat))
	}
	return s.State.HandScene(seat)
}

// alike deals every round with the dice of the first.
func alike(d engine.Dice, facts []engine.Fact) []engine.Fact {
	for i, f := range facts {
		if e, ok := f.Event.(peak.Dealt); ok {
			blank := peak.Game{}.Blank(engine.Setup{Edition: "base", Seats: seatsOf(e)})
			dealt := blank.Start(d)[0].Event.(peak.Dealt)
			e.Hands, e.Deck = dealt.Hands, dealt.Deck
			facts[i].Event = e
		}
	}
	return facts
}

// seatsOf returns the seats that have a hand in the deal.
func seatsOf(e peak.Dealt) (seats []string) {
	for _, name := range []string{"Ana", "Bo", "Cy", "Di", "Eli"} {
		if _, ok := e.Hands[name]; ok {
			seats = append(seats, name)
		}
	}
	return seats
}

// each changes the events of one type among facts.
func each[E engine.Event](facts []engine.Fact, change func(*engine.Fact, E)) []engine.Fact {
	out := slices.Clone(facts)
	for i := range out {
		if e, ok := out[i].Event.(E); ok {
			change(&out[i], e)
		}
	}
	return out
}

// played changes the facts of a choice.
func played(change func([]engine.Fact) []engine.Fact) func(*state, string, engine.Dice, func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
	return func(_ *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
		facts, refusal := right(command, d)
		return change(facts), refusal
	}
}

// bound changes the Move that a line is read as.
func bound(change func(engine.Move) engine.Move) func(*state, string, []string, func([]string) (engine.Move, *engine.Refusal)) (engine.Move, *engine.Refusal) {
	return func(_ *state, _ string, places []string, right func([]string) (engine.Move, *engine.Refusal)) (engine.Move, *engine.Refusal) {
		m, refusal := right(places)
		return change(m), refusal
	}
}

var mistakes = []mistake{
	// Words and texts.
	{name: "words not sorted", rule: "the words of a game are a sorted list", words: func(w []string) []string { return []string{"rest", "lay"} }},
	{name: "words not normalised", rule: "is not normalised", words: func(w []string) []string { return []string{"Climb", "lay", "rest"} }},
	{name: "a role nobody could be called", rule: "Roles are single words", people: &people{"Hiker", []string{"Mountain guide"}}},
	{name: "a stranger called as a role", rule: "Anybody is a name", people: &people{"Guide", []string{"guide"}}},
	{name: "a stranger called as a command", rule: "Anybody is a name", people: &people{"Rest", nil}},
	{name: "no title", rule: `lacks "peak.title"`, strings: func(t map[string]string) { delete(t, `"peak.title"`) }},
	{name: "no name of an edition", rule: `lacks "peak.book-base"`, strings: func(t map[string]string) { delete(t, `"peak.book-base"`) }},

	// The rule book.
	{name: "two sections of one name", rule: "stands once", book: func(b *engine.RuleBook) { b.Sections[1].ID = "aim" }},
	{name: "one section", rule: "one for each thing that people ask about", book: func(b *engine.RuleBook) { b.Sections = b.Sections[:1] }},
	{name: "no answer", rule: "it begins with its answer", book: func(b *engine.RuleBook) { b.Sections[0].Rules[0].Marks = engine.Short }},
	{name: "an answer at the end", rule: "it begins with its answer", book: func(b *engine.RuleBook) { b.Sections[2].Rules[3].Marks = engine.Answering }},
	{name: "a long answer", rule: "it has one to three", book: func(b *engine.RuleBook) {
		b.Sections[1].Rules = append([]engine.Rule{b.Sections[0].Rules[0], b.Sections[0].Rules[0]}, b.Sections[1].Rules...)
	}},
	{name: "a rule without words", rule: `the catalogue has no "peak.rule.fly"`, book: func(b *engine.RuleBook) { b.Sections[0].Rules[0].Key = "peak.rule.fly" }},
	{name: "a rule without its number", rule: "peak.rule.peak", book: func(b *engine.RuleBook) { b.Sections[2].Rules[1].Args = nil }},
	{name: "nothing in short", rule: "at most ten", book: func(b *engine.RuleBook) {
		for _, s := range b.Sections {
			for i := range s.Rules {
				s.Rules[i].Marks &^= engine.Short
			}
		}
	}},
	{name: "a term that nobody wrote", rule: "in no glossary", book: func(b *engine.RuleBook) { b.Sections[0].Terms = []string{"peak.summit"} }},
	{name: "a section nobody can ask for", rule: "people cannot ask for section turn", asked: func(w map[string][]string) { delete(w, "turn") }},
	{name: "a word for two sections", rule: `"goal" asks for sections`, asked: func(w map[string][]string) { w["points"] = append(w["points"], "goal") }},
	{name: "a section called as the game", rule: "a game’s name asks for its rules", asked: func(w map[string][]string) { w["aim"] = append(w["aim"], "peak") }},
	{name: "words for no section", rule: "which the book lacks", asked: func(w map[string][]string) { w["weather"] = []string{"weather"} }},

	{name: "no example", rule: `lacks "peak.example-other"`, strings: func(t map[string]string) { delete(t, `"peak.example-other"`) }},
	{name: "a language without a key", rule: `de is half there: de.toml lacks "peak.card"`, german: func(words string) string { return strings.Replace(words, `["peak.card"]`, `["peak.karte"]`, 1) }},
	{name: "a language without a file", rule: "de is half there: house.de.toml lacks", german: func(words string) string {
		if strings.Contains(words, "peak.title") {
			return ""
		}
		return words
	}},
	{name: "another game's key", rule: "which is no key of peak", strings: func(t map[string]string) { t[`"summit.title"`] = "\"Summit\"\n" }},
	{name: "a key without words", rule: `the catalogue has no "peak.news.flew"`, tell: func(f engine.Fact, _ string, right *engine.News) *engine.News {
		if _, ok := f.Event.(peak.Climbed); ok {
			right.Lines = []engine.Phrase{engine.Say("peak.news.flew")}
		}
		return right
	}},
	{name: "an argument called in", rule: "name it otherwise", check: func(right []engine.Phrase) []engine.Phrase {
		return append(right, engine.Say("peak.over", "in", 3))
	}},
	{name: "any option is taken", rule: "an option that is not there is let pass", options: func(map[string]string, *engine.Refusal) (map[string]string, *engine.Refusal) { return nil, nil }},
	{name: "a shorter match that cannot be had", rule: "is no option of base", turns: func() (int, string) { return 40, "days=1" }},
	{name: "turns of one seat", rule: "Turns counts those of all seats together", turns: func() (int, string) { return 1, "" }},

	// Events.
	{name: "reads unknown fields", rule: `reads {"no_such_field":1`, decode: func(kind string, version int, data []byte, right func() (engine.Event, error)) (engine.Event, error) {
		e, err := right()
		if err != nil && kind == "peak.rested" && version == 1 && strings.HasPrefix(string(data), `{"no_such_field"`) {
			return peak.Rested{}, nil
		}
		return e, err
	}},
	{name: "reads a version of the future", rule: "reads a version of the future", decode: func(kind string, version int, data []byte, _ func() (engine.Event, error)) (engine.Event, error) {
		return peak.Game{}.Decode(kind, 1, data)
	}},
	{name: "cannot read itself", rule: "does not read its own data", decode: func(kind string, _ int, _ []byte, right func() (engine.Event, error)) (engine.Event, error) {
		if kind == "peak.hike-ended" {
			return nil, fmt.Errorf("no")
		}
		return right()
	}},
	{name: "a deal with a seat", rule: "a deal and an end are nobody's", start: func(_ engine.Dice, right []engine.Fact) []engine.Fact {
		right[0].Seat = "Ana"
		return right
	}},
	{name: "an end with a seat", rule: "a deal and an end are nobody's", play: played(func(facts []engine.Fact) []engine.Fact {
		return each(facts, func(f *engine.Fact, _ peak.HikeEnded) { f.Seat = facts[0].Seat })
	})},
	{name: "one purpose for all deals", rule: "each deal takes dice of a purpose of its own",
		start: alike, play: func(s *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
			facts, refusal := right(command, d)
			return alike(d, facts), refusal
		}},
	{name: "the log forgets", rule: "is shown another position from the log", decode: func(kind string, _ int, _ []byte, right func() (engine.Event, error)) (engine.Event, error) {
		e, err := right()
		if climbed, ok := e.(peak.Climbed); ok {
			climbed.Drew = ""
			return climbed, err
		}
		return e, err
	}},
	{name: "plays before it is applied", rule: "changed the state before it was applied", play: func(s *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
		facts, refusal := right(command, d)
		if refusal == nil {
			s.State.Apply(facts[0])
		}
		return facts, refusal
	}},
	{name: "a match that never ends", rule: "the match is not over", result: func(*engine.Result) *engine.Result { return nil }},
	{name: "another word for the end", rule: "is not over", play: played(func(facts []engine.Fact) []engine.Fact {
		return slices.DeleteFunc(slices.Clone(facts), func(f engine.Fact) bool { return f.Event.Kind() == "match.ended" })
	})},

	// Choices.
	{name: "chance of its own", rule: "all chance comes from the dice", play: func(s *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
		lots++
		d.Seed[5] = byte(lots)
		return right(command, d)
	}},
	{name: "legal commands not sorted", rule: "is not sorted without doubles", legal: func(_ *state, _ string, right []string) []string {
		slices.Reverse(right)
		return right
	}},
	{name: "legal out of turn", rule: "has legal commands out of turn", legal: func(_ *state, _ string, right []string) []string {
		if right == nil {
			return []string{"rest 1"}
		}
		return right
	}},
	{name: "a safe move that is none", rule: "is not legal", idle: func(*state, string, string) string { return "rest 9" }},
	{name: "lists what it refuses", rule: "a legal command is refused", legal: func(_ *state, _ string, right []string) []string {
		if len(right) > 0 {
			return append([]string{"fly 1"}, right...)
		}
		return right
	}},
	{name: "plays what it does not list", rule: "Play refuses what Legal does not list", play: func(_ *state, command string, d engine.Dice, right func(string, engine.Dice) ([]engine.Fact, *engine.Refusal)) ([]engine.Fact, *engine.Refusal) {
		return right(strings.TrimSpace(command), d)
	}},
	{name: "a consequence counted as a choice", rule: "what follows from a choice is none", chosen: func(f engine.Fact, right bool) bool {
		return right || f.Event.Kind() == "peak.hike-ended"
	}, play: played(func(facts []engine.Fact) []engine.Fact {
		return each(facts, func(f *engine.Fact, _ peak.HikeEnded) { f.Seat = facts[0].Seat })
	})},
	{name: "no choice at all", rule: "one is, and what follows from a choice is none", chosen: func(engine.Fact, bool) bool { return false }},
	{name: "nothing said of a command", rule: "nothing is said of what", check: func([]engine.Phrase) []engine.Phrase { return nil }},
	{name: "giving up does nothing", rule: "after giving up", concede: func([]engine.Fact) []engine.Fact { return nil }},
	{name: "finds another choice again", rule: "Command gives the command that led to a fact", command: func(_ engine.Fact, right string) string {
		return strings.Replace(right, "lay", "rest", 1)
	}},
	{name: "finds no choice again", rule: "Command gives the command that led to a fact", command: func(engine.Fact, string) string { return "" }},

	// Lines.
	{name: "printed places ignored", rule: "Bound holds the code of the card that was printed there", parse: func(_ *state, _ string, _ []string, right func([]string) (engine.Move, *engine.Refusal)) (engine.Move, *engine.Refusal) {
		return right(nil)
	}},
	{name: "bound to the place", rule: "Bound holds the code of the card that was printed there", parse: bound(func(m engine.Move) engine.Move {
		m.Bound = m.Command
		return m
	})},
	{name: "bound to nothing", rule: "Bound holds the code of the card that was printed there", parse: bound(func(m engine.Move) engine.Move {
		m.Bound = ""
		return m
	})},
	{name: "its own command not read", rule: "reads as", parse: func(_ *state, line string, places []string, right func([]string) (engine.Move, *engine.Refusal)) (engine.Move, *engine.Refusal) {
		if strings.HasPrefix(line, "lay") {
			return engine.Move{}, engine.Refuse("peak.unreadable", "line", line)
		}
		return right(places)
	}},

	// What is shown.
	{name: "a hand in another order than commands count", rule: "in the order in which commands count them", view: func(_ *state, v *engine.View) {
		for i, h := range slices.Backward(slices.Clone(v.Hand)) {
			place := v.Hand[len(v.Hand)-1-i].Place
			v.Hand[len(v.Hand)-1-i] = h
			v.Hand[len(v.Hand)-1-i].Place = place
		}
	}},
	{name: "a card by a code that Parse does not know", rule: "in the order in which commands count them", view: func(_ *state, v *engine.View) {
		for i := range v.Hand {
			v.Hand[i].Card = "card-" + v.Hand[i].Card
		}
	}},
	{name: "two cards at a place", rule: "each has one of its own", view: func(_ *state, v *engine.View) {
		for i := range v.Hand {
			v.Hand[i].Place = "1"
		}
	}},
	{name: "a choice without its card", rule: "Place is that of a card in Hand or Open", view: func(_ *state, v *engine.View) {
		for i := range v.Choices {
			v.Choices[i].Place = "h9"
		}
	}},
	{name: "a choice missing", rule: "and the legal commands", view: func(_ *state, v *engine.View) {
		if len(v.Choices) > 0 {
			v.Choices = v.Choices[1:]
		}
	}},
	{name: "the view of nobody", rule: `says that it is that of ""`, view: func(_ *state, v *engine.View) { v.Seat = "" }},
	{name: "a turn that stands still", rule: "the match is over in turn 1", view: func(_ *state, v *engine.View) { v.Turn = 1 }},
	{name: "a turn that falls", rule: "turns rise through a match", view: func(_ *state, v *engine.View) { v.Turn = 1000 - v.Turn }},
	{name: "no scene", rule: "a scene has a size", view: func(_ *state, v *engine.View) { v.Scene = engine.Scene{} }},
	{name: "no board in characters", rule: "letters without pictures need one of them", view: func(_ *state, v *engine.View) { v.Grid = nil }},
	{name: "a ragged grid", rule: "all have as many as the heading", view: func(_ *state, v *engine.View) { v.Grid[1] = v.Grid[1][:1] }},
	{name: "no words for the position", rule: "Alt is read aloud", view: func(_ *state, v *engine.View) { v.Alt = nil }},
	{name: "a ledger without a seat", rule: "it lists every seat as they sit", view: func(_ *state, v *engine.View) { v.Seats = v.Seats[1:] }},
	{name: "a sprite outside the scene", rule: "sticks out of a scene", view: func(_ *state, v *engine.View) {
		for i := range v.Scene.Sprites {
			v.Scene.Sprites[i].X += v.Scene.Width
		}
	}},
	{name: "two looks of one key", rule: "look different", view: func(_ *state, v *engine.View) {
		for i := range v.Scene.Sprites {
			v.Scene.Sprites[i].Key = "peak/card"
		}
	}},
	{name: "a hand drawn without numbers", rule: "is drawn without its number", hand: func(s engine.Scene) engine.Scene {
		for i := range s.Sprites {
			s.Sprites[i].Shapes = s.Sprites[i].Shapes[:2]
			s.Sprites[i].Key += "/bare"
		}
		return s
	}},
	{name: "no scores", rule: "the result has no score of", result: func(right *engine.Result) *engine.Result {
		if right != nil {
			return &engine.Result{Winners: right.Winners}
		}
		return nil
	}},
	{name: "no winner", rule: "nobody has won", result: func(right *engine.Result) *engine.Result {
		if right != nil {
			return &engine.Result{Scores: right.Scores}
		}
		return nil
	}},

	// Secrets.
	{name: "tells what another drew", rule: "a secret", tell: func(f engine.Fact, _ string, right *engine.News) *engine.News {
		if _, ok := f.Event.(peak.Climbed); ok {
			right.Data = f.Event
		}
		return right
	}},
	{name: "tells all hands", rule: "a secret", tell: func(f engine.Fact, _ string, right *engine.News) *engine.News {
		if _, ok := f.Event.(peak.Dealt); ok {
			right.Data = f.Event
		}
		return right
	}},
	{name: "shows what another holds", rule: "a secret", view: func(s *state, v *engine.View) {
		for _, other := range s.State.View("Bo").Hand {
			v.Table = append(v.Table, other.Name)
		}
	}},
	{name: "deals nothing anew", rule: "the test proves nothing", redeal: func(log, _ []engine.Fact) []engine.Fact { return log }},
	{name: "a bot that looks at other hands", rule: "when the cards it does not see lie elsewhere", careful: func(s *state, seat, right string) string {
		for _, other := range []string{"Ana", "Bo"} {
			if hand := s.State.View(other).Hand; other != seat && len(hand) > 0 && hand[0].Card < "p3" {
				return s.State.Legal(seat)[0]
			}
		}
		return right
	}},
	{name: "a bot that cheats", rule: "which is not legal", careful: func(*state, string, string) string { return "lay 9" }},
}

// lots counts choices, for a game with random numbers of its own.
var lots int

// Each mistake is found, and the message names the rule. With -short every fourth must do.
func TestMistakesAreNamed(t *testing.T) {
	whole := func(words string) string { return words }
	for _, right := range []mistake{{name: "in English alone"}, {name: "in two languages", german: whole}, {name: "with people", people: &people{"Hiker", []string{"guide"}}}} {
		if faults := enginetest.Faults(gameWith(&right)); len(faults) > 0 {
			t.Fatalf("without a mistake, %s: %q", right.name, faults)
		}
	}
	for i, m := range mistakes {
		if testing.Short() && i%4 > 0 {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			faults := enginetest.Faults(gameWith(&m))
			if !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, m.rule) }) {
				t.Errorf("no sentence says %q:\n%s", m.rule, strings.Join(faults, "\n"))
			}
			if len(faults) > 0 && !strings.Contains(faults[0], m.rule) {
				t.Logf("found first: %s", faults[0])
			}
		})
	}
	if len(mistakes) < 30 {
		t.Errorf("only %d mistakes are planted", len(mistakes))
	}
}
