package letter

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// watchLetter shows a public match to somebody without a seat in it: only what is public, and nothing that
// the players say.
func watchLetter(s *builder, n notice.Watching) error {
	if s.table == nil || s.table.Match.State() == nil {
		return errNoMatch
	}
	if over, err := watchEnded(s, n); err != nil {
		return err
	} else if over {
		return model.ErrSuperseded
	}
	if replySeatless(s); !n.Referee {
		s.replyTo = s.tokened(token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(model.ForWatch), Step: s.n.Player})
	}
	view := s.table.Match.State().View("")
	s.subject = s.say(map[bool]string{true: "mail.referee-subject", false: "watch.subject"}[n.Referee], "match", int(s.n.Match), "game", engine.Say(s.table.Row.Game+".title"), "round", view.Round, "turn", view.Turn)
	s.root = s.rootOf(fmt.Sprintf("%d.watch.%d", s.n.Match, s.n.Player))
	if n.End {
		s.subject = endSubject(s)
		s.result()
		tale(s)
	} else {
		s.tell(s.say("mail.news"), openNews(s, n.Since)...)
	}
	openTable(s, view)
	if n.End {
		s.tell("", afterLinks(s)...)
	} else {
		nextIs(s)
		s.tell("", watchLink(s)...)
	}
	if n.Referee {
		s.tell("", seatLink(s)...)
	}
	foot := "watch.foot"
	if n.Referee {
		foot = "mail.referee-foot"
	}
	s.foot = append(s.foot, s.say(foot, "match", int(s.n.Match)))
	return nil
}

// watchEnded reports whether the reader no longer follows the match or is its referee, or has a seat in it by now.
func watchEnded(s *builder, n notice.Watching) (bool, error) {
	if n.Referee {
		return !toReferee(s), nil
	}
	if sits := s.table.SeatTakenBy(s.n.Player) != nil; sits || n.End {
		return sits, nil
	}
	follows, err := lookup.IsWatching(s.ctx, s.w.DB, s.n.Match, s.n.Player)
	return !follows, err
}

// openNews returns what the public learned since a fact, except for talk.
func openNews(s *builder, since int) (lines []render.Line) {
	for _, h := range s.table.Match.Heard("", since) {
		for _, p := range h.Lines {
			if p.Key != "match.said" {
				lines = append(lines, render.PlainLine(s.print(p)))
			}
		}
	}
	return lines
}

// openTable shows what all may see: the board, and for each seat what lies in front of it and what it did.
func openTable(s *builder, v engine.View) {
	rows := engine.MapList(inOrderOfPlay(s.table.Match, v.Seats), func(l engine.Ledger) render.Row {
		did := engine.MapList(slices.Concat(played(s, l.Seat), l.Now, l.Did), s.print)
		return render.Row{Head: l.Seat, Text: strings.Join(did, ", ")}
	})
	s.sections = append(s.sections, s.board(v), render.Section{Title: tableTitle(s), Table: rows})
}

// nextIs prints who is to move.
func nextIs(s *builder) {
	switch names := s.table.Match.Awaited(); {
	case s.choosing():
		s.tell("", choosingWaits(s)...)
	case len(names) > 0:
		s.tell("", s.line("mail.next-is", "names", names))
	}
}

// offerLetter asks somebody to take a seat in a running match. They have no seat yet, so it only shows what
// is public, and nothing that was said.
func offerLetter(s *builder, o notice.Offer) error {
	if s.table == nil || s.table.Match.State() == nil {
		return errNoMatch
	}
	game := engine.Say(s.table.Row.Game + ".title")
	s.reply(model.ForAsk, o.Ask)
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
	greeting := []render.Line{s.line("mail.offer-welcome", "name", s.seat.Name), s.line(s.table.Row.Game + ".aim")}
	s.tell("", append(append(greeting, dealLines(s)...), s.line("mail.offer-unread"))...)
	s.opening = true
	s.tell(s.say("mail.offer-so-far"), plain(engine.MapList(s.table.Match.Story(s.seat.Name), s.printSaid)...)...)
}
