package house

import (
	"encoding/json"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// second begins to take the address of a released letter for its owner's. Where its server
// vouched for the letter it is theirs at once; else the address is asked too, and is theirs
// from its own answer on, so that nobody is lent the name of somebody else.
func second(d *desk.Desk, ask *model.Ask, h held) desk.Answer {
	known, _ := d.W.PlayerByAddress(h.From)
	switch {

	case known != nil || h.Ref == nil:
		return desk.Done(table.Say("house.held-released-self"))
	case h.Vouched:
		d.W.Do(world.AddAddress{Address: model.Address{Address: h.From, Player: ask.Player, Proved: true, Display: h.Display}})
		return desk.Done(table.Say("house.held-released"))
	}
	askSecond(d, ask.Player, h)
	return desk.Done(table.Say("house.held-released-asked"))
}

// askSecond asks an address whether it reads this mail, once at a time. The question names
// no match: whoever reads there may have nothing to do with it.
func askSecond(d *desk.Desk, player int64, h held) {
	open := world.Get(d.W, world.OpenAsks{Player: player})
	for _, other := range open {
		if other.Kind == model.AskAddress && strings.EqualFold(other.Address, h.From) {
			return
		}
	}
	if n := world.Get(d.W, world.AsksThisHour{Address: h.From}); n >= heldAnHour {
		return
	}
	if !d.MayAsk(h.From) {
		return
	}
	id := d.W.NewAsk(model.Ask{Player: player, Address: h.From, Kind: model.AskAddress, Params: notice.Params(h.Display),
		AskedAt: d.Now(), LapsesAt: d.Now().Add(desk.HeldFor)})
	d.W.Queue(model.Notice{Key: "address:" + table.Itoa(id), Player: player, Address: h.From, Purpose: model.PurposeAsk, Params: notice.Params(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: table.Say("house.second-subject"), Lines: []engine.Phrase{table.Say("house.second")}})})
}

// answersSecond takes a letter from an address that nobody is known by yet, in answer to
// the question whether it is a player's too; false for any other letter. Nothing else in it
// is carried out in that player's name.
func answersSecond(d *desk.Desk) bool {
	if d.Ref.Purpose != desk.ForAsk || d.Player != nil {
		return false
	}
	ask := world.Get(d.W, world.Ask{ID: d.Ref.Step})
	if ask == nil || ask.Kind != model.AskAddress || !strings.EqualFold(ask.Address, d.From) {
		return false
	}
	yes, no := false, false
	if len(d.Letter.Lines) > 0 {
		yes, no = command.YesNo(d.Letter.Lines[0].Folded)
	}
	if !yes && !no || d.Letter.Trouble != nil {
		byName(d, nil)
		return true
	}
	d.Proof = desk.Matching
	a := answerAsk(d, ask, yes)
	d.Record(d.Letter.Lines[0], a)
	d.Unread(d.Letter.Lines[1:])
	conclude(d)
	return true
}

// keepSecond takes a second address's own answer.
func keepSecond(d *desk.Desk, ask *model.Ask, yes bool) desk.Answer {
	known, _ := d.W.PlayerByAddress(ask.Address)
	switch {

	case !yes:
		return desk.Done(table.Say("house.second-dropped"))
	case known != nil && known.ID != ask.Player:
		return desk.Refuse("house.nothing-asked")
	case known == nil:
		d.W.Do(world.AddAddress{Address: model.Address{Address: ask.Address, Player: ask.Player, Proved: true, Display: displayOf(ask)}})
	}
	return desk.Done(table.Say("house.second-kept"))
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
func formerly(d *desk.Desk) bool {
	if d.Table == nil || d.Seat == nil || d.Ref.Purpose == desk.ForAsk {
		return false
	}
	was := world.Get(d.W, world.WroteTo{Match: d.Table.Row.ID, Seat: d.Seat.No, Player: d.Player.ID})
	if !was {
		return false
	}
	gone := []engine.Phrase{table.Say("house.not-seated", "match", int(d.Table.Row.ID))}
	left := world.Get(d.W, world.SeatsLeft{Player: d.Player.ID})
	for _, c := range left {
		if c.Match == d.Table.Row.ID && c.Seat == d.Seat.No && c.Why == model.LeftGiven {
			gone = table.GivenAway(d.Table, d.Seat.Name)
		}
	}
	d.Table, d.Seat = nil, nil // the receipt tells nothing of the match
	note := d.W.Letter()
	note.Match, note.Seat, note.Step = 0, 0, 0
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: gone})
	queueReceipt(d)
	d.End(model.LetterRefuse, "the seat is another player's now")
	return true
}
