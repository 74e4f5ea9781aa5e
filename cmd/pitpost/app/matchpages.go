package app

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"pitpost.example/mailer"
	"pitpost.example/model"
	"pitpost.example/web"
	"pitpost.example/web/onlook"
)

// layOut adds the pages of matches and what anybody may look at, where a PUBLIC_URL is set.
func (st *App) LayOut(mux *http.ServeMux, w *mailer.Writer) {
	pages := st.matchPages(w)
	if pages == nil {
		return
	}
	for _, path := range matchPaths {
		mux.Handle(path, pages)
	}
	open := st.onlookPages(w.PublicURL)
	for _, path := range onlook.Paths() {
		mux.Handle(path, open)
	}
}

// matchPages are the pages of matches, whose letters w writes; nil where no PUBLIC_URL is
// set.
func (st *App) matchPages(w *mailer.Writer) http.Handler {
	if w.PublicURL == "" {
		return nil
	}
	m := &web.Matches{House: st.House, DB: st.DB, Words: st.Words, Secure: strings.HasPrefix(w.PublicURL, "https:"), Now: st.Now,
		Notice:     st.linked,
		Archived:   func(letter int64) string { return st.Keys.Hide("archive", letter) },
		Unarchived: func(word string) (int64, bool) { return st.Keys.Reveal("archive", word) },
		Proof:      func(of string) string { return st.Keys.Sign("form", of) },
		Proved:     func(of, proof string) bool { return st.Keys.Signed("form", of, proof) },
		Present: func(ctx context.Context, match int64, seat *model.Seat) (*web.Position, error) {
			return position(w.Present(ctx, match, seat, st.Now()))
		},
		Public: func(ctx context.Context, match int64, lang string) (*web.Position, error) {
			return position(w.PresentPublic(ctx, match, lang, st.Now()))
		},
		Outcome: func(ctx context.Context, key string) ([]string, error) {
			n, err := st.DB.NoticeByKey(ctx, key)
			if err != nil || n == nil {
				return nil, err
			}
			return w.Outcome(ctx, n, st.Now())
		},
	}
	return m.Handler()
}

// linked is the letter that a link's word names; 0 for none of ours, or no more.
func (st *App) linked(ctx context.Context, word string) (int64, error) {
	letter, former, ok := mailer.PageNotice(st.Keys, word)
	if former {
		var err error
		if ok, err = st.DB.FormerNumbers(ctx, st.Now()); err != nil {
			return 0, err
		}
	}
	if !ok {
		return 0, nil
	}
	return letter, nil
}

// onlookPages are what anybody may look at.
func (st *App) onlookPages(at string) http.Handler {
	p := &onlook.Pages{House: st.House, DB: st.DB, Address: st.Settings.Address, Words: st.Words, Log: st.House.Log, Secure: strings.HasPrefix(at, "https:")}
	for _, name := range st.House.Names {
		p.Games = append(p.Games, st.House.Games(name))
	}
	return p.Handler()
}

// matchPaths are where the pages of matches lie.
var matchPaths = [...]string{"/letter/", "/seat/", "/m/", "/match.css", "/match.js"}

// position puts the picture into the HTML it belongs to.
func position(s *mailer.Shown, err error) (*web.Position, error) {
	if errors.Is(err, mailer.ErrNoPosition) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &web.Position{Lang: s.Lang, Title: s.Title, Step: s.Step, Over: s.Over,
		HTML: strings.ReplaceAll(s.HTML, `"cid:board"`, `"data:image/png;base64,`+base64.StdEncoding.EncodeToString(s.Picture)+`"`)}
	for _, c := range s.Cells {
		p.Cells = append(p.Cells, web.Cell(c))
	}
	return p, nil
}
