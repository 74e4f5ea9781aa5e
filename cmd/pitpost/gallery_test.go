package main

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
)

// study is a house as its settings make it, whose letters are handed in and written without a
// server between.
type study struct {
	kept *stores.Stores
	*friends.Study
}

func newStudy(t *testing.T) *study {
	t.Helper()
	s := ownSettings(t)
	s.Address, s.DatabaseURL = friends.Address, settings.Secret(emptyHouse(t))
	s.IMAPURL, s.SMTPURL = settings.Secret("imap://play:word@"+lab.Nowhere(t)), settings.Secret("smtp://"+lab.Nowhere(t))
	s.From["ADDRESS"] = "flag"
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	k, err := stores.Options{Log: slog.New(slog.DiscardHandler)}.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return &study{k, friends.Over(t, k.House, k.Words, k.Keys)}
}

// gallery is such a house with its pages, and a match of Ana, Bo and Cy.
type gallery struct {
	kept *stores.Stores
	*friends.Match
}

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryWith(t, "saboteur", nil) }

// command carries out one command line in that house and gives its exit code and what it wrote.
func (g *gallery) command(words ...string) (code int, out, wrong string) {
	var o, e strings.Builder
	s := g.kept.Settings
	code = run(append(words, "--data", s.Data, "--address", s.Address, "--database-url", string(s.DatabaseURL),
		"--imap-url", string(s.IMAPURL), "--smtp-url", string(s.SMTPURL)), &desk{out: &o, err: &e})
	return code, o.String(), e.String()
}

// newGalleryWith takes its chance from somewhere; nil for the machine's.
func newGalleryWith(t *testing.T, game string, chance io.Reader) *gallery {
	t.Helper()
	s := newStudy(t)
	s.House.Rules.Random = chance
	return &gallery{s.kept, s.Play(game)}
}
