package faults

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const contSignal = syscall.SIGCONT

// How long a repaired house may take until all letters have been handled. After patience it is killed and
// started again; after longPatience it has failed.
const (
	patience     = 25 * time.Second
	longPatience = 2 * time.Minute
)

// settle waits until every incoming letter has a final state and every outgoing one has left.
func (w *world) settle(procs int) {
	begun := time.Now()
	pressed := begun
	for {
		w.players.hand()
		w.read() // answers are sent in the next round
		what := w.unsettled()
		if what == "" {
			w.read()
			return
		}
		waited := time.Since(begun)
		if waited > longPatience {
			w.row.complain("never quiet: %s", what)
			return
		}
		if waited > patience && w.row.nudge == 0 {
			w.row.nudge = 1
			w.t.Logf("round %d (%s): started anew, for %s", w.row.round, w.row.fault, what)
			w.staff(0)
			w.staff(procs)
		}
		if time.Since(pressed) > time.Second {
			w.press()
			pressed = time.Now()
		}
		w.staff(procs)
		time.Sleep(50 * time.Millisecond)
	}
}

// unsettled says what is still in progress, "" for nothing.
func (w *world) unsettled() string {
	if n := len(w.players.out); n > 0 {
		return fmt.Sprintf("%d letters the mail server has not taken", n)
	}
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	conn, err := w.connect(ctx)
	if err != nil {
		return err.Error()
	}
	defer conn.Close(ctx)
	var letters int
	var out string
	err = conn.QueryRow(ctx, `select (select count(*) from letters), coalesce((select string_agg(concat_ws(' ', id, state, purpose, tries, next_at - now(), reply), '; ')
		from outbox where state in ('queued', 'written')), '')`).Scan(&letters, &out)
	if err != nil {
		return err.Error()
	}
	if out != "" {
		return "letters out that wait: " + out
	}
	if letters < len(w.players.letters) {
		return fmt.Sprintf("%d of %d letters noted", letters, len(w.players.letters))
	}
	return w.unread()
}

// unread says what is still in the mailbox, or with the mail servers that deliver letters directly; "" for nothing.
func (w *world) unread() string {
	for _, p := range w.postfixes {
		if queue := p.Queue(w.t); !strings.Contains(queue, "Mail queue is empty") {
			return queue
		}
	}
	if w.dovecot == nil {
		return ""
	}
	d, err := w.desk()
	if err != nil {
		return err.Error()
	}
	defer d.Close()
	if n := d.count("Elsewhere"); n > 0 {
		back, _ := d.shift("Elsewhere", "INBOX") // moved there while the lab could not move them back
		w.putBack += back
		return "letters elsewhere"
	}
	if n := d.count("INBOX"); n > 0 {
		return fmt.Sprintf("%d letters in the INBOX", n)
	}
	return ""
}

// press shortens the pauses before retries, some of which are minutes: it makes waiting rows due. Letters that
// a process is sending are left alone.
func (w *world) press() {
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	conn, err := w.connect(ctx)
	if err != nil {
		return
	}
	defer conn.Close(ctx)
	batch := &pgx.Batch{}
	batch.Queue("update outbox set next_at = now() where state in ('queued', 'written') and next_at > now() and holder = ''")
	_ = conn.SendBatch(ctx, batch).Close() // it is tried again in a second
}
