package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer"
)

// study is a house as its settings make it, whose letters are handed in and written without a
// server between.
type study struct {
	*keeping
	*friends.Study
}

func newStudy(t *testing.T) *study {
	t.Helper()
	s := ownSettings(t)
	s.Address, s.DatabaseURL = friends.Address, secret(emptyHouse(t))
	s.IMAPURL, s.SMTPURL = secret("imap://"+lab.Nowhere(t)), secret("smtp://"+lab.Nowhere(t))
	s.from["ADDRESS"] = "flag"
	if err := s.complete(); err != nil {
		t.Fatal(err)
	}
	k, err := keep(context.Background(), s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.close)
	st := &station{keeping: k, now: time.Now}
	return &study{k, &friends.Study{T: t, DB: k.db, House: k.house, Words: k.words, Keys: k.keys, In: st.receiver(friends.Voucher, false),
		Out: &mailer.Writer{DB: k.db, Words: k.words, Keys: k.keys, Address: s.Address, Fold: spelling.Normalise, Games: catalog.Games()}}}
}

// gallery is such a house with its pages, and a match of Ana, Bo and Cy.
type gallery struct {
	*keeping
	*friends.Match
}

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryWith(t, "saboteur", nil) }

// newGalleryWith takes its chance from somewhere; nil for the machine's.
func newGalleryWith(t *testing.T, game string, chance io.Reader) *gallery {
	t.Helper()
	s := newStudy(t)
	s.House.Random = chance
	return &gallery{s.keeping, s.Play(game, func(m *friends.Match) http.Handler {
		st := &station{keeping: s.keeping, now: m.Now}
		mux := http.NewServeMux()
		st.layOut(mux, m.Out)
		return mux
	})}
}
