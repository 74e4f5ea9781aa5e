package desk

import (
	"encoding/json"
	"fmt"

	"pitpost.example/house/notice"
	"pitpost.example/house/world"
)

// dayOf is what a letter of the day asked about; nil where it is none.
func (d *Desk) DayOf(ref *Ref) (*notice.Daily, int64) {
	if ref == nil || ref.Purpose != ForDaily {
		return nil, 0
	}
	player, text := d.W.DailyLetter(ref.Step)
	if player == 0 {
		return nil, 0
	}
	var day notice.Daily
	if err := json.Unmarshal(text, &day); err != nil {
		panic(world.Fault{Err: fmt.Errorf("daily letter %d: %w", ref.Step, err)})
	}
	return &day, player
}

// refIn is the step at which a line with a match's number is aimed: the one printed in the
// letter of the day that is answered; nil outside of one.
func (d *Desk) refIn(match int64) *Ref {
	if d.Day == nil {
		day, _ := d.DayOf(d.Ref)
		d.Day = day
	}
	if d.Day == nil {
		return nil
	}
	return RefOn(d.Day, match)
}

// refOn is the step a letter of the day printed for a match; nil where it is not in it.
func RefOn(day *notice.Daily, match int64) *Ref {
	for _, m := range day.Matches {
		if m.Match == match {
			return &Ref{Match: m.Match, Seat: m.Seat, Purpose: ForTurn, Step: int64(m.Step)}
		}
	}
	return nil
}
