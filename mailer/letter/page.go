package letter

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/house/desk"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// ErrNoPosition says that a match has nothing to show: it has not begun.
var ErrNoPosition = errors.New("the match has not begun")

// usePage is what the words in links to pages are made for.
const usePage = "page"

// PageWord is the word in the link of a letter's page; it says which letter, and that we
// wrote the link. It holds no secret of the match.
func PageWord(k token.Keys, notice int64) string { return k.Hide(usePage, notice) }

// PageNotice is the number of the letter that a link's word names; false for a word that is
// none of ours. former says that the letter is from before numbers were hidden.
func PageNotice(k token.Keys, word string) (notice int64, former, ok bool) {
	if notice, ok = k.Reveal(usePage, word); ok {
		return notice, false, true
	}
	id, proof, _ := strings.Cut(word, "-")
	notice, err := strconv.ParseInt(id, 10, 64)
	if err != nil || !k.Signed(usePage, id, proof) {
		return 0, false, false
	}
	return notice, true, true
}

// pageLink leads from a letter to its page, where there are pages and its reader has not
// turned the links off.
func (s *builder) pageLink() []render.Line {
	if s.w.PublicURL == "" || s.n.ID == 0 || s.n.Player == 0 {
		return nil
	}
	_, off, err := s.src.LinksStopped(s.ctx, s.n.Match, s.n.Seat)
	if s.keep(err); off {
		return nil
	}
	return []render.Line{{Kind: render.PageLink, Text: s.say("page.link"), Link: s.page("/letter/" + PageWord(s.w.Keys, s.n.ID))}}
}

// page is the address of a page of ours.
func (s *builder) page(path string) string { return strings.TrimSuffix(s.w.PublicURL, "/") + path }

// Shown is a position, ready for a page.
type Shown struct {
	Lang, Title string
	// HTML is the letter that would be written now; its picture is Picture, a PNG.
	HTML    string
	Picture []byte
	Step    int // the choice that an answer is for
	Cells   []Cell
	Over    bool // the match has ended
}

// Cell is a place of the picture, at 1×, by the name that commands give it.
type Cell struct {
	Name                string
	X, Y, Width, Height int
}

// Present shows a seat's position as it is now, with the news since its last letter.
func (w *Writer) Present(ctx context.Context, match int64, seat *model.Seat, now time.Time) (*Shown, error) {
	n := &model.Notice{Match: match, Seat: seat.No, Player: seat.Player, Purpose: model.PurposePage}
	s := &builder{w: w, src: lookup.Each(w.DB), ctx: ctx, n: n, now: now}
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("page of match %d: %w", match, err)
	}
	if !s.running() {
		return nil, ErrNoPosition
	}
	n.Step = s.step()
	s.reply(desk.ForTurn, int64(n.Step))
	view := s.view()
	purpose := model.PurposeEach
	if len(view.Choices) > 0 && !over(s.table.Match) {
		purpose = model.PurposeTurn
	}
	s.subject = s.digestSubject(view, purpose)
	since, err := s.src.ToldBefore(ctx, match, seat.No, math.MaxInt64, 0)
	if err != nil {
		return nil, err
	}
	s.news(since, s.say("mail.news"))
	s.position()
	if s.foot = nil; s.err != nil {
		return nil, s.err
	}
	shown := &Shown{Lang: s.lang, Title: s.subject, Step: n.Step}
	return shown, shown.print(s)
}

func (p *Shown) print(s *builder) (err error) {
	out := &render.Page{Lang: s.lang, Title: s.subject, Sections: s.sections, CID: "board", Foot: s.foot}
	if s.picture != nil {
		if p.Picture, err = picture.Paint(*s.picture, picture.Scale); err != nil {
			return err
		}
		p.Cells = cells(*s.picture)
	}
	p.HTML = render.HTML(out)
	return nil
}

// cells are where the columns and rows meet that a scene names along its upper and its left
// edge; none of a scene without both.
func cells(scene engine.Scene) []Cell {
	var columns, rows []engine.Sprite
	for _, s := range scene.Sprites {
		if !strings.Contains(s.Key, "/label/") {
			continue
		}
		switch {
		case s.Y == 0:
			columns = append(columns, s)
		case s.X == 0:
			rows = append(rows, s)
		}
	}
	var out []Cell
	for _, c := range columns {
		for _, r := range rows {
			out = append(out, Cell{Name: lastOf(c.Key) + lastOf(r.Key), X: c.X, Y: r.Y, Width: c.Width, Height: r.Height})
		}
	}
	return out
}

func lastOf(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

// Outcome is what a receipt says of the lines it answers, as sentences.
func (w *Writer) Outcome(ctx context.Context, n *model.Notice, now time.Time) ([]string, error) {
	s := &builder{w: w, src: lookup.Each(w.DB), ctx: ctx, n: n, now: now}
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("receipt %d: %w", n.ID, err)
	}
	if err := receipt(s); err != nil {
		return nil, err
	}
	if s.err != nil {
		return nil, s.err
	}
	var out []string
	for _, sec := range s.sections {
		if sec.Title != "" {
			break // what follows is the position, which the page shows
		}
		for _, l := range sec.Lines {
			if l.Kind != render.PageLink {
				out = append(out, l.Text)
			}
		}
	}
	return out, nil
}

// PresentPublic shows anybody a match that is open to all; ErrNoPosition for any other, as
// for one that is not there.
func (w *Writer) PresentPublic(ctx context.Context, match int64, lang string, now time.Time) (*Shown, error) {
	table, err := w.DB.Fold(ctx, match, 0)
	if errors.Is(err, db.ErrNoMatch) || err == nil && (!house.Public(table) || table.Match.State() == nil) {
		return nil, ErrNoPosition
	}
	if err != nil {
		return nil, err
	}
	s := &builder{w: w, src: lookup.Each(w.DB), ctx: ctx, n: &model.Notice{Match: match, Purpose: model.PurposePage}, now: now, lang: lang, table: table,
		print: w.Words.Printer(lang, time.UTC).Print}
	view := table.Match.State().View("")
	s.subject = s.say("page.public-title", "match", int(match), "game", engine.Say(table.Row.Game+".title"), "round", view.Round, "turn", view.Turn)
	s.sections = append(s.sections, s.board(view), s.publicLedger(view))
	s.nextIs()
	shown := &Shown{Lang: lang, Title: s.subject, Over: over(table.Match)}
	return shown, shown.print(s)
}
