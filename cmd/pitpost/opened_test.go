package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

// ownSettings are those of a house with a folder of its own, and ports that nobody holds.
func ownSettings(t testing.TB) *settings.Settings {
	s := settings.Defaults(t.TempDir())
	s.PostSMTP, s.PostIMAP, s.HTTP = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	return s
}

// opened is a house that runs until the test ends, empty and on free ports, its settings changed
// by set where that is not nil.
func opened(t *testing.T, set func(s *settings.Settings)) *app.App {
	t.Helper()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	if set != nil {
		set(s)
	}
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	st, err := app.Open(context.Background(), s, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}
