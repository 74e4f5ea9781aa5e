package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// goToOwner returns the player whose letters may use d.Ref, 0 if there is none, and sets d's match and seat.
func goToOwner(d *desk.Desk) int64 {
	if ask := askOfChair(d); ask != 0 {
		d.Ref = &model.Ref{Match: d.Ref.Match, Seat: model.NoSeat, Purpose: model.ForAsk, Step: ask}
	}
	if d.Ref.Purpose == model.ForAsk {
		ask := asked(d)
		if ask == nil {
			return 0
		}
		if ask.Match != 0 {
			d.TurnToMatch(ask.Match)
			// Somebody who is offered a seat does not hold it yet and must not look from it.
			if d.Seat = d.Table.Seat(ask.Seat); d.Seat != nil && d.Seat.Player != ask.Player {
				d.Seat = nil
			}
		}
		return ask.Player
	}
	if d.Ref.Purpose == model.ForDaily {
		return people.OwnerOfDailyLetter(d)
	}
	if d.Ref.Match == 0 || !d.FindMatch(d.Ref.Match) {
		return 0
	}
	if d.Ref.Purpose == model.ForReferee {
		d.Seat = nil // whoever writes, it is no seat that is spoken for
		return d.Ref.Step
	}
	if toWatcher(d) {
		return d.Ref.Step
	}
	d.Seat = d.Table.Seat(d.Ref.Seat)
	if d.Seat == nil {
		return 0
	}
	if d.Seat.Player == 0 && leftLast(d) { // they may come back, but speak for no seat
		d.Table, d.Seat = nil, nil
		return d.Player.ID
	}
	return d.Seat.Player
}

// leftLast reports whether the sender is the last who left the seat at hand, which nobody holds since.
func leftLast(d *desk.Desk) bool {
	if d.Player == nil || d.Ref.Purpose != model.ForTurn {
		return false
	}
	return lastHolder(d, d.Table.Row.ID, d.Seat.No) == d.Player.ID
}

// askOfChair returns the question whether the sender wants the chair that they were invited to and in which a bot has begun
// for them; 0 if this is no answer to such an invitation.
func askOfChair(d *desk.Desk) int64 {
	if d.Ref.Purpose != model.ForInvite || d.Player == nil {
		return 0
	}
	t := table.FindTable(d.W, d.Ref.Match)
	if t == nil || !t.Row.Phase.InPlay() {
		return 0
	}
	s := t.Seat(d.Ref.Seat)
	if s == nil || s.State != model.SeatBot || s.Player != 0 {
		return 0
	}
	if o := t.OfferOf(s); o != nil && o.Player == d.Player.ID && o.By == model.OfferHost {
		return o.Ask
	}
	return 0
}

// toWatcher reports whether the letter answers one to somebody who only watches the match.
func toWatcher(d *desk.Desk) bool {
	return d.Ref != nil && d.Ref.Match != 0 &&
		(d.Ref.Purpose == model.ForWatch || d.Ref.Purpose == model.ForStop && d.Ref.Seat == model.NoSeat)
}

// byName handles a letter without a reference, for which only the sender says whose it is.
func byName(d *desk.Desk, address *model.Address) {
	switch ours := d.Ref != nil && d.Ref.Purpose == model.ForAnybody && d.Player != nil && d.Ref.Step == d.Player.ID; {
	case d.Letter.Trust == model.TrustProved:
		d.Proof = model.ProofVouched
	case ours || d.Letter.SentTo != "" && strings.EqualFold(d.Letter.SentTo, d.From):
		d.Proof = model.ProofMatching
	default:
		d.Proof = model.ProofBare
	}
	id := ownMatch(d)
	if id == 0 && d.Letter.Match() != 0 && d.Ref == nil && lostInRestore(d) {
		return
	}
	if id != 0 {
		d.TurnToMatch(id)
	}
	d.Ref = nil
	unsubscribing(d)
	// A stranger whom nobody vouches for gets an answer only to a command of the house: most such mail is not meant for us,
	// and often its sender did not write it.
	commands := func(l speech.Line) bool { return d.Read(l.Folded).Kind == speech.HouseWord }
	if d.Proof < model.ProofMatching && d.Player == nil && !slices.ContainsFunc(d.Letter.Lines, commands) {
		d.End(model.LetterDrop, "a stranger's letter without a word for the house")
		return
	}
	if d.Proof >= model.ProofMatching && address != nil && !address.Proved {
		address.Proved = true
		d.W.SaveAddress(*address)
	}
	carryOut(d)
}

