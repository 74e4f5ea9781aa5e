package desk

import "pitpost.example/model"

// byNameStep is the step in the list of letters of one that named its match by
// itself: no token asked for it.
const ByNameStep = -1

// end sets the letter's one end state, and what match it was about.
func (d *Desk) End(state model.LetterState, why string) {
	note := d.W.Letter()
	note.State, note.Why = state, why
	if state == model.LetterHold && why != TooOften || state == model.LetterSetAside { // of which none was asked about, none is released
		note.Raw = d.Letter.Raw
	}
	if note.Match == 0 && d.Table != nil {
		note.Match, note.Step = d.Table.Row.ID, ByNameStep
		if d.Seat != nil {
			note.Seat = d.Seat.No
		}
	}
}

// whyNot is why nothing in a letter was carried out.
func (d *Desk) WhyNot() string {
	for _, l := range d.Receipt.Lines {
		if l.State == model.LineRefused && len(l.Says) > 0 {
			return l.Says[0].Key
		}
	}
	return "no command read"
}
