package faults

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// choices lists kinds of facts; each choice by a seat makes exactly one of them.
var choices = []string{"saboteur.dug", "saboteur.broke", "saboteur.repaired", "saboteur.felled", "saboteur.looked", "saboteur.passed", "saboteur.picked"}

// row is a line of the table: a round, what was broken, and the totals up to its end.
type row struct {
	round        int
	fault        string
	kills, nudge int // processes killed; 1 if the house had to be restarted to become quiet
	seconds      float64
	sent, ended  int // letters to the house
	moves, facts int // moves accepted, moves in the log
	owed, got    int // digests that ask for a move
	out          int // outgoing letters that were delivered
	extra        int // copies of them beyond the first
	refused      int // outgoing letters that the relay refused for good
	wrong        []string
}

func (r *row) complain(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// count compares what people sent and received with the tables. It has its own SQL and shares no code with the house.
func (w *world) count() {
	conn, err := w.connect(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(w.t.Context()))
	w.countLetters(conn)
	w.countDigests(conn)
	w.countCopies(conn)
	if w.dovecot != nil {
		w.countMailbox()
	}
	if n := w.number(conn, "select count(*) from facts where kind = 'match.missed' or cause = 'clock'"); n != 0 {
		var which string
		if err := conn.QueryRow(w.t.Context(), `select string_agg(concat_ws(' ', match_id, seq, kind, cause, at, data), '; ') from (select * from facts
			where kind = 'match.missed' or cause = 'clock' order by at desc limit 5) late`).Scan(&which); err != nil {
			w.t.Fatal(err)
		}
		w.row.complain("%d facts of the clock's, though nobody was late: %s", n, which)
	}
	if n := w.number(conn, "select count(*) from (select match_id from facts group by match_id having count(*) <> max(seq) or min(seq) <> 1) torn"); n != 0 {
		w.row.complain("%d logs with gaps", n)
	}
	for _, leak := range w.players.leaks {
		w.row.complain("a secret: %s", leak)
	}
}

func (w *world) number(conn *pgx.Conn, sql string, args ...any) (n int) {
	if err := conn.QueryRow(w.t.Context(), sql, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// lines returns the rows of a query, which must have one text column.
func (w *world) lines(conn *pgx.Conn, sql string, args ...any) []string {
	rows, err := conn.Query(w.t.Context(), sql, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// countLetters checks that every letter to the house has one final
// state, and that every accepted move is one choice in the log.
func (w *world) countLetters(conn *pgx.Conn) {
	r := w.row
	noted, moved := map[string][]string{}, map[string]int{}
	for _, line := range w.lines(conn, "select trim(message_id, '<>') || ' ' || state || ' letter ' || encode(substr(hash, 1, 6), 'hex') || ' ' || why from letters") {
		id, rest, _ := strings.Cut(line, " ")
		noted[id] = append(noted[id], rest)
	}
	for _, cause := range w.lines(conn, "select cause from facts where kind = any($1)", choices) {
		moved[cause]++
		r.facts++
	}
	for _, s := range w.players.letters {
		r.sent++
		states := noted[s.id]
		if len(states) != 1 {
			r.complain("letter %s of %s was noted %d times", s.id, s.from, len(states))
			continue
		}
		r.ended++
		f := strings.Fields(states[0])
		cause := f[1] + " " + f[2]
		want := 0
		if s.move && f[0] == "apply" {
			want = 1
			r.moves++
		} else if s.move {
			r.complain("a move of %s ended in %q", s.from, states[0])
		}
		if moved[cause] != want {
			r.complain("%s of %s made %d choices, not %d", cause, s.from, moved[cause], want)
		}
		delete(noted, s.id)
	}
	for id := range noted {
		r.complain("a letter that nobody sent: %s", id)
	}
	if r.moves != r.facts {
		r.complain("%d moves were accepted, the log has %d", r.moves, r.facts)
	}
}

// countDigests checks that there is a digest for each choice that was made or is awaited.
func (w *world) countDigests(conn *pgx.Conn) {
	r := w.row
	owed, got := map[string]int{}, map[string]int{}
	for _, who := range w.lines(conn, "select match_id || ' ' || seat from facts where kind = any($1)", choices) {
		owed[who]++
		r.owed++
	}
	awaited := w.lines(conn, `select c.match_id || ' ' || s.name from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat
		join matches m on m.id = c.match_id and m.phase = 'running'`)
	for _, who := range awaited {
		owed[who]++
		r.owed++
	}
	for asked := range w.players.asked {
		got[fmt.Sprint(asked.match, " ", asked.seat)]++
		r.got++
	}
	lost := w.lines(conn, "select match_id || ' ' || s.name from outbox o join seats s using (match_id) where s.no = o.seat and o.purpose = 'turn' and o.state = 'failed'")
	for _, who := range lost {
		got[who]++
		r.got++
	}
	for who, n := range owed {
		if got[who] != n {
			r.complain("%s is owed %d digests and got %d", who, n, got[who])
		}
	}
	if r.owed != r.got {
		r.complain("%d digests owed, %d received", r.owed, r.got)
	}
	open := w.lines(conn, "select id::text from matches where phase = 'running' and not exists (select from outbox where match_id = matches.id and state = 'failed')")
	for _, id := range open {
		if !slices.ContainsFunc(awaited, func(who string) bool { return strings.HasPrefix(who, id+" ") }) {
			r.complain("match %s waits for nobody", id)
		}
	}
}

// countCopies checks that each outgoing letter was delivered with the stored bytes, or was refused by the
// relay, and that copies are identical.
func (w *world) countCopies(conn *pgx.Conn) {
	r, s := w.row, w.sink
	rows, err := conn.Query(w.t.Context(), "select id, trim(message_id, '<>'), address, state::text, raw from outbox where id > $1 order by id", w.looked)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for rows.Next() {
		var id, to, state string
		var raw []byte
		if err := rows.Scan(&w.looked, &id, &to, &state, &raw); err != nil {
			w.t.Fatal(err)
		}
		a := s.got[id]
		switch {
		case state == "superseded":
		case state == "failed" && s.refused[id]:
		case state != "sent" || a == nil:
			r.complain("letter %s to %s is %s, and was handed over: %t", id, to, state, a != nil)
		case raw != nil && a.sum != sha256.Sum256(raw) || a.to != to:
			r.complain("letter %s came to %s with other bytes than are kept for %s", id, a.to, to)
		}
		w.known[id] = true
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	for id, a := range s.got {
		r.out++
		r.extra += a.copies - 1
		if !w.known[id] {
			r.complain("a letter that stands nowhere: %s", id)
		}
	}
	r.refused = len(s.refused)
	for _, id := range s.differ {
		r.complain("letter %s came twice with other bytes", id)
	}
}

// countMailbox checks that no letter is unread, and none lost. If the house and the lab
// move the same letter at the same time, there are two copies, because Dovecot copies
// before it deletes. So a letter that was put back may be there twice.
func (w *world) countMailbox() {
	d, err := w.desk()
	if err != nil {
		w.t.Fatal(err)
	}
	defer d.Close()
	handed, tried := 0, 0
	for _, s := range w.players.letters {
		handed, tried = handed+s.handed, tried+s.tried
	}
	inbox, kept := d.count("INBOX")+d.count("Elsewhere"), d.count("Processed")+d.count("Set-aside")
	if inbox != 0 || kept < handed || kept > tried+w.putBack {
		w.row.complain("%d letters lie in the mailbox unread, %d beside; %d to %d were delivered", inbox, kept, handed, tried)
	}
}
