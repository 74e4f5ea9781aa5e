package desk

import (
	"pitpost.example/model"
)

// inPlay refuses what needs a match that runs or stands paused.
func (d *Desk) InPlay() (Answer, bool) {
	if p := d.Table.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return Refuse("house.not-running"), false
	}
	return Answer{}, true
}
