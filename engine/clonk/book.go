package clonk

import (
	"io/fs"
	"slices"
	"strconv"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// printed is what the rule book of a match is filled from: the row of data that the code plays by.
type printed struct {
	rules
	setup engine.Setup
}

// RuleBook returns the rules as a match plays them.
func (Game) RuleBook(s engine.Setup) engine.RuleBook {
	if !slices.Contains(editions.Names(), s.Edition) {
		s.Edition = editions.Names()[0] // its row is the one that counts then
	}
	return book.Fill(printed{rulesOf(s), s})
}

// SectionWords returns the words by which people ask for a section.
func (Game) SectionWords() map[string]map[string][]string { return sectionWords() }

var sectionWords = sync.OnceValue(func() map[string]map[string][]string {
	words, _ := fs.Sub(locale, "locale/sections") // cannot fail: the folder is embedded
	return kit.ReadSectionWords(words)
})

// in returns a condition: the match is played by one of these books.
func in(books ...string) func(printed) bool {
	return func(p printed) bool { return slices.Contains(books, p.setup.Edition) }
}

// The conditions of the table below, each a value of an option or what is known of the match.
func onTop(p printed) bool         { return !p.mixed }
func mixedIn(p printed) bool       { return p.mixed }
func roundOut(p printed) bool      { return !p.extra }
func extraTurn(p printed) bool     { return p.extra }
func ownGift(p printed) bool       { return !p.anyGift }
func anyGift(p printed) bool       { return p.anyGift }
func treasureEyes(p printed) bool  { return !p.allEyes }
func allEyes(p printed) bool       { return p.allEyes }
func tilesAtOnce(p printed) bool   { return p.tilesFirst }
func tilesInTurn(p printed) bool   { return !p.tilesFirst }
func firstRules(p printed) bool    { return !p.setup.HasRules(2) }
func dutchRounding(p printed) bool { return p.setup.Edition == "nl" && !p.allEyes }

const (
	answer  = engine.Answering
	short   = engine.Short
	differs = engine.Differing
)

// row is a rule of the book.
type row = kit.Rule[printed]

// book is the rule book. Each text stands in locale/book.<language>.toml.
var book = kit.RuleBook[printed]{Game: "clonk", Chapters: []kit.Chapter[printed]{
	{ID: "aim", Terms: []string{"monster"}, Rules: []row{
		{Key: "coins", Marks: answer | short},
		{Key: "eyes", Marks: answer | short},
		{Key: "players", Args: seats},
		{Key: "worth"},
		{Key: "symbols", When: in("de", "en", "fr", "nl")},
		{Key: "symbols-es", When: in("es")},
	}},
	{ID: "setup", Terms: []string{"pink", "necklace", "statue"}, Rules: []row{
		{Key: "five-shafts", Args: numbers, Marks: answer},
		{Key: "hand", Args: numbers, Marks: answer},
		{Key: "shaft-cards", Args: numbers},
		{Key: "box", Args: numbers},
		{Key: "board", Args: numbers},
		{Key: "supplies"},
		{Key: "piles", When: in("de", "en", "fr", "nl")},
		{Key: "piles-es", When: in("es")},
		{Key: "awakening-top", When: onTop, Marks: differs},
		{Key: "awakening-mixed", When: mixedIn, Marks: differs},
		{Key: "bottom-pile"},
		{Key: "starter", When: in("de", "en", "fr", "es")},
		{Key: "starter-nl", When: in("nl")},
		{Key: "starter-drawn"},
		{Key: "starter-dwarf"},
		{Key: "clockwise"},
		{Key: "reconstructed", Args: numbers},
		{Key: "kinds", Args: numbers},
	}},
	{ID: "tiles", Terms: []string{"tile", "kind"}, Rules: []row{
		{Key: "tile-draw", Marks: answer},
		{Key: "tile-choose", Marks: answer},
		{Key: "tile-stacks"},
		{Key: "tile-at-once", When: tilesAtOnce},
		{Key: "tile-in-turn", When: tilesInTurn},
	}},
	{ID: "turn", Terms: []string{"cart"}, Rules: []row{
		{Key: "phases", Marks: answer | short},
		{Key: "first-turn", Marks: answer},
		{Key: "gallery-cart", Marks: answer | short},
		{Key: "cart-example"},
		{Key: "own-cart"},
		{Key: "others-cart"},
		{Key: "public"},
	}},
	{ID: "dig", Terms: []string{"gallery", "match"}, Rules: []row{
		{Key: "dig-four", Args: numbers, Marks: answer | short},
		{Key: "dig-from", Marks: answer},
		{Key: "dig-match", Marks: answer | short},
		{Key: "dig-first", When: in("de", "fr", "nl", "es")},
		{Key: "dig-first-en", When: in("en")},
		{Key: "dig-left"},
		{Key: "dig-ends"},
		{Key: "dig-none-ours", When: in("en", "fr", "es")},
		{Key: "dig-none", When: in("de", "nl")},
		{Key: "dig-rest"},
		{Key: "dig-stays"},
		{Key: "dig-example"},
	}},
	{ID: "give", Rules: []row{
		{Key: "give", Marks: answer | short},
		{Key: "give-from", Marks: answer},
		{Key: "gift-own", When: ownGift, Marks: answer | differs},
		{Key: "gift-any", When: anyGift, Marks: answer | differs},
		{Key: "give-use"},
		{Key: "give-first"},
		{Key: "gift-empty"},
		{Key: "gift-gifts", When: ownGift},
		{Key: "gift-goes"},
	}},
	{ID: "blast", Terms: []string{"kablooey"}, Rules: []row{
		{Key: "blast", Marks: answer},
		{Key: "blast-goes", Marks: answer},
		{Key: "blast-many"},
	}},
	{ID: "shafts", Terms: []string{"shaft", "down"}, Rules: []row{
		{Key: "turned-up", When: in("de", "en", "fr", "nl"), Marks: answer},
		{Key: "turned-up-es", When: in("es"), Marks: answer},
		{Key: "rebuilt", Marks: answer},
		{Key: "rebuilt-always"},
		{Key: "rebuilt-short"},
	}},
	{ID: "rubble", Terms: []string{"rubble", "snore"}, Rules: []row{
		{Key: "bonus", Marks: answer | short},
		{Key: "one-more", Marks: answer},
		{Key: "onto-shaft", Marks: answer},
		{Key: "bonus-left", When: in("fr")},
		{Key: "space-one"},
		{Key: "space-two"},
		{Key: "space-three"},
		{Key: "dozed"},
		{Key: "snore-eyes", Args: numbers},
		{Key: "hand-most", Args: numbers},
		{Key: "rubble-example"},
		{Key: "surplus"},
		{Key: "used-up"},
		{Key: "kablooey-waits"},
	}},
	{ID: "awakening", Terms: []string{"round"}, Rules: []row{
		{Key: "last-round", When: roundOut, Marks: answer},
		{Key: "last-end", When: extraTurn, Marks: answer},
		{Key: "drawn", Marks: answer},
		{Key: "round-out", When: roundOut, Marks: answer | short | differs},
		{Key: "once-more", When: extraTurn, Marks: answer | short | differs},
		{Key: "once-more-ours", When: extraTurn, Marks: differs},
		{Key: "whoever-draws"},
	}},
	{ID: "end", Rules: []row{
		{Key: "hands-out", Marks: answer},
		{Key: "what-counts", Marks: answer},
	}},
	{ID: "scoring", Rules: []row{
		{Key: "most-coins", Marks: answer | short},
		{Key: "most-eyes", Marks: answer},
		{Key: "loss-treasure", When: treasureEyes, Marks: answer | differs},
		{Key: "loss-all", When: allEyes, Marks: answer | differs},
		{Key: "loss-nl", When: dutchRounding},
		{Key: "add-coins"},
		{Key: "tiles-pay"},
		{Key: "both-tiles"},
		{Key: "tile-table", Args: tilePay},
		{Key: "eyes-snores"},
		{Key: "eyes-tie"},
		{Key: "example-one"},
		{Key: "example-two"},
		{Key: "example-halved", When: treasureEyes},
	}},
	{ID: "ties", Rules: []row{
		{Key: "tie-eyes", When: treasureEyes, Marks: answer | differs},
		{Key: "tie-all-eyes", When: allEyes, Marks: answer | differs},
		{Key: "tie-treasures", Marks: answer},
		{Key: "tie-shared", Marks: answer},
		{Key: "tie-counted"},
	}},
	{ID: "edition", Rules: []row{
		{Key: "by-book", Args: ofBook, Marks: answer},
		{Key: "first-rules", When: firstRules, Marks: answer},
	}},
}}

// youngest is the age that the rulebook gives, in years.
const youngest = 8

func seats(printed) []any {
	least, most := Game{}.Seats()
	return []any{"least", least, "most", most, "years", youngest}
}

// numbers has the numbers of cards; each text takes those that it needs.
func numbers(printed) []any {
	_, most := Game{}.Seats()
	return []any{"treasures", treasures, "snores", snores, "kablooeys", kablooeys, "tiles", len(colours) + len(kinds), "most", most,
		"spaces", spaces, "shafts", shafts, "deep", len(shaftUp), "hand", dealtHand, "most_hand", handMost, "eyes", snoreEyes, "coins", kablooeyCoins, "copies", copies}
}

// tilesListed is how far the table of what a task tile pays is printed.
const tilesListed = 8

func tilePay(printed) []any {
	pays := make([]string, tilesListed)
	for n := range pays {
		pays[n] = strconv.Itoa(tileCoins(n + 1))
	}
	return []any{"three", tileCoins(3), "four", tileCoins(4), "pays", pays}
}

func ofBook(p printed) []any { return []any{"book", engine.EditionTitle("clonk", p.setup.Edition)} }
