package mailer_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/dbtest"
	"pitpost.example/db/mail"
	"pitpost.example/mailer/send"
)

// away makes a table unreadable until back is called.
func (g *match) away(table string) (back func()) {
	g.t.Helper()
	rename := func(from, to string) {
		g.t.Helper()
		if _, err := g.db.Pool().Exec(g.t.Context(), fmt.Sprintf("alter table %s rename to %s", from, to)); err != nil {
			g.t.Fatal(err)
		}
	}
	rename(table, table+"_away")
	return func() { rename(table+"_away", table) }
}

// row returns how a letter is in the outbox: its state, the last reply, and whether its bytes are stored.
func (g *match) row(id int64) (state, reply string, kept bool) {
	g.t.Helper()
	if err := g.db.Pool().QueryRow(g.t.Context(), "select state, reply, raw is not null from outbox where id = $1", id).Scan(&state, &reply, &kept); err != nil {
		g.t.Fatal(err)
	}
	return state, reply, kept
}

// If anything that a digest needs cannot be read, the digest is not written. It is tried again, and is
// complete once the fault is gone.
func TestADigestWaitsForWhatItCannotRead(t *testing.T) {
	for _, table := range []string{"words", "clocks", "plans", "page_stops", "facts", "players"} {
		t.Run(table, func(t *testing.T) {
			g, o := newMatch(t), &out{}
			for range 2 {
				g.move()
			}
			p := g.post(o)
			g.writer.PublicURL = "https://play.example.org"
			ids := g.waiting("purpose = 'turn'")
			id := ids[len(ids)-1]
			back := g.away(table)
			for _, want := range []time.Duration{time.Minute, 5 * time.Minute} {
				if again := g.deliver(p, id); again != want {
					t.Errorf("tried again after %v, not %v", again, want)
				}
				g.now = g.now.Add(want)
			}
			if state, reply, kept := g.row(id); state != "queued" || kept || !strings.Contains(reply, "not written: ") || !strings.Contains(reply, table) || len(o.sent) > 0 {
				t.Errorf("%s, %q, kept %v, %d sent", state, reply, kept, len(o.sent))
			}
			back()
			n, err := mail.NoticeByID(t.Context(), g.db, id)
			if err != nil {
				t.Fatal(err)
			}
			want, err := g.writer.WriteFrom(t.Context(), nil, n, g.now)
			if err != nil {
				t.Fatal(err)
			}
			if again := g.deliver(p, id); again != 0 || len(o.sent) != 1 {
				t.Fatalf("again in %v, %d sent", again, len(o.sent))
			}
			text := strings.Join(o.told(t)[o.sent[0].to], "")
			if !bytes.Equal(o.sent[0].msg, want.Raw) || !strings.Contains(text, "I put my trust in") || !strings.Contains(text, "https://play.example.org/letter/") {
				t.Errorf("the letter has a hole:\n%s", text)
			}
		})
	}
}

// A letter that can never be written is set aside with the reason, after as many tries as one that the relay
// refuses. It does not hold up other letters.
func TestALetterThatCannotBeWrittenIsSetAside(t *testing.T) {
	g, o := newMatch(t), &out{}
	g.move()
	dbtest.QueueNote(t, g.db, "of no match")
	p := g.post(o)
	back := g.away("words")
	stop := g.runs(p)
	g.until("all but the letters of the match are sent", func() bool {
		return len(g.waiting("reply = ''")) == 0
	})
	stop()
	ids, sent := g.waiting("true"), len(o.sent)
	if len(ids) == 0 || sent == 0 {
		t.Fatalf("%d letters wait, %d left", len(ids), sent)
	}
	id := ids[len(ids)-1]
	u, err := mail.CountUnwritten(t.Context(), g.db, g.now.Add(-7*24*time.Hour))
	if err != nil || u.Waiting != len(ids) || u.Aside != 0 || !strings.Contains(u.Last, fmt.Sprintf("letter %d (", id)) || !strings.Contains(u.Last, "match 1") {
		t.Errorf("%+v, %v", u, err)
	}
	begun, tries := g.now, 1
	for again := time.Minute; again > 0; tries++ {
		g.now = g.now.Add(again)
		again = g.deliver(p, id)
	}
	refused := 1
	for send.RetryDelay(send.Later, refused) > 0 {
		refused++
	}
	if state, reply, kept := g.row(id); state != "failed" || kept || !strings.Contains(reply, `relation "words" does not exist`) || tries != refused || g.now.Sub(begun) < 4*24*time.Hour {
		t.Errorf("%s, %q, kept %v, after %d tries in %v", state, reply, kept, tries, g.now.Sub(begun))
	}
	back()
	if again := g.deliver(p, id); again != 0 || len(o.sent) != sent {
		t.Errorf("a letter set aside leaves: %v, %d sent", again, len(o.sent)-sent)
	}
	if u, err := mail.CountUnwritten(t.Context(), g.db, begun.Add(-time.Hour)); err != nil || u.Aside != 1 {
		t.Errorf("%+v, %v", u, err)
	}
}
