package main

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/web/matches"
	"pitpost.example/web/spectate"
)

// layOut adds the pages of matches and what anybody may look at, where a PUBLIC_URL is set.
func (st *station) layOut(mux *http.ServeMux, w *letter.Writer) {
	pages := st.matchPages(w)
	if pages == nil {
		return
	}
	for _, path := range matchPaths {
		mux.Handle(path, pages)
	}
	open := st.spectatePages(w.PublicURL)
	for _, path := range spectate.Paths() {
		mux.Handle(path, open)
	}
}

// matchPages are the pages of matches, whose letters w writes; nil where no PUBLIC_URL is
// set.
func (st *station) matchPages(w *letter.Writer) http.Handler {
	if w.PublicURL == "" {
		return nil
	}
	m := &matches.Pages{House: st.house, DB: st.db, Words: st.words, Secure: strings.HasPrefix(w.PublicURL, "https:"), Now: st.now,
		Notice:     st.linked,
		Archived:   func(letter int64) string { return st.keys.Hide("archive", letter) },
		Unarchived: func(word string) (int64, bool) { return st.keys.Reveal("archive", word) },
		Proof:      func(of string) string { return st.keys.Sign("form", of) },
		Proved:     func(of, proof string) bool { return st.keys.Signed("form", of, proof) },
		Present: func(ctx context.Context, match int64, seat *model.Seat) (*matches.Position, error) {
			return position(w.Present(ctx, match, seat, st.now()))
		},
		Public: func(ctx context.Context, match int64, lang string) (*matches.Position, error) {
			return position(w.PresentPublic(ctx, match, lang, st.now()))
		},
		Outcome: func(ctx context.Context, key string) ([]string, error) {
			n, err := st.db.NoticeByKey(ctx, key)
			if err != nil || n == nil {
				return nil, err
			}
			return w.Outcome(ctx, n, st.now())
		},
	}
	return m.Handler()
}

// linked is the letter that a link's word names; 0 for none of ours, or no more.
func (st *station) linked(ctx context.Context, word string) (int64, error) {
	letter, former, ok := letter.PageNotice(st.keys, word)
	if former {
		var err error
		if ok, err = st.db.FormerNumbers(ctx, st.now()); err != nil {
			return 0, err
		}
	}
	if !ok {
		return 0, nil
	}
	return letter, nil
}

// spectatePages are what anybody may look at.
func (st *station) spectatePages(at string) http.Handler {
	p := &spectate.Pages{House: st.house, DB: st.db, Address: st.settings.Address, Words: st.words, Log: st.house.Log, Secure: strings.HasPrefix(at, "https:")}
	for _, name := range st.house.Names {
		p.Games = append(p.Games, st.house.Games(name))
	}
	return p.Handler()
}

// matchPaths are where the pages of matches lie.
var matchPaths = [...]string{"/letter/", "/seat/", "/m/", "/match.css", "/match.js"}

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
