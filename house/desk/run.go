package desk

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// read reads a folded line of the letter at hand.
func (d *Desk) Read(line string) command.Reading {
	if g := d.Game(); g != nil {
		return command.Read(line, g)
	}
	return command.Read(line, nil, table.All(d.House)...)
}

// turnTo makes another match of the sender the one at hand.
func (d *Desk) TurnTo(id int64, line string) bool {
	if d.Table != nil && d.Table.Row.ID == id {
		return true
	}
	if d.ByKey() {
		return false // a key opens one seat
	}
	t := d.W.FindTable(id)
	if t == nil {
		return false
	}
	if !d.Reaches(t, line) {
		return false
	}
	d.Ref = d.refIn(id)
	d.At(id)
	return true
}

// reaches says whether a number may choose this match for the sender: their
// own, an open lobby, one they join by its word, or one of a league they run.
func (d *Desk) Reaches(t *model.Table, line string) bool {
	if d.Operator || d.Player != nil && table.SeatOf(t, d.Player.ID) != nil {
		return true
	}
	if t.Row.Phase == model.PhaseLobby && (t.Row.Listed || line == "join" || strings.HasPrefix(line, "join ")) {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	return d.Mends(t, word)
}

// whichMatch asks for the number of a match where none is at hand.
func (d *Desk) WhichMatch() Answer {
	if d.Player == nil {
		return Refuse("house.unknown-here")
	}
	ids := world.Get(d.W, world.MatchesOf{Player: d.Player.ID})
	if len(ids) == 0 {
		return Refuse("house.no-match-yet")
	}
	var names []string
	for _, id := range ids {
		names = append(names, "#"+table.Itoa(id))
	}
	return Refuse("house.which-match", "matches", names, "first", names[0])
}

func (d *Desk) Game() engine.Game {
	if d.Table == nil {
		return nil
	}
	return d.Table.Match.Game
}
