package letter

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
)

// offerLetter asks somebody to take a seat in a running match. They have no seat yet, so it only shows what
// is public, and nothing that was said.
func offerLetter(s *builder, o notice.Offer) error {
	if s.table == nil || s.table.Match.State() == nil {
		return errNoMatch
	}
	game := engine.Say(s.table.Row.Game + ".title")
	s.reply(desk.ForAsk, o.Ask)
	s.subject = s.say("house.seat-subject", "match", int(s.n.Match), "game", game)
	asked := s.line("house.seat-offer", "name", o.Seat, "game", game)
	if o.Stranger {
		asked = s.line("house.seat-offer-stranger", "game", game)
	}
	how := append([]render.Line{asked}, leagueOf(s)...)
	how = append(how, s.line(s.table.Row.Game+".blurb"), s.line("mail.offer-until", "until", o.Until.Format(time.RFC3339)),
		s.line("mail.offer-pace", "in", int(s.table.Row.Terms.Pace/time.Second)))
	if o.By != "host" {
		how = append(how, s.line("mail.offer-rated"))
	}
	s.tell("", how...)
	s.answerRow([]string{"yes", "no"})
	s.tell("", beginLinks(s)...)
	if !o.Stranger {
		openTable(s, s.table.Match.State().View(""))
	}
	why := map[string]string{"house": "mail.offer-foot-house", "host": "mail.offer-foot-host", "league": "mail.offer-foot-league"}
	s.foot = append(s.foot, s.say(why[o.By]))
	return nil
}

// offerStop returns the command that stops such letters, for a link: "standin off" for those on the list of
// stand-ins, and for others "block", which stops all invitations.
func offerStop(s *builder) string {
	var o notice.Offer
	if s.params(&o) == nil && o.By == "house" {
		return "standin%20off"
	}
	return "block"
}

// takenOver greets a player who has just taken over a seat, and tells the round so far as the seat saw it,
// without whispers to and from the player before.
func takenOver(s *builder) {
	s.tell("", s.line("mail.offer-welcome", "name", s.seat.Name), s.line(s.table.Row.Game+".aim"), s.line("mail.offer-unread"))
	s.opening = true
	s.tell(s.say("mail.offer-so-far"), plain(engine.Each(s.table.Match.Story(s.seat.Name), s.printSaid)...)...)
}
