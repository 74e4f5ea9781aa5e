package mail_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/model"
)

// claim claims letters for a process; nil if there are none.
func claim(tb testing.TB, d *db.DB, ask mail.Query) *mail.Batch {
	tb.Helper()
	if ask.Now.IsZero() {
		ask.Now = noon
	}
	ask.Most = max(ask.Most, 1)
	b, err := mail.ClaimLetters(tb.Context(), d, ask)
	if err != nil {
		tb.Fatal(err)
	}
	if b != nil {
		tb.Cleanup(b.Drop)
	}
	return b
}

func commit(tb testing.TB, b *mail.Batch) {
	tb.Helper()
	if err := b.Commit(tb.Context()); err != nil {
		tb.Fatal(err)
	}
}

// hold has a process take one letter into its hands.
func hold(tb testing.TB, d *db.DB, id int64) {
	tb.Helper()
	b := claim(tb, d, mail.Query{Most: 50})
	if b == nil || !slices.Contains(numbers(b.Letters), id) {
		tb.Fatalf("letter %d is not to be had: %+v", id, b)
	}
	b.Write(b.Letters[slices.Index(numbers(b.Letters), id)], "Ana@example.org", []byte("bytes"), nil)
	commit(tb, b)
}

func numbers(list []*model.Notice) []int64 {
	ids := []int64{}
	for _, n := range list {
		ids = append(ids, n.ID)
	}
	return ids
}

func TestALetterIsClaimedByOne(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	queue(t, houses[0], "k")
	var claimed atomic.Int32
	together(2, func(i int) {
		if claim(t, houses[i], mail.Query{}) != nil {
			claimed.Add(1)
		}
	})
	if claimed.Load() != 1 {
		t.Errorf("claimed by %d", claimed.Load())
	}
}

// A process keeps a letter in hand for a while. After that others send it, with the bytes that were kept. A
// letter that was sent is never claimed again.
func TestALetterInHandIsNobodyElses(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	id := queue(t, one, "k")
	hold(t, one, id)
	if n, err := mail.NoticeByID(t.Context(), one, id); err != nil || string(n.Raw) != "bytes" || n.State != "written" || n.Address != "ana@example.org" || n.Tries != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	if b := claim(t, other, mail.Query{Now: noon.Add(time.Minute)}); b != nil {
		t.Errorf("claimed by another: %v", numbers(b.Letters))
	}
	later := noon.Add(time.Hour)
	if b := claim(t, one, mail.Query{Now: later, InHand: []int64{id}}); b != nil {
		t.Error("claimed once more by who has it")
	}
	b := claim(t, other, mail.Query{Now: later})
	if b == nil || string(b.Letters[0].Raw) != "bytes" || b.Letters[0].Tries != 2 {
		t.Fatalf("a lease that ran out: %+v", b)
	}
	b.Take(b.Letters[0])
	commit(t, b)
	if err := mail.MarkSent(t.Context(), other, id, "250", later); err != nil {
		t.Fatal(err)
	}
	if b := claim(t, one, mail.Query{Now: later.Add(48 * time.Hour)}); b != nil {
		t.Error("a letter that was sent is claimed")
	}
}

// A letter about which nothing was decided, for whatever reason, is as it was at once.
func TestADroppedBatchLeavesNoTrace(t *testing.T) {
	d := open(t, fresh(t))
	id := queue(t, d, "k")
	b := claim(t, d, mail.Query{})
	b.Write(b.Letters[0], "ana@example.org", []byte("bytes"), nil)
	b.Drop()
	b = claim(t, d, mail.Query{})
	commit(t, b) // with no decision
	b = claim(t, d, mail.Query{})
	if b == nil || b.Letters[0].ID != id || b.Letters[0].Tries != 1 || b.Letters[0].Raw != nil {
		t.Errorf("%+v", b)
	}
}

func TestAPostponedLetterLosesNoTry(t *testing.T) {
	d := open(t, fresh(t))
	queue(t, d, "k")
	b := claim(t, d, mail.Query{})
	b.Postpone(b.Letters[0], noon.Add(time.Second), "")
	commit(t, b)
	if b := claim(t, d, mail.Query{}); b != nil {
		t.Error("due too early")
	}
	b = claim(t, d, mail.Query{Now: noon.Add(time.Second)})
	if b == nil || b.Letters[0].Tries != 1 {
		t.Fatalf("%+v", b)
	}
	b.PostponeWritten(b.Letters[0], "ana@example.org", []byte("bytes"), map[string]int{"a": 2}, noon.Add(time.Minute))
	commit(t, b)
	b = claim(t, d, mail.Query{Now: noon.Add(time.Minute)})
	if b == nil || b.Letters[0].Tries != 1 || string(b.Letters[0].Raw) != "bytes" || string(b.Letters[0].Params) != `{"a": 2}` {
		t.Fatalf("%+v", b)
	}
	b.Again(b.Letters[0], noon.Add(time.Hour), "no words")
	commit(t, b)
	if b = claim(t, d, mail.Query{Now: noon.Add(time.Hour)}); b == nil || b.Letters[0].Tries != 2 {
		t.Errorf("%+v", b)
	}
}

