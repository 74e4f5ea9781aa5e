package letter

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/lobby"
	"pitpost.example/house/people"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// yesOrNo carries out a letter's answer to a question, if it begins with one, and returns the lines that are
// left.
func yesOrNo(d *desk.Desk, lines []speech.Line) []speech.Line {
	if BeginsWithGreeting(lines) {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return lines
	}
	of := asked(d)
	yes, no := readAnswer(d, of, lines)
	block := atInvite(d) && lines[0].Folded == "block"
	if agrees(d, of, lines[0]) {
		d.Record(speech.Line{Raw: "yes", Folded: "yes"}, answerAsk(d, of, true))
		return lines
	}
	if !yes && !no && !block {
		unanswered(d, of)
		return lines
	}
	if lines[0].Quoted {
		return stopAt(d, lines, RefuseMaybeQuoted(lines[0]))
	}
	if atInvite(d) {
		d.Record(lines[0], lobby.AnswerInvitation(d, yes, block))
		return lines[1:]
	}
	if d.Ref != nil && d.Ref.Purpose == model.ForTurn && len(lines) > 1 {
		return lines // "ok" above a move answers no question
	}
	if of, lost := d.LostStep(); lost {
		return stopAt(d, lines, d.AnswerLostStep(of))
	}
	ask, elsewhere := question(d)
	if len(lines) == 1 && settles(d, lines[0], yes) {
		return nil
	}
	if ask == nil && (len(lines) > 1 || speech.IsPicturesOnly(lines[0].Raw)) {
		return lines
	}
	if ask == nil {
		why := "house.nothing-asked"
		if elsewhere {
			why = "house.answer-its-letter"
		}
		return stopAt(d, lines, desk.Refuse(why))
	}
	d.Record(lines[0], answerAsk(d, ask, yes))
	return lines[1:]
}

// readAnswer reads the answer at the front of lines to a question; of is nil if the letter answers none that is known.
func readAnswer(d *desk.Desk, of *model.Ask, lines []speech.Line) (yes, no bool) {
	yes, no = BeginsWithYes(d, lines)
	switch {
	case lines[0].Block:
		return yes, no
	case atInvite(d) || of.Invites():
		yes, no = toInvite(d, lines)
	}
	if !yes && !no {
		yes, no = saysWhose(d, of, lines[0])
	}
	switch {
	case yes || no:
	case asksOnlyThat(of):
		return speech.ReadAnswerTo(lines[0].Raw, d.Lang)
	case of == nil && len(lines) == 1 && saysNothingElse(lines[0]) && play.WaitingMoves(d) != nil: // "yes please do it now"
		yes, _ = speech.ReadAnswerTo(lines[0].Raw, d.Lang)
	}
	return yes, no
}

// saysNothingElse reports whether a line is no move, comes close to none, and takes none back.
func saysNothingElse(line speech.Line) bool {
	return !line.Heard && !line.Corrects && len(line.Maybe) == 0 && !line.Touches
}

// asksOnlyThat reports whether a question asks for nothing but a yes or a no, and what it asks about can be said again: whether a letter
// is its reader's, and what a table votes on.
func asksOnlyThat(ask *model.Ask) bool {
	return ask != nil && ask.Answer == "" && (ask.Kind == model.AskHeld || ask.Kind == model.AskVote)
}

// unanswered notes that a letter says neither yes nor no to what it was asked.
func unanswered(d *desk.Desk, of *model.Ask) {
	d.Unanswered = d.Ref != nil && d.Ref.Purpose == model.ForAsk || atInvite(d)
	if of != nil && of.Answer == "" {
		d.StillOpen = of
	}
	if of != nil && of.Kind == model.AskLeague { // its reader may know nothing of the league
		d.AskedOf = leagues.RepeatInvitation(d, of)
	}
	stepOfAsk(d, of)
}

