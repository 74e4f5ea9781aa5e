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
	// Need is what the word asks of the letter it stands in. One that names none asks for all.
	Need Need
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
	// Key words may come by a program's key: those of the seat at its table. What concerns the
	// player, the other seats or the match whole needs a letter.
	Key bool
	// Mends words may be said at a match of a league by who runs it, as a host may.
	Mends bool
	// Page words are offered to the host of a match on its page, as the host's own are.
	Page bool
}

// Need is what a command asks of the letter it stands in.
type Need uint8

const (
	// ToEnd is what cannot be undone: a matching letter, and the house asks before it does it.
	ToEnd Need = iota + 1
	// ToChange is what plays, votes, sets or writes to somebody: a matching letter.
	ToChange
	// ToRead is what only tells, and tells it to the sender's own address: a bare letter.
	ToRead
)

// Vocabulary is every word of the house, in the order in which those that a beginning fits are named.
var Vocabulary = []Word{
	{Name: "help", Need: ToRead, Anywhere: true},
	{Name: "rules", Need: ToRead, Fits: rulesLike, Anywhere: true, Key: true},
	{Name: "cards", Need: ToRead, Bare: true, Anywhere: true, Key: true},
	{Name: "story", Need: ToRead, Bare: true, Key: true},
	{Name: "status", Need: ToRead, Bare: true, Key: true, Mends: true},
	{Name: "again", Need: ToRead, Bare: true},
	{Name: "matches", Need: ToRead, Bare: true, Anywhere: true, Key: true},
	{Name: "new", Need: ToChange, Fits: likeOrder, Anywhere: true},
	{Name: "invite", Need: ToChange, Host: true},
	{Name: "uninvite", Need: ToChange, Fits: oneWord, Host: true},
	{Name: "name", Need: ToChange, Fits: oneWord},
	{Name: "resend", Need: ToChange, Fits: oneWord, Host: true},
	{Name: "open", Need: ToChange, Bare: true, Host: true},
	{Name: "join", Need: ToChange, Fits: twoWords, Anywhere: true},
	{Name: "fill", Need: ToChange, Fits: likeFill, Host: true},
	{Name: "start", Need: ToChange, Bare: true, Host: true},
	{Name: "salt", Need: ToChange, Key: true},
	{Name: "decline", Need: ToChange, Bare: true},
	{Name: "block", Need: ToChange, Full: true, Fits: blockLike, Anywhere: true, Page: true},
	{Name: "rematch", Need: ToChange, Bare: true},
	{Name: "note", Need: ToChange, Host: true},
	{Name: "check", Need: ToRead, Key: true},
	{Name: "next", Need: ToChange, Key: true},
	{Name: "plan", Need: ToRead, Bare: true, Key: true},
	{Name: "undo", Need: ToChange, Bare: true, Key: true},
	{Name: "clear", Need: ToChange, Bare: true, Key: true},
	{Name: "say", Need: ToChange, Key: true},
	{Name: "tell", Need: ToChange, Key: true},
	{Name: "suspect", Need: ToChange, Fits: oneWord, Key: true},
	{Name: "mute", Need: ToChange, Fits: twoWords, Host: true},
	{Name: "announce", Need: ToChange, Full: true, Host: true},
	{Name: "force", Need: ToEnd, Full: true, Host: true},
	{Name: "fairplay", Need: ToChange, Full: true, Bare: true, Host: true},
	{Name: "nudge", Need: ToChange, Bare: true, Key: true, Mends: true},
	{Name: "watch", Need: ToChange, Fits: watchLike, Anywhere: true},
	{Name: "away", Need: ToChange, Anywhere: true},
	{Name: "back", Need: ToChange, Bare: true, Anywhere: true},
	{Name: "pause", Need: ToChange, Bare: true, Mends: true, Page: true},
	{Name: "resume", Need: ToChange, Bare: true, Mends: true, Page: true},
	{Name: "extend", Need: ToChange, Fits: extendLike, Mends: true, Page: true},
	{Name: "rally", Need: ToChange, Fits: rallyLike},
	{Name: "concede", Need: ToEnd, Bare: true},
	{Name: "resign", Need: ToEnd, Full: true, Bare: true},
	{Name: "abort", Need: ToEnd, Full: true, Host: true},
	{Name: "kick", Need: ToEnd, Full: true, Host: true, Mends: true},
	{Name: "replace", Need: ToEnd, Full: true, Host: true, Mends: true},
	{Name: "rewind", Need: ToEnd, Full: true, Fits: numbered, Host: true},
	{Name: "host", Need: ToEnd, Fits: oneWord, Host: true},
	{Name: "stop", Need: ToChange, Full: true, Bare: true},
	{Name: "standin", Need: ToChange, Fits: standinLike, Anywhere: true},
	{Name: "lang", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "zone", Need: ToChange, Fits: zoneLike, Anywhere: true},
	{Name: "format", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "pictures", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "attach", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "notify", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "receipts", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "thread", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "voice", Need: ToChange, Fits: oneWord, Anywhere: true},
	{Name: "calendar", Need: ToChange, Fits: among("off"), Anywhere: true},
	{Name: "quiet", Need: ToChange, Fits: quietLike, Anywhere: true},
	{Name: "daily", Need: ToChange, Fits: dailyLike, Anywhere: true},
	{Name: "remind", Need: ToChange, Fits: remindLike, Anywhere: true},
	{Name: "ping", Need: ToChange, Fits: pingLike, Anywhere: true},
	{Name: "links", Need: ToChange, Fits: among("on", "off")},
	{Name: "league", Need: ToEnd, Fits: leagueLike, Anywhere: true},
	{Name: "leagues", Need: ToRead, Bare: true, Anywhere: true},
	{Name: "standings", Need: ToRead, Fits: oneWord, Anywhere: true},
	{Name: "games", Need: ToRead, Bare: true, Anywhere: true},
	{Name: "my", Need: ToRead, Fits: func(rest string) bool { return rest == "games" || rest == "matches" }, Anywhere: true},
	{Name: "webhook", Need: ToChange, Fits: hookLike, Host: true},
	{Name: "key", Need: ToChange, Fits: among("off")},
	{Name: "rating", Need: ToRead, Fits: oneWord, Anywhere: true},
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

// Need is what a line of a game, a house word with what follows it, or a standing order asks of
// the letter it stands in.
func (r Reading) Need() Need {
	if r.Kind != HouseWord || r.Order || r.Word == "standings" && OffOrOn(r.Rest) {
		return ToChange
	}
	return Find(r.Word).Need
}

// OffOrOn tells "standings off" from a league's name: such a line changes something, and
// needs a proved sender.
func OffOrOn(rest string) bool { return rest == "off" || rest == "on" }

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
	if first[0] >= '0' && first[0] <= '9' || slices.Contains(WordsOf(g), first) {
		return Reading{Kind: GameLine}
	}
	return readShort(first, rest, g)
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
func readShort(first, rest string, g engine.Game) Reading {
	var begins []string
	game, gameWords := false, WordsOf(g)
	if len(first) >= 3 && !slices.Contains(particles, first) {
		for _, w := range Vocabulary {
			if !w.Full && strings.HasPrefix(w.Name, first) {
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
	if i := slices.IndexFunc(Vocabulary, func(w Word) bool { return w.Name == name }); i >= 0 {
		return &Vocabulary[i]
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
	for _, w := range append(engine.Each(Vocabulary, func(w Word) string { return w.Name }), gameWords...) {
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
