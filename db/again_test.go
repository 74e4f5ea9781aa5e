package db_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"pitpost/db"
)

func TestAFoldAheadOfItsLogIsForgotten(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	seq := count(t, d, "select seq from matches")
	play(t, d, operator(), id, func(w *db.Work) error { return move(w, id) })
	// A backup is put back under the running house: the log ends where it did.
	_, err := d.Pool().Exec(t.Context(), fmt.Sprintf(`alter table facts disable trigger facts_stand; delete from facts where seq > %d;
		alter table facts enable trigger facts_stand; update matches set seq = %d`, seq, seq))
	if err != nil {
		t.Fatal(err)
	}
	play(t, d, operator(), id, func(w *db.Work) error {
		table, err := w.Table(id)
		if err == nil && table.Match.Seq != seq {
			t.Errorf("the fold stands at fact %d, the log at %d", table.Match.Seq, seq)
		}
		return errors.Join(err, move(w, id))
	})
	sameFold(t, d, id)
}

func TestAnotherTryStartsAnew(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	seq := count(t, d, "select seq from matches")
	tries := 0
	play(t, d, letter("a"), id, func(w *db.Work) error {
		tries++
		table, err := w.Table(id)
		if err != nil {
			return err
		}
		if l := w.Letter(); table.Match.Seq != seq || l.Match != 0 || l.State != "apply" || l.Why != "" {
			t.Errorf("try %d begins with fact %d and %+v", tries, table.Match.Seq, *l)
		}
		if tries < 3 {
			l := w.Letter()
			l.Match, l.Seat, l.State, l.Why = id, 1, "refuse", "too late"
			return errors.Join(move(w, id), fmt.Errorf("a lock: %w", &pgconn.PgError{Code: "40P01"}))
		}
		return move(w, id)
	})
	if n := count(t, d, "select count(*) from letters where state = 'apply' and match_id is null"); tries != 3 || n != 1 {
		t.Errorf("%d tries, %d letters", tries, n)
	}
	sameFold(t, d, id)
}
