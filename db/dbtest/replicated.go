package dbtest

import (
	"log/slog"
	"testing"

	"pitpost.example/db"
	"pitpost.example/lab"
)

// Replicated is the URL of a house in a server of lab.Replicated.
func Replicated(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	url, standby = lab.Replicated(tb)
	lab.Check(tb, db.Migrate(tb.Context(), url, slog.New(slog.DiscardHandler)))
	return url, standby
}
