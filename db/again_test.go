package db_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/people"
	"pitpost.example/model"
)

func TestAFoldAheadOfItsLogIsForgotten(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	seq := count(t, d, "select seq from matches")
	play(t, d, operator(), id, func(tx *db.Tx) error { return move(tx, id) })
	// A backup is restored under the running house, so the log ends earlier than the fold.
	_, err := d.Pool().Exec(t.Context(), fmt.Sprintf(`alter table facts disable trigger facts_stand; delete from facts where seq > %d;
		alter table facts enable trigger facts_stand; update matches set seq = %d`, seq, seq))
	if err != nil {
		t.Fatal(err)
	}
	stood := 0
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil {
			stood = table.Match.Seq
		}
		return errors.Join(err, move(tx, id))
	})
	if stood != seq {
		t.Errorf("the fold stood at fact %d, the log at %d", stood, seq)
	}
	sameFold(t, d, id)
}

func TestAnotherTryStartsAnew(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	seq := count(t, d, "select seq from matches")
	tries, cause := 0, letter("a")
	play(t, d, cause, id, func(tx *db.Tx) error {
		tries++
		table, err := tx.Table(id)
		if err != nil {
			return err
		}
		if l := cause.Letter; table.Match.Seq != seq || l.Match != 0 || l.State != "apply" || l.Why != "" {
			t.Errorf("try %d begins with fact %d and %+v", tries, table.Match.Seq, *l)
		}
		if tries < 3 {
			l := cause.Letter
			l.Match, l.Seat, l.State, l.Why = id, 1, "refuse", "too late"
			return errors.Join(move(tx, id), fmt.Errorf("a lock: %w", &pgconn.PgError{Code: "40P01"}))
		}
		return move(tx, id)
	})
	if n := count(t, d, "select count(*) from letters where state = 'apply' and match_id is null"); tries != 3 || n != 1 {
		t.Errorf("%d tries, %d letters", tries, n)
	}
	sameFold(t, d, id)
}

// A newcomer writes while a friend invites them. Both commands find no player at that address, and the second
// to commit must find the player that the first one created.
func TestTwoMakeTheSamePlayer(t *testing.T) {
	d := open(t, fresh(t))
	meet := func(words string, between func()) (player int64, tries int) {
		play(t, d, letter(words), 0, func(tx *db.Tx) error {
			tries++
			s, err := (&people.Rows{Tx: tx}).Sender("gus@example.org")
			p := &s.Player
			if err == nil && p.ID == 0 {
				between()
				p.ID, err = dbtest.CreatePerson(tx, "Gus@example.org", "Gus")
			}
			if err == nil {
				player = p.ID
			}
			return err
		})
		return player, tries
	}
	var first int64
	second, tries := meet("new saboteur with gus@example.org", func() {
		first, _ = meet("attach json", func() {})
	})
	if n := count(t, d, "select count(*) from players"); second != first || tries != 2 || n != 1 {
		t.Errorf("player %d and player %d after %d tries, %d kept", first, second, tries, n)
	}
	if n := count(t, d, "select count(*) from letters where state = 'apply'"); n != 2 {
		t.Errorf("%d letters noted", n)
	}
}

// Two processes move by turns, so what each has cached is out of date every time. Clocks, plans and seats
// must be as new as the facts.
func TestMemoryIsComparedBeforeItIsBelieved(t *testing.T) {
	url := fresh(t)
	one, two := open(t, url), open(t, url)
	id := match(t, one)
	for n := range 6 {
		d, other := one, two
		if n%2 == 1 {
			d, other = two, one
		}
		at := noon.Add(time.Duration(n) * time.Hour)
		play(t, d, letter(fmt.Sprint("move ", n)), id, func(tx *db.Tx) error {
			table, err := tx.Table(id)
			if err != nil {
				return err
			}
			table.Seats[0].Salt = fmt.Sprint("salt ", n)
			table.SetClock(model.Clock{Seat: 1, Step: n, Began: noon, Soft: at, Due: at.Add(time.Nanosecond)})
			table.SetPlan(1, model.Plan{Kind: "next", Lines: []string{fmt.Sprint("pass ", n)}, At: at})
			return move(tx, id)
		})
		var clocks []model.Clock
		var plans []model.Plan
		salt := ""
		play(t, other, operator(), id, func(tx *db.Tx) error {
			table, err := tx.Table(id)
			if err != nil {
				return err
			}
			salt = table.Seats[0].Salt
			plans = table.Plans[1]
			clocks = table.Clocks
			return nil
		})
		if len(clocks) != 1 || clocks[0].Step != n || !clocks[0].Due.Equal(at) || len(plans) != 1 || plans[0].Lines[0] != fmt.Sprint("pass ", n) || salt != fmt.Sprint("salt ", n) {
			t.Errorf("after move %d the other process has %+v, %+v, %q", n, clocks, plans, salt)
		}
		sameFold(t, one, id)
		sameFold(t, two, id)
	}
}

