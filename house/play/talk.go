package play

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// saidMost is how long one say may be, in characters.
const saidMost = 1000

// Say tells words to all at the table: they stand in the next digest of each.
func Say(d *desk.Desk, line command.Line, _ string) desk.Answer {
	words := line.Raw
	if !line.Block {
		_, words, _ = strings.Cut(strings.TrimSpace(line.Raw), " ")
	}
	words = Tidied(words)
	if a, ok := mayTalk(d, words); !ok {
		return a
	}
	if line.Block && !d.Sure {
		if inside := commandInside(d, words); inside != "" {
			return d.SureFirst(line, table.Say("house.say-command", "line", inside))
		}
	}
	ref := d.W.Say(d.Table, d.Seat.Name, words)
	d.W.Append(d.Table, engine.Fact{Event: engine.Said{By: d.Seat.Name, Ref: ref}})
	return desk.Done(table.Say("house.said"))
}

// tidied are words as they are kept, so that none are none before they are.
func Tidied(words string) string { return strings.TrimSpace(engine.Tidy(words)) }

// commandInside finds a line of a block that would be a command by itself.
func commandInside(d *desk.Desk, words string) string {
	for _, row := range strings.Split(words, "\n") {
		r := command.Read(d.Fold(row), d.Game())
		if r.Kind == command.HouseWord && !r.Order && desk.NeedOf(r) != desk.ToRead && r.Word != "say" {
			return row
		}
		if r.Kind != command.GameLine {
			continue
		}
		if _, no := d.Table.Match.State().Parse(d.Seat.Name, d.Fold(row), nil); no == nil {
			return row
		}
	}
	return ""
}

// Nudge lets the house ask the one who is due, once a turn, unsigned.
func Nudge(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if d.Table.Row.Phase != model.PhaseRunning {
		return desk.Refuse("house.not-running")
	}
	var names, asked []string
	for _, name := range d.Table.Match.ToMove() {
		s := table.SeatNamed(d.Table, name)
		if s == nil || d.Seat != nil && s.No == d.Seat.No || s.State != model.SeatJoined {
			continue
		}
		step := d.Table.Match.Chair(name).Steps + 1
		if s.Standing.Nudged == step {
			asked = append(asked, name)
			continue
		}
		waits := SlipOf(d, s.No)
		if waits == nil { // who has moved and may still undo it is not pressed, and nobody hears why
			table.Digest(d.W, d.Table, s, model.PurposeNudge, fmt.Sprint(step))
		}
		s.Standing.Nudged = step
		d.W.Save(d.Table)
		names = append(names, name)
	}
	switch {
	case len(names) == 0 && len(asked) > 0:
		return desk.Told(table.Say("house.nudged-already", "names", asked))
	case len(names) == 0:
		return desk.Refuse("house.nudge-you")
	}
	return desk.Done(table.Say("house.nudged", "names", names))
}
