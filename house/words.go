package house

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
)

// word is one house word and what it does.
type word struct {
	name string
	// full words are never shortened, for what they do cannot be undone.
	full bool
	// anywhere words need no match at hand.
	anywhere bool
	// host words are the host's (and the operator's) alone.
	host bool
	// bare words take nothing after them: "back in a minute" is not "back".
	bare bool
	// fits says whether what follows can be meant for the word; otherwise the
	// line is prose ("name your price"). Nil takes anything.
	fits func(rest string) bool
	do   func(*desk, Line, string) answer
}

// vocabulary is every house word, put together once and never changed: every line of every
// letter is looked up in it.
func vocabulary() []word {
	allWords.once.Do(func() {
		allWords.list = slices.Concat(askWords(), lobbyWords(), turnWords(), talkWords(), clockWords(), leaveWords(), standinWords(), playerWords(), linkWords(), leagueWords(), outsideWords(), ratingWords())
	})
	return allWords.list
}

// allWords has no initial value, for what the words do looks words up.
var allWords struct {
	once sync.Once
	list []word
}

// Reading is what a line is, before anything is done about it.
type Reading struct {
	Kind ReadingKind
	// Word is the house word, or the standing order, for a HouseWord.
	Word string
	// Order says that the word is a standing order of a game.
	Order bool
	// Rest is what follows the word, folded.
	Rest string
	// Why and Nearest explain a Failed reading.
	Why     engine.Phrase
	Nearest []string
}

// ReadingKind says what a line starts like.
type ReadingKind uint8

// The kinds of readings.
const (
	Aside     ReadingKind = iota // somebody's words: does nothing, stops nothing
	HouseWord                    // a house word
	GameLine                     // a word, number or card of the game
	Failed                       // starts like a command, one slip away or cut too short
)

// Read says what a folded line is: words are matched exactly first, then as
// unique beginnings of three letters and more, then within one slip. g is the
// game at hand, nil for none. Of the other games only the standing orders are
// known: where no game is at hand yet, they may be meant for any.
func Read(line string, g engine.Game, others ...engine.Game) Reading {
	return read(vocabulary(), line, g, others...)
}

// Reader is Read for many lines: it puts the words together once.
func Reader(others ...engine.Game) func(line string, g engine.Game) Reading {
	words := vocabulary()
	return func(line string, g engine.Game) Reading { return read(words, line, g, others...) }
}

// read reads a folded line of the letter at hand.
func (d *desk) read(words []word, line string) Reading {
	if g := d.game(); g != nil {
		return read(words, line, g)
	}
	return read(words, line, nil, d.all()...)
}

func read(words []word, line string, g engine.Game, others ...engine.Game) Reading {
	line = oneSpelling(strings.TrimSpace(line))
	first, rest, _ := strings.Cut(line, " ")
	if first == "" {
		return Reading{Kind: Aside}
	}
	if isOrder(line, g) || slices.ContainsFunc(others, func(g engine.Game) bool { return isOrder(line, g) }) {
		return Reading{Kind: HouseWord, Word: line, Order: true}
	}
	if w := find(words, first); w != nil {
		r := whole(words, w, rest, g)
		if r.Kind == Aside && slices.Contains(wordsOf(g), first) {
			return Reading{Kind: GameLine} // "open" is a word of the house, "open colour" one of a game
		}
		return r
	}
	if len(first) == 1 && rest == "" && (first[0] < '0' || first[0] > '9') {
		return Reading{Kind: Aside} // an initial below a letter
	}
	if rest != "" && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return Reading{Kind: Aside} // a row of a board that somebody drew
	}
	if first[0] >= '0' && first[0] <= '9' {
		return Reading{Kind: GameLine}
	}
	gameWords := wordsOf(g)
	if slices.Contains(gameWords, first) {
		return Reading{Kind: GameLine}
	}
	return readShort(words, gameWords, first, rest, g)
}

// wordsOf are the words of a game, none without a game.
func wordsOf(g engine.Game) []string {
	if g == nil {
		return nil
	}
	return g.Words()
}

// whole reads a line that begins with a house word: the word with what fits
// it, else prose.
func whole(words []word, w *word, rest string, g engine.Game) Reading {
	prose := w.bare && rest != "" || w.fits != nil && !w.fits(rest)
	if (w.name == "next" || w.name == "check") && rest != "" && g != nil {
		prose = read(words, rest, g).Kind == Aside
	}
	if prose {
		return Reading{Kind: Aside}
	}
	return Reading{Kind: HouseWord, Word: w.name, Rest: rest}
}

// oneWord and twoWords take at most so much behind a word.
func oneWord(rest string) bool  { return len(strings.Fields(rest)) <= 1 }
func twoWords(rest string) bool { return len(strings.Fields(rest)) <= 2 }

// numbered takes nothing, "off", or something that begins with a number.
func numbered(rest string) bool {
	rest = strings.TrimPrefix(rest, "#")
	return rest == "" || rest == "off" || rest[0] >= '0' && rest[0] <= '9'
}

// readShort tries what is not a whole word: a unique beginning, then a slip.
func readShort(words []word, gameWords []string, first, rest string, g engine.Game) Reading {
	var begins []string
	game := false
	if len(first) >= 3 {
		for i := range words {
			if w := &words[i]; !w.full && strings.HasPrefix(w.name, first) {
				begins = append(begins, w.name)
			}
		}
		game = slices.ContainsFunc(gameWords, func(w string) bool { return strings.HasPrefix(w, first) })
	}
	switch {
	case game && len(begins) == 0:
		return Reading{Kind: GameLine}
	case len(begins) == 1 && !game:
		return whole(words, find(words, begins[0]), rest, g)
	case len(begins) > 0:
		return Reading{Kind: Failed, Why: engine.Say("house.word-ambiguous", "word", first), Nearest: begins}
	}
	near := slices.DeleteFunc(slips(words, gameWords, first), func(name string) bool {
		w := find(words, name)
		return w != nil && w.fits != nil && !w.fits(rest) // "really good" is no "rally"
	})
	if len(near) > 0 {
		for i := range near {
			near[i] = strings.TrimSpace(near[i] + " " + rest)
		}
		return Reading{Kind: Failed, Why: engine.Say("house.word-slip", "word", first), Nearest: near}
	}
	return Reading{Kind: Aside}
}

func find(words []word, name string) *word {
	for i := range words {
		if words[i].name == name {
			return &words[i]
		}
	}
	return nil
}

// slips lists the words one slip away from a word of four letters and more;
// in shorter ones a slip is too easily another word.
func slips(words []word, gameWords []string, first string) []string {
	if len(first) < 4 {
		return nil
	}
	var near []string
	for i := range words {
		if name := words[i].name; mayBeSlip(first, name) && engine.OneSlip(first, name) {
			near = append(near, name)
		}
	}
	for _, w := range gameWords {
		if mayBeSlip(first, w) && engine.OneSlip(first, w) && !slices.Contains(near, w) {
			near = append(near, w)
		}
	}
	return near
}

// mayBeSlip rules most words out at a glance: one slip in four letters and more leaves the
// first or the last as it was.
func mayBeSlip(first, name string) bool {
	return name != "" && (first[0] == name[0] || first[len(first)-1] == name[len(name)-1])
}

func isOrder(line string, g engine.Game) bool { return slices.Contains(engine.OrdersOf(g), line) }
