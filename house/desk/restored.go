package desk

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// lostStep says whether the letter at hand answers one in which the seat was
// asked for a move in a time that is lost, and to when the house was restored.
func (d *Desk) LostStep() (of time.Time, lost bool) {
	if d.Ref == nil || d.Ref.Purpose != ForTurn || d.Table == nil || d.Seat == nil {
		return of, false
	}
	step := int(d.Ref.Step)
	if begun := d.Table.Row.Terms.Restored; begun != nil && step > 1 && step <= table.Skipped {
		return *begun, true
	}
	if step >= d.Step() {
		return of, false
	}
	return d.Table.Match.Lost(d.Seat.Name, step)
}

// lateLost answers a move asked for in a time that is lost: what the seat held
// then is not known, so nothing is offered in its place.
func (d *Desk) LateLost(of time.Time) Answer {
	if d.Receipt.Digest {
		return Answer{State: model.LineUnread}
	}
	d.Receipt.Digest, d.Receipt.Data = true, true
	return Answer{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{table.Say("restored.late", "at", engine.Moment(of))}}
}
