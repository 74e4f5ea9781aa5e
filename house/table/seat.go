// Package table handles one match and its people: who sits where, whose clock runs, what is played for
// somebody, what everybody at the table hears, and how a table plays on after a command (Advance). All of it
// works on a world.Tx, whether a letter, the clock or the operator caused it.
package table

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// SeatsOf goes through a player's matches, those that ended lately too, with their seat in each.
func SeatsOf(w *world.Tx, player int64) iter.Seq2[*Table, *model.Seat] {
	return func(yield func(*Table, *model.Seat) bool) {
		for _, id := range w.MatchesOf(player) {
			t := LoadTable(w, id)
			if s := t.SeatOf(player); s != nil && !yield(t, s) {
				return
			}
		}
	}
}

// AddressOf returns the address that a player's mail goes to, "" if there is none.
func AddressOf(w *world.Tx, player int64) string {
	if all := w.Addresses(player); len(all) > 0 {
		return all[0].Address
	}
	return ""
}

// KeptOut reports whether the host of a match has blocked a player or an address.
func (t *Gathering) KeptOut(player int64, address string) bool {
	host := t.HostPlayer()
	if host == 0 || host == player {
		return false
	}
	return t.HostBlocked(model.Block{Host: host, Player: player, Address: address})
}

// IsUninvitable reports whether nobody is invited at an address: its mailbox wants no invitations, is barred, or is
// the house's own, which answers no house.
func IsUninvitable(w *world.Tx, address string) bool {
	return IsHouseAddress(w.Rules(), address) || w.Unwanted(address)
}

// IsHouseAddress reports whether mail to an address reaches the house itself.
func IsHouseAddress(house *world.Rules, address string) bool {
	box := model.MailboxBehind(model.FoldAddress(address))
	ours := func(own string) bool { return own != "" && model.MailboxBehind(model.FoldAddress(own)) == box }
	return ours(house.Address) || slices.ContainsFunc(house.Also, ours)
}

// PassHost makes the next person host if the host's seat was from.
func (t *Gathering) PassHost(from *model.Seat) {
	if from.No != t.Row.Host {
		return
	}
	if next := t.SeatThat(func(s *model.Seat) bool { return s.No != from.No }, model.SeatJoined); next != nil {
		t.GiveChair(next, fmt.Sprintf("host:%d", t.Match.Seq))
	}
}

// GiveChair makes a seat the host's and tells its player. key is the key of that note.
func (t *Gathering) GiveChair(s *model.Seat, key string) {
	if t.Row.Referee != 0 {
		t.passFromReferee(s, key)
	}
	t.Row.Host = s.No
	t.Note(s, key, notice.Note{Subject: engine.Say("house.host-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.host-you")}, Pressing: true})
}

// Naming is what decides whether a seat name is usable: the games in whose moves it appears and the languages
// those are written in.
type Naming struct {
	Games []engine.Game
	Langs []string
}

// NamingAt returns the naming of a table at which somebody who reads langs is about to sit.
func (t *Gathering) NamingAt(langs ...string) Naming {
	for _, s := range t.Seats {
		if s.Player == 0 || s.State == model.SeatUninvited || s.State == model.SeatDeclined {
			continue
		}
		if p := t.Player(s.Player); p != nil && !slices.Contains(langs, p.Lang) {
			langs = append(langs, p.Lang)
		}
	}
	return Naming{Games: []engine.Game{t.Match.Game}, Langs: langs}
}

// NameOf derives a seat name from the first word of the display name or, if that is unusable, from the local
// part of the address up to . + _ or -. A name that means something in a move gets a letter added.
func (n Naming) NameOf(display, address string) string {
	words := strings.Fields(display)
	local, _, _ := strings.Cut(address, "@")
	if i := strings.IndexAny(local, ".+_-"); i > 0 {
		local = local[:i]
	}
	for _, word := range append(slices.Clip(words[:min(1, len(words))]), local) {
		name := CleanName(word)
		if name == "" || IsMisleadingName(name) || n.reserved(name) {
			continue
		}
		if !n.Means(name) {
			return name
		}
		return n.lettered(name, words)
	}
	return DefaultName(n.Games)
}

// lettered adds to name the first letter of the surname, or "b" if there is no surname.
func (n Naming) lettered(name string, words []string) string {
	base := string([]rune(name)[:min(len([]rune(name)), 17)])
	if len(words) > 1 {
		if surname := CleanName(words[len(words)-1]); surname != "" {
			return base + "-" + string([]rune(surname)[:1])
		}
	}
	return base + "-b"
}

