// Package letter decides what becomes of a letter that came in: whose it is, how far that is proved, which
// question it answers, and whether it is held or carried out. It goes through the lines one by one and queues
// the answer. What a line does is looked up in words.go and done by the packages table, play, seats, lobby,
// people and leagues.
package letter

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// AnswersAnHour is how many letters from one address are answered in an hour. That silences robots that
// answer every answer, and is more than a keen player among bots needs.
const AnswersAnHour = 120

// TakeLetter decides everything about one letter.
func TakeLetter(w *world.Tx, l *desk.Letter) {
	d := desk.ForLetter(w, l)
	player, address := w.PlayerByAddress(l.From)
	d.Player = player
	if isUnsubscribeOnly(d, address) {
		stopUnanswered(d)
		return
	}
	if l.Trust == model.TrustForged {
		d.End(model.LetterDrop, "the sender is forged")
		return
	}
	if address != nil && address.Barred {
		d.End(model.LetterRefuse, "the operator turns letters of its sender away")
		return
	}
	if address == nil && d.W.Forgotten(d.House.Hash(l.From)).Barred {
		d.End(model.LetterRefuse, "the operator turns letters of its sender away")
		return
	}
	speakForKept(d)
	d.Hear()
	switch {
	case d.Ref != nil:
		byRef(d, address)
	case l.Astray:
		astray(d)
	case !l.Unknown || !lostInRestore(d):
		byName(d, address)
	}
}

// byRef handles a letter that names a seat or a question, by its token or by the letter that it answers. It
// is carried out if it comes from the player that the token was sent to.
func byRef(d *desk.Desk, address *model.Address) {
	owner := goToOwner(d)
	switch {
	case owner != 0:
	case d.ByKey():
		d.End(model.LetterRefuse, string(people.KeyGone))
		return
	case lostInRestore(d):
		return
	case d.Ref.Purpose == model.ForAnybody || d.Player != nil:
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
	if keyTooLate(d, owner) || answersSecond(d) {
		return
	}
	shown := noteShown(d)
	if d.Player.Number() != owner {
		if of, lost := d.LostStep(); lost { // nobody knows whose the seat was at that step
			endLost(d, engine.Say("restored.gone", "at", engine.FormatMoment(of)))
		} else if (d.Player == nil || !refuseFormer(d)) && !takeAmongFriends(d) {
			d.Proof = model.ProofForeign
			hold(d, owner)
		}
		return
	}
	if isTalkAmongFriends(d) {
		d.End(model.LetterDrop, "talk among friends")
		return
	}
	switch d.Proof = model.ProofMatching; {
	case d.Letter.Trust == model.TrustProved:
		d.Proof = model.ProofVouched
	case formerHadToken(d), shown:
		d.Proof = model.ProofForeign
		hold(d, owner)
		return
	}
	if !address.Proved || address.Failing != "" {
		address.Proved, address.Failing = true, "" // the address has answered, so mail reaches it
		d.W.SaveAddress(*address)
	}
	if seenBefore(d) {
		return
	}
	carryOut(d)
}

// seenBefore drops a letter that repeats the words that an earlier step was answered with, unless it only asks for
// something to read: somebody who asks again wants to know again.
func seenBefore(d *desk.Desk) bool {
	if d.Table == nil || d.Seat == nil || d.Ref.Purpose != model.ForTurn || d.Table.Match.Phase == 0 {
		return false
	}
	step := int(d.Ref.Step)
	if step >= d.NextStep() || !d.W.StepSeen(d.Table.Row.ID, d.Seat.No, step, d.Letter.WordsHash) {
		return false
	}
	if lines := d.Letter.Lines; len(lines) > 0 && !slices.ContainsFunc(lines, func(l speech.Line) bool { return d.Read(l.Folded).Need() != speech.ToRead }) {
		return false
	}
	d.End(model.LetterDrop, "the same words for this step came before")
	return true
}

// carryOut runs the lines of a letter and then answers it.
func carryOut(d *desk.Desk) {
	if d.Player != nil && d.May(speech.ToChange) {
		d.KeepLanguage()
		if len(d.Letter.Signs) > 0 {
			d.W.AddSigns(d.Player.ID, d.Letter.Signs)
		}
	}
	if d.Letter.Trouble != nil {
		d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: []engine.Phrase{*d.Letter.Trouble}})
	} else {
		run(d, d.Letter.Lines)
	}
	conclude(d)
}

// advance has every table that was touched played on until it waits for somebody. If the current match begins and
// all that the letter said was done, its first letter to the sender's seat is left to QueueReceipt.
func advance(d *desk.Desk) {
	for _, t := range d.Touched {
		own := t == d.Table && d.Seat != nil && d.Player != nil && d.Seat.Player == d.Player.ID
		if byLetter := d.Letter != nil && !d.ByKey(); own && byLetter && d.PlainDone() {
			t.AdvanceBut(d.Seat)
			d.Begun = d.Begun || t.WaitsForFirstTurn(d.Seat)
			continue
		}
		t.Advance()
	}
}