// settles carries out a yes or a no to what waits and can still be taken back. It is none if it may answer a question, which
// a reaction to a letter about the turn does not; a no then lets what waits do so longer.
func settles(d *desk.Desk, line speech.Line, yes bool) bool {
	if play.WaitingMoves(d) == nil || !d.May(speech.ToChange) || d.Ref != nil && d.Ref.Purpose == model.ForAsk {
		return false
	}
	others := func(a model.Ask) bool { return a.Kind != model.AskAddress && a.Kind != model.AskOpen }
	if speech.IsPicturesOnly(line.Raw) {
		others = func(a model.Ask) bool { return ofOwnWords(a.Kind) && a.Match == d.MatchID() }
	}
	if slices.ContainsFunc(d.W.OpenAsks(d.Player.ID), others) {
		if !yes {
			play.ProlongWait(d)
		}
		return false
	}
	d.Record(line, play.SettleWaiting(d, line, yes))
	return true
}

// agrees reports whether a line says yes to a question before its move, "Yes, and I discard 2": one whether something is meant
// that leaves moves as they are. A yes to any other question stands on a line of its own.
func agrees(d *desk.Desk, ask *model.Ask, line speech.Line) bool {
	at := strings.IndexAny(line.Raw, ",.!;:")
	if !line.Heard || line.Quoted || at < 0 || ask == nil || ask.Kind != model.AskDeed {
		return false
	}
	if d.Proof < model.ProofMatching || d.Released {
		return false
	}
	of := world.DecodeJSON[desk.Confirm]("what was asked about", ask.Params)
	yes, _ := BeginsWithYes(d, []speech.Line{{Raw: line.Raw[:at]}})
	return yes && of.Wish && speech.LeavesMoves(of.Line)
}

// toInvite reads the answer to an invitation in the letter's language and then in all others, because a guest
// may be writing to us for the first time and has set no language.
func toInvite(d *desk.Desk, lines []speech.Line) (yes, no bool) {
	said := strings.Join(engine.MapList(lines, func(l speech.Line) string { return l.Raw }), "\n")
	answer := speech.ReadInvitationAnswer(said, d.Lang)
	for _, l := range speech.Languages() {
		if answer == speech.NoAnswer {
			answer = speech.ReadInvitationAnswer(said, l.Code)
		}
	}
	if answer == speech.NoAnswer {
		return speech.ReadYesNo(lines[0].Raw)
	}
	return answer == speech.Yes, answer == speech.No
}

// BeginsWithGreeting reports whether the first of several lines is only a greeting.
func BeginsWithGreeting(lines []speech.Line) bool {
	return len(lines) > 1 && speech.StripGreeting(lines[0].Folded) == ""
}

// BeginsWithYes reports whether lines begin with a yes or a no. Commands, what is offered, thanks and a name may follow; any other words
// after it mean that the first line was no answer. A line that is the player's own name is no answer either.
func BeginsWithYes(d *desk.Desk, lines []speech.Line) (yes, no bool) {
	if len(lines) == 0 || lines[0].Block || d.Seat != nil && engine.NormaliseText(lines[0].Raw) == engine.NormaliseText(d.Seat.Name) {
		return false, false
	}
	if yes, no = speech.ReadYesNo(lines[0].Raw, d.Lang); !yes && !no && d.Lang == "en" { // they may never have chosen a language
		yes, no = speech.ReadYesNo(lines[0].Raw)
	}
	if !yes && !no {
		return false, false
	}
	thanked := false
	for _, line := range lines[1:] {
		switch {
		case speech.IsSmallTalk(line.Raw, d.Lang):
			thanked = true
		case line.Heard, line.Meant != "", len(line.Maybe) > 0 && !line.Unsaid && !line.Corrects: // "I'm away next week"
		case thanked && len(strings.Fields(line.Raw)) <= 3: // a name after thanks
		case d.Seat != nil && strings.EqualFold(strings.Trim(line.Raw, " -–."), d.Seat.Name):
		case ReadLine(d, line).Kind == speech.Aside:
			return false, false
		}
	}
	return yes, no
}

// atInvite reports whether the letter answers an invitation, or a letter to a seat whose invitation is still
// open.
func atInvite(d *desk.Desk) bool {
	if d.Ref != nil && d.Ref.Purpose == model.ForInvite {
		return true
	}
	invited := d.Seat != nil && d.Seat.State == model.SeatInvited
	if d.Ref == nil {
		return invited && d.Proof == model.ProofVouched
	}
	return invited && d.Ref.Purpose == model.ForTurn
}

