package house

import (
	"encoding/json"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// second begins to take the address of a released letter for its owner's. Where its server
// vouched for the letter it is theirs at once; else the address is asked too, and is theirs
// from its own answer on, so that nobody is lent the name of somebody else.
func second(d *desk, ask *model.Ask, h held) answer {
	known, _ := d.w.PlayerByAddress(h.From)
	switch {

	case known != nil || h.Ref == nil:
		return done(say("house.held-released-self"))
	case h.Vouched:
		d.w.Do(world.AddAddress{Address: model.Address{Address: h.From, Player: ask.Player, Proved: true, Display: h.Display}})
		return done(say("house.held-released"))
	}
	askSecond(d, ask.Player, h)
	return done(say("house.held-released-asked"))
}

// askSecond asks an address whether it reads this mail, once at a time. The question names
// no match: whoever reads there may have nothing to do with it.
func askSecond(d *desk, player int64, h held) {
	open := world.Get(d.w, world.OpenAsks{Player: player})
	for _, other := range open {
		if other.Kind == model.AskAddress && strings.EqualFold(other.Address, h.From) {
			return
		}
	}
	if n := world.Get(d.w, world.AsksThisHour{Address: h.From}); n >= heldAnHour {
		return
	}
	if !d.mayAsk(h.From) {
		return
	}
	id := d.w.NewAsk(model.Ask{Player: player, Address: h.From, Kind: model.AskAddress, Params: notice.Params(h.Display),
		AskedAt: d.now(), LapsesAt: d.now().Add(heldFor)})
	d.w.Queue(model.Notice{Key: "address:" + itoa(id), Player: player, Address: h.From, Purpose: model.PurposeAsk, Params: notice.Params(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: say("house.second-subject"), Lines: []engine.Phrase{say("house.second")}})})
}

// answersSecond takes a letter from an address that nobody is known by yet, in answer to
// the question whether it is a player's too; false for any other letter. Nothing else in it
// is carried out in that player's name.
func answersSecond(d *desk) bool {
	if d.ref.Purpose != ForAsk || d.player != nil {
		return false
	}
	ask := world.Get(d.w, world.Ask{ID: d.ref.Step})
	if ask == nil || ask.Kind != model.AskAddress || !strings.EqualFold(ask.Address, d.from) {
		return false
	}
	yes, no := false, false
	if len(d.letter.Lines) > 0 {
		yes, no = command.YesNo(d.letter.Lines[0].Folded)
	}
	if !yes && !no || d.letter.Trouble != nil {
		byName(d, nil)
		return true
	}
	d.proof = Matching
	a := answerAsk(d, ask, yes)
	d.record(d.letter.Lines[0], a)
	d.unread(d.letter.Lines[1:])
	conclude(d)
	return true
}

// keepSecond takes a second address's own answer.
func keepSecond(d *desk, ask *model.Ask, yes bool) answer {
	known, _ := d.w.PlayerByAddress(ask.Address)
	switch {

	case !yes:
		return done(say("house.second-dropped"))
	case known != nil && known.ID != ask.Player:
		return refuse("house.nothing-asked")
	case known == nil:
		d.w.Do(world.AddAddress{Address: model.Address{Address: ask.Address, Player: ask.Player, Proved: true, Display: displayOf(ask)}})
	}
	return done(say("house.second-kept"))
}

func displayOf(ask *model.Ask) string {
	var display string
	if err := json.Unmarshal(ask.Params, &display); err != nil {
		return "" // a name is no reason to turn an address away
	}
	return display
}

// formerly ends the letter of somebody to whom letters about the seat once went and whose
// seat it is no more. Whoever sits there now is not asked about it.
func formerly(d *desk) bool {
	if d.table == nil || d.seat == nil || d.ref.Purpose == ForAsk {
		return false
	}
	was := world.Get(d.w, world.WroteTo{Match: d.table.Row.ID, Seat: d.seat.No, Player: d.player.ID})
	if !was {
		return false
	}
	gone := []engine.Phrase{say("house.not-seated", "match", int(d.table.Row.ID))}
	left := world.Get(d.w, world.SeatsLeft{Player: d.player.ID})
	for _, c := range left {
		if c.Match == d.table.Row.ID && c.Seat == d.seat.No && c.Why == model.LeftGiven {
			gone = givenAway(d.table, d.seat.Name)
		}
	}
	d.table, d.seat = nil, nil // the receipt tells nothing of the match
	note := d.w.Letter()
	note.Match, note.Seat, note.Step = 0, 0, 0
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused, Says: gone})
	queueReceipt(d)
	d.end(model.LetterRefuse, "the seat is another player's now")
	return true
}
