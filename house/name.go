package house

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// nameOf derives a seat's name: the first word of the display name, else the
// local part of the address up to . + _ or -.
func nameOf(display, address string, games func(string) engine.Game, names []string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(display), " ")
	if n := cleanName(first); n != "" && !misleads(n) && nameTaken(n, games, names) == "" {
		return n
	}
	local, _, _ := strings.Cut(address, "@")
	if i := strings.IndexAny(local, ".+_-"); i > 0 {
		local = local[:i]
	}
	if n := cleanName(local); n != "" && !misleads(n) && nameTaken(n, games, names) == "" {
		return n
	}
	return anybody(games, names)
}

// anybody is the name of whoever has none: the first that a game of the house offers.
func anybody(games func(string) engine.Game, names []string) string {
	for _, g := range command.AllGames(games, names) {
		if p, ok := g.(engine.Peopled); ok {
			return p.Anybody()
		}
	}
	return "Player"
}

// misleads says of a name that it looks like another: the line "name …" would be refused for
// it, and so would each line in which somebody wrote it.
func misleads(name string) bool {
	r, _ := engine.LookAlike("name " + name)
	return r != 0
}

// blanks are letters that show nothing.
const blanks = "\u115f\u1160\u3164\uffa0"

// cleanName keeps letters with inner hyphens, 1 to 20, first one a capital; ""
// if nothing is left. Letters in another dress, such as wide or bold ones, are the plain ones.
func cleanName(s string) string {
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

// nameTaken says which command, card or tool word a name would be mistaken
// for; "" if none.
func nameTaken(name string, games func(string) engine.Game, names []string) string {
	low := engine.Normalise(name)
	if word := wordTaken(low, games, names); word != "" {
		return word
	}
	for _, l := range command.Languages() {
		if english := command.TongueOf(l.Code, command.AllGames(games, names)...).Means(low); english != "" && wordTaken(english, games, names) != "" {
			return low
		}
	}
	return ""
}

// wordTaken is nameTaken for English.
func wordTaken(low string, games func(string) engine.Game, names []string) string {
	if command.Find(low) != nil || slices.Contains(command.YesWords, low) || slices.Contains(command.NoWords, low) {
		return low
	}
	for _, reserved := range []string{"host", "house", "operator", "bot", "all", "end", "or", "with"} {
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

// freeName gives a double -b, -c and so on.
func freeName(t *model.Table, name string) string {
	if t == nil || seatNamed(t, name) == nil {
		return name
	}
	base := []rune(name)
	if len(base) > 18 {
		base = base[:18]
	}
	for c := 'b'; c <= 'z'; c++ {
		if n := string(base) + "-" + string(c); seatNamed(t, n) == nil {
			return n
		}
	}
	return name + "-" + "zz"
}

// Rename changes a seat's own name while nobody plays yet.
func Rename(d *desk, line command.Line, _ string) answer {
	if d.seat == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	if a, ok := d.inLobby(); !ok {
		return a
	}
	_, want, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	want = strings.TrimRight(strings.TrimSpace(want), ".!")
	name := cleanName(want)
	if name == "" || misleads(name) || strings.ContainsFunc(want, unicode.IsSpace) || !strings.EqualFold(name, norm.NFKC.String(want)) {
		return refuse("house.name-form")
	}
	if word := nameTaken(name, d.house.Games, d.house.Names); word != "" {
		return refuse("house.name-word", "name", name)
	}
	if s := seatNamed(d.table, name); s != nil && s.No != d.seat.No {
		return refuse("house.name-double", "name", s.Name)
	}
	d.seat.Name = name
	d.w.Save(d.table)
	return done(say("house.named", "name", name))
}
