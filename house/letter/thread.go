package letter

import (
	"slices"

	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// This file is about letters that friends write to each other with the house in To or Cc. The token at hand is then often another's,
// so who speaks goes by the sender.

// isAmongFriends reports whether the letter also went to the address of another player of its match.
func isAmongFriends(d *desk.Desk) bool {
	if d.Table == nil || d.Letter == nil || d.ByKey() {
		return false
	}
	return slices.ContainsFunc(d.Letter.Others, func(address string) bool {
		other, _ := d.W.PlayerByAddress(address)
		return other != nil && other.ID != d.Player.Number() && d.Table.SeatTakenBy(other.ID) != nil
	})
}

// noteShown notes that friends could read the token of the seat at hand, and reports whether they could before this letter: then that
// token says which seat is meant, and proves nobody.
func noteShown(d *desk.Desk) (before bool) {
	if d.Seat == nil || d.Ref.Purpose != model.ForTurn || d.ByKey() {
		return false
	}
	before = d.Seat.Standing.Shown
	d.Seat.Standing.Shown = before || isAmongFriends(d)
	return before
}

// takeAmongFriends takes a letter with another's token that a player of the same match wrote to friends, and reports whether it is
// one. A move on their own turn counts if a server vouches for its sender; else their own address is asked. Everything else is talk,
// which asks nobody and stops no clock: a yes answers no question of somebody else's.
func takeAmongFriends(d *desk.Desk) bool {
	if d.Player == nil || !isAmongFriends(d) {
		return false
	}
	own := d.Table.SeatTakenBy(d.Player.ID)
	if own == nil || own.State != model.SeatJoined {
		return false
	}
	d.Seat = own
	moves := movesNow(d)
	if d.Ref.Purpose != model.ForTurn || len(moves) == 0 {
		d.End(model.LetterDrop, "talk among friends")
		return true
	}
	d.Ref = &model.Ref{Match: d.Table.Row.ID, Seat: own.No, Purpose: model.ForTurn, Step: int64(d.NextStep())}
	d.Letter.Ref, d.Letter.Lines = d.Ref, moves
	note := d.W.Letter()
	note.Seat, note.Step = own.No, int(d.Ref.Step)
	if d.Letter.Trust != model.TrustProved {
		d.Proof = model.ProofForeign
		hold(d, d.Player.ID)
		return true
	}
	d.Proof = model.ProofVouched
	carryOut(d)
	return true
}

// movesNow returns the lines of a letter that are moves its sender can make now.
func movesNow(d *desk.Desk) (moves []speech.Line) {
	if !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		return nil
	}
	for _, line := range d.Letter.Lines {
		if playable(d, line) != "" {
			moves = append(moves, line)
		}
	}
	return moves
}

// isTalkAmongFriends reports whether a letter to friends says nothing to the house: no command, no move, and nothing that comes close to
// one.
func isTalkAmongFriends(d *desk.Desk) bool {
	if !isAmongFriends(d) || d.Ref == nil || d.Ref.Purpose == model.ForAsk || d.Ref.Purpose == model.ForInvite {
		return false
	}
	return !slices.ContainsFunc(d.Letter.Lines, func(l speech.Line) bool {
		return ReadLine(d, l).Kind != speech.Aside || l.Heard || l.Meant != "" || l.Corrects || len(l.Maybe) > 0
	})
}
