package letter

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// usePage is the purpose under which the words in links to pages are hidden.
const usePage = "page"

// PageWord returns the word in the link to a letter's page. It identifies the letter and proves that the link
// is ours. It contains no secret of the match.
func PageWord(k token.Keys, notice int64) string { return k.Hide(usePage, notice) }

// NoticeOfPage returns the number of the letter that a link's word identifies. ok is false if the word is not
// ours.
func NoticeOfPage(k token.Keys, word string) (notice int64, ok bool) { return k.Reveal(usePage, word) }

// Present returns a seat's position as it is now, with the news since its last letter. It returns nil if the
// match has not begun.
func (w *Writer) Present(ctx context.Context, match int64, seat *model.Seat, now time.Time) (*model.Position, error) {
	s, err := w.seated(ctx, match, seat.No, seat.Player, now)
	if err != nil || !running(s) {
		return nil, err
	}
	s.n.Step = s.step()
	s.reply(model.ForTurn, int64(s.n.Step))
	view := s.view()
	if s.table.Match.Phase.Ended() {
		view.You, view.Choices = nil, nil
	}
	purpose, due := model.PurposeEach, len(view.Choices) > 0
	if due {
		purpose = model.PurposeTurn
	}
	s.subject = s.digestSubject(view, purpose)
	s.since = s.src.KnownBefore(s.n)
	lines := func() []string { // what is above and below the board in a letter has its own places on a page
		said := linesOf(s.sections)
		s.sections = nil
		return said
	}
	s.summary()
	until := lines()
	s.happened(s.say("mail.news"))
	news := lines()
	positionShown(s, view, due)
	shown := s.sections
	s.sections = nil
	afterDeadline(s, due)
	until = append(until, lines()...)
	s.sections, s.foot = shown, nil
	p, err := s.shown()
	if err != nil || s.err != nil {
		return nil, cmp.Or(s.err, err)
	}
	p.News, p.Until, p.Due = news, until, due
	if clock := s.table.Clock(s.seat.No); due && clock != nil && s.table.Match.HoldsUp(s.seat.Name) {
		p.Left = s.say("page.left-time", "in", int(clock.Soft.Sub(s.now)/time.Second))
	}
	p.Pointing = pointing(s, view)
	return p, nil
}

// linesOf returns the sentences of sections, without links to pages.
func linesOf(sections []render.Section) (lines []string) {
	for _, sec := range sections {
		for _, l := range sec.Lines {
			if l.Kind != render.PageLink {
				lines = append(lines, l.Text)
			}
		}
	}
	return lines
}

// pointing returns how to choose by pointing at the pictures on a page, or nil if the seat has nothing to
// choose or there are no pictures.
func pointing(s *builder, v engine.View) *model.Pointing {
	state, ok := s.table.Match.State().(engine.Pointed)
	if !ok || len(v.Choices) == 0 || !s.pictured() {
		return nil
	}
	labels := map[string]string{}
	for _, h := range slices.Concat(v.Open, v.Hand) {
		labels[h.Place] = h.Place + ": " + s.print(h.Name)
	}
	areas := func(scene engine.Scene, spots []engine.Spot) (all []model.Area) {
		for _, spot := range spots {
			x, y := picture.PointOnPicture(scene, spot.X, spot.Y)
			right, bottom := picture.PointOnPicture(scene, spot.X+spot.Width, spot.Y+spot.Height)
			all = append(all, model.Area{Name: spot.Name, Label: cmp.Or(labels[spot.Name], spot.Name), X: x, Y: y, Width: right - x, Height: bottom - y})
		}
		return all
	}
	board, hand := state.Spots(v.Seat)
	p := &model.Pointing{Board: areas(v.Scene, board)}
	if handed, ok := s.table.Match.State().(engine.Handed); ok {
		p.Hand = areas(handed.HandScene(v.Seat), hand)
	}
	for _, c := range v.Choices {
		aim := state.Aim(v.Seat, c.Command)
		p.Moves = append(p.Moves, model.Move{Command: s.command(c.Command).Text, Says: s.print(c.Says), Card: aim.Card, Place: aim.Place, Turned: aim.Turned})
	}
	return p
}

// shown returns the letter's contents for a page, with its pictures inside the HTML.
func (s *builder) shown() (*model.Position, error) {
	p := &model.Position{Title: s.subject, Step: s.n.Step, Over: s.table.Match.Phase.Ended(), Head: s.say("page.title", "match", int(s.table.Row.ID), "game", engine.Say(s.table.Row.Game+".title")),
		HTML: render.HTML(&render.Page{Lang: s.lang, Title: s.subject, Sections: s.sections, Foot: s.foot})}
	for _, d := range s.pictures {
		png, err := picture.PaintScene(d.scene, picture.Scale, d.over...)
		if err != nil {
			return nil, err
		}
		p.HTML = strings.ReplaceAll(p.HTML, `"cid:`+d.name+`"`, `"data:image/png;base64,`+base64.StdEncoding.EncodeToString(png)+`"`)
	}
	return p, nil
}

