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

// NameOf derives a seat's name: the first word of the display name, else the
// local part of the address up to . + _ or -.
func NameOf(display, address string, games func(string) engine.Game, names []string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(display), " ")
	if n := CleanName(first); n != "" && !Misleads(n) && NameTaken(n, games, names) == "" {
		return n
	}
	local, _, _ := strings.Cut(address, "@")
	if i := strings.IndexAny(local, ".+_-"); i > 0 {
		local = local[:i]
	}
	if n := CleanName(local); n != "" && !Misleads(n) && NameTaken(n, games, names) == "" {
		return n
	}
	return Anybody(games, names)
}

// Anybody is the name of whoever has none: the first that a game of the house offers.
func Anybody(games func(string) engine.Game, names []string) string {
	for _, g := range command.AllGames(games, names) {
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

// NameTaken says which command, card or tool word a name would be mistaken
// for; "" if none.
func NameTaken(name string, games func(string) engine.Game, names []string) string {
	low := engine.Normalise(name)
	if command.Find(low) != nil {
		return low
	}
	for _, reserved := range []string{"yes", "no", "ok", "host", "house", "operator", "bot", "all", "end", "or", "with"} {
		if low == reserved {
			return low
		}
	}
	for _, g := range command.AllGames(games, names) {
		p, peopled := g.(engine.Peopled)
		if slices.Contains(g.Words(), low) || peopled && slices.Contains(p.Roles(), low) {
			return low
		}
	}
	return ""
}

// FreeName gives a double -b, -c and so on.
func FreeName(t *model.Table, name string) string {
	if t == nil || SeatNamed(t, name) == nil {
		return name
	}
	base := []rune(name)
	if len(base) > 18 {
		base = base[:18]
	}
	for c := 'b'; c <= 'z'; c++ {
		if n := string(base) + "-" + string(c); SeatNamed(t, n) == nil {
			return n
		}
	}
	return name + "-" + "zz"
}

// All lists the games of the house.
func All(r *world.Rules) []engine.Game { return command.AllGames(r.Games, r.Names) }
