package db_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost/db"
)

// unsettled is a house in which deeds at a match are done and cannot be settled, until go on
// is called.
func unsettled(t *testing.T, url string, match int64) (goOn func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "select from matches where id = $1 for no key update", match); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := errors.Join(tx.Rollback(t.Context()), conn.Close(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

// whileIt does something that has to wait until it goes on.
func whileIt(goesOn func(), do func() error) error {
	done := make(chan error)
	go func() { done <- do() }()
	goesOn()
	return <-done
}

// told is a move in answer to a letter, with all that the house does besides.
func told(d *db.DB, id int64, words string) func(w *db.Work) error {
	return func(w *db.Work) error {
		if err := move(w, id); err != nil {
			return err
		}
		t, err := w.Table(id)
		if err != nil {
			return err
		}
		note := w.Letter()
		note.Match, note.Seat, note.Step = id, 1, t.Match.Seq
		w.DropClock(t, t.Match.Seq%3)
		w.SetClock(t, db.Clock{Seat: (t.Match.Seq + 1) % 3, Step: t.Match.Seq, Began: noon, Soft: noon, Due: noon})
		w.DropDue(id, t.Match.Seq%3, "deadline")
		w.SetDue(db.Due{Match: id, Seat: (t.Match.Seq + 1) % 3, What: "deadline", At: noon.Add(time.Duration(t.Match.Seq) * time.Second)})
		for _, purpose := range []string{"receipt", "turn"} {
			w.Queue(db.Notice{Key: purpose + words, Match: id, Seat: 1, Address: "ana@example.org", Purpose: purpose, Seq: t.Match.Seq, Params: json.RawMessage("{}")})
		}
		return nil
	}
}

// stands says what the tables hold of a house, without what is drawn by lot; without waiting for
// what is not settled.
func stands(t *testing.T, url string) (rows []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{
		"select concat_ws(' ', 'match', id, seq, phase) from matches order by id",
		"select concat_ws(' ', 'fact', match_id, seq, kind, seat, cause, data, at) from facts order by match_id, seq",
		"select concat_ws(' ', 'clock', match_id, seat, step, began, soft, due) from clocks order by match_id, seat",
		"select concat_ws(' ', 'due', match_id, seat, what, at) from due order by match_id, seat, what",
		"select concat_ws(' ', 'letter', kept, match_id, seat, step, state) from letters order by id",
		"select concat_ws(' ', 'notice', key, match_id, seat, purpose, seq, cause) from outbox order by id",
		"select concat_ws(' ', 'journal', match_id) from journal",
	} {
		lines, err := conn.Query(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		list, err := pgx.CollectRows(lines, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, list...)
	}
	return rows
}

func inJournal(t *testing.T, url string) (n int) {
	t.Helper()
	for _, row := range stands(t, url) {
		if row[:min(7, len(row))] == "journal" {
			n++
		}
	}
	return n
}

// Deeds that are settled many at once leave what they leave one by one.
func TestManySettledAtOnceAreAsEachAlone(t *testing.T) {
	var kept [2][]string
	for i := range kept {
		url := fresh(t)
		d := open(t, url)
		id := match(t, d)
		for n := range 40 {
			goOn := func() {}
			if i == 1 && n%20 == 0 {
				goOn = unsettled(t, url, id)
			}
			for k := range 20 {
				words := fmt.Sprint("letter ", n, " ", k)
				play(t, d, letter(words), id, told(d, id, words))
				if i == 0 {
					d.Settle(t.Context())
				}
				if n%2 == 1 && k > 2 {
					break
				}
			}
			if i == 1 && n%20 == 0 && inJournal(t, url) < 10 {
				t.Fatal("nothing had to wait")
			}
			goOn()
			if n == 3 {
				break
			}
		}
		await(t, "all is settled", func() bool { return inJournal(t, url) == 0 })
		kept[i] = stands(t, url)
		sameFold(t, d, id)
	}
	if !slices.Equal(kept[0], kept[1]) {
		t.Errorf("one by one:\n%q\nat once:\n%q", kept[0], kept[1])
	}
}

// What a process has done and not settled when it ends, the next one settles as it starts.
func TestWhatIsLeftInTheJournalIsSettledAtTheStart(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	id := match(t, d)
	goOn := unsettled(t, url, id)
	for _, words := range []string{"one", "two"} {
		play(t, d, letter(words), id, told(d, id, words))
	}
	d.Close()
	if n := inJournal(t, url); n != 2 {
		t.Fatalf("%d deeds are left", n)
	}
	goOn()
	next := open(t, url)
	if n := inJournal(t, url); n != 0 {
		t.Errorf("%d deeds are still left", n)
	}
	if n := count(t, next, "select count(*) from outbox"); n != 4 {
		t.Errorf("%d notices", n)
	}
	for _, words := range []string{"one", "two"} {
		if err := next.Play(t.Context(), letter(words), id, told(next, id, words)); !errors.Is(err, db.ErrSeen) {
			t.Errorf("the letter %q once more: %v", words, err)
		}
	}
	sameFold(t, next, id)
}

// A process that goes on settles what another one left, once it is some seconds old.
func TestWhatAnotherLeftIsAdopted(t *testing.T) {
	url := fresh(t)
	gone, lives := open(t, url), open(t, url)
	id := match(t, gone)
	goOn := unsettled(t, url, id)
	play(t, gone, letter("one"), id, told(gone, id, "one"))
	gone.Close()
	goOn()
	if err := lives.Adopt(t.Context()); err != nil || inJournal(t, url) != 1 {
		t.Fatalf("a deed that its writer may still settle was taken on: %v", err)
	}
	await(t, "the deed is taken on", func() bool {
		if err := lives.Adopt(t.Context()); err != nil {
			t.Fatal(err)
		}
		return inJournal(t, url) == 0
	})
	sameFold(t, lives, id)
}

// Whoever else goes at a match finds all that was done at it, and the one who did it sees that
// it is another's from then on.
func TestTheJournalIsReadBeforeTheMatch(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	id := match(t, one)
	goOn := unsettled(t, url, id)
	for _, words := range []string{"one", "two", "three"} {
		play(t, one, letter(words), id, told(one, id, words))
	}
	if err := whileIt(goOn, func() error { return other.Play(t.Context(), letter("four"), id, told(other, id, "four")) }); err != nil {
		t.Fatal(err)
	}
	for i, words := range []string{"five", "six", "seven", "eight"} {
		d := []*db.DB{one, one, other, one}[i]
		play(t, d, letter(words), id, told(d, id, words))
	}
	one.Settle(t.Context())
	other.Settle(t.Context())
	if n := inJournal(t, url); n != 0 {
		t.Errorf("%d deeds are left", n)
	}
	if n := count(t, one, "select count(*) from letters"); n != 8 {
		t.Errorf("%d letters were noted", n)
	}
	if n := count(t, one, "select count(*) from outbox"); n != 16 {
		t.Errorf("%d notices were queued", n)
	}
	sameFold(t, one, id)
	sameFold(t, other, id)
}

// A letter counts once, be what it did settled or not, and whoever gets it.
func TestALetterCountsOnceBeforeItIsSettled(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	id := match(t, one)
	goOn := unsettled(t, url, id)
	play(t, one, letter("one"), id, told(one, id, "one"))
	if err := one.Play(t.Context(), letter("one"), id, told(one, id, "one")); !errors.Is(err, db.ErrSeen) {
		t.Errorf("once more here: %v", err)
	}
	if err := whileIt(goOn, func() error { return other.Play(t.Context(), letter("one"), id, told(other, id, "one")) }); !errors.Is(err, db.ErrSeen) {
		t.Errorf("once more elsewhere: %v", err)
	}
	one.Settle(t.Context())
	sameFold(t, one, id)
}

// A row that nobody can read holds up its match, and no other.
func TestARowOfTheJournalThatCannotBeRead(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	broken, well := match(t, d), match(t, d)
	goOn := unsettled(t, url, well)
	play(t, d, letter("one"), well, told(d, well, "one"))
	d.Close()
	goOn()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `insert into journal (match_id, upto, data) values ($1, 1, '\x7f00')`, broken); err != nil {
		t.Fatal(err)
	}
	next := open(t, url)
	if n := inJournal(t, url); n != 1 {
		t.Errorf("%d rows are left", n)
	}
	if err := next.Play(t.Context(), letter("two"), broken, told(next, broken, "two")); err == nil {
		t.Error("a deed went past one that cannot be read")
	}
	play(t, next, letter("three"), well, told(next, well, "three"))
	sameFold(t, next, well)
	clocks := "select sum(extract(epoch from due))::bigint from clocks where match_id = $1"
	before := count(t, next, clocks, well)
	if err := next.CreditClocks(t.Context(), noon, time.Hour); err != nil {
		t.Errorf("no clock of the house was credited: %v", err)
	}
	if gained := count(t, next, clocks, well) - before; gained < 3600 {
		t.Errorf("the clocks of another match gained %d seconds", gained)
	}
}

// A restore takes back the right to go on from memory.
func TestWhatSomebodyElseMarkedIsReadAnew(t *testing.T) {
	url := fresh(t)
	d := open(t, url)
	id := match(t, d)
	play(t, d, letter("one"), id, told(d, id, "one"))
	if _, err := d.Pool().Exec(t.Context(), "update matches set held = 0, note = 'another'"); err != nil {
		t.Fatal(err)
	}
	play(t, d, letter("two"), id, func(w *db.Work) error {
		t2, err := w.Table(id)
		if err == nil && t2.Row.Note != "another" {
			return nil // from memory: it is decided once more
		}
		return errors.Join(err, told(d, id, "two")(w))
	})
	if n := count(t, d, "select count(*) from outbox where key = 'turntwo'"); n != 1 {
		t.Errorf("%d notices", n)
	}
}
