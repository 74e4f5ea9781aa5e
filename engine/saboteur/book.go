package saboteur

import (
	"io/fs"
	"slices"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// printed is what the rule book of a match is filled from: the row of data that the code plays by.
type printed struct {
	rules
	setup   engine.Setup
	players int // 0 if it is not known yet
}

// RuleBook returns the rules as a match plays them.
func (Game) RuleBook(s engine.Setup) engine.RuleBook {
	if !slices.Contains(editions.Names(), s.Edition) {
		s.Edition = editions.Names()[0] // its row is the one that counts then
	}
	return book.Fill(printed{rulesOf(s), s, len(s.Seats)})
}

// SectionWords returns the words by which people ask for a section.
func (Game) SectionWords() map[string]map[string][]string { return sectionWords() }

var sectionWords = sync.OnceValue(func() map[string]map[string][]string {
	words, _ := fs.Sub(locale, "locale/sections") // cannot fail: the folder is embedded
	return kit.ReadSectionWords(words)
})

// Who a rulebook is for, in years. The Italian one does not say.
var ages = map[string]int{"mercurio": 8, "es": 8, "pt": 14}

// in returns a condition: the match is played by one of these books.
func in(books ...string) func(printed) bool {
	return func(p printed) bool {
		return slices.Contains(books, p.setup.Edition)
	}
}

func not(is func(printed) bool) func(printed) bool { return func(p printed) bool { return !is(p) } }

func all(conditions ...func(printed) bool) func(printed) bool {
	return func(p printed) bool {
		for _, is := range conditions {
			if !is(p) {
				return false
			}
		}
		return true
	}
}

// The conditions of the table below, each a value of an option or what is known of the match.
func counted(p printed) bool     { return p.players > 0 }
func manyRounds(p printed) bool  { return p.rounds > 1 }
func clockwise(p printed) bool   { return !p.counter }
func counter(p printed) bool     { return p.counter }
func loose(p printed) bool       { return !p.joined }
func joined(p printed) bool      { return p.joined }
func perPlayer(p printed) bool   { return !p.perMiner }
func perMiner(p printed) bool    { return p.perMiner }
func handsEnd(p printed) bool    { return !p.stuckEnd && !p.passesEnd }
func stuckEnd(p printed) bool    { return p.stuckEnd }
func passesEnd(p printed) bool   { return p.passesEnd }
func spare(p printed) bool       { return !p.noSpare }
func noSpare(p printed) bool     { return p.noSpare }
func highest(p printed) bool     { return !p.ask }
func eachAsked(p printed) bool   { return p.ask }
func afterPath(p printed) bool   { return p.afterPath }
func afterTurn(p printed) bool   { return !p.afterPath }
func pathLeft(p printed) bool    { return p.afterPath && !p.counter }
func pathRight(p printed) bool   { return p.afterPath && p.counter }
func againstPlay(p printed) bool { return p.leftOf && p.counter }
func turnLeft(p printed) bool    { return !p.afterPath && !p.counter }
func turnRight(p printed) bool   { return !p.afterPath && !p.leftOf && p.counter }
func firstRules(p printed) bool  { return !p.setup.HasRules(2) }

const (
	answer  = engine.Answering
	short   = engine.Short
	opens   = engine.Opening
	differs = engine.Differing
)

// row is a rule of the book.
type row = kit.Rule[printed]

// book is the rule book. Each text stands in locale/book.<language>.toml.
var book = kit.RuleBook[printed]{Game: "saboteur", Chapters: []kit.Chapter[printed]{
	{ID: "aim", Terms: []string{"miner", "nugget"}, Rules: []row{
		{Key: "sides", Marks: answer | short},
		{Key: "win", Marks: answer | short},
		{Key: "rounds", Args: numberOfRounds, Marks: short},
		{Key: "together"},
		{Key: "revealed"},
		{Key: "players", Args: seats},
		{Key: "age", When: in("mercurio", "es", "pt"), Args: age},
		{Key: "talk-book", When: in("pt"), Marks: short},
		{Key: "talk-ours", When: not(in("pt")), Marks: short},
	}},
	{ID: "setup", Terms: []string{"start", "deck"}, Rules: []row{
		{Key: "deal-own", When: counted, Args: dealt, Marks: answer | short | opens},
		{Key: "hand-own", When: counted, Args: handOwn, Marks: answer},
		{Key: "deal", Marks: answer},
		{Key: "no-show", When: in("es", "pt", "it")},
		{Key: "dwarfs", Args: dwarfTable},
		{Key: "spare", When: spare},
		{Key: "spare-lies", When: spare},
		{Key: "no-spare", When: noSpare, Marks: differs},
		{Key: "unneeded"},
		{Key: "hands", Args: handTable},
		{Key: "hands-counter", When: in("mercurio", "it")},
		{Key: "box", Args: box},
		{Key: "sorted"},
		{Key: "start-goals", Args: box},
		{Key: "goals-down"},
		{Key: "start-up", When: in("es", "pt")},
		{Key: "layout-book", When: in("es", "pt"), Args: layout, Marks: short},
		{Key: "layout-it", When: in("it"), Args: layout, Marks: short},
		{Key: "layout-ours", When: in("mercurio"), Args: layout, Marks: short},
		{Key: "maze"},
		{Key: "edge-picture", When: in("mercurio")},
		{Key: "edge-area", When: in("es", "pt"), Args: area},
		{Key: "no-board", When: in("it")},
		{Key: "pile", Args: pathsToDraw},
		{Key: "deck"},
		{Key: "gold-pile", When: spare},
		{Key: "gold-pile-alone", When: noSpare},
		{Key: "counts-gold", Args: goldCounts},
		{Key: "counts-actions", Args: countsOf(breakFamily, mendFamily, fallFamily, mapFamily)},
		{Key: "counts-paths", Args: countsOf(pathFamily)},
		{Key: "youngest"},
		{Key: "first"},
		{Key: "clockwise", When: clockwise, Marks: differs},
		{Key: "counter", When: counter, Marks: differs},
	}},
	{ID: "turn", Rules: []row{
		{Key: "play", Marks: answer | short},
		{Key: "draw", Marks: answer},
		{Key: "deck-gone", Marks: answer},
		{Key: "no-draw"},
	}},
	{ID: "paths", Terms: []string{"tunnel", "dead-end"}, Rules: []row{
		{Key: "way", Marks: answer},
		{Key: "beside", When: loose, Marks: answer},
		{Key: "links", When: joined, Marks: answer | differs},
		{Key: "fit", Marks: answer | short},
		{Key: "way-back", When: joined, Marks: differs},
		{Key: "crosswise"},
		{Key: "pictures", When: in("pt")},
		{Key: "goal-sides", When: in("pt")},
		{Key: "who-wants"},
		{Key: "not-plain"},
		{Key: "one-open", When: loose},
		{Key: "loose", When: loose, Marks: differs},
		{Key: "dead-end-holds", When: joined},
		{Key: "free-sides"},
		{Key: "half-turn"},
	}},
	{ID: "tools", Terms: []string{"lantern", "cart", "broken", "repair"}, Rules: []row{
		{Key: "broken", Marks: answer | short},
		{Key: "repair", Marks: answer},
		{Key: "front"},
		{Key: "actions"},
		{Key: "three-tools"},
		{Key: "three-at-most", When: in("mercurio", "es", "it")},
		{Key: "one-each", When: in("pt")},
		{Key: "turn-began"},
		{Key: "both-go"},
		{Key: "cart-whole", When: in("mercurio", "it")},
		{Key: "cart-no-other", When: in("es", "pt")},
		{Key: "two-tools"},
		{Key: "needs-broken"},
		{Key: "which-tool"},
		{Key: "own-tool"},
	}},
	{ID: "rockfall", Terms: []string{"rockfall"}, Rules: []row{
		{Key: "rockfall", Marks: answer},
		{Key: "rock-goes"},
		{Key: "rock-use"},
		{Key: "gap"},
		{Key: "rock-any"},
		{Key: "rock-needs", When: in("mercurio", "es", "pt")},
	}},
	{ID: "map", Terms: []string{"map"}, Rules: []row{
		{Key: "map", Marks: answer | short},
		{Key: "map-goes"},
		{Key: "map-knows"},
		{Key: "map-tell", When: in("pt")},
		{Key: "map-ours"},
	}},
	{ID: "pass", Rules: []row{
		{Key: "pass", Marks: answer},
		{Key: "pile-mixed"},
		{Key: "empty-hand"},
		{Key: "pass-alone"},
	}},
	{ID: "goals", Terms: []string{"goal"}, Rules: []row{
		{Key: "reach", When: in("mercurio", "it"), Marks: answer},
		{Key: "reach-es", When: in("es"), Marks: answer},
		{Key: "reach-pt", When: in("pt"), Marks: answer},
		{Key: "treasure-stone", Marks: answer},
		{Key: "stone-joins"},
		{Key: "misfit-mercurio", When: in("mercurio")},
		{Key: "misfit", When: in("es", "pt")},
		{Key: "misfit-it", When: in("it")},
		{Key: "two-goals", When: in("pt")},
		{Key: "two-goals-ours", When: not(in("pt")), Args: layout},
		{Key: "runs-on"},
		{Key: "gap-finishes"},
		{Key: "from-afar"},
		{Key: "dead-end-goal"},
	}},
	{ID: "round", Terms: []string{"round"}, Rules: []row{
		{Key: "round-gold", Marks: answer},
		{Key: "round-hands", When: handsEnd, Marks: answer | differs},
		{Key: "round-stuck", When: stuckEnd, Marks: answer | differs},
		{Key: "round-passes", When: passesEnd, Marks: answer | differs},
		{Key: "stuck-count", When: stuckEnd},
		{Key: "round-roles", When: spare},
		{Key: "round-roles-all", When: noSpare},
		{Key: "round-goals"},
	}},
	{ID: "gold", Rules: []row{
		{Key: "miners-win", Marks: answer},
		{Key: "per-player", When: perPlayer, Args: drawnPerPlayer, Marks: answer | opens | differs},
		{Key: "per-miner", When: perMiner, Args: drawnPerMiner, Marks: answer | opens | differs},
		{Key: "saboteurs-paid", Args: pay, Marks: answer | opens},
		{Key: "unseen", When: in("es", "pt", "it")},
		{Key: "finisher", When: in("mercurio", "es", "it")},
		{Key: "finisher-pt", When: in("pt")},
		{Key: "passed-on"},
		{Key: "until-out", When: perPlayer},
		{Key: "until-each", When: perMiner},
		{Key: "saboteurs-win"},
		{Key: "paid-cards", When: in("es", "it")},
		{Key: "paid-choice", When: in("pt")},
		{Key: "no-saboteur", When: spare, Args: loneSpare},
		{Key: "secret", When: in("mercurio", "es", "pt")},
		{Key: "hidden", When: in("it")},
		{Key: "saboteur-finisher"},
		{Key: "picks-highest", When: highest},
		{Key: "picks-asked", When: eachAsked, Marks: differs},
		{Key: "pay-order"},
	}},
	{ID: "next", Rules: []row{
		{Key: "next-round", When: manyRounds, Marks: answer},
		{Key: "only-round", When: func(p printed) bool { return !manyRounds(p) }, Marks: answer},
		{Key: "next-left", When: turnLeft, Marks: answer | differs},
		{Key: "next-right", When: turnRight, Marks: answer | differs},
		{Key: "next-left-counter", When: againstPlay, Marks: answer | differs},
		{Key: "next-path", When: pathLeft, Marks: answer | differs},
		{Key: "next-path-right", When: pathRight, Marks: answer | differs},
		{Key: "next-path-none", When: afterPath},
		{Key: "next-pass", When: afterTurn},
		{Key: "dwarfs-again", When: spare},
		{Key: "dwarfs-again-all", When: noSpare},
		{Key: "cards-again"},
		{Key: "keep-gold"},
		{Key: "gold-again", When: all(spare, not(in("pt")))},
		{Key: "gold-again-pt", When: all(spare, in("pt"))},
		{Key: "gold-again-alone", When: noSpare},
	}},
	{ID: "end", Rules: []row{
		{Key: "over", Args: numberOfRounds, Marks: answer},
		{Key: "most", Marks: answer},
		{Key: "tie", Marks: answer},
	}},
	{ID: "edition", Rules: []row{
		{Key: "by-book", Args: ofBook, Marks: answer},
		{Key: "first-rules", When: firstRules, Marks: answer},
	}},
}}

func numberOfRounds(p printed) []any { return []any{"count", p.rounds} }

func seats(printed) []any {
	least, most := Game{}.Seats()
	return []any{"least", least, "most", most}
}

func age(p printed) []any { return []any{"years", ages[p.setup.Edition]} }

// miners returns how many miner cards are in the deal.
func (p printed) miners(players int) int {
	if p.noSpare {
		return players - sharesFor(players).saboteurs
	}
	return players + 1 - sharesFor(players).saboteurs
}

func dealt(p printed) []any {
	return []any{"players", p.players, "saboteurs", sharesFor(p.players).saboteurs, "miners", p.miners(p.players)}
}

func handOwn(p printed) []any { return []any{"cards", sharesFor(p.players).hand} }

// dwarfTable lists the dwarf cards in the deal by number of players.
func dwarfTable(p printed) []any {
	var rows []engine.Phrase
	for n, most := (Game{}).Seats(); n <= most; n++ {
		rows = append(rows, engine.Say("saboteur.rule.dwarfs-row", "players", n, "saboteurs", sharesFor(n).saboteurs, "miners", p.miners(n)))
	}
	return []any{"rows", rows}
}

// handTable lists the cards in hand, a row for each stretch of numbers of players with as many.
func handTable(printed) []any {
	var rows []engine.Phrase
	from, most := (Game{}).Seats()
	for n := from; n <= most; n++ {
		if n < most && sharesFor(n+1).hand == sharesFor(n).hand {
			continue
		}
		rows = append(rows, engine.Say("saboteur.rule.hands-row", "least", from, "most", n, "cards", sharesFor(n).hand))
		from = n + 1
	}
	return []any{"rows", rows}
}

// countOf returns how many cards of some families are in the deck.
func countOf(families ...family) (n int) {
	for c := range faces {
		for _, f := range families {
			if faces[c].family == f {
				n += faces[c].count
			}
		}
	}
	return n
}

// placed is the number of path cards that are not drawn: the start and the goals.
const placed = 1 + len(goalCells)

func box(printed) []any {
	_, most := Game{}.Seats()
	saboteurs := sharesFor(most).saboteurs
	return []any{"paths", countOf(pathFamily) + placed, "actions", countOf(breakFamily, mendFamily, fallFamily, mapFamily),
		"gold", goldCards[1] + goldCards[2] + goldCards[3], "dwarfs", most + 1, "miners", most + 1 - saboteurs, "saboteurs", saboteurs}
}

func layout(printed) []any {
	goals := engine.MapList(goalCells[:], Cell.String)
	return []any{"start", startCell.String(), "goals", goals,
		"between", int(goalCells[0].Col-startCell.Col) - 1, "apart", int(goalCells[1].Row-goalCells[0].Row) - 1}
}

func area(printed) []any {
	last := len(goalCells) - 1
	return []any{"high", int(goalCells[last].Row-goalCells[0].Row) + 1, "wide", int(goalCells[0].Col-startCell.Col) + 1}
}

func pathsToDraw(printed) []any { return []any{"cards", countOf(pathFamily)} }

func goldCounts(printed) []any {
	return []any{"ones", goldCards[1], "twos", goldCards[2], "threes", goldCards[3]}
}

// countsOf lists the cards of some families with how many there are of each.
func countsOf(families ...family) func(printed) []any {
	return func(printed) []any {
		var rows []engine.Phrase
		for c := range faces {
			for _, f := range families {
				if faces[c].family == f {
					rows = append(rows, engine.Say("saboteur.rule.counts-row", "cards", faces[c].count, "card", cardPhrase(Card(c))))
				}
			}
		}
		return []any{"rows", rows}
	}
}

// drawnPerPlayer returns two examples: a number of players who draw as many cards, and the largest.
func drawnPerPlayer(printed) []any {
	_, most := Game{}.Seats()
	return []any{"five", 5, "five_drawn", perPlayerDrawn(5), "ten", most, "ten_drawn", perPlayerDrawn(most)}
}

// drawnPerMiner returns an example of a number of miners, and so of gold cards.
func drawnPerMiner(printed) []any { return []any{"cards", 5} }

func pay(printed) []any {
	return []any{"one", share(1), "two", share(2), "three", share(3), "four", share(4)}
}

// loneSpare returns the least and the largest number of players with a single saboteur in the deal:
// that card may be the one that is left over.
func loneSpare(printed) []any {
	least, most := Game{}.Seats()
	for most > least && sharesFor(most).saboteurs > 1 {
		most--
	}
	return []any{"least", least, "most", most}
}

func ofBook(p printed) []any { return []any{"book", engine.EditionTitle("saboteur", p.setup.Edition)} }
