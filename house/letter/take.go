// Package letter is a letter's own decision: whose it is, how far it is proved, which question it
// answers, whether it is held or carried out, line by line, and what is answered. What a line does
// is looked up in words.go and done in the rooms of table, play, seats, lobby, people and leagues.
package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/people"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// AnswersAnHour is how many letters of one address are answered in an hour; a
// robot that answers every answer falls silent there, and a keen player among
// bots does not notice.
const AnswersAnHour = 120

// Take decides all that a letter does.
func Take(w *world.Tx, l *desk.Letter) {
	d := &desk.Desk{House: w.Rules(), W: w, Letter: l, Ref: l.Ref, From: l.From}
	d.Receipt = notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID, References: l.References}
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
	case l.Astray:
		astray(d)
	case !l.Unknown || !gone(d):
		byName(d, address)
	}
}

// byRef takes a letter that names, by token or by what it answers, the seat or
// the question it is for: its sender must be the one it was sent to.
func byRef(d *desk.Desk, address *model.Address) {
	owner := ownerOf(d)
	switch {
	case owner != 0:
	case d.ByKey():
		d.End(model.LetterRefuse, string(people.KeyGone))
		return
	case gone(d):
		return
	case d.Ref.Purpose == desk.ForAnybody || d.Player != nil:
		d.Table, d.Seat = nil, nil
		byName(d, address)
		return
	default:
		d.End(model.LetterDrop, "what it answers is gone")
		return
	}
	unsubscribing(d)
	if note := d.W.Letter(); d.Table != nil && d.Seat != nil {
		note.Match, note.Seat, note.Step = d.Table.Row.ID, d.Seat.No, int(d.Ref.Step)
	}
	if keyFits(d, owner) || answersSecond(d) {
		return
	}
	if d.Player.Number() != owner {
		if of, lost := d.LostStep(); lost { // whose the seat was by then nobody knows
			endLost(d, engine.Say("restored.gone", "at", engine.Moment(of)))
		} else if d.Player == nil || !formerly(d) {
			d.Proof = desk.Foreign
			hold(d, owner)
		}
		return
	}
	switch d.Proof = desk.Matching; {
	case d.Letter.Trust == desk.Proved:
		d.Proof = desk.Vouched
	case formersToken(d):
		d.Proof = desk.Foreign
		hold(d, owner)
		return
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
	step := int(d.Ref.Step)
	if step >= d.Step() || !world.Get(d.W, world.StepSeen{Match: d.Table.Row.ID, Seat: d.Seat.No, Step: step, Words: d.Letter.WordsHash}) {
		return false
	}
	d.End(model.LetterDrop, "the same words for this step came before")
	return true
}

// carryOut works through the lines and concludes.
func carryOut(d *desk.Desk) {
	if d.Player != nil && d.May(command.ToChange) {
		d.KeepLanguage()
		if len(d.Letter.Signs) > 0 {
			d.W.KeepSigns(d.Player.ID, d.Letter.Signs)
		}
	}
	if d.Letter.Trouble != nil {
		d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: []engine.Phrase{*d.Letter.Trouble}})
	} else {
		run(d, d.Letter.Lines)
	}
	conclude(d)
}

// advance brings the tables to rest that were touched.
func advance(d *desk.Desk) {
	for _, t := range d.Touched {
		table.Advance(d.W, t)
	}
}

// conclude settles what was touched, answers, and ends the letter.
func conclude(d *desk.Desk) {
	advance(d)
	standsBelow(d)
	stillAsked(d)
	if strange(d) {
		welcome(d)
		return
	}
	if d.HeldWhy != "" && len(d.Receipt.Lines) == 0 {
		d.End(model.LetterHold, d.HeldWhy)
		return
	}
	setClock(d)
	QueueReceipt(d)
	switch {
	case d.HeldWhy != "":
		d.End(model.LetterHold, d.HeldWhy)
	case d.Letter != nil && d.Letter.Trouble != nil && d.Letter.Unsure:
		d.End(model.LetterHold, d.Letter.Trouble.Key)
	case d.Hushed:
		d.End(model.LetterDrop, "too many letters in its sender's name that nobody vouches for")
	case d.Acted:
		d.End(model.LetterApply, "")
	default:
		d.End(model.LetterRefuse, d.WhyNot())
	}
}

