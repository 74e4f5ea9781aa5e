package house

import (
	"encoding/json"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// yesOrNo takes the answer to a question off the front of a letter and carries
// it out; lines that are no answer come back as they are.
func yesOrNo(d *desk, lines []command.Line) []command.Line {
	if greets(lines) {
		d.record(lines[0], answer{state: model.LineAside})
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return lines
	}
	yes, no := yes(d, lines[0])
	block := atInvite(d) && lines[0].Folded == "block"
	if !yes && !no && !block {
		d.unanswered = d.ref != nil && d.ref.Purpose == ForAsk || atInvite(d)
		stepOfAsk(d)
		return lines
	}
	if lines[0].Quoted {
		d.record(lines[0], nobodys(lines[0]))
		d.unread(lines[1:])
		return nil
	}
	if atInvite(d) {
		a := answerInvite(d, yes, block)
		d.record(lines[0], a)
		return lines[1:]
	}
	if d.ref != nil && d.ref.Purpose == ForTurn && len(lines) > 1 {
		return lines // "ok" above a move is no answer to anything
	}
	if of, lost := d.lostStep(); lost {
		d.record(lines[0], d.lateLost(of))
		d.unread(lines[1:])
		return nil
	}
	ask, elsewhere := question(d)
	if ask == nil && len(lines) > 1 {
		return lines
	}
	if ask == nil {
		why := "house.nothing-asked"
		if elsewhere {
			why = "house.answer-its-letter"
		}
		d.record(lines[0], refuse(why))
		d.unread(lines[1:])
		return nil
	}
	a := answerAsk(d, ask, yes)
	d.record(lines[0], a)
	return lines[1:]
}

// greets says that the first line is a greeting above others.
func greets(lines []command.Line) bool {
	return len(lines) > 1 && command.Ungreeted(lines[0].Folded) == ""
}

// yes reads a line as an answer, in English and as it was written: "avec" is a word of command,
// "avec plaisir" none.
func yes(d *desk, line command.Line) (yes, no bool) {
	if yes, no = command.YesNo(line.Folded); yes || no || line.Block {
		return yes, no
	}
	return command.YesNo(d.house.Fold(line.Raw))
}

// atInvite says that the letter answers an invitation, or what the house said to
// somebody who has not answered theirs yet.
func atInvite(d *desk) bool {
	if d.ref != nil && d.ref.Purpose == ForInvite {
		return true
	}
	return d.seat != nil && d.seat.State == model.SeatInvited && (d.ref != nil || d.proof == Vouched) &&
		(d.ref == nil || d.ref.Purpose == ForTurn)
}

// stillAsked reminds whoever answered a question by talk alone that it is open.
func stillAsked(d *desk) {
	if !d.unanswered {
		return
	}
	for _, l := range d.receipt.Lines {
		if l.State != model.LineAside && (d.seat != nil || l.State != model.LineRefused && l.State != model.LineUnread) {
			return
		}
	}
	d.receipt.Says = append(d.receipt.Says, say("house.still-asked"))
}

// stepOfAsk lets a move answer a letter that asked something: it counts for
// the step at which it was asked.
func stepOfAsk(d *desk) {
	if d.ref == nil || d.ref.Purpose != ForAsk {
		return
	}
	step := 0
	if ask := world.Get(d.w, world.Ask{ID: d.ref.Step}); ask != nil {
		var at lateMove
		if json.Unmarshal(ask.Params, &at) == nil {
			step = at.Step
		}
	}
	if step == 0 || d.seat == nil {
		d.ref = nil
		return
	}
	d.ref = &Ref{Match: d.table.Row.ID, Seat: d.seat.No, Purpose: ForTurn, Step: int64(step)}
}

// question is the ask a yes answers: the one of the letter it answers, or, where somebody
// vouches for the sender, their only open one. elsewhere says that a question is open which
// the yes does not answer, since it did not come by the letter that asked. A program's key
// answers only what it asked itself, whether a late move is still meant.
func question(d *desk) (ask *model.Ask, elsewhere bool) {
	if d.ref != nil && d.ref.Purpose == ForAsk && d.proof >= Matching && !d.released {
		ask = world.Get(d.w, world.Ask{ID: d.ref.Step})
		return ask, false
	}
	if d.player == nil {
		return nil, false
	}
	open := world.Get(d.w, world.OpenAsks{Player: d.player.ID})
	if d.proof != Vouched || d.released {
		return nil, len(open) > 0
	}
	var found *model.Ask
	for i := range open {
		if d.byKey() && open[i].Kind != model.AskLate {
			continue
		}
		if d.table != nil && open[i].Match != d.table.Row.ID || open[i].Kind == model.AskAddress || open[i].Kind == model.AskSlip {
			continue // a second address answers for itself, and a slip is no question
		}
		if found != nil {
			return nil, true
		}
		found = &open[i]
	}
	return found, false
}

func answerAsk(d *desk, ask *model.Ask, yes bool) answer {
	if d.table == nil && ask.Match != 0 {
		d.at(ask.Match)
	}
	if ask.Kind == model.AskSeat {
		return answerOffer(d, ask, yes)
	}
	if ask.Answer != "" || d.now().After(ask.LapsesAt) {
		return refuse("house.ask-gone", "answer", string(ask.Answer))
	}
	if d.table != nil {
		d.touch()
	}
	ask.Answer = model.AnswerNo
	if yes {
		ask.Answer = model.AnswerYes
	}
	d.w.SaveAsk(*ask)
	switch {
	case ask.Kind == model.AskVote && d.seat == nil:
		return refuse("house.not-seated", "match", int(ask.Match))
	case ask.Kind == model.AskVote:
		return vote(d, ask, yes)
	case ask.Kind == model.AskLeague:
		return answerLeague(d, ask, yes)
	case ask.Kind == model.AskAddress:
		return keepSecond(d, ask, yes)
	case ask.Kind == model.AskHeld && !yes:
		unhold(d, ask)
		return done(say("house.held-dropped"))
	case !yes:
		return done(say("house.left-so"))
	case ask.Kind == model.AskHeld:
		return release(d, ask)
	case ask.Kind == model.AskLate:
		return playLate(d, ask)
	case ask.Kind == model.AskRally:
		return joinRally(d)
	case ask.Kind == model.AskDeed:
		return deed(d, ask)
	}
	return refuse("house.nothing-asked")
}

// playLate plays a move offered again after its step was past.
func playLate(d *desk, ask *model.Ask) answer {
	var l lateMove
	if err := json.Unmarshal(ask.Params, &l); err != nil {
		panic(world.Fault{Err: err})
	}
	d.ref = nil
	return PlayLine(d, []command.Line{{Raw: l.Bound, Folded: strings.ToLower(l.Bound)}}, nil)
}

// confirm is the params of an ask of kind "deed": a word that cannot be undone.
type confirm struct {
	Line command.Line `json:"line"`
	Step int          `json:"step"`
}

// sureFirst asks before a deed that cannot be undone; the yes runs the same
// line again with d.sure set.
func (d *desk) sureFirst(line command.Line, what engine.Phrase) answer {
	if d.page {
		d.unsure = &line
		return told(what)
	}
	step := 0
	if d.seat != nil && d.table != nil {
		step = d.step()
	}
	if d.player == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	id := d.asked(d.player.ID, d.from, model.AskDeed, heldFor, confirm{Line: line, Step: step})
	d.receipt.Ask = id
	return told(what, say("house.say-yes"))
}

func deed(d *desk, ask *model.Ask) answer {
	var c confirm
	if err := json.Unmarshal(ask.Params, &c); err != nil {
		panic(world.Fault{Err: err})
	}
	d.sure = true
	r := d.read(c.Line.Folded)
	if c.Line.Block {
		r = command.Reading{Kind: command.HouseWord, Word: "say"}
	}
	if r.Kind != command.HouseWord {
		return refuse("house.nothing-asked")
	}
	return houseWord(d, c.Line, r)
}
