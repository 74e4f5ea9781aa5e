package house

import (
	"strings"

	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// ownerOf finds whose letter may act on the reference, and the match and seat.
func ownerOf(d *desk) int64 {
	if d.ref.Purpose == ForAsk {
		ask := world.Get(d.w, world.Ask{ID: d.ref.Step})
		if ask == nil {
			return 0
		}
		if ask.Match != 0 {
			d.at(ask.Match)
			// A stand-in who has not said yes yet has no seat to look from.
			if d.seat = d.table.Seat(ask.Seat); d.seat != nil && d.seat.Player != ask.Player {
				d.seat = nil
			}
		}
		return ask.Player
	}
	if d.ref.Purpose == ForDaily {
		return ownerOfDay(d)
	}
	if d.ref.Match == 0 {
		return 0
	}
	if !d.find(d.ref.Match) {
		return 0
	}
	if d.ref.Purpose == ForWatch || d.ref.Purpose == ForStop && d.ref.Seat == noSeat {
		return d.ref.Step
	}
	d.seat = d.table.Seat(d.ref.Seat)
	if d.seat == nil {
		return 0
	}
	return d.seat.Player
}

// byName takes a letter that names no seat: only its sender says whose it is.
func byName(d *desk, address *model.Address) {
	switch ours := d.ref != nil && d.ref.Purpose == ForAnybody && d.player != nil && d.ref.Step == d.player.ID; {
	case d.letter.Trust == Proved:
		d.proof = Vouched
	case ours || d.letter.SentTo != "" && strings.EqualFold(d.letter.SentTo, d.from):
		d.proof = Matching
	default:
		d.proof = Bare
	}
	id := ownMatch(d)
	if id == 0 && d.letter.match() != 0 && d.ref == nil {
		if gone(d) {
			return
		}
	}
	if id != 0 {
		d.at(id)
	}
	d.ref = nil
	if d.proof < Matching && d.player == nil && !called(d) {
		d.end(model.LetterDrop, "a stranger's letter without a word for the house")
		return
	}
	if d.proof >= Matching && address != nil && !address.Proved {
		address.Proved = true
		d.w.Do(world.SaveAddress{Address: *address})
	}
	carryOut(d)
}

// ownMatch is the match a letter without a token is about: the one it names if
// the sender sits there or it is an open lobby, else the sender's only one.
func ownMatch(d *desk) int64 {
	if named := d.letter.match(); named != 0 {
		t := d.w.FindTable(named)
		if t == nil {
			return 0
		}
		first := ""
		if len(d.letter.Lines) > 0 {
			first = d.letter.Lines[0].Folded
		}
		if !d.reaches(t, first) {
			return 0
		}
		return named
	}
	if d.player == nil {
		return 0
	}
	ids := world.Get(d.w, world.MatchesOf{Player: d.player.ID})
	if len(ids) != 1 {
		return 0
	}
	return ids[0]
}

// called says whether any line is a word of the house. To strangers whom
// nobody vouches for, nothing else is answered: most such mail is not meant
// for us, and its sender often not who wrote it.
func called(d *desk) bool {
	for _, line := range d.letter.Lines {
		if d.read(line.Folded).Kind == command.HouseWord {
			return true
		}
	}
	return false
}
