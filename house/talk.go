package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// saidMost is how long one say may be, in characters.
const saidMost = 1000

// Say tells words to all at the table: they stand in the next digest of each.
func Say(d *desk, line command.Line, _ string) answer {
	words := line.Raw
	if !line.Block {
		_, words, _ = strings.Cut(strings.TrimSpace(line.Raw), " ")
	}
	words = tidied(words)
	if a, ok := mayTalk(d, words); !ok {
		return a
	}
	if line.Block && !d.sure {
		if inside := commandInside(d, words); inside != "" {
			return d.sureFirst(line, say("house.say-command", "line", inside))
		}
	}
	ref := d.w.Say(d.table, d.seat.Name, words)
	d.w.Append(d.table, engine.Fact{Event: engine.Said{By: d.seat.Name, Ref: ref}})
	return done(say("house.said"))
}

// tidied are words as they are kept, so that none are none before they are.
func tidied(words string) string { return strings.TrimSpace(engine.Tidy(words)) }

// fold makes a line of the sender's comparable, in English.
func (d *desk) fold(line string) string {
	if d.spoken.Empty() {
		return d.house.Fold(line)
	}
	return command.InEnglish(d.lang, d.game(), d.house.Fold, all(d.house)...)(line)
}

// commandInside finds a line of a block that would be a command by itself.
func commandInside(d *desk, words string) string {
	for _, row := range strings.Split(words, "\n") {
		r := command.Read(d.fold(row), d.game())
		if r.Kind == command.HouseWord && !r.Order && needOf(r) != toRead && r.Word != "say" {
			return row
		}
		if r.Kind != command.GameLine {
			continue
		}
		if _, no := d.table.Match.State().Parse(d.seat.Name, d.fold(row), nil); no == nil {
			return row
		}
	}
	return ""
}

// Nudge lets the house ask the one who is due, once a turn, unsigned.
func Nudge(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	var names, asked []string
	for _, name := range d.table.Match.ToMove() {
		s := seatNamed(d.table, name)
		if s == nil || d.seat != nil && s.No == d.seat.No || s.State != model.SeatJoined {
			continue
		}
		step := d.table.Match.Chair(name).Steps + 1
		if s.Standing.Nudged == step {
			asked = append(asked, name)
			continue
		}
		waits := slipOf(d, s.No)
		if waits == nil { // who has moved and may still undo it is not pressed, and nobody hears why
			digest(d.w, d.table, s, model.PurposeNudge, fmt.Sprint(step))
		}
		s.Standing.Nudged = step
		d.w.Save(d.table)
		names = append(names, name)
	}
	switch {
	case len(names) == 0 && len(asked) > 0:
		return told(say("house.nudged-already", "names", asked))
	case len(names) == 0:
		return refuse("house.nudge-you")
	}
	return done(say("house.nudged", "names", names))
}
