package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
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
	s.replyTo = s.tokened(token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(desk.ForWatch), Step: s.n.Player})
	view := s.table.Match.State().View("")
	s.subject = s.say("watch.subject", "match", int(s.n.Match), "game", engine.Say(s.table.Row.Game+".title"), "round", view.Round, "turn", view.Turn)
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
	s.foot = append(s.foot, s.say("watch.foot", "match", int(s.n.Match)))
	return nil
}

// watchEnded reports whether the reader no longer follows the match, or has a seat in it by now.
func watchEnded(s *builder, n notice.Watching) (bool, error) {
	if sits := table.SeatHeld(s.table, s.n.Player) != nil; sits || n.End {
		return sits, nil
	}
	follows, err := lookup.Watches(s.ctx, s.w.DB, s.n.Match, s.n.Player)
	return !follows, err
}

// openNews returns what the public learned since a fact, except for talk.
func openNews(s *builder, since int) (lines []render.Line) {
	for _, h := range s.table.Match.Heard("", since) {
		for _, p := range h.Lines {
			if p.Key != "match.said" {
				lines = append(lines, render.Plain(s.print(p)))
			}
		}
	}
	return lines
}

// openTable shows what all may see: the board, and for each seat what lies in front of it and what it did.
func openTable(s *builder, v engine.View) {
	rows := engine.Each(v.Seats, func(l engine.Ledger) render.Row {
		did := engine.Each(slices.Concat(played(s, l.Seat), l.Now, l.Did), s.print)
		return render.Row{Head: l.Seat, Text: strings.Join(did, ", ")}
	})
	s.sections = append(s.sections, s.board(v), render.Section{Title: s.say("mail.table"), Table: rows})
}

// nextIs prints who is to move.
func nextIs(s *builder) {
	if names := s.table.Match.Awaited(); len(names) > 0 {
		s.tell("", s.line("mail.next-is", "names", names))
	}
}
