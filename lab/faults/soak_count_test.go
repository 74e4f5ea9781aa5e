package faults

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
)

// book has what the lab has counted so far. Rows are deleted after a time, so they are counted while they exist.
type book struct {
	pages  string // address of the house's pages
	today  int
	wrong  []string
	noted  map[string]int    // incoming letters, by Message-ID
	states map[string]string // their final states
	out    map[int64]bool    // outgoing letters that have ended
	known  map[string]bool   // Message-IDs in the outbox
	below  int64             // all its rows up to this one have ended
	ends   map[string]int    // number of outgoing letters by final state
	bare   int               // outgoing letters whose bytes were already deleted when they were first seen
	owed   int               // digests that were looked for
}

func newBook() book {
	return book{today: -1, noted: map[string]int{}, states: map[string]string{}, out: map[int64]bool{}, known: map[string]bool{}, ends: map[string]int{}}
}

func (b *book) complain(format string, args ...any) {
	b.wrong = append(b.wrong, fmt.Sprintf(format, args...))
}

// count counts what is new: incoming letters that were noted, and outgoing letters that have ended.
func (s *soak) count() {
	s.t.Helper()
	s.countOut()
	s.countOwed()
	if n := s.number(s.conn, "select count(*) from (select match_id from facts group by match_id having count(*) <> max(seq) or min(seq) <> 1) torn"); n > 0 {
		s.book.complain("%d logs with gaps", n)
	}
}

// recordLetters lets the database record each letter, in and out, as its row is inserted. Rows are deleted after
// a time, on a busy machine perhaps before the lab looks at them.
func (s *soak) recordLetters() {
	s.t.Helper()
	for _, statement := range []string{
		"create schema lab",
		"create table lab.recorded (table_name text not null, message_id text not null, state text not null)",
		`create function lab.record() returns trigger language plpgsql as
			$$ begin insert into lab.recorded values (tg_table_name, trim(new.message_id, '<>'), new.state::text); return null; end $$`,
		"create trigger recorded after insert on letters for each row execute function lab.record()",
		"create trigger recorded after insert on outbox for each row execute function lab.record()",
	} {
		if _, err := s.conn.Exec(s.t.Context(), statement); err != nil {
			s.t.Fatal(err)
		}
	}
}

