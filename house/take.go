package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// AnswersAnHour is how many letters of one address are answered in an hour; a
// robot that answers every answer falls silent there, and a keen player among
// bots does not notice.
const AnswersAnHour = 120

// Take carries a letter out, in one transaction: noted, done, answered. It
// returns the letter's end state and why; a letter noted before is "drop". An
// error is the house's, and the letter is to be tried again.
func (h *House) Take(ctx context.Context, l *Letter) (state model.LetterState, why string, err error) {
	for try := 0; ; try++ {
		state, why, err = h.takeNow(ctx, l)
		if !errors.Is(err, errJumped) || try == 2 {
			return state, why, err
		}
		l.Now = h.Clock()
	}
}

// errJumped says that the clock jumped while a letter waited for its match: whoever moves next
// would be waited for since a time that never was.
var errJumped = errors.New("the clock jumped while the letter was decided")

// takeNow is Take at one time.
func (h *House) takeNow(ctx context.Context, l *Letter) (state model.LetterState, why string, err error) {
	begun := lifeSign{l.Now, time.Now()}
	if err := h.lives(ctx, l.Now); err != nil {
		return "", "", err
	}
	note := noteOf(l)
	cause := model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: note, Expect: &model.Expected{}}
	if l.Ref != nil && l.Ref.Purpose == ForTurn {
		*cause.Expect = model.Expected{Match: l.Ref.Match, Seat: l.Ref.Seat, Step: int(l.Ref.Step)}
	}
	decide := func(w *world.Tx) error {
		if h.Clock != nil && h.jumped(begun, h.Clock()) {
			return errJumped
		}
		take(w, l)
		return nil
	}
	if l.Raw == nil { // it came by a page or a key
		h.kept().Meter().Bytes(string(l.Door), len(l.Kept))
	}
	err = h.play(ctx, cause, l.match(), decide)
	if errors.Is(err, db.ErrNoMatch) {
		err = h.play(ctx, cause, 0, decide)
	}
	if errors.Is(err, db.ErrSeen) {
		return model.LetterDrop, "the same letter came before", nil
	}
	if l.Intruder != 0 && err == nil {
		h.Log.Warn("a player wrote with the token of another", "match", note.Match, "seat", note.Seat, "sender is player", l.Intruder)
	}
	return note.State, note.Why, err
}

// match is the one match a letter is about before it is read line by line.
func (l *Letter) match() int64 {
	if l.Ref != nil && l.Ref.Match != 0 {
		return l.Ref.Match
	}
	for _, line := range l.Lines {
		if line.Match != 0 {
			return line.Match
		}
	}
	return l.SubjectMatch
}

func take(w *world.Tx, l *Letter) {
	d := &desk{house: w.Rules(), w: w, letter: l, ref: l.Ref, from: l.From}
	d.receipt = notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}
	player, address := w.PlayerByAddress(l.From)
	d.player = player
	if l.Trust == Forged {
		d.end(model.LetterDrop, "the sender is forged")
		return
	}
	if address != nil && address.Barred {
		d.end(model.LetterRefuse, "the operator turns letters of its sender away")
		return
	}
	d.hear()
	switch {
	case d.ref != nil:
		byRef(d, address)
		return
	case l.Astray:
		astray(d)
		return
	case l.Unknown:
		if gone(d) {
			return
		}
	}
	byName(d, address)
}

// byRef takes a letter that names, by token or by what it answers, the seat or
// the question it is for: its sender must be the one it was sent to.
func byRef(d *desk, address *model.Address) {
	owner := ownerOf(d)
	if owner == 0 && d.byKey() {
		d.end(model.LetterRefuse, string(KeyGone))
		return
	}
	if owner == 0 {
		if gone(d) {
			return
		}
	}
	if owner == 0 {
		if d.ref.Purpose == ForAnybody || d.player != nil {
			d.table, d.seat = nil, nil
			byName(d, address)
			return
		}
		d.end(model.LetterDrop, "what it answers is gone")
		return
	}
	unsubscribing(d)
	if note := d.w.Letter(); d.table != nil && d.seat != nil {
		note.Match, note.Seat, note.Step = d.table.Row.ID, d.seat.No, int(d.ref.Step)
	}
	if keyFits(d, owner) {
		return
	}
	if answersSecond(d) {
		return
	}
	if of, lost := d.lostStep(); lost && (d.player == nil || d.player.ID != owner) {
		endLost(d, "", 0, of)
		return // whose the seat was by then nobody knows
	}
	if d.player != nil && d.player.ID != owner {
		if formerly(d) {
			return
		}
	}
	switch {
	case d.player == nil || d.player.ID != owner:
		d.proof = Foreign
		hold(d, owner)
		return
	case d.letter.Trust == Proved:
		d.proof = Vouched
	default:
		d.proof = Matching
	}
	if !address.Proved || address.Failing != "" {
		address.Proved, address.Failing = true, "" // mail did reach it
		d.w.Do(world.SaveAddress{Address: *address})
	}
	if seenBefore(d) {
		return
	}
	carryOut(d)
}

