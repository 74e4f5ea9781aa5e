package house

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/house/command"
	"pitpost.example/house/table"
)

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
	name := table.CleanName(want)
	if name == "" || table.Misleads(name) || strings.ContainsFunc(want, unicode.IsSpace) || !strings.EqualFold(name, norm.NFKC.String(want)) {
		return refuse("house.name-form")
	}
	if word := table.NameTaken(name, d.house.Games, d.house.Names); word != "" {
		return refuse("house.name-word", "name", name)
	}
	if s := table.SeatNamed(d.table, name); s != nil && s.No != d.seat.No {
		return refuse("house.name-double", "name", s.Name)
	}
	d.seat.Name = name
	d.w.Save(d.table)
	return done(table.Say("house.named", "name", name))
}