// to queues a letter to a player, or to the address of a stranger.
func to(tb testing.TB, d *db.DB, key string, player int64, address string, purpose model.Purpose) int64 {
	tb.Helper()
	play(tb, d, operator(), 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: key, Player: player, Purpose: purpose, Address: address, Params: json.RawMessage("{}")})
		return nil
	})
	return int64(count(tb, d, "select id from outbox where key = $1", key))
}

// Letters to one person leave in the order in which they were queued, whichever of their addresses they go
// to. Urgent letters are chosen first, and bring along what was queued before them.
func TestLettersToOnePersonKeepTheirOrder(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	player := ana(t, one)
	for name, who := range map[string]int64{"a player": player, "a stranger": 0} {
		t.Run(name, func(t *testing.T) {
			if _, err := one.Pool().Exec(t.Context(), "update outbox set state = 'sent'"); err != nil {
				t.Fatal(err)
			}
			address := "eve@example.net"
			if who != 0 {
				address = "ana@home.example"
			}
			slow := to(t, one, name+"slow", who, address, "standings")
			urgent := to(t, one, name+"urgent", who, address, "turn")
			for i := range 5 {
				to(t, one, fmt.Sprint(name, i), 0, fmt.Sprint(i, "@example.net"), "receipt")
			}
			b := claim(t, one, mail.Query{Most: 1})
			if got := numbers(b.Letters); !slices.Equal(got, []int64{slow, urgent}) {
				t.Fatalf("chose %v", got)
			}
			if got := numbers(b.ByRank()); !slices.Equal(got, []int64{urgent, slow}) {
				t.Errorf("by rank %v", got)
			}
			for _, n := range b.Letters[:1] {
				b.Write(n, address, []byte("bytes"), nil)
			}
			commit(t, b) // without a decision about the urgent one
			stands := claim(t, other, mail.Query{})
			if stands == nil || len(stands.Letters) != 0 || !slices.Equal(numbers(stands.Behind), []int64{urgent}) {
				t.Errorf("overtakes a letter in its first try: %+v", stands)
			}
			stands.Drop()
			mine := claim(t, one, mail.Query{InHand: []int64{slow}})
			if mine == nil || !slices.Equal(numbers(mine.Letters), []int64{urgent}) {
				t.Errorf("who has the first in hand cannot take the second: %+v", mine)
			}
			mine.Drop()
			if err := mail.RetryLater(t.Context(), one, slow, noon.Add(time.Minute), "450 later"); err != nil {
				t.Fatal(err)
			}
			if b := claim(t, other, mail.Query{}); b == nil || len(b.Letters) != 1 {
				t.Error("waits for a letter that was put off")
			}
		})
	}
}

// Letters in the hands of another process count towards a limit that all share.
func TestLettersOfTheDayAreCountedOverAll(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	ids := []int64{queue(t, one, "a"), to(t, one, "b", 0, "bo@example.org", "note"), to(t, one, "c", 0, "cy@example.org", "note")}
	hold(t, one, ids[0])
	hold(t, one, ids[1])
	if err := mail.MarkSent(t.Context(), one, ids[1], "250", noon); err != nil {
		t.Fatal(err)
	}
	if b := claim(t, other, mail.Query{Alone: true}); b == nil || b.Left != 2 || len(b.Letters) != 1 {
		t.Errorf("%+v", b)
	}
}

// The clock jumped a day ahead, letters were queued and postponed, and it jumped back. These letters must go
// now, not in a day. What was postponed under the right clock keeps its time.
func TestLettersOfAClockThatWasAheadGo(t *testing.T) {
	d := open(t, fresh(t))
	fresh, late, tried, held := queue(t, d, "fresh"), queue(t, d, "late"), queue(t, d, "tried"), to(t, d, "held", 0, "hal@example.org", "note")
	hold(t, d, held)
	for id, at := range map[int64]time.Time{fresh: noon.Add(24 * time.Hour), late: noon.Add(14 * time.Minute), tried: noon.Add(3 * time.Hour), held: noon.Add(24 * time.Hour)} {
		if _, err := d.Pool().Exec(t.Context(), "update outbox set next_at = $2, tries = case when key = 'tried' then 6 else tries end where id = $1", id, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := mail.ReleaseLettersOfDead(t.Context(), d, noon); err != nil {
		t.Fatal(err)
	}
	want := map[int64]time.Time{fresh: noon, late: noon.Add(14 * time.Minute), tried: noon.Add(3 * time.Hour), held: noon.Add(10 * time.Minute)}
	for id, at := range want {
		if n, err := mail.NoticeByID(t.Context(), d, id); err != nil || !n.NextAt.Equal(at) {
			t.Errorf("%s goes at %v, want %v; %v", n.Key, n.NextAt, at, err)
		}
	}
}

// Letters in the hands of a process that stops are free for all at once, and lose no try.
func TestALetterGivenBackIsDue(t *testing.T) {
	url := fresh(t)
	one, other := open(t, url), open(t, url)
	id := queue(t, one, "k")
	hold(t, one, id)
	if err := mail.ReleaseLetters(t.Context(), other, []int64{id}, noon); err != nil ||
		claim(t, other, mail.Query{}) != nil {
		t.Errorf("given back by who has it not: %v", err)
	}
	if err := mail.ReleaseLetters(t.Context(), one, []int64{id}, noon); err != nil {
		t.Fatal(err)
	}
	if b := claim(t, other, mail.Query{}); b == nil || b.Letters[0].Tries != 1 {
		t.Errorf("%+v", b)
	}
}
