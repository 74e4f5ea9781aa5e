package desk

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// confirm is the params of an ask of kind "deed": a word that cannot be undone.
type Confirm struct {
	Line command.Line `json:"line"`
	Step int          `json:"step"`
}

// sureFirst asks before a deed that cannot be undone; the yes runs the same
// line again with d.sure set.
func (d *Desk) SureFirst(line command.Line, what engine.Phrase) Answer {
	if d.Page {
		d.Unsure = &line
		return Told(what)
	}
	step := 0
	if d.Seat != nil && d.Table != nil {
		step = d.Step()
	}
	if d.Player == nil {
		return Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	id := d.Asked(d.Player.ID, d.From, model.AskDeed, HeldFor, Confirm{Line: line, Step: step})
	d.Receipt.Ask = id
	return Told(what, table.Say("house.say-yes"))
}
