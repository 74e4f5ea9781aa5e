package app_test

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/lab"
)

func TestMain(m *testing.M) { os.Exit((&lab.Alone{Tests: m}).Run()) }

// emptyHouse returns the URL of a database with the tables of a house and no rows.
func emptyHouse(t testing.TB) string {
	t.Helper()
	return lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// ownSettings returns settings with a data folder of the test's own and free ports.
func ownSettings(t testing.TB) *settings.Settings {
	s := settings.DefaultSettings(t.TempDir())
	s.PostSMTP, s.PostIMAP, s.HTTP = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	return s
}

// opened returns an empty house that runs on free ports until the test ends. set changes the settings first.
func opened(t *testing.T, set func(s *settings.Settings)) *app.App {
	t.Helper()
	s := ownSettings(t)
	s.DatabaseURL = settings.Secret(emptyHouse(t))
	set(s)
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenHouse(context.Background(), s, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}
