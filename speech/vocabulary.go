// Package speech finds the commands in a letter. An Ear splits the text into lines and puts them into English;
// Read then says what a line is: a command of the house, a line of the game, somebody's own words, or almost a
// command. It also reads answers to questions (ReadYesNo, ReadInvitationAnswer, ReadChosenOption) and wishes in whole sentences (Ear.FindWish,
// Ear.FindOpening). It does not know who writes, what a command does or whether a move is legal.
package speech

import (
	"slices"
	"strings"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/speech/dates"
)

// Word is a command of the house: the word that its line begins with, and where it may be used.
type Word struct {
	Name string
	// Need is how well the letter's sender must be proved. Every word has one.
	Need Need
	// Full words cannot be shortened, because what they do cannot be undone.
	Full bool
	// Anywhere words can be used in a letter that is about no match.
	Anywhere bool
	// Host words can be used only by the host and the operator.
	Host bool
	// Bare words must stand alone: "back in a minute" is not "back".
	Bare bool
	// Fits reports whether what follows the word can belong to the command. If not, the line is prose: "name your
	// price". Nil means that anything can.
	Fits func(rest string) bool
	// Alone is the word that this one stands for if nothing follows it: "resend" asks for the last letter again, "resend
	// Bo" for an invitation.
	Alone string
	// Key words can be sent by a program with a seat's key. These concern only its seat. Words that concern the
	// player, other seats or the whole match need a letter.
	Key bool
	// Mends words can also be used by the organiser of a league, in its matches.
	Mends bool
	// Page words are offered on the host's page of a match, in addition to the Host words.
	Page bool
}

// Need is how well the sender of a letter must be proved for a command in it.
type Need uint8

const (
	// ToEnd commands cannot be undone: they need a matching letter, and the house asks before it carries them out.
	ToEnd Need = iota + 1
	// ToChange commands play, vote, change settings or write to somebody: they need a matching letter.
	ToChange
	// ToRead commands only send information to the sender's own address: a bare letter is enough.
	ToRead
)