// Answers returns the sentences of a receipt about the lines that it answers.
func (w *Writer) Answers(ctx context.Context, n *model.Notice, now time.Time) ([]string, error) {
	s, err := w.begin(ctx, nil, n, now)
	if err != nil {
		return nil, err
	}
	// The page itself shows the news and who is next, as they are now.
	if err := from(func(s *builder, r notice.Receipt) error {
		r.Moved = false
		return receipt(s, r)
	})(s); err != nil {
		return nil, err
	}
	if s.err != nil {
		return nil, s.err
	}
	var out []string
	for _, sec := range s.sections {
		if sec.Title != "" {
			break // the position follows, which the page shows
		}
		out = append(out, linesOf([]render.Section{sec})...)
	}
	return out, nil
}

// PresentPublic returns a public match for anybody, with all news, newest first. There is no HTML if the
// match has not begun. It returns nil if there is no such match or it is not public.
func (w *Writer) PresentPublic(ctx context.Context, match int64, lang string, now time.Time) (*model.Position, error) {
	n := &model.Notice{Match: match, Purpose: model.PurposePage}
	s := &builder{w: w, ctx: ctx, n: n, now: now, reader: reader{lang: lang, zone: time.UTC}}
	return presentOpen(s, (*model.Table).Public)
}

// PresentReferee returns the same of a match for its referee, whether it is public or not.
func (w *Writer) PresentReferee(ctx context.Context, match int64, p *model.Player, now time.Time) (*model.Position, error) {
	n := &model.Notice{Match: match, Seat: noSeat, Player: p.ID, Purpose: model.PurposePage}
	s := &builder{w: w, ctx: ctx, n: n, now: now, reader: reader{lang: p.Lang, zone: model.ZoneLocation(p.Zone)}}
	return presentOpen(s, func(t *model.Table) bool { return t.Row.Referee == p.ID })
}

// presentOpen returns what anybody may see of the match of the notice, if may allows it.
func presentOpen(s *builder, may func(*model.Table) bool) (*model.Position, error) {
	src, err := lookup.ReadForLetter(s.ctx, s.w.DB, s.n)
	if err != nil {
		return nil, err
	}
	match := s.n.Match
	table, err := src.Fold(match, 0)
	if errors.Is(err, model.ErrNoMatch) || err == nil && (!may(table) || table.Match.State() == nil && table.Row.Phase != model.PhaseLobby) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s.src, s.table = src, table
	s.speak(s.w.Words.Printer(s.lang, s.zone))
	game := engine.Say(table.Row.Game + ".title")
	if table.Match.State() == nil {
		title := s.say("page.title", "match", int(match), "game", game)
		return &model.Position{Title: title, Head: title}, nil
	}
	view := table.Match.State().View("")
	s.subject = s.say("page.public-title", "match", int(match), "game", game, "round", view.Round, "turn", view.Turn)
	if table.Match.Phase.Ended() {
		s.subject = s.say("home.match", "match", int(match), "game", game)
		s.result()
		tale(s)
	}
	openTable(s, view)
	nextIs(s)
	p, err := s.shown()
	if err != nil {
		return nil, err
	}
	p.News = linesOf([]render.Section{{Lines: openNews(s, 0)}})
	slices.Reverse(p.News)
	return p, nil
}

// useCalendar is the purpose under which the words in addresses of calendars are hidden.
const useCalendar = "calendar"

// CalendarWord returns the word in the address of a player's calendar of deadlines. serial changes when the
// player revokes the address.
func CalendarWord(k token.Keys, player int64, serial uint32) string {
	if player>>31 != 0 {
		return ""
	}
	return k.Hide(useCalendar, player<<32|int64(serial))
}

// CalendarOf returns the player and serial that a calendar's word identifies. ok is false if the word is not
// ours.
func CalendarOf(k token.Keys, word string) (player int64, serial uint32, ok bool) {
	both, ok := k.Reveal(useCalendar, word)
	return both >> 32, uint32(both), ok && uint32(both) != 0
}

// calendar tells the address of the reader's calendar, or that there are no pages here.
func calendar(s *builder) {
	lines := []render.Line{s.line("mail.calendar-none")}
	if s.w.PublicURL != "" && s.player != nil {
		lines = s.link("mail.calendar", "/calendar/"+CalendarWord(s.w.Keys, s.player.ID, s.player.Settings.Calendar)+".ics")
	}
	s.tell("", lines...)
}
