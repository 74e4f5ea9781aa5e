package house

import "pitpost.example/model"

// byNameStep is the step in the list of letters of one that named its match by
// itself: no token asked for it.
const byNameStep = -1

// end sets the letter's one end state, and what match it was about.
func (d *desk) end(state model.LetterState, why string) {
	note := d.w.Letter()
	note.State, note.Why = state, why
	if state == model.LetterHold && why != tooOften || state == model.LetterSetAside { // of which none was asked about, none is released
		note.Raw = d.letter.Raw
	}
	if note.Match == 0 && d.table != nil {
		note.Match, note.Step = d.table.Row.ID, byNameStep
		if d.seat != nil {
			note.Seat = d.seat.No
		}
	}
}

// whyNot is why nothing in a letter was carried out.
func (d *desk) whyNot() string {
	for _, l := range d.receipt.Lines {
		if l.State == model.LineRefused && len(l.Says) > 0 {
			return l.Says[0].Key
		}
	}
	return "no command read"
}