// Lettered explains to the owner of a name why a letter was added to it; nil if none was.
func (n Naming) Lettered(name string) []engine.Phrase {
	word, rest, _ := strings.Cut(name, "-")
	if letter, _, _ := strings.Cut(rest, "-"); len([]rune(letter)) != 1 || !n.Means(word) {
		return nil
	}
	return []engine.Phrase{engine.Say("house.name-letter", "word", word, "name", name)}
}

// DefaultName returns the name for somebody whose own cannot be used: the first that a game offers.
func DefaultName(games []engine.Game) string {
	for _, g := range games {
		if p, ok := g.(engine.Peopled); ok {
			return p.Anybody()
		}
	}
	return "Player"
}

// IsMisleadingName reports whether a name looks like another name. The line "name …" is refused for it, and every
// line that contained it would be.
func IsMisleadingName(name string) bool {
	r, _ := engine.FindLookalike("name " + name)
	return r != 0 || strings.ContainsFunc(name, isNoNameLetter)
}

// accented are the letters beyond a to z of the languages that we speak.
const accented = "àáâãäæçèéêëìíîïñòóôõöœùúûüýÿß"

// nameScripts are the scripts that names may be in. Those that nobody writes a name in, and that look like letters, are not.
var nameScripts = []*unicode.RangeTable{unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Hebrew, unicode.Arabic, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao,
	unicode.Myanmar, unicode.Khmer, unicode.Ethiopic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// isNoNameLetter reports whether a letter may stand for another: of Latin ones only those of our languages' alphabets are known
// to be told apart (not small capitals, and not a letter with a stroke).
func isNoNameLetter(r rune) bool {
	switch {
	case !unicode.IsLetter(r), r < 0x80:
		return false
	case unicode.Is(unicode.Latin, r):
		return !strings.ContainsRune(accented, unicode.ToLower(r))
	}
	return !unicode.In(r, nameScripts...)
}

// blanks are letters that are invisible.
const blanks = "\u115f\u1160\u3164\uffa0"

// CleanName keeps the letters and inner hyphens of a name, at most 20, and makes the first a capital. It is
// "" if nothing is left. Variants such as wide or bold letters become plain ones.
func CleanName(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKC.String(s) {
		if unicode.IsLetter(r) && !strings.ContainsRune(blanks, r) || r == '-' && b.Len() > 0 {
			b.WriteRune(r)
		}
	}
	rs := []rune(strings.Trim(b.String(), "-"))
	if len(rs) > 20 {
		rs = []rune(strings.Trim(string(rs[:20]), "-"))
	}
	if len(rs) == 0 {
		return ""
	}
	rs[0] = unicode.ToUpper(rs[0])
	return string(rs)
}

// Means reports whether a name is a word with a meaning in a line: a command of the house or a word of a
// game, in English or in one of the languages.
func (n Naming) Means(name string) bool {
	low := engine.NormaliseText(name)
	return speech.FindCommand(low) != nil || slices.ContainsFunc(n.Games, func(g engine.Game) bool {
		return slices.Contains(g.Words(), low) || speech.MeansIn(g, name, append([]string{"en"}, n.Langs...)...)
	})
}

// reserved reports whether a name cannot be used even with a letter added. These words answer questions,
// separate lines or stand for somebody, so what such a player did would read as done by somebody else.
func (n Naming) reserved(name string) bool {
	low := engine.NormaliseText(name)
	return slices.Contains([]string{"yes", "no", "ok", "host", "house", "pitpost", "operator", "bot", "all", "everyone", "everybody", "you", "end", "or", "with"}, low) ||
		slices.ContainsFunc(n.Games, func(g engine.Game) bool {
			p, ok := g.(engine.Peopled)
			return ok && slices.Contains(p.Roles(), low)
		})
}

// Taken reports whether a word cannot be a name as it is.
func (n Naming) Taken(name string) bool { return n.reserved(name) || n.Means(name) }

// FreeName adds -b, -c and so on to a name that a seat or the referee already has, or one that looks like it.
func (t *Gathering) FreeName(name string) string {
	base, free := []rune(name), name
	for c := 'b'; t.SeatLike(free) != nil || t.CalledReferee(free); c++ { // no table has as many seats as there are letters
		free = string(base[:min(18, len(base))]) + "-" + string(c)
	}
	return free
}

// AllGames returns the games of the house.
func AllGames(r *world.Rules) []engine.Game { return speech.FindGames(r.Games, r.Names) }
