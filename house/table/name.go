package table

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

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
// lines, or speak for somebody.
func (n Naming) reserved(name string) bool {
	low := engine.Normalise(name)
	return slices.Contains([]string{"yes", "no", "ok", "host", "house", "operator", "bot", "all", "end", "or", "with"}, low) ||
		slices.ContainsFunc(n.Games, func(g engine.Game) bool {
			p, ok := g.(engine.Peopled)
			return ok && slices.Contains(p.Roles(), low)
		})
}

// Taken says whether a word cannot be a name by itself.
func (n Naming) Taken(name string) bool { return n.reserved(name) || n.Means(name) }

// FreeName gives a double -b, -c and so on.
func FreeName(t *model.Table, name string) string {
	if t == nil || SeatNamed(t, name) == nil {
		return name
	}
	base := []rune(name)
	base = base[:min(18, len(base))]
	for c := 'b'; c <= 'z'; c++ {
		if n := string(base) + "-" + string(c); SeatNamed(t, n) == nil {
			return n
		}
	}
	return name + "-" + "zz"
}

// All lists the games of the house.
func All(r *world.Rules) []engine.Game { return command.AllGames(r.Games, r.Names) }
