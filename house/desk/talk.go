package desk

import (
	"pitpost.example/house/command"
	"pitpost.example/house/table"
)

// fold makes a line of the sender's comparable, in English.
func (d *Desk) Fold(line string) string {
	if d.spoken.Empty() {
		return d.House.Fold(line)
	}
	return command.InEnglish(d.Lang, d.Game(), d.House.Fold, table.All(d.House)...)(line)
}