// setClock takes the zone of who has said none from the date of their letter, and says so the first time.
func setClock(d *desk.Desk) {
	if d.Player == nil || d.Letter == nil || d.Letter.East == 0 || !d.May(command.ToChange) || !model.ZoneGuessed(d.Player.Zone) {
		return
	}
	was, now := d.Player.Zone, model.ZoneEast(d.Letter.East)
	if was == now {
		return
	}
	d.Player.Zone = now
	seats.AwakeOwnClocks(d)
	if was == model.NoZone {
		d.Receipt.Says = append(d.Receipt.Says, engine.Say("house.zone-guessed", "value", model.Location(now).String()))
	}
}

// keyFits ends the lines of a program that came too late: whose seat is another's, which
// came before, or whose step is not the one awaited.
func keyFits(d *desk.Desk, owner int64) bool {
	if !d.ByKey() {
		return false
	}
	switch {
	case d.Player.Number() != owner || d.Table == nil || table.SeatHeld(d.Table, owner) != d.Seat:
		d.End(model.LetterRefuse, string(people.KeyGone))
	case seenBefore(d):
	case int(d.Ref.Step) != d.Step():
		d.End(model.LetterRefuse, string(people.KeyStep))
	default:
		return false
	}
	return true
}

// astray ends a letter to an address that was never ours, or is no more. Nothing in it is
// carried out, for which seat it was meant for nobody can know, and the answer names no match.
func astray(d *desk.Desk) {
	if d.Letter.Trust != desk.Proved && d.Player == nil {
		d.End(model.LetterDrop, "a stranger's letter to a token that is none of ours")
		return
	}
	refuse(d, "its token is none of ours", engine.Say("letter.token-altered"))
}

// refuse answers a letter of which nothing is carried out, and ends it.
func refuse(d *desk.Desk, why string, says ...engine.Phrase) {
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: says})
	QueueReceipt(d)
	d.End(model.LetterRefuse, why)
}

// gone ends a letter that answers what a restore lost: a match, a question, a
// letter of the day, or one of ours that is not known here. Nothing in it is
// carried out, and it is answered once; false for any other letter.
func gone(d *desk.Desk) bool {
	if d.Ref == nil && d.Player == nil && d.Letter.Trust != desk.Proved {
		return false
	}
	row, match := world.Gone{}, d.Letter.Match() // what the letter names and was not found
	switch {
	case d.Ref == nil && d.Letter.Unknown: // a letter of ours, nobody knows which
		row.Table = "outbox"
	case d.Ref != nil && d.Ref.Purpose == desk.ForAsk:
		row = world.Gone{Table: "asks", Number: d.Ref.Step}
	case d.Ref != nil && d.Ref.Purpose == desk.ForDaily:
		row = world.Gone{Table: "outbox", Number: d.Ref.Step}
	case match != 0:
		row = world.Gone{Table: "matches", Number: match}
	default:
		return false
	}
	lost := world.Get(d.W, row)
	if !lost.Gone {
		return false
	}
	says := engine.Say("restored.gone", "at", engine.Moment(lost.Of))
	if row == (world.Gone{Table: "matches", Number: match}) {
		says = engine.Say("restored.gone-match", "match", int(match), "at", engine.Moment(lost.Of))
	}
	endLost(d, says)
	return true
}

// endLost ends a letter that answers what a restore lost, and says so.
func endLost(d *desk.Desk, says engine.Phrase) {
	d.Table, d.Seat, d.Lost = nil, nil, true
	refuse(d, "it answers what a restore lost", says)
}
