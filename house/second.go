package house

import (
	"encoding/json"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// second begins to take the address of a released letter for its owner's. Where its server
// vouched for the letter it is theirs at once; else the address is asked too, and is theirs
// from its own answer on, so that nobody is lent the name of somebody else.
func (d *desk) second(ask *model.Ask, h held) (answer, error) {
	known, _, err := d.w.PlayerByAddress(h.From)
	switch {
	case err != nil:
		return answer{}, err
	case known != nil || h.Ref == nil:
		return done(say("house.held-released-self")), nil
	case h.Vouched:
		d.w.AddAddress(model.Address{Address: h.From, Player: ask.Player, Proved: true, Display: h.Display})
		return done(say("house.held-released")), nil
	}
	return done(say("house.held-released-asked")), d.askSecond(ask.Player, h)
}

// askSecond asks an address whether it reads this mail, once at a time. The question names
// no match: whoever reads there may have nothing to do with it.
func (d *desk) askSecond(player int64, h held) error {
	open, err := d.w.OpenAsks(player)
	if err != nil {
		return err
	}
	for _, other := range open {
		if other.Kind == model.AskAddress && strings.EqualFold(other.Address, h.From) {
			return nil
		}
	}
	if n, err := d.w.AsksThisHour(h.From); err != nil || n >= heldAnHour {
		return err
	}
	if may, err := d.mayAsk(h.From); err != nil || !may {
		return err
	}
	id, err := d.w.NewAsk(model.Ask{Player: player, Address: h.From, Kind: model.AskAddress, Params: notice.Params(h.Display),
		AskedAt: d.now(), LapsesAt: d.now().Add(heldFor)})
	if err != nil {
		return err
	}
	d.w.Queue(model.Notice{Key: "address:" + itoa(id), Player: player, Address: h.From, Purpose: model.PurposeAsk, Params: notice.Params(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: say("house.second-subject"), Lines: []engine.Phrase{say("house.second")}})})
	return nil
}

// answersSecond takes a letter from an address that nobody is known by yet, in answer to
// the question whether it is a player's too; false for any other letter. Nothing else in it
// is carried out in that player's name.
func (d *desk) answersSecond() (bool, error) {
	if d.ref.Purpose != ForAsk || d.player != nil {
		return false, nil
	}
	ask, err := d.w.Ask(d.ref.Step)
	if err != nil || ask == nil || ask.Kind != model.AskAddress || !strings.EqualFold(ask.Address, d.from) {
		return false, err
	}
	yes, no := false, false
	if len(d.letter.Lines) > 0 {
		yes, no = YesNo(d.letter.Lines[0].Folded)
	}
	if !yes && !no || d.letter.Trouble != nil {
		return true, d.byName(nil)
	}
	d.proof = Matching
	a, err := d.answerAsk(ask, yes)
	if err != nil {
		return true, err
	}
	d.record(d.letter.Lines[0], a)
	d.unread(d.letter.Lines[1:])
	return true, d.conclude()
}

// keepSecond takes a second address's own answer.
func (d *desk) keepSecond(ask *model.Ask, yes bool) (answer, error) {
	known, _, err := d.w.PlayerByAddress(ask.Address)
	switch {
	case err != nil:
		return answer{}, err
	case !yes:
		return done(say("house.second-dropped")), nil
	case known != nil && known.ID != ask.Player:
		return refuse("house.nothing-asked"), nil
	case known == nil:
		d.w.AddAddress(model.Address{Address: ask.Address, Player: ask.Player, Proved: true, Display: displayOf(ask)})
	}
	return done(say("house.second-kept")), nil
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
func (d *desk) formerly() (bool, error) {
	if d.table == nil || d.seat == nil || d.ref.Purpose == ForAsk {
		return false, nil
	}
	was, err := d.w.WroteTo(d.table.Row.ID, d.seat.No, d.player.ID)
	if err != nil || !was {
		return false, err
	}
	gone := []engine.Phrase{say("house.not-seated", "match", int(d.table.Row.ID))}
	left, err := d.w.Left(d.player.ID)
	if err != nil {
		return true, err
	}
	for _, c := range left {
		if c.Match == d.table.Row.ID && c.Seat == d.seat.No && c.Why == model.LeftGiven {
			gone = givenAway(d.table, d.seat.Name)
		}
	}
	d.table, d.seat = nil, nil // the receipt tells nothing of the match
	note := d.w.Letter()
	note.Match, note.Seat, note.Step = 0, 0, 0
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused, Says: gone})
	if err := d.answer(); err != nil {
		return true, err
	}
	return true, d.end(model.LetterRefuse, "the seat is another player's now")
}
