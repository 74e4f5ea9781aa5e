package letter

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// offerLetter asks somebody to take a seat of a match that runs. They have none yet, so it
// shows what anybody may know and not one word that was said at the table.
func (s *builder) offerLetter() error {
	var o notice.Offer
	if err := json.Unmarshal(s.n.Params, &o); err != nil {
		return fmt.Errorf("offer: %w", err)
	}
	if s.table == nil || s.table.Match.State() == nil {
		return fmt.Errorf("no match to tell of")
	}
	game := engine.Say(s.table.Row.Game + ".title")
	s.reply(house.ForAsk, o.Ask)
	s.subject = s.say("house.seat-subject", "match", int(s.n.Match), "game", game)
	asked := s.say("house.seat-offer", "name", o.Seat, "game", game)
	if o.Stranger {
		asked = s.say("house.seat-offer-stranger", "game", game)
	}
	how := render.Section{Lines: []render.Line{render.Plain(asked), render.Plain(s.say(s.table.Row.Game + ".blurb")),
		render.Plain(s.say("mail.offer-until", "until", o.Until.Format(time.RFC3339))), render.Plain(s.say("mail.offer-pace", "in", int(s.table.Row.Terms.Pace/time.Second)))}}
	if o.By != "host" {
		how.Lines = append(how.Lines, render.Plain(s.say("mail.offer-rated")))
	}
	s.sections = append(s.sections, how)
	s.answerRow([]string{"yes", "no"})
	if !o.Stranger {
		view := s.table.Match.State().View("")
		s.sections = append(s.sections, s.board(view), s.publicLedger(view))
	}
	why := map[string]string{"house": "mail.offer-foot-house", "host": "mail.offer-foot-host", "league": "mail.offer-foot-league"}
	s.foot = append(s.foot, s.say(why[o.By]))
	return nil
}

// offerStops says how to get no more such letters: off the list for who is on it, and for
// others the word against all invitations.
func (s *builder) offerStops(m *render.Message) {
	word := "block"
	var o notice.Offer
	if json.Unmarshal(s.n.Params, &o) == nil && o.By == "house" {
		word = "standin%20off"
	}
	m.UnsubscribeMail = "mailto:" + s.replyTo + "?subject=" + word
}

// taken says that the reader has just taken the seat over.
func (s *builder) taken() bool {
	var p notice.Taken
	return s.n.Purpose == model.PurposeRound && json.Unmarshal(s.n.Params, &p) == nil && p.Taken
}

// takenOver greets whoever has just taken a seat over, and tells the round so far as the
// seat may know it, without what was whispered to others who sat there.
func (s *builder) takenOver() error {
	s.sections = append(s.sections, render.Section{Lines: []render.Line{
		render.Plain(s.say("mail.offer-welcome", "name", s.seat.Name)),
		render.Plain(s.say(s.table.Row.Game + ".aim")),
		render.Plain(s.say("mail.offer-unread")),
		{Text: s.say("mail.sealed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()), Kind: render.Faint},
	}})
	sec := render.Section{Title: s.say("mail.offer-so-far")}
	for _, p := range s.table.Match.Story(s.seat.Name) {
		text, err := s.printSaid(p)
		if err != nil {
			return err
		}
		sec.Lines = append(sec.Lines, render.Plain(text))
	}
	if len(sec.Lines) > 0 {
		s.sections = append(s.sections, sec)
	}
	return nil
}
