package store_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/store"
	"pitpost.example/house/world"
	"pitpost.example/lab"
	"pitpost.example/model"
)

// Short names for the helpers of dbtest.
var (
	noon         = dbtest.Noon
	fresh, open  = dbtest.FreshURL, dbtest.OpenHouse
	operator     = dbtest.OperatorCause
	match, count = dbtest.StartMatch, dbtest.SelectNumber
)

// try runs a command.
func try(tb testing.TB, d *db.DB, cause model.Cause, match int64, decide func(*world.Tx)) error {
	return d.Play(tb.Context(), cause, match, func(tx *db.Tx) error {
		return world.Decide(&world.Rules{}, cause, store.NewTx(tx), decide)
	})
}

// play runs a command, which must succeed.
func play(tb testing.TB, d *db.DB, cause model.Cause, match int64, decide func(*world.Tx)) {
	tb.Helper()
	lab.Check(tb, try(tb, d, cause, match, decide))
}
