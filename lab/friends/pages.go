package friends

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"pitpost.example/house/notice"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/web"
	"pitpost.example/web/matches"
	"pitpost.example/web/seatapi"
	"pitpost.example/web/spectate"
)

// Pages are the pages of matches, the door of programs, the calendars, and what anybody may look
// at, with letters written by the house's own writer.
func (m *Match) Pages() http.Handler {
	mux := http.NewServeMux()
	pages := m.matches().Handler()
	for _, path := range []string{"/letter/", "/seat/", "/m/", "/match.css", "/match.js"} {
		mux.Handle(path, pages)
	}
	open := &spectate.Pages{House: m.House, DB: m.DB, Address: Address, Words: m.Words, Log: m.House.Log}
	for _, name := range m.House.Names {
		open.Games = append(open.Games, m.House.Games(name))
	}
	look := open.Handler()
	for _, path := range spectate.Paths() {
		mux.Handle(path, look)
	}
	mux.Handle(seatapi.Path, m.seatDoor().Handler())
	feeds := &web.Calendar{DB: m.DB, Words: m.Words, Address: Address, Now: m.Now,
		Of: func(word string) (int64, uint32, bool) { return letter.CalendarOf(m.Keys, word) }}
	mux.Handle("/calendar/", feeds.Handler())
	return mux
}

func (m *Match) matches() *matches.Pages {
	return &matches.Pages{House: m.House, DB: m.DB, Words: m.Words, Now: m.Now,
		Notice: func(_ context.Context, word string) (int64, error) {
			if letter, former, ok := letter.PageNotice(m.Keys, word); ok && !former {
				return letter, nil
			}
			return 0, nil
		},
		Archived:   func(letter int64) string { return m.Keys.Hide("archive", letter) },
		Unarchived: func(word string) (int64, bool) { return m.Keys.Reveal("archive", word) },
		Proof:      func(of string) string { return m.Keys.Sign("form", of) },
		Proved:     func(of, proof string) bool { return m.Keys.Signed("form", of, proof) },
		Present: func(ctx context.Context, match int64, seat *model.Seat) (*matches.Position, error) {
			return position(m.Out.Present(ctx, match, seat, m.Clock))
		},
		Public: func(ctx context.Context, match int64, lang string) (*matches.Position, error) {
			return position(m.Out.PresentPublic(ctx, match, lang, m.Clock))
		},
		Outcome: func(ctx context.Context, key string) ([]string, error) {
			n, err := m.DB.NoticeByKey(ctx, key)
			if err != nil || n == nil {
				return nil, err
			}
			return m.Out.Outcome(ctx, n, m.Clock)
		},
	}
}

func (m *Match) seatDoor() *seatapi.API {
	return &seatapi.API{House: m.House, DB: m.DB, Log: m.House.Log, Now: m.Now,
		Turn: func(ctx context.Context, match int64, seat *model.Seat, heard, fact int) ([]byte, error) {
			return m.Out.Turn(ctx, match, seat, letter.NewsAfter{Heard: heard, Fact: fact}, m.Clock)
		},
		Lines: func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error) {
			return m.Out.KeyLines(ctx, k, r, m.Clock)
		},
	}
}

// position puts the picture into the HTML it belongs to.
func position(s *letter.Shown, err error) (*matches.Position, error) {
	if errors.Is(err, letter.ErrNoPosition) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &matches.Position{Lang: s.Lang, Title: s.Title, Step: s.Step, Over: s.Over,
		HTML: strings.ReplaceAll(s.HTML, `"cid:board"`, `"data:image/png;base64,`+base64.StdEncoding.EncodeToString(s.Picture)+`"`)}
	for _, c := range s.Cells {
		p.Cells = append(p.Cells, matches.Cell(c))
	}
	return p, nil
}
