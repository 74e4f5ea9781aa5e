package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
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
func (h *House) Take(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
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
func (h *House) takeNow(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
	begun := lifeSign{l.Now, time.Now()}
	if err := h.lives(ctx, l.Now); err != nil {
		return "", "", err
	}
	note := noteOf(l)
	cause := model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: note, Expect: &model.Expected{}}
	if l.Ref != nil && l.Ref.Purpose == desk.ForTurn {
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
	err = h.play(ctx, cause, l.Match(), decide)
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

func take(w *world.Tx, l *desk.Letter) {
	d := &desk.Desk{House: w.Rules(), W: w, Letter: l, Ref: l.Ref, From: l.From}
	d.Receipt = notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID}
	player, address := w.PlayerByAddress(l.From)
	d.Player = player
	if l.Trust == desk.Forged {
		d.End(model.LetterDrop, "the sender is forged")
		return
	}
	if address != nil && address.Barred {
		d.End(model.LetterRefuse, "the operator turns letters of its sender away")
		return
	}
	d.Hear()
	switch {
	case d.Ref != nil:
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
func byRef(d *desk.Desk, address *model.Address) {
	owner := ownerOf(d)
	if owner == 0 && d.ByKey() {
		d.End(model.LetterRefuse, string(KeyGone))
		return
	}
	if owner == 0 {
		if gone(d) {
			return
		}
	}
	if owner == 0 {
		if d.Ref.Purpose == desk.ForAnybody || d.Player != nil {
			d.Table, d.Seat = nil, nil
			byName(d, address)
			return
		}
		d.End(model.LetterDrop, "what it answers is gone")
		return
	}
	unsubscribing(d)
	if note := d.W.Letter(); d.Table != nil && d.Seat != nil {
		note.Match, note.Seat, note.Step = d.Table.Row.ID, d.Seat.No, int(d.Ref.Step)
	}
	if keyFits(d, owner) {
		return
	}
	if answersSecond(d) {
		return
	}
	if of, lost := d.LostStep(); lost && (d.Player == nil || d.Player.ID != owner) {
		endLost(d, "", 0, of)
		return // whose the seat was by then nobody knows
	}
	if d.Player != nil && d.Player.ID != owner {
		if formerly(d) {
			return
		}
	}
	switch {
	case d.Player == nil || d.Player.ID != owner:
		d.Proof = desk.Foreign
		hold(d, owner)
		return
	case d.Letter.Trust == desk.Proved:
		d.Proof = desk.Vouched
	default:
		d.Proof = desk.Matching
	}
	if !address.Proved || address.Failing != "" {
		address.Proved, address.Failing = true, "" // mail did reach it
		d.W.Do(world.SaveAddress{Address: *address})
	}
	if seenBefore(d) {
		return
	}
	carryOut(d)
}

// seenBefore drops a letter that says once more what a passed step was
// answered with.
func seenBefore(d *desk.Desk) bool {
	if d.Table == nil || d.Seat == nil || d.Ref.Purpose != desk.ForTurn || d.Table.Match.Phase == 0 {
		return false
	}
	if int(d.Ref.Step) >= d.Step() {
		return false
	}
	seen := world.Get(d.W, world.StepSeen{Match: d.Table.Row.ID, Seat: d.Seat.No, Step: int(d.Ref.Step), Words: d.Letter.WordsHash})
	if !seen {
		return false
	}
	d.End(model.LetterDrop, "the same words for this step came before")
	return true
}

// carryOut works through the lines and concludes.
func carryOut(d *desk.Desk) {
	if d.Player != nil && d.May(desk.ToChange) {
		d.KeepLanguage()
		if len(d.Letter.Signs) > 0 {
			d.W.Do(world.KeepSigns{Player: d.Player.ID, Signs: d.Letter.Signs})
		}
	}
	if d.Letter.Trouble != nil {
		d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: []engine.Phrase{*d.Letter.Trouble}})
	} else {
		run(d, d.Letter.Lines)
	}
	conclude(d)
}

// conclude settles what was touched, answers, and ends the letter.
func conclude(d *desk.Desk) {
	for _, t := range d.Touched {
		table.Advance(d.W, t)
	}
	standsBelow(d)
	stillAsked(d)
	if d.HeldWhy != "" && len(d.Receipt.Lines) == 0 {
		d.End(model.LetterHold, d.HeldWhy)
		return
	}
	queueReceipt(d)
	if d.HeldWhy != "" {
		d.End(model.LetterHold, d.HeldWhy)
		return
	}
	if d.Letter != nil && d.Letter.Trouble != nil && d.Letter.Unsure {
		d.End(model.LetterHold, d.Letter.Trouble.Key)
		return
	}
	if d.Hushed {
		d.End(model.LetterDrop, "too many letters in its sender's name that nobody vouches for")
		return
	}
	if d.Acted {
		d.End(model.LetterApply, "")
		return
	}
	d.End(model.LetterRefuse, d.WhyNot())
}

// queueReceipt queues the receipt.
func queueReceipt(d *desk.Desk) {
	d.Receipt.GoesOn = d.HasMoved() && d.Seat != nil && d.Table.Match.MidTurn(d.Seat.Name)
	if d.ByKey() {
		d.Receipt.Since, d.Receipt.Moved = d.Since, d.HasMoved()
		answered := d.Receipt
		d.Letter.Receipt = &answered
		return
	}
	if d.Player != nil && d.Player.Settings.NoReceipts && d.PlainDone() {
		return
	}
	if silent(d) {
		return
	}
	if d.Player == nil {
		d.Receipt.Lang = d.Lang
	}
	d.Receipt.Since, d.Receipt.Moved = d.Since, d.HasMoved()
	told := d.Receipt
	if d.Stranger {
		told = forStranger(told)
	}
	out := model.Notice{Key: fmt.Sprintf("receipt:%x", d.Letter.Hash), Address: d.From, Purpose: model.PurposeReceipt, Params: notice.Params(told)}
	if d.Player != nil {
		out.Player = d.Player.ID
	}
	if d.Table != nil && d.Seat != nil {
		out.Match, out.Seat, out.Step, out.Seq = d.Table.Row.ID, d.Seat.No, d.Step(), d.Table.Match.Seq
	}
	d.W.Queue(out)
}
