package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

// ownSettings returns settings with a data folder of the test's own and free ports.
func ownSettings(t testing.TB) *settings.Settings {
	s := settings.DefaultSettings(t.TempDir())
	s.PostSMTP, s.PostIMAP, s.HTTP = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	return s
}

// opened returns an empty house that runs on free ports until the test
// ends. If set is not nil, it changes the settings first.
func opened(t *testing.T, set func(s *settings.Settings)) *app.App {
	t.Helper()
	return openedLogging(t, slog.DiscardHandler, set)
}

// openedLogging is opened for a house that logs to a handler.
func openedLogging(t *testing.T, log slog.Handler, set func(s *settings.Settings)) *app.App {
	t.Helper()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	if set != nil {
		set(s)
	}
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenHouse(context.Background(), s, slog.New(log), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}