// conclude advances the tables, queues the answer and sets the letter's final state.
func conclude(d *desk.Desk) {
	advance(d)
	standsBelow(d)
	stillAsked(d)
	d.Unheard = unheard(d)
	if fromStranger(d) {
		welcome(d)
		return
	}
	if d.HeldWhy != "" && len(d.Receipt.Lines) == 0 {
		d.End(model.LetterHold, d.HeldWhy)
		return
	}
	guessZone(d)
	desk.OfferLanguage(d)
	QueueReceipt(d)
	switch {
	case d.HeldWhy != "":
		d.End(model.LetterHold, d.HeldWhy)
	case d.Letter.Trouble != nil && d.Letter.Unsure:
		d.End(model.LetterHold, d.Letter.Trouble.Key)
	case d.Hushed:
		d.End(model.LetterDrop, "too many letters in its sender's name that nobody vouches for")
	case d.Acted, d.AskedBack:
		d.End(model.LetterApply, "")
	default:
		d.End(model.LetterRefuse, d.WhyNot())
	}
}

// guessZone guesses the time zone of a player who has set none from the date of their letter. The first guess
// is mentioned in the answer.
func guessZone(d *desk.Desk) {
	if d.Player == nil || d.Letter.East == 0 || !d.May(speech.ToChange) || !model.IsZoneGuessed(d.Player.Zone) {
		return
	}
	was, now := d.Player.Zone, model.FixedZone(d.Letter.East)
	if was == now {
		return
	}
	d.Player.Zone = now
	d.MoveClocksOutOfQuiet()
	if was == model.NoZone {
		d.Receipt.Says = append(d.Receipt.Says, engine.Say("house.zone-guessed",
			"value", model.ZoneLocation(now).String()))
	}
}

// keyTooLate refuses lines from a program that do not fit any more: the seat has another player, the same lines
// came before, or another step is awaited. It returns true if it ended the letter.
func keyTooLate(d *desk.Desk, owner int64) bool {
	if !d.ByKey() {
		return false
	}
	switch {
	case d.Player.Number() != owner || d.Table == nil || d.Table.SeatTakenBy(owner) != d.Seat:
		d.End(model.LetterRefuse, string(people.KeyGone))
	case seenBefore(d):
	case int(d.Ref.Step) != d.NextStep():
		d.End(model.LetterRefuse, string(people.KeyStep))
	default:
		return false
	}
	return true
}

// astray ends a letter to a token that was never ours or exists no more. Nothing is carried out, because
// nobody can know which seat was meant, and the answer names no match.
func astray(d *desk.Desk) {
	if d.Letter.Trust != model.TrustProved && d.Player == nil {
		d.End(model.LetterDrop, "a stranger's letter to a token that is none of ours")
		return
	}
	refuse(d, "its token is none of ours", engine.Say("letter.token-altered"))
}

// refuse answers a letter without carrying anything out, and ends it.
func refuse(d *desk.Desk, why string, says ...engine.Phrase) {
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: says})
	QueueReceipt(d)
	d.End(model.LetterRefuse, why)
}

// lostInRestore ends a letter that answers something a restore from a backup lost: a match, a question, a daily
// letter, or a letter of ours that is not known any more. Nothing is carried out and the sender is told. It
// returns false for any other letter.
func lostInRestore(d *desk.Desk) bool {
	if d.Ref == nil && d.Player == nil && d.Letter.Trust != model.TrustProved {
		return false
	}
	table, number, match := "", int64(0), d.Letter.Match() // what the letter names and nobody found
	switch {
	case d.Ref == nil && d.Letter.Unknown: // it answers a letter of ours, but nobody knows which
		table = "outbox"
	case d.Ref != nil && d.Ref.Purpose == model.ForAsk:
		table, number = "asks", d.Ref.Step
	case d.Ref != nil && d.Ref.Purpose == model.ForDaily:
		table, number = "outbox", d.Ref.Step
	case match != 0:
		table, number = "matches", match
	default:
		return false
	}
	lost := d.W.Gone(table, number)
	if lost.IsZero() {
		return false
	}
	says := engine.Say("restored.gone", "at", engine.FormatMoment(lost))
	if table == "matches" {
		says = engine.Say("restored.gone-match", "match", int(match), "at", engine.FormatMoment(lost))
	}
	endLost(d, says)
	return true
}

// endLost answers and ends such a letter.
func endLost(d *desk.Desk, says engine.Phrase) {
	d.Table, d.Seat, d.Lost = nil, nil, true
	refuse(d, "it answers what a restore lost", says)
}