// seenBefore drops a letter that says once more what a passed step was
// answered with.
func seenBefore(d *desk) bool {
	if d.table == nil || d.seat == nil || d.ref.Purpose != ForTurn || d.table.Match.Phase == 0 {
		return false
	}
	if int(d.ref.Step) >= d.step() {
		return false
	}
	seen := world.Get(d.w, world.StepSeen{Match: d.table.Row.ID, Seat: d.seat.No, Step: int(d.ref.Step), Words: d.letter.WordsHash})
	if !seen {
		return false
	}
	d.end(model.LetterDrop, "the same words for this step came before")
	return true
}

// step is the number of the choice the seat's next letter asks for.
func (d *desk) step() int {
	if c := d.table.Match.Chair(d.seat.Name); c != nil {
		return c.Steps + 1
	}
	return 1
}

// carryOut works through the lines and concludes.
func carryOut(d *desk) {
	if d.player != nil && d.may(toChange) {
		d.keepLanguage()
		if len(d.letter.Signs) > 0 {
			d.w.Do(world.KeepSigns{Player: d.player.ID, Signs: d.letter.Signs})
		}
	}
	if d.letter.Trouble != nil {
		d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused, Says: []engine.Phrase{*d.letter.Trouble}})
	} else {
		run(d, d.letter.Lines)
	}
	conclude(d)
}

// conclude settles what was touched, answers, and ends the letter.
func conclude(d *desk) {
	for _, t := range d.touched {
		settle(d.w, t)
	}
	standsBelow(d)
	stillAsked(d)
	if d.heldWhy != "" && len(d.receipt.Lines) == 0 {
		d.end(model.LetterHold, d.heldWhy)
		return
	}
	queueReceipt(d)
	if d.heldWhy != "" {
		d.end(model.LetterHold, d.heldWhy)
		return
	}
	if d.letter != nil && d.letter.Trouble != nil && d.letter.Unsure {
		d.end(model.LetterHold, d.letter.Trouble.Key)
		return
	}
	if d.hushed {
		d.end(model.LetterDrop, "too many letters in its sender's name that nobody vouches for")
		return
	}
	if d.acted {
		d.end(model.LetterApply, "")
		return
	}
	d.end(model.LetterRefuse, d.whyNot())
}

// queueReceipt queues the receipt.
func queueReceipt(d *desk) {
	d.receipt.GoesOn = d.hasMoved() && d.seat != nil && d.table.Match.MidTurn(d.seat.Name)
	if d.byKey() {
		d.receipt.Since, d.receipt.Moved = d.since, d.hasMoved()
		answered := d.receipt
		d.letter.Receipt = &answered
		return
	}
	if d.player != nil && d.player.Settings.NoReceipts && d.plainDone() {
		return
	}
	if silent(d) {
		return
	}
	if d.player == nil {
		d.receipt.Lang = d.lang
	}
	d.receipt.Since, d.receipt.Moved = d.since, d.hasMoved()
	told := d.receipt
	if d.stranger {
		told = forStranger(told)
	}
	out := model.Notice{Key: fmt.Sprintf("receipt:%x", d.letter.Hash), Address: d.from, Purpose: model.PurposeReceipt, Params: notice.Params(told)}
	if d.player != nil {
		out.Player = d.player.ID
	}
	if d.table != nil && d.seat != nil {
		out.Match, out.Seat, out.Step, out.Seq = d.table.Row.ID, d.seat.No, d.step(), d.table.Match.Seq
	}
	d.w.Queue(out)
}