// ownMatch returns the match that a letter without a token is about: the one it names, if the sender sits
// there or it is an open lobby, otherwise the sender's only match, which for "rematch" is the only one at all; 0 if
// there is none, or if the letter is about a league.
func ownMatch(d *desk.Desk) int64 {
	first := ""
	if len(d.Letter.Lines) > 0 {
		first = d.Letter.Lines[0].Folded
	}
	if named := d.Letter.Match(); named != 0 {
		if t := table.FindTable(d.W, named); t != nil && d.MayChooseMatch(t, first) {
			return named
		}
		return 0
	}
	if d.Player != nil {
		ids := d.OwnMatches()
		switch d.Read(d.InEnglish(first)).Word {
		case "rematch":
			ids = d.W.MatchesOf(d.Player.ID)
		case "league", "leagues", "standings":
			return 0
		}
		if len(ids) == 1 {
			return ids[0]
		}
	}
	return 0
}

// isUnsubscribeOnly reports whether a letter came to our unsubscribe address and nobody may be answered: it is obeyed like
// the link, whoever wrote it and whatever it says. Whose address has answered before gets a receipt.
func isUnsubscribeOnly(d *desk.Desk, address *model.Address) bool {
	if d.Letter.Ref == nil || d.Letter.Ref.Purpose != model.ForStop {
		return false
	}
	ours := address != nil && address.Proved && !address.Barred && (d.Letter.Ref.Step == address.Player || d.Letter.Ref.Step == 0)
	return !ours || d.Letter.Machine || d.Letter.Trust == model.TrustForged
}

// stopUnanswered obeys a letter to the unsubscribe address without a word. "back" undoes it.
func stopUnanswered(d *desk.Desk) {
	if d.Letter.Ref.Seat >= 0 && !d.FindMatch(d.Letter.Ref.Match) {
		d.End(model.LetterDrop, "what it answers is gone")
		return
	}
	if err := table.StopMailByToken(d.W, *d.Letter.Ref); err != nil {
		d.End(model.LetterDrop, "what it answers is gone")
		return
	}
	d.End(model.LetterApply, "no more mail")
}

// unsubscribing replaces the lines of a letter that only asks for no more mail by the right command. A letter
// to the unsubscribe address in our headers may say anything, because mail programs fill it in themselves.
func unsubscribing(d *desk.Desk) {
	if asked := d.Ref != nil && d.Ref.Purpose == model.ForStop; !asked && !unsubscribes(d) {
		return
	}
	word := "stop"
	named := slices.ContainsFunc(d.Letter.Lines, func(l speech.Line) bool { return l.Match != 0 })
	switch {
	case desk.IsRefereeWriting(d) && (d.Ref == nil || d.Ref.Purpose != model.ForWatch):
	case toWatcher(d):
		word = fmt.Sprintf("watch #%d off", d.Ref.Match)
	case d.Seat != nil && d.Seat.State == model.SeatInvited, offered(d):
		word = "block"
	case d.Seat == nil && (d.Table != nil || named):
		return // the match it names is not theirs, and no other was meant
	case d.Seat == nil && d.Player == nil:
		word = "block" // a stranger who wants no invitations
	case d.Seat == nil:
		stopAll(d)
		return
	}
	d.Letter.Lines, d.Letter.Trouble = []speech.Line{{Raw: word, Folded: word}}, nil
}

// offered reports whether the letter answers the offer of a seat.
func offered(d *desk.Desk) bool {
	return d.Seat == nil && d.Ref != nil && d.Ref.Purpose == model.ForAsk && d.Ref.Match != 0
}

// unsubscribes reports whether a letter says nothing but that no more mail is wanted. Its subject counts if
// no line is a command.
func unsubscribes(d *desk.Desk) bool {
	l := d.Letter
	if d.ByKey() || l.Trouble != nil {
		return false
	}
	var rows []string
	changes := false
	for i, line := range l.Lines {
		if line.Quoted || alsoAct(d, line) {
			return false // somebody else may have written it, or it may end a turn
		}
		if speech.IsGreeting(line.Raw, d.Lang) || i > 0 && speech.IsSignature(line.Raw) ||
			speech.IsNameOrPart(line.Raw, l.Display) {
			continue
		}
		rows = append(rows, line.Raw)
		changes = changes || ReadLine(d, line).Kind != speech.Aside
	}
	said := strings.Join(rows, " ")
	// "stop" alone means mail in a letter, but may mean anything in a subject. "no more" and "basta" may be about moves.
	stops := strings.Contains(engine.NormaliseText(said), "stop") && speech.IsUnsubscribe(said+" mail")
	return stops || speech.IsUnsubscribe(said) || !changes && speech.IsUnsubscribe(l.Subject)
}

// stopAll makes the letter stop the mail about each of its player's matches or, if there are none, all
// invitations.
func stopAll(d *desk.Desk) {
	lines := engine.MapList(d.W.MatchesOf(d.Player.ID), func(id int64) speech.Line {
		return speech.Line{Raw: fmt.Sprintf("#%d stop", id), Folded: "stop", Match: id}
	})
	if len(lines) == 0 {
		lines = append(lines, speech.Line{Raw: "block", Folded: "block"})
	}
	d.Letter.Lines, d.Letter.Trouble, d.Letter.Unsubscribes = lines, nil, true
}