// asked returns the question whose letter this one answers; nil if it answers none, or none that is known.
func asked(d *desk.Desk) *model.Ask {
	if d.Ref == nil || d.Ref.Purpose != model.ForAsk {
		return nil
	}
	return d.W.Ask(d.Ref.Step)
}

// stillAsked adds to the receipt that a question is still open, if the letter that answered it held only
// talk. A guest may also have asked something about the match.
func stillAsked(d *desk.Desk) {
	if !d.Unanswered {
		return
	}
	talk := !slices.ContainsFunc(d.Receipt.Lines, func(l notice.Answered) bool {
		return l.State != model.LineAside && (d.Seat != nil || l.State != model.LineRefused && l.State != model.LineUnread)
	})
	switch r := &d.Receipt; {
	case !atInvite(d) || d.Seat == nil:
		if talk {
			r.Says = append(append(r.Says, engine.Say("house.still-asked")), d.AskedOf...)
			if d.StillOpen != nil && r.Ask == 0 {
				r.Ask, r.Chips = d.StillOpen.ID, append(r.Chips, "yes", "no")
			}
		}
		if d.Table == nil { // there is nobody whom the house could tell
			r.Lines = slices.DeleteFunc(r.Lines, func(l notice.Answered) bool { return l.State == model.LineAside })
		}
	case d.Seat.State != model.SeatInvited:
	case talk: // it may ask "What is this?", "Is it free?" or "Can I tell you on Sunday?"
		r.Lines, r.Says = nil, append(append(r.Says, engine.Say("house.still-open")), d.Table.Invite(d.Seat)...)
		r.Chips = []string{"yes", "no", "status", "rules"}
	case r.Ask == 0 && !slices.ContainsFunc(r.Lines, func(l notice.Answered) bool { return l.State != model.LineShown && l.State != model.LineAside }):
		r.Says = append(r.Says, engine.Say("house.invite-answers"), d.Table.InviteUntil())
		r.Chips = append(r.Chips, "yes", "no")
	}
}

// stepOfAsk makes a move in answer to a question count for the step that the question was about. ask is nil if it is not
// known any more.
func stepOfAsk(d *desk.Desk, ask *model.Ask) {
	if d.Ref == nil || d.Ref.Purpose != model.ForAsk {
		return
	}
	d.Ref = nil
	var at desk.LateMove
	if ask != nil && d.Seat != nil && json.Unmarshal(ask.Params, &at) == nil && at.Step != 0 {
		d.Ref = &model.Ref{Match: d.Table.Row.ID, Seat: d.Seat.No, Purpose: model.ForTurn, Step: int64(at.Step)}
	}
}

// question returns the ask that a yes or no answers: the one whose letter it replies to or, if somebody
// vouches for the sender, their only open one. elsewhere reports that a question is open but the letter is no
// answer to it. A program's key can only answer questions about late moves, which it was asked itself. A page shows
// what was asked about the last line written there, so of such questions a "yes" there means the latest.
func question(d *desk.Desk) (ask *model.Ask, elsewhere bool) {
	if d.Ref != nil && d.Ref.Purpose == model.ForAsk && d.Proof >= model.ProofMatching && !d.Released {
		return asked(d), false
	}
	if d.Player == nil {
		return nil, false
	}
	open := slices.DeleteFunc(d.W.OpenAsks(d.Player.ID), func(ask model.Ask) bool {
		// A second address answers for itself, and what is open was answered before.
		return ask.Kind == model.AskAddress || ask.Kind == model.AskOpen || ask.Kind == model.AskForget
	})
	if d.Proof != model.ProofVouched || d.Released {
		return nil, len(open) > 0
	}
	var found *model.Ask
	if d.Letter != nil && d.Letter.Door == model.DoorPage {
		found = askedOnPage(d, open)
		open = slices.DeleteFunc(open, func(ask model.Ask) bool { return ofOwnWords(ask.Kind) })
	}
	for i := range open {
		switch ask := &open[i]; {
		case d.ByKey() && ask.Kind != model.AskLate, ask.Kind == model.AskMeant && !play.IsStillMeant(d, ask):
		case ask.Kind == model.AskDeed && world.DecodeJSON[desk.Confirm]("what was asked about", ask.Params).Wish:
		case d.Table != nil && ask.Match != d.Table.Row.ID:
		case found != nil:
			return nil, true
		default:
			found = ask
		}
	}
	return found, false
}

