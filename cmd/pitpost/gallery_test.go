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

// study is a house opened from settings, in which letters are handed in and written without a mail server.
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

// gallery is a study with pages, and a match of Ana, Bo and Cy.
type gallery struct {
	kept *stores.Stores
	*friends.Match
}

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryWith(t, "saboteur", nil) }

// command runs a command line in that house and returns its exit code and output.
func (g *gallery) command(words ...string) (code int, out, wrong string) {
	var o, e strings.Builder
	s := g.kept.Settings
	code = run(append(words, "--data", s.Data, "--address", s.Address, "--database-url", string(s.DatabaseURL),
		"--imap-url", string(s.IMAPURL), "--smtp-url", string(s.SMTPURL)), &desk{out: &o, err: &e})
	return code, o.String(), e.String()
}

// newGalleryWith uses chance as its source of randomness, or the machine's if that is nil.
func newGalleryWith(t *testing.T, game string, chance io.Reader) *gallery {
	t.Helper()
	s := newStudy(t)
	s.House.Rules.Random = chance
	return &gallery{s.kept, s.Play(game)}
}
