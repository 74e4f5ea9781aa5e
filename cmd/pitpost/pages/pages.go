// Package pages assembles the pages of a house. It connects them with the house's secret and the writer of its
// letters, in one place for the program and for the tests of pages.
package pages

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"time"

	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/token"
	"pitpost.example/web"
	"pitpost.example/web/browser"
	"pitpost.example/web/matches"
	"pitpost.example/web/seatapi"
	"pitpost.example/web/spectate"
)

// Site has what the pages of a house need.
type Site struct {
	House  *server.House
	Writer *letter.Writer
	Keys   token.Keys
	Now    func() time.Time
}

// Mount adds the one-click unsubscribe and the API for programs to mux. If the house has a public address, it
// also adds the pages of matches, calendars and the public pages, and returns the front page, which the caller
// puts at "/"; otherwise front is nil.
func (s *Site) Mount(mux *http.ServeMux) (front http.Handler) {
	mux.Handle("/stop/", s.Stop())
	mux.Handle(seatapi.Path, s.seats())
	for _, path := range browser.IconPaths {
		mux.Handle(path, browser.ServeIcon())
	}
	if s.Writer.PublicURL == "" {
		return nil
	}
	mux.Handle("/calendar/", (&web.Calendar{DB: s.House.DB, Words: s.Writer.Words, Address: s.House.Rules.Address, PublicURL: s.Writer.PublicURL, Now: s.Now,
		Of: func(word string) (int64, uint32, bool) { return letter.CalendarOf(s.Keys, word) }}).Handler())
	secure := strings.HasPrefix(s.Writer.PublicURL, "https:")
	few := browser.LimitRequests(max(1, runtime.GOMAXPROCS(0)/2))
	own := s.matches(secure).Handler()
	for _, path := range []string{"/letter/", "/seat/", "/match.css", "/match.js", "/board.js"} {
		mux.Handle(path, own)
	}
	mux.Handle("/m/", few(own))
	open := few((&spectate.Pages{House: s.House, Words: s.Writer.Words, Secure: secure}).Handler())
	for _, path := range spectate.PagePaths() {
		mux.Handle(path, open)
	}
	return open
}

func (s *Site) matches(secure bool) *matches.Pages {
	return &matches.Pages{House: s.House, Words: s.Writer.Words, Public: s.Writer.PublicURL, Secure: secure, Now: s.Now,
		Writer:     s.Writer,
		Notice:     func(word string) (int64, bool) { return letter.NoticeOfPage(s.Keys, word) },
		Archived:   func(letter int64) string { return s.Keys.Hide("archive", letter) },
		Unarchived: func(word string) (int64, bool) { return s.Keys.Reveal("archive", word) },
		Proof:      func(of string) string { return s.Keys.Sign("form", of) },
		Proved:     func(of, proof string) bool { return s.Keys.Signed("form", of, proof) },
	}
}

// seats returns the API by which programs play seats.
func (s *Site) seats() http.Handler {
	return (&seatapi.API{House: s.House, Now: s.Now, Turn: s.Writer.WriteTurnJSON,
		Lines: func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error) {
			return s.Writer.KeyLines(ctx, k, r, s.Now())
		},
	}).Handler()
}

// Stop returns the handler of one-click unsubscribe.
func (s *Site) Stop() http.Handler {
	return web.ServeUnsubscribe(s.Writer.Words, func(ctx context.Context, word string) (bool, error) {
		t, ok := s.Keys.Open(word)
		if !ok {
			return false, nil
		}
		return s.House.StopMail(ctx, model.Ref{Match: t.Match, Seat: t.Seat, Purpose: model.RefPurpose(t.Purpose), Step: t.Step}, s.Now())
	})
}
