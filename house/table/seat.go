// Package table is one match and its people: who sits where, whose clock runs, what is played for
// whom, what all at the table hear, and how a table comes to rest after a command (Advance).
// Everything is done on a world.Tx, whoever asks for it: a letter, the clock or the operator.
package table

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// SeatOf finds a player's seat in a match: the one they hold, else one they
// are invited to or left.
func SeatOf(t *model.Table, player int64) *model.Seat {
	if s := SeatHeld(t, player); s != nil || player == 0 {
		return s
	}
	var other *model.Seat
	for s := range t.In(model.SeatInvited, model.SeatDeclined, model.SeatLeft) {
		if s.Player == player {
			other = s
		}
	}
	return other
}

// called are the states of seats that lines may name.
var called = []model.SeatState{model.SeatInvited, model.SeatJoined, model.SeatBot, model.SeatLeft}

// SeatNamed finds a seat by its name: as it is spelled, else without regard to
// case and accents.
func SeatNamed(t *model.Table, name string) *model.Seat {
	var found *model.Seat
	for s := range t.In(called...) {
		if s.Name == name {
			return s
		}
		if found == nil && engine.Normalise(s.Name) == engine.Normalise(name) {
			found = s
		}
	}
	return found
}

// SeatBegins finds a seat by its name, then by a unique beginning.
func SeatBegins(t *model.Table, word string) *model.Seat {
	if s := SeatNamed(t, word); s != nil {
		return s
	}
	var found *model.Seat
	for s := range t.In(called...) {
		if word != "" && strings.HasPrefix(engine.Normalise(s.Name), engine.Normalise(word)) {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// SeatHeld is the seat that a player holds in a match now; nil for none.
func SeatHeld(t *model.Table, player int64) *model.Seat {
	for s := range t.In(model.SeatJoined, model.SeatBot) {
		if player != 0 && s.Player == player {
			return s
		}
	}
	return nil
}

// AddressOf is where a player's mail goes; "" for nowhere.
func AddressOf(w *world.Tx, player int64) string {
	if all := world.Get(w, world.Addresses{Player: player}); len(all) > 0 {
		return all[0].Address
	}
	return ""
}

// HostOf is the player in the host's chair; 0 for nobody.
func HostOf(t *model.Table) int64 {
	if s := t.Seat(t.Row.Host); s != nil {
		return s.Player
	}
	return 0
}

// KeptOut says whether the host of a match keeps a player, or an address, away.
func KeptOut(w *world.Tx, t *model.Table, player int64, address string) bool {
	host := HostOf(t)
	if host == 0 || host == player {
		return false
	}
	return world.Get(w, world.HostBlocked{Host: host, Player: player, Address: address})
}

// People counts the seats that people sit on.
func People(t *model.Table) int { return t.Count(model.SeatJoined) }

// PassHost gives the host's chair to the next person when its holder leaves.
func PassHost(w *world.Tx, t *model.Table, from *model.Seat) {
	if from.No != t.Row.Host {
		return
	}
	for s := range t.In(model.SeatJoined) {
		if s.No != from.No {
			GiveChair(w, t, s, fmt.Sprintf("host:%d", t.Match.Seq))
			return
		}
	}
}

// GiveChair makes somebody the host, and tells them under a key.
func GiveChair(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	t.Row.Host = s.No
	Note(w, t, s, model.PurposeNote, key, notice.Note{Subject: engine.Say("house.host-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.host-you")}, Pressing: true})
}

// Naming is where names have to do: the games in whose moves they stand, and the languages in which
// these are written.
type Naming struct {
	Games []engine.Game
	Langs []string
}

// NamingAt is that of a table, at which somebody who reads some languages is about to sit.
func NamingAt(w *world.Tx, t *model.Table, langs ...string) Naming {
	for _, s := range t.Seats {
		if s.Player == 0 || s.State == model.SeatUninvited || s.State == model.SeatDeclined {
			continue
		}
		if p := w.Player(s.Player); p != nil && !slices.Contains(langs, p.Lang) {
			langs = append(langs, p.Lang)
		}
	}
	return Naming{Games: []engine.Game{t.Match.Game}, Langs: langs}
}

// NameOf derives a seat's name: the first word of the display name, else the local part of the
// address up to . + _ or -. A word that means something in a move keeps it and gets a letter.
func (n Naming) NameOf(display, address string) string {
	words := strings.Fields(display)
	local, _, _ := strings.Cut(address, "@")
	if i := strings.IndexAny(local, ".+_-"); i > 0 {
		local = local[:i]
	}
	for _, word := range append(slices.Clip(words[:min(1, len(words))]), local) {
		name := CleanName(word)
		if name == "" || Misleads(name) || n.reserved(name) {
			continue
		}
		if !n.Means(name) {
			return name
		}
		return n.lettered(name, words)
	}
	return Anybody(n.Games)
}

// lettered is a name with the first letter of the surname behind it, or with the next of the
// alphabet.
func (n Naming) lettered(name string, words []string) string {
	base := string([]rune(name)[:min(len([]rune(name)), 17)])
	if len(words) > 1 {
		if surname := CleanName(words[len(words)-1]); surname != "" {
			return base + "-" + string([]rune(surname)[:1])
		}
	}
	return base + "-b"
}

// Lettered tells whoever brought a name that it got a letter, and why; nothing of any other.
func (n Naming) Lettered(name string) []engine.Phrase {
	word, rest, _ := strings.Cut(name, "-")
	if letter, _, _ := strings.Cut(rest, "-"); len([]rune(letter)) != 1 || !n.Means(word) {
		return nil
	}
	return []engine.Phrase{engine.Say("house.name-letter", "word", word, "name", name)}
}

// Anybody is the name of whoever has none: the first that a game offers.
func Anybody(games []engine.Game) string {
	for _, g := range games {
		if p, ok := g.(engine.Peopled); ok {
			return p.Anybody()
		}
	}
	return "Player"
}

// Misleads says of a name that it looks like another: the line "name …" would be refused for
// it, and so would each line in which somebody wrote it.
func Misleads(name string) bool {
	r, _ := engine.LookAlike("name " + name)
	return r != 0
}

// blanks are letters that show nothing.
const blanks = "\u115f\u1160\u3164\uffa0"

// CleanName keeps letters with inner hyphens, 1 to 20, first one a capital; ""
// if nothing is left. Letters in another dress, such as wide or bold ones, are the plain ones.
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

// Means says whether a name is a word with a meaning in a line: one of the house or of a game, in
// English or in one of the languages.
func (n Naming) Means(name string) bool {
	low := engine.Normalise(name)
	return command.Find(low) != nil || slices.ContainsFunc(n.Games, func(g engine.Game) bool {
		return slices.Contains(g.Words(), low) || engine.MeansIn(g, name, append([]string{"en"}, n.Langs...)...)
	})
}

// reserved are words by which nobody can be called, with or without a letter: they answer, part
// lines, or speak for somebody, so that what such a player does would read as done by another.
func (n Naming) reserved(name string) bool {
	low := engine.Normalise(name)
	return slices.Contains([]string{"yes", "no", "ok", "host", "house", "pitpost", "operator", "bot", "all", "everyone", "everybody", "you", "end", "or", "with"}, low) ||
		slices.ContainsFunc(n.Games, func(g engine.Game) bool {
			p, ok := g.(engine.Peopled)
			return ok && slices.Contains(p.Roles(), low)
		})
}

// Taken says whether a word cannot be a name by itself.
func (n Naming) Taken(name string) bool { return n.reserved(name) || n.Means(name) }

// FreeName gives a double -b, -c and so on.
func FreeName(t *model.Table, name string) string {
	base, free := []rune(name), name
	for c := 'b'; SeatNamed(t, free) != nil; c++ { // far fewer sit at any table than there are letters
		free = string(base[:min(18, len(base))]) + "-" + string(c)
	}
	return free
}

// All lists the games of the house.
func All(r *world.Rules) []engine.Game { return command.AllGames(r.Games, r.Names) }