// credit makes the house be down for some time from noon on.
func credit(t *testing.T, d *db.DB, out time.Duration) {
	t.Helper()
	for _, now := range []time.Time{noon, noon.Add(out)} {
		if _, err := d.Alive(t.Context(), now, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCreditedClocksAreReadAnew(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil {
			table.SetClock(model.Clock{Seat: 1, Step: 2, Began: noon, Soft: noon, Due: noon})
		}
		return err
	})
	credit(t, d, time.Hour)
	var due time.Time
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err != nil {
			return err
		}
		if clocks := table.Clocks; len(clocks) == 1 {
			due = clocks[0].Due
		}
		return nil
	})
	if !due.Equal(noon.Add(time.Hour)) {
		t.Errorf("the clock runs out at %s", due)
	}
}

// If a cached match was changed by another process, it is read again and the command is decided again. The
// first try must write nothing.
func TestACachedMatchThatIsOutOfDateIsReadAnew(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	tries := 0
	play(t, d, letter("one"), id, func(tx *db.Tx) error { tries++; return move(tx, id) })
	if tries != 1 {
		t.Errorf("a match that nobody changed was decided %d times", tries)
	}
	var seen []string
	change := func(stamp int, note string) {
		if _, err := d.Pool().Exec(t.Context(), "update matches set stamp = $1, note = $2", stamp, note); err != nil {
			t.Fatal(err)
		}
	}
	change(1, "another")
	for _, save := range []bool{false, true} { // once a move alone, once a move that also changes the match's row
		play(t, d, letter(fmt.Sprint("two ", save)), id, func(tx *db.Tx) error {
			table, err := tx.Table(id)
			if err != nil {
				return err
			}
			seen = append(seen, table.Row.Note)
			if save {
				table.Row.Listed = true
			}
			tx.Queue(model.Notice{Key: fmt.Sprint(save), Address: "ana@example.org", Purpose: "turn", Params: []byte("{}")})
			return move(tx, id)
		})
		change(2, "a third")
	}
	// A command that only looks at the match must not believe the cache either.
	play(t, d, letter("three"), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err == nil {
			seen = append(seen, table.Row.Note)
		}
		return err
	})
	if got := fmt.Sprintf("%q", seen); got != `["" "another" "another" "a third" "a third" "a third"]` {
		t.Errorf("the match was seen as %s", got)
	}
	if letters, mails := count(t, d, "select count(*) from letters"), count(t, d, "select count(*) from outbox"); letters != 4 || mails != 2 {
		t.Errorf("%d letters noted and %d queued", letters, mails)
	}
	sameFold(t, d, id)
}

// A command that needs a lock which another one holds, of a name or a match, lets go of its rows before it waits,
// because the other may need them.
func TestALockIsAwaitedWithoutRows(t *testing.T) {
	d := open(t, fresh(t))
	var ana int64
	play(t, d, operator(), 0, func(tx *db.Tx) (err error) {
		ana, err = dbtest.CreatePerson(tx, "ana@example.org", "Ana")
		return err
	})
	id := match(t, d)
	row := func(tx *db.Tx) error { return tx.Exec("select from players where id = $1 for update", ana) }
	for name, lock := range map[string]func(*db.Tx) error{
		"name":  func(tx *db.Tx) error { return tx.Alone("one") },
		"match": func(tx *db.Tx) error { _, err := tx.Table(id); return err },
	} {
		hasRow, hasLock, ended := make(chan bool), make(chan bool), make(chan error, 1)
		go func() {
			<-hasRow
			ended <- d.Play(t.Context(), operator(), 0, func(tx *db.Tx) error {
				if err := lock(tx); err != nil {
					return err
				}
				close(hasLock)
				return row(tx)
			})
		}()
		var tries []error
		play(t, d, operator(), 0, func(tx *db.Tx) error {
			if err := row(tx); err != nil {
				return err
			}
			if len(tries) == 0 {
				close(hasRow)
				<-hasLock
			}
			err := lock(tx)
			tries = append(tries, err)
			return err
		})
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, postgres := errors.AsType[*pgconn.PgError](tries[0]); len(tries) != 2 || tries[0] == nil || postgres {
			t.Errorf("%s: tries: %v", name, tries)
		}
	}
}

// A command that has taken a due row of a player and then writes the player is not waited for by one that has
// written the player and then sets the row.
func TestADueRowIsWrittenBeforeItsPlayer(t *testing.T) {
	d := open(t, fresh(t))
	due := model.Due{Owner: model.DueOfPlayer, ID: 1, What: model.DueBack, At: noon}
	var tries atomic.Int32
	write := func(tx *db.Tx) error {
		tries.Add(1)
		tx.Later("update players set zone = 'Europe/Paris' where id = 1")
		return nil
	}
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		_, err := dbtest.CreatePerson(tx, "ana@example.org", "Ana")
		tx.SetDue(due)
		return err
	})
	ended := make(chan error, 1)
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		if mine, err := tx.TakeDue(due); err != nil || !mine {
			t.Fatal(mine, err)
		}
		go func() {
			ended <- d.Play(t.Context(), operator(), 0, func(tx *db.Tx) error { tx.SetDue(due); return write(tx) })
		}()
		for count(t, d, "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") == 0 {
			time.Sleep(time.Millisecond)
		}
		return write(tx)
	})
	if err := <-ended; err != nil || tries.Load() != 2 {
		t.Errorf("%d tries: %v", tries.Load(), err)
	}
}
