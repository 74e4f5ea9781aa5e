package desk

import (
	"pitpost.example/engine"
	"pitpost.example/house/table"
)

// withExample is a line that shows how to write a move: one of the game at
// hand, else of the first the house knows.
func (d *Desk) WithExample(key string) engine.Phrase {
	name := ""
	if g := d.Game(); g != nil {
		name = g.Name()
	} else if len(d.House.Names) > 0 {
		name = d.House.Names[0]
	}
	return table.Say(key, "example", table.Say(name+".example"), "other", table.Say(name+".example-other"))
}
