package letter

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// watchLetter shows a public match to somebody without a seat in it: what anybody may know,
// and no word that the players say to each other.
func (s *builder) watchLetter() error {
	var n notice.Watching
	if err := json.Unmarshal(s.n.Params, &n); err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	if s.table == nil || s.table.Match.State() == nil {
		return fmt.Errorf("no match to tell of")
	}
	if over, err := s.watchEnded(n); over || err != nil {
		if err == nil {
			err = model.ErrSuperseded
		}
		return err
	}
	s.replyTo = s.tokened(token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(house.ForWatch), Step: s.n.Player})
	view := s.table.Match.State().View("")
	s.subject = s.say("watch.subject", "match", int(s.n.Match), "game", engine.Say(s.table.Row.Game+".title"), "round", view.Round, "turn", view.Turn)
	s.root = s.rootOf(fmt.Sprintf("%d.watch.%d", s.n.Match, s.n.Player))
	if n.End {
		s.subject = s.say("mail.subject-end", "match", int(s.n.Match), "game", engine.Say(s.table.Row.Game+".title"))
		s.top("mail.ended", "match", int(s.n.Match))
	}
	s.publicNews(n.Since)
	s.sections = append(s.sections, s.board(view), s.publicLedger(view))
	if names := s.table.Match.Awaited(); len(names) > 0 && !n.End {
		s.sections = append(s.sections, render.Section{Lines: []render.Line{render.Plain(s.say("mail.next-is", "names", names))}})
	}
	s.foot = append(s.foot, s.say("watch.foot", "match", int(s.n.Match)))
	return nil
}

// noSeat stands in a token for the seat of those who have none.
const noSeat = -1

// watchEnded says that the reader follows the match no more, or sits in it by now.
func (s *builder) watchEnded(n notice.Watching) (bool, error) {
	for _, seat := range s.table.Seats {
		if seat.Player == s.n.Player && (seat.State == model.SeatJoined || seat.State == model.SeatBot) {
			return true, nil
		}
	}
	if n.End {
		return false, nil
	}
	follows, err := s.DB.Watches(s.ctx, s.n.Match, s.n.Player)
	return !follows, err
}

// publicNews lists what anybody learned since a fact, what was said aside.
func (s *builder) publicNews(since int) {
	sec := render.Section{Title: s.say("mail.news")}
	for _, h := range s.table.Match.Heard("", since) {
		for _, p := range h.Lines {
			if p.Key != "match.said" {
				sec.Lines = append(sec.Lines, render.Plain(s.print(p)))
			}
		}
	}
	if len(sec.Lines) > 0 {
		s.sections = append(s.sections, sec)
	}
}

// publicLedger is what lies before each seat and what it did.
func (s *builder) publicLedger(v engine.View) render.Section {
	sec := render.Section{Title: s.say("mail.table")}
	for _, l := range v.Seats {
		var parts []string
		for _, p := range slices.Concat(s.played(l.Seat), l.Now, l.Did) {
			parts = append(parts, s.print(p))
		}
		sec.Table = append(sec.Table, render.Row{Head: l.Seat, Text: strings.Join(parts, ", ")})
	}
	return sec
}

// unwatch offers to stop the letters about a match that is only looked at.
func (s *builder) unwatch(m *render.Message) {
	t := token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(house.ForStop), Step: s.n.Player}
	m.UnsubscribeMail = "mailto:" + s.tokened(t) + "?subject=watch%20off"
	if s.PublicURL != "" {
		m.UnsubscribeURL = strings.TrimSuffix(s.PublicURL, "/") + "/stop/" + s.Keys.Mint(t)
	}
}

// tokened is our address with a token in it.
func (s *builder) tokened(t token.Token) string {
	local, domain, _ := strings.Cut(s.Address, "@")
	return local + "+" + s.Keys.Mint(t) + "@" + domain
}
