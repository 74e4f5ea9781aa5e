// Package command turns a line of a letter into a reading: a word of the house, a line of the game at
// hand, somebody's own words, or something a slip away from a command. It knows words and nothing of who
// writes them or what they do; which legal move a line of a game is, the game says at the position that
// line meets.
package command

import (
	"slices"
	"strings"
	"unicode"

	"pitpost.example/engine"
)

// Word is one word of the house, as a line may begin with it.
type Word struct {
	Name string
	// Full words are never shortened, for what they do cannot be undone.
	Full bool
	// Anywhere words need no match at hand.
	Anywhere bool
	// Host words are the host's (and the operator's) alone.
	Host bool
	// Bare words take nothing after them: "back in a minute" is not "back".
	Bare bool
	// Fits says whether what follows can be meant for the word; otherwise the
	// line is prose ("name your price"). Nil takes anything.
	Fits func(rest string) bool
}

// Vocabulary is every word of the house, in the order in which those that a beginning fits are named.
var Vocabulary = []Word{
	{Name: "help", Anywhere: true},
	{Name: "rules", Fits: rulesLike, Anywhere: true},
	{Name: "cards", Bare: true, Anywhere: true},
	{Name: "story", Bare: true},
	{Name: "status", Bare: true},
	{Name: "again", Bare: true},
	{Name: "matches", Bare: true, Anywhere: true},
	{Name: "new", Fits: likeOrder, Anywhere: true},
	{Name: "invite", Host: true},
	{Name: "uninvite", Fits: oneWord, Host: true},
	{Name: "name", Fits: oneWord},
	{Name: "resend", Fits: oneWord, Host: true},
	{Name: "open", Bare: true, Host: true},
	{Name: "join", Fits: twoWords, Anywhere: true},
	{Name: "fill", Fits: likeFill, Host: true},
	{Name: "start", Bare: true, Host: true},
	{Name: "salt"},
	{Name: "decline", Bare: true},
	{Name: "block", Full: true, Fits: blockLike, Anywhere: true},
	{Name: "rematch", Bare: true},
	{Name: "note", Host: true},
	{Name: "check"},
	{Name: "next"},
	{Name: "plan", Bare: true},
	{Name: "undo", Bare: true},
	{Name: "clear", Bare: true},
	{Name: "say"},
	{Name: "tell"},
	{Name: "suspect", Fits: oneWord},
	{Name: "mute", Fits: twoWords, Host: true},
	{Name: "announce", Full: true, Host: true},
	{Name: "force", Full: true, Host: true},
	{Name: "fairplay", Full: true, Bare: true, Host: true},
	{Name: "nudge", Bare: true},
	{Name: "watch", Fits: watchLike, Anywhere: true},
	{Name: "away", Anywhere: true},
	{Name: "back", Bare: true, Anywhere: true},
	{Name: "pause", Bare: true},
	{Name: "resume", Bare: true},
	{Name: "extend", Fits: extendLike},
	{Name: "rally", Fits: rallyLike},
	{Name: "concede", Bare: true},
	{Name: "resign", Full: true, Bare: true},
	{Name: "abort", Full: true, Host: true},
	{Name: "kick", Full: true, Host: true},
	{Name: "replace", Full: true, Host: true},
	{Name: "rewind", Full: true, Fits: numbered, Host: true},
	{Name: "host", Fits: oneWord, Host: true},
	{Name: "stop", Full: true, Bare: true},
	{Name: "standin", Fits: standinLike, Anywhere: true},
	{Name: "lang", Fits: oneWord, Anywhere: true},
	{Name: "zone", Fits: zoneLike, Anywhere: true},
	{Name: "format", Fits: oneWord, Anywhere: true},
	{Name: "pictures", Fits: oneWord, Anywhere: true},
	{Name: "attach", Fits: oneWord, Anywhere: true},
	{Name: "notify", Fits: oneWord, Anywhere: true},
	{Name: "receipts", Fits: oneWord, Anywhere: true},
	{Name: "thread", Fits: oneWord, Anywhere: true},
	{Name: "voice", Fits: oneWord, Anywhere: true},
	{Name: "calendar", Fits: calendarLike, Anywhere: true},
	{Name: "quiet", Fits: quietLike, Anywhere: true},
	{Name: "daily", Fits: dailyLike, Anywhere: true},
	{Name: "remind", Fits: remindLike, Anywhere: true},
	{Name: "ping", Fits: pingLike, Anywhere: true},
	{Name: "links", Fits: linksLike},
	{Name: "league", Fits: leagueLike, Anywhere: true},
	{Name: "leagues", Bare: true, Anywhere: true},
	{Name: "standings", Fits: oneWord, Anywhere: true},
	{Name: "games", Bare: true, Anywhere: true},
	{Name: "my", Fits: func(rest string) bool { return rest == "games" || rest == "matches" }, Anywhere: true},
	{Name: "webhook", Fits: hookLike, Host: true},
	{Name: "key", Fits: keyLike},
	{Name: "rating", Fits: oneWord, Anywhere: true},
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
	line = oneSpelling(strings.TrimSpace(line))
	first, rest, _ := strings.Cut(line, " ")
	if first == "" {
		return Reading{Kind: Aside}
	}
	if isOrder(line, g) || slices.ContainsFunc(others, func(g engine.Game) bool { return isOrder(line, g) }) {
		return Reading{Kind: HouseWord, Word: line, Order: true}
	}
	if w := Find(first); w != nil {
		r := whole(w, rest, g)
		if r.Kind == Aside && slices.Contains(WordsOf(g), first) {
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
	gameWords := WordsOf(g)
	if slices.Contains(gameWords, first) {
		return Reading{Kind: GameLine}
	}
	return readShort(gameWords, first, rest, g)
}

// WordsOf are the words of a game, none without a game.
func WordsOf(g engine.Game) []string {
	if g == nil {
		return nil
	}
	return g.Words()
}

// whole reads a line that begins with a house word: the word with what fits
// it, else prose.
func whole(w *Word, rest string, g engine.Game) Reading {
	prose := w.Bare && rest != "" || w.Fits != nil && !w.Fits(rest) || w.Name == "help" && !helpLike(rest)
	if (w.Name == "next" || w.Name == "check") && rest != "" && g != nil {
		prose = Read(rest, g).Kind == Aside
	}
	if prose {
		return Reading{Kind: Aside}
	}
	return Reading{Kind: HouseWord, Word: w.Name, Rest: rest}
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
func readShort(gameWords []string, first, rest string, g engine.Game) Reading {
	var begins []string
	game := false
	if len(first) >= 3 && !slices.Contains(particles, first) {
		for i := range Vocabulary {
			if w := &Vocabulary[i]; !w.Full && strings.HasPrefix(w.Name, first) {
				begins = append(begins, w.Name)
			}
		}
		game = slices.ContainsFunc(gameWords, func(w string) bool { return strings.HasPrefix(w, first) })
	}
	switch {
	case game && len(begins) == 0:
		return Reading{Kind: GameLine}
	case len(begins) == 1 && !game:
		return whole(Find(begins[0]), rest, g)
	case len(begins) > 0:
		return Reading{Kind: Failed, Why: engine.Say("house.word-ambiguous", "word", first), Nearest: begins}
	}
	near := slices.DeleteFunc(slips(gameWords, first), func(name string) bool {
		w := Find(name)
		return w != nil && w.Fits != nil && !w.Fits(rest) // "really good" is no "rally"
	})
	if len(near) > 0 {
		for i := range near {
			near[i] = strings.TrimSpace(near[i] + " " + rest)
		}
		return Reading{Kind: Failed, Why: engine.Say("house.word-slip", "word", first), Nearest: near}
	}
	return Reading{Kind: Aside}
}

// Find is the word of a name; nil if there is none.
func Find(name string) *Word {
	for i := range Vocabulary {
		if Vocabulary[i].Name == name {
			return &Vocabulary[i]
		}
	}
	return nil
}

// slips lists the words one slip away from a word of four letters and more;
// in shorter ones a slip is too easily another word. A quotation mark is no slip, and neither is a
// word by which people ask for a match.
func slips(gameWords []string, first string) []string {
	if len(first) < 4 || strings.Contains(first, `"`) || wishes()["en"].Knows(first) {
		return nil
	}
	var near []string
	for i := range Vocabulary {
		if name := Vocabulary[i].Name; mayBeSlip(first, name) && engine.OneSlip(first, name) {
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

// leagueWords may stand behind "league", before the league's name.
var leagueWords = []string{"join", "leave", "substitute", "open", "muster", "draw", "close", "end", "drop", "organiser"}

// LeagueWord is the word that stands behind "league", "" for none.
func LeagueWord(name string) string {
	switch name { // what it comes to from other languages
	case "organizer", "host":
		return "organiser"
	case "standin", "replace":
		return "substitute"
	case "resign":
		return "leave"
	case "kick", "remove":
		return "drop"
	}
	if slices.Contains(leagueWords, name) {
		return name
	}
	return ""
}

// leagueLike tells "league join winter" and "league winter" from "league of my own".
func leagueLike(rest string) bool {
	words := strings.Fields(rest)
	switch {
	case len(words) <= 1:
		return true
	case LeagueWord(words[0]) != "":
		return len(words) <= 6
	}
	return len(words) == 2 && LeagueWord(words[1]) != ""
}