// Vocabulary lists all commands of the house. If a shortened word fits several, they are suggested in this order.
var Vocabulary = []Word{
	{Name: "help", Need: ToRead, Anywhere: true},
	{Name: "rules", Need: ToRead, Fits: rulesLike, Anywhere: true, Key: true},
	{Name: "cards", Need: ToRead, Bare: true, Anywhere: true, Key: true},
	{Name: "story", Need: ToRead, Bare: true, Key: true},
	{Name: "status", Need: ToRead, Bare: true, Key: true, Mends: true},
	{Name: "again", Need: ToRead, Bare: true},
	{Name: "matches", Need: ToRead, Bare: true, Anywhere: true, Key: true},
	{Name: "new", Need: ToChange, Fits: likeOrder, Anywhere: true},
	{Name: "invite", Need: ToChange, Fits: inviteLike, Host: true},
	{Name: "uninvite", Need: ToChange, Fits: atMost(1), Host: true},
	{Name: "name", Need: ToChange, Fits: atMost(1)},
	{Name: "resend", Need: ToChange, Fits: atMost(1), Alone: "again", Host: true},
	{Name: "open", Need: ToChange, Bare: true, Host: true},
	{Name: "join", Need: ToChange, Fits: atMost(2), Anywhere: true},
	{Name: "fill", Need: ToChange, Fits: likeFill, Host: true},
	{Name: "start", Need: ToChange, Bare: true, Host: true},
	{Name: "salt", Need: ToChange, Key: true},
	{Name: "decline", Need: ToChange, Bare: true},
	{Name: "block", Need: ToChange, Full: true, Fits: blockLike, Anywhere: true, Page: true},
	{Name: "rematch", Need: ToChange, Fits: rematchLike},
	{Name: "note", Need: ToChange, Host: true},
	{Name: "check", Need: ToRead, Key: true},
	{Name: "next", Need: ToChange, Key: true},
	{Name: "plan", Need: ToRead, Bare: true, Key: true},
	{Name: "undo", Need: ToChange, Bare: true, Key: true},
	{Name: "now", Need: ToChange, Full: true, Bare: true, Key: true},
	{Name: "wait", Need: ToChange, Full: true, Bare: true, Key: true},
	{Name: "slips", Need: ToChange, Full: true, Fits: slipsLike, Anywhere: true},
	{Name: "clear", Need: ToChange, Bare: true, Key: true},
	{Name: "say", Need: ToChange, Key: true},
	{Name: "tell", Need: ToChange, Key: true},
	{Name: "memo", Need: ToChange, Full: true},
	{Name: "report", Need: ToChange, Full: true},
	{Name: "suspect", Need: ToChange, Fits: atMost(1), Key: true},
	{Name: "mute", Need: ToChange, Fits: muteLike, Mends: true, Page: true},
	{Name: "announce", Need: ToChange, Full: true, Host: true},
	{Name: "force", Need: ToEnd, Full: true, Fits: forceLike, Mends: true, Page: true},
	{Name: "fairplay", Need: ToChange, Full: true, Bare: true, Host: true},
	{Name: "nudge", Need: ToChange, Bare: true, Key: true, Mends: true},
	{Name: "watch", Need: ToChange, Fits: watchLike, Anywhere: true},
	{Name: "away", Need: ToChange, Fits: awayLike, Anywhere: true},
	{Name: "back", Need: ToChange, Bare: true, Anywhere: true},
	{Name: "pause", Need: ToChange, Bare: true, Mends: true, Page: true},
	{Name: "resume", Need: ToChange, Bare: true, Mends: true, Page: true},
	{Name: "extend", Need: ToChange, Fits: reads(dates.ReadSpan), Mends: true, Page: true},
	{Name: "terms", Need: ToChange, Full: true, Fits: termsLike, Mends: true},
	{Name: "rally", Need: ToChange, Fits: rallyLike},
	{Name: "concede", Need: ToEnd, Bare: true},
	{Name: "resign", Need: ToEnd, Full: true, Bare: true},
	{Name: "abort", Need: ToEnd, Full: true, Mends: true, Page: true},
	{Name: "kick", Need: ToEnd, Full: true, Fits: atMost(1), Mends: true, Page: true},
	{Name: "replace", Need: ToEnd, Full: true, Fits: replaceLike, Mends: true, Page: true},
	{Name: "rewind", Need: ToEnd, Full: true, Fits: numbered, Mends: true, Page: true},
	{Name: "host", Need: ToEnd, Fits: atMost(1), Host: true},
	{Name: "stop", Need: ToChange, Full: true, Bare: true},
	{Name: "standin", Need: ToChange, Fits: atMost(4), Anywhere: true},
	{Name: "lang", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "zone", Need: ToChange, Fits: zoneLike, Anywhere: true},
	{Name: "format", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "pictures", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "attach", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "notify", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "receipts", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "thread", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "voice", Need: ToChange, Fits: atMost(1), Anywhere: true},
	{Name: "hints", Need: ToChange, Full: true, Fits: among("off", "on"), Anywhere: true},
	{Name: "calendar", Need: ToChange, Fits: among("off"), Anywhere: true},
	{Name: "quiet", Need: ToChange, Fits: reads(dates.ReadQuietHours), Anywhere: true},
	{Name: "daily", Need: ToChange, Fits: dailyLike, Anywhere: true},
	{Name: "remind", Need: ToChange, Fits: remindLike, Anywhere: true},
	{Name: "ping", Need: ToChange, Fits: pingLike, Anywhere: true},
	{Name: "links", Need: ToChange, Fits: among("on", "off")},
	{Name: "tables", Need: ToRead, Full: true, Bare: true, Anywhere: true},
	{Name: "league", Need: ToEnd, Fits: leagueLike, Anywhere: true},
	{Name: "leagues", Need: ToRead, Bare: true, Anywhere: true},
	{Name: "standings", Need: ToRead, Fits: atMost(1), Anywhere: true},
	{Name: "games", Need: ToRead, Bare: true, Anywhere: true},
	{Name: "my", Need: ToRead, Fits: myLike, Anywhere: true},
	{Name: "forget", Need: ToEnd, Full: true, Fits: func(rest string) bool { return rest == "me" }, Anywhere: true},
	{Name: "webhook", Need: ToChange, Fits: hookLike, Host: true},
	{Name: "key", Need: ToChange, Fits: among("off")},
	{Name: "rating", Need: ToRead, Fits: atMost(1), Anywhere: true},
}

// Reading is what a line was read as, before it is carried out.
type Reading struct {
	Kind ReadingKind
	// Word is the command's name, or the whole standing order, of a HouseWord.
	Word string
	// Order is true if Word is a standing order of a game.
	Order bool
	// Rest is the folded text after the word.
	Rest string
	// Why says what is wrong with a Failed line, and Nearest has the commands that may be meant.
	Why     engine.Phrase
	Nearest []string
	// Slip is true if a Failed line only begins with what looks like a misspelt command.
	Slip bool
}