// ofOwnWords reports whether a question is about what its reader wrote.
func ofOwnWords(kind model.AskKind) bool {
	return kind == model.AskLate || kind == model.AskMeant || kind == model.AskDeed
}

// askedOnPage returns the latest question about what the player wrote in this match, nil if there is none or it is no
// longer on the page.
func askedOnPage(d *desk.Desk, open []model.Ask) (last *model.Ask) {
	for _, ask := range open {
		if ofOwnWords(ask.Kind) && ask.Match == d.MatchID() && (last == nil || ask.ID > last.ID) {
			last = &ask
		}
	}
	if last != nil && d.Now().Sub(last.AskedAt) > time.Hour {
		return nil
	}
	return last
}

func answerAsk(d *desk.Desk, ask *model.Ask, yes bool) desk.Result {
	if d.Table == nil && ask.Match != 0 {
		d.TurnToMatch(ask.Match)
	}
	if ask.Kind == model.AskSeat {
		return seats.AnswerOffer(d, ask, yes)
	}
	if ask.Answer != "" || d.Now().After(ask.LapsesAt) || ask.Kind == model.AskMeant && !play.IsStillMeant(d, ask) {
		return desk.Refuse("house.ask-gone", "answer", string(ask.Answer))
	}
	if d.Table != nil {
		d.NoteChanged(d.Table)
	}
	d.W.Answer(ask, map[bool]model.Answer{true: model.AnswerYes, false: model.AnswerNo}[yes])
	switch {
	case ask.Kind == model.AskVote && d.Seat == nil:
		return desk.Refuse("house.not-seated", "match", int(ask.Match))
	case ask.Kind == model.AskVote:
		var said desk.Result
		d.Passed, said = acts.CountVote(d, ask)
		return carryPassed(d, said)
	case ask.Kind == model.AskLeague:
		return leagues.AnswerInvitation(d, ask, yes)
	case ask.Kind == model.AskReferee:
		return lobby.AnswerRefereeOffer(d, ask, yes)
	case ask.Kind == model.AskReport:
		return people.ReportRead(d, ask)
	case ask.Kind == model.AskAddress:
		return keepSecond(d, ask, yes)
	case ask.Kind == model.AskHeld && !yes:
		restartClock(d, ask)
		return desk.AnswerDone(engine.Say("house.held-dropped"))
	case !yes:
		return desk.AnswerDone(engine.Say("house.left-so"))
	case ask.Kind == model.AskForget:
		return confirmForgetting(d)
	case ask.Kind == model.AskWhose:
		return playTheirs(d, ask)
	case ask.Kind == model.AskHeld:
		return release(d, ask)
	case ask.Kind == model.AskLate, ask.Kind == model.AskMeant:
		d.Ref = nil // the step of its letter is over, and play would ask again
		l := world.DecodeJSON[desk.LateMove]("a late move", ask.Params)
		return play.PlayLine(d, []speech.Line{{Raw: l.Bound, Folded: strings.ToLower(l.Bound)}}, nil)
	case ask.Kind == model.AskRally:
		return lobby.JoinRally(d)
	case ask.Kind == model.AskDeed:
		return confirmed(d, ask)
	}
	return desk.Refuse("house.nothing-asked")
}

func confirmed(d *desk.Desk, ask *model.Ask) desk.Result {
	c := world.DecodeJSON[desk.Confirm]("what was asked about", ask.Params)
	d.Sure = true
	defer func() { d.Sure = false }() // the lines below the yes are not confirmed
	r := d.Read(c.Line.Folded)
	if c.Line.Block {
		r = speech.Reading{Kind: speech.HouseWord, Word: "say"}
	}
	if r.Kind != speech.HouseWord {
		return desk.Refuse("house.nothing-asked")
	}
	if r.Word == "concede" && d.Table != nil && c.Deal != d.Table.Match.Deals {
		return desk.Refuse("house.ask-gone", "answer", "") // the round that they would have given up is over
	}
	return houseWord(d, c.Line, r)
}