// countRecorded counts what the database has recorded: incoming letters, whose first state is their last, and the Message-IDs
// of outgoing ones.
func (s *soak) countRecorded() {
	b := &s.book
	rows, err := s.conn.Query(s.t.Context(), "select table_name, message_id, state from lab.recorded")
	if err != nil {
		s.t.Fatal(err)
	}
	var table, id, state string
	if _, err := pgx.ForEachRow(rows, []any{&table, &id, &state}, func() error {
		if table == "outbox" {
			b.known[id] = true
			return nil
		}
		b.noted[id]++
		b.states[id] = state
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *soak) countOut() {
	b := &s.book
	rows, err := s.conn.Query(s.t.Context(), "select id, trim(message_id, '<>'), address, state::text, raw from outbox where id > $1 order by id", b.below)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	waiting := false
	for rows.Next() {
		var row int64
		var id, to, state string
		var raw []byte
		if err := rows.Scan(&row, &id, &to, &state, &raw); err != nil {
			s.t.Fatal(err)
		}
		ended := state != "queued" && state != "written"
		if waiting = waiting || !ended; !waiting {
			b.below = max(b.below, row-200) // ids are assigned before their rows are committed, so older rows may still appear
		}
		if !ended || b.out[row] {
			continue
		}
		b.out[row] = true
		b.ends[state]++
		a := s.sink.got[id]
		switch {
		case state == "superseded":
		case state != "sent" || a == nil:
			b.complain("letter %s to %s is %s, and was handed over: %t", id, to, state, a != nil)
		case raw == nil:
			b.bare++
		case a.sum != sha256.Sum256(raw) || a.to != to:
			b.complain("letter %s came to %s with other bytes than are kept for %s", id, a.to, to)
		}
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
}

// countOwed checks that for each choice that the house waits for, the digest has arrived or is on its way.
// Letters are read after the query.
func (s *soak) countOwed() {
	rows, err := s.conn.Query(s.t.Context(), `select c.match_id, s.name, c.step from clocks c join matches m on m.id = c.match_id and m.phase = 'running'
		join seats s on s.match_id = c.match_id and s.no = c.seat and s.state = 'joined' and s.stopped_at is null
		where c.stopped_at is null and not exists (select from outbox o where o.match_id = c.match_id and o.seat = c.seat and o.step = c.step and o.state in ('queued', 'written'))`)
	if err != nil {
		s.t.Fatal(err)
	}
	owed, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (which step, err error) {
		return which, row.Scan(&which.match, &which.seat, &which.step)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.readAll()
	for _, which := range owed {
		s.book.owed++
		if s.asked[which] == 0 {
			s.book.complain("%s is owed the digest of step %d of match %d", which.seat, which.step, which.match)
		}
	}
}

// finish compares all that people sent with what was noted, and all that
// arrived with what was in the outbox. It prints the totals.
func (s *soak) finish() {
	s.countRecorded()
	b := &s.book
	states := map[string]int{}
	twice := 0
	for _, l := range s.letters {
		if n := b.noted[l.id]; n != 1 {
			s.t.Errorf("letter %s of %s was noted %d times", l.id, l.from, n)
		}
		states[b.states[l.id]]++
		delete(b.noted, l.id)
	}
	for id := range b.noted {
		s.t.Errorf("a letter that nobody sent: %s", id)
	}
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	for id, a := range s.sink.got {
		twice += a.copies - 1
		if !b.known[id] {
			s.t.Errorf("a letter that stands nowhere: %s", id)
		}
	}
	for _, id := range s.sink.differ {
		s.t.Errorf("letter %s came twice with other bytes", id)
	}
	s.judge()
	fmt.Printf("\n%d letters in, each ended in one state: %v. %d letters out: %v; %d arrived, %d copies beyond the first, %d seen without their bytes. %d times a choice was waited for, and its digest had come.\n",
		len(s.letters), states, len(b.out), b.ends, len(s.sink.got), twice, b.bare, b.owed)
	s.printPlay()
	last := s.samples[len(s.samples)-1]
	middle := s.samples[len(s.samples)/2]
	fmt.Printf("\n| table | rows half-way | rows at the end | kB | owner |\n| --- | --: | --: | --: | --- |\n")
	for _, name := range slices.Sorted(maps.Keys(last.rows)) {
		fmt.Printf("| %s | %d | %d | %d | %s |\n", name, middle.rows[name], last.rows[name], last.bytes[name]>>10, owners[name].why)
	}
	if last.full == len(b.out) || last.worded == len(s.letters) || s.now().Sub(s.began) > 3*day*17 && last.rows["outbox"] == len(b.out) {
		s.t.Errorf("nothing was forgotten: %d letters out with bytes, %d letters in with words", last.full, last.worded)
	}
}

// printPlay prints what was played.
func (s *soak) printPlay() {
	for _, what := range []struct{ say, sql string }{
		{"matches over, by game", "select game || ' ' || count(*) from matches where phase = 'over' group by game order by 1"},
		{"matches aborted", "select count(*)::text from matches where phase = 'aborted'"},
		{"seasons", "select state || ' ' || count(*) from seasons group by state order by 1"},
		{"turns missed", "select count(*)::text from facts where kind = 'match.missed'"},
		{"moves by letter", "select count(*)::text from facts where cause like 'letter %' and kind !~ '^match'"},
		{"seats left or taken over", "select what || ' ' || count(*) from seat_changes group by what order by 1"},
	} {
		fmt.Printf("%s: %v\n", what.say, s.lines(s.conn, what.sql))
	}
}
