package house

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
)

// Rename changes a seat's own name while nobody plays yet.
func Rename(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if d.Seat == nil {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if a, ok := d.InLobby(); !ok {
		return a
	}
	_, want, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	want = strings.TrimRight(strings.TrimSpace(want), ".!")
	name := table.CleanName(want)
	if name == "" || table.Misleads(name) || strings.ContainsFunc(want, unicode.IsSpace) || !strings.EqualFold(name, norm.NFKC.String(want)) {
		return desk.Refuse("house.name-form")
	}
	if word := table.NameTaken(name, d.House.Games, d.House.Names); word != "" {
		return desk.Refuse("house.name-word", "name", name)
	}
	if s := table.SeatNamed(d.Table, name); s != nil && s.No != d.Seat.No {
		return desk.Refuse("house.name-double", "name", s.Name)
	}
	d.Seat.Name = name
	d.W.Save(d.Table)
	return desk.Done(table.Say("house.named", "name", name))
}