// Need returns how well the sender must be proved for a line.
func (r Reading) Need() Need {
	if r.Kind != HouseWord || r.Order || r.Word == "standings" && IsSwitch(r.Rest) || r.Word == "my" && r.Rest == "data" {
		return ToChange // also all that is kept of somebody, which nobody else may have sent
	}
	return FindCommand(r.Word).Need
}

// IsSwitch reports whether the rest of "standings" is a switch and not a league's name. Such a line changes
// something, so it needs a proved sender.
func IsSwitch(rest string) bool { return rest == "off" || rest == "on" }

// ReadingKind is the kind of a line, as its first word shows it.
type ReadingKind uint8

// The kinds of readings.
const (
	Aside     ReadingKind = iota // somebody's own words, which do nothing
	HouseWord                    // a command of the house, or a standing order
	GameLine                     // begins with a number or a word of the game
	Failed                       // almost a command: a slip, or a beginning that fits several
)

// ReadCommand says what a folded line is by its first word. It looks for an exact match first, then for a word that only
// one command begins with (three letters or more), then for one slip. g is the game of the match, nil if there is
// no match. Of the other games only standing orders are accepted, because without a match they may be meant for
// any game.
func ReadCommand(line string, g engine.Game, others ...engine.Game) Reading {
	line = oneSpelling(strings.TrimSpace(line))
	first, rest, _ := strings.Cut(line, " ")
	if first == "" {
		return Reading{Kind: Aside}
	}
	if onlySettings(line) {
		return Reading{Kind: HouseWord, Word: "terms", Rest: line}
	}
	if isOrder(line, g) || slices.ContainsFunc(others, func(g engine.Game) bool { return isOrder(line, g) }) {
		return Reading{Kind: HouseWord, Word: line, Order: true}
	}
	if w := FindCommand(first); w != nil {
		r := whole(w, rest, g)
		if r.Kind == Aside && slices.Contains(wordsOf(g), first) {
			return Reading{Kind: GameLine} // "open" is a word of the house, "open colour" one of a game
		}
		return r
	}
	if len(first) == 1 && rest == "" && (first[0] < '0' || first[0] > '9') {
		return Reading{Kind: Aside} // an initial that signs a letter
	}
	if rest != "" && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return Reading{Kind: Aside} // a row of a board drawn with marks
	}
	if first[0] >= '0' && first[0] <= '9' || slices.Contains(wordsOf(g), strings.TrimRight(first, ".,:;!")) {
		return Reading{Kind: GameLine} // "rest. Over to you, Bo"
	}
	return readShort(first, rest, g)
}

// wordsOf returns the words that commands of a game begin with, none if g is nil.
func wordsOf(g engine.Game) []string {
	if g == nil {
		return nil
	}
	return g.Words()
}

// whole reads a line that begins with a whole word of the house. It is prose if the rest does not fit the word.
func whole(w *Word, rest string, g engine.Game) Reading {
	if rest == "" && w.Alone != "" {
		w = FindCommand(w.Alone)
	}
	prose := !w.takes(rest)
	if (w.Name == "next" || w.Name == "check") && rest != "" && g != nil {
		prose = ReadCommand(rest, g).Kind == Aside
	}
	if prose {
		return Reading{Kind: Aside}
	}
	return Reading{Kind: HouseWord, Word: w.Name, Rest: rest}
}

// takes reports whether words can stand behind a word of the house.
func (w *Word) takes(rest string) bool {
	return (!w.Bare || rest == "") && (w.Fits == nil || w.Fits(rest)) && (w.Name != "help" || helpLike(rest))
}

// atMost accepts at most so many words.
func atMost(words int) func(rest string) bool {
	return func(rest string) bool { return len(strings.Fields(rest)) <= words }
}

// numbered accepts nothing, "off", or anything that begins with a number.
func numbered(rest string) bool {
	rest = strings.TrimPrefix(rest, "#")
	return rest == "" || rest == "off" || rest[0] >= '0' && rest[0] <= '9'
}

// readShort reads a line whose first word is no command as a shortened word, then as a slip.
func readShort(first, rest string, g engine.Game) Reading {
	var begins []string
	game, gameWords := false, wordsOf(g)
	for _, w := range Vocabulary {
		if !w.Full && strings.HasPrefix(w.Name, first) && shortens(first, w.Name) {
			begins = append(begins, w.Name)
		}
	}
	if len(first) >= shortestWord && !slices.Contains(inAll["particles"], first) {
		game = slices.ContainsFunc(gameWords, func(w string) bool { return strings.HasPrefix(w, first) })
	}
	switch {
	case game && len(begins) == 0:
		return Reading{Kind: GameLine}
	case len(begins) == 1 && !game:
		return whole(FindCommand(begins[0]), rest, g)
	case len(begins) > 0:
		return Reading{Kind: Failed, Why: engine.Say("house.word-ambiguous", "word", first), Nearest: begins}
	}
	near := slices.DeleteFunc(slips(gameWords, first), func(name string) bool {
		w := FindCommand(name)
		return w != nil && !w.takes(rest) // "really good" is no "rally", and "weit gefehlt" no "wait"
	})
	if len(near) > 0 {
		return RefuseSlip(first, rest, near)
	}
	return Reading{Kind: Aside}
}

// RefuseSlip refuses a line that begins with a slip of one of these words.
func RefuseSlip(first, rest string, near []string) Reading {
	meant := engine.MapList(near, func(word string) string { return strings.TrimSpace(word + " " + rest) })
	return Reading{Kind: Failed, Why: engine.Say("house.word-slip", "word", first), Nearest: meant, Slip: true}
}

// FindCommand returns the command with this name, nil if there is none.
func FindCommand(name string) *Word {
	for i := range Vocabulary {
		if w := &Vocabulary[i]; w.Name == name {
			return w
		}
	}
	return nil
}

// slips returns the commands and words of the game that are one slip away from a word. It returns none for words of
// less than four letters, which a slip too often turns into other words, for those with a quotation mark, and for
// words with which people ask the house for something.
func slips(gameWords []string, first string) []string {
	if len(first) < 4 || strings.Contains(first, `"`) || Everyday(first) || wishes()["en"].Knows(first) {
		return nil
	}
	if kinds, _ := allTopics()["en"].kinds([]string{first}); kinds != nil {
		return nil // "send my love to the kids"
	}
	var near []string
	for _, w := range append(engine.MapList(Vocabulary, func(w Word) string { return w.Name }), gameWords...) {
		if mayBeSlip(first, w) && engine.IsOneSlip(first, w) && !slices.Contains(near, w) {
			near = append(near, w)
		}
	}
	return near
}

// mayBeSlip rules out most words: one slip in four letters or more leaves the first or the last letter as it was.
func mayBeSlip(first, name string) bool {
	return name != "" && (first[0] == name[0] || first[len(first)-1] == name[len(name)-1])
}

func isOrder(line string, g engine.Game) bool {
	return slices.Contains(engine.StandingOrdersOf(g), line)
}

// leagueWords has what can be done with a league, "league join winter", by the words for it. Some are what translations
// into English come to.
var leagueWords = map[string]string{"join": "join", "leave": "leave", "resign": "leave", "substitute": "substitute", "standin": "substitute", "replace": "substitute",
	"open": "open", "muster": "muster", "draw": "draw", "close": "close", "end": "end", "drop": "drop", "kick": "drop", "remove": "drop",
	"adjust": "adjust", "correct": "adjust", "organiser": "organiser", "organizer": "organiser", "host": "organiser"}

// muteLike accepts "mute Bo", "mute Bo off" and "mute Bo for all".
func muteLike(rest string) bool {
	words := strings.Fields(rest)
	switch len(words) {
	case 0, 1:
		return true
	case 2:
		return words[1] == "off"
	}
	off := words[len(words)-1] == "off"
	if off {
		words = words[:len(words)-1]
	}
	return len(words) == 3 && MuteForAll(strings.Join(words[1:], " "))
}

// MuteForAll reports whether words are "for all", folded, in any language.
func MuteForAll(words string) bool { return slices.Contains(forAll, words) }

// forAll has "for all" in the languages that letters are read in, folded.
var forAll = []string{"for all", "for everyone", "for everybody", "fur alle", "para todos", "para todas", "pour tous", "pour toutes", "per tutti", "per tutte",
	"voor iedereen", "voor allen"}

// FindLeagueWord returns what a word after "league" means, "" if it means nothing.
func FindLeagueWord(name string) string { return leagueWords[name] }

// leagueLike accepts "league join winter" and "league winter", but not "league of my own".
func leagueLike(rest string) bool {
	words := strings.Fields(rest)
	switch {
	case len(words) <= 1:
		return true
	case FindLeagueWord(words[0]) == "adjust":
		return true // with a reason in words
	case FindLeagueWord(words[0]) != "":
		return len(words) <= 6
	}
	return len(words) == 2 && FindLeagueWord(words[1]) != ""
}
