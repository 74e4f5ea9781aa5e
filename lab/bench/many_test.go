package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lead"
	"pitpost.example/lab"
)

// Two processes share a Postgres and a mailbox. Letters come by both ways in, and the leader is ended, killed
// and frozen. The bench itself checks that all letters sent are noted once. make processes plays longer, with each number
// of processes in PROCESSES.
func TestProcessesShareAHouse(t *testing.T) {
	numbers, pause := []int{2}, 100*time.Millisecond
	if set := strings.Split(os.Getenv("PROCESSES"), ","); set[0] != "" {
		numbers, pause = nil, 0
		for _, n := range set {
			numbers = append(numbers, have(strconv.Atoi(n)))
		}
	}
	o := Options{Program: theProgram(t), Seconds: lab.Number(t, "PROCESSES_SECONDS", 2), Matches: lab.Number(t, "PROCESSES_MATCHES", 3)}
	figures, err := inBench(t.Context(), o, os.Stderr, func(b *bench) Figures { return b.many(t.Context(), o, numbers, pause) })
	if err != nil {
		t.Fatal(err)
	}
	overs := 0
	for _, f := range figures {
		switch {
		case strings.Contains(f.what, "second time"): // copies of a letter, which are allowed and may be 0
		case f.value <= 0 || f.beside != "" && f.ratio <= 0:
			t.Errorf("%+v", f)
		case strings.Contains(f.what, "another leads"):
			if overs++; strings.HasPrefix(f.what, "SIGSTOP") && f.value < 5 {
				t.Errorf("a process that only paused was robbed: %+v", f)
			}
		}
	}
	if len(numbers) == 1 && (len(figures) != 27 || overs != 6) {
		t.Errorf("%d figures, %d of hand-overs", len(figures), overs)
	}
	if err := figures.Print(os.Stdout); err != nil {
		t.Fatal(err)
	}
}

// many plays a house with several processes: each number of processes in turn, on the same Postgres, mailbox
// and sink, by LMTP to all of them and by the mailbox, which one of them reads. It fails if, after any of them,
// the letters noted are not the letters sent. Players wait for pause before each letter while another process takes
// over, which saves a test's time.
func (b *bench) many(ctx context.Context, o Options, numbers []int, pause time.Duration) (figures Figures) {
	limit := time.Duration(o.Seconds) * time.Second
	first := map[string]float64{} // rate by way in, with the first number of processes
	for _, n := range numbers {
		b.say("%d processes", n)
		b.staff(ctx, n)
		for _, door := range []string{"lmtp", "imap"} {
			figures = append(figures, b.shared(ctx, door, n, o.Matches, limit, first)...)
		}
		if n > 1 {
			figures = append(figures, b.handOvers(ctx, n, o.Matches, pause)...)
		}
		b.dismiss()
	}
	return append(figures, b.mailWeight(ctx)...)
}

// shared plays by one way in that all processes share.
func (b *bench) shared(ctx context.Context, door string, n, matches int, limit time.Duration, first map[string]float64) Figures {
	defer during("%d processes by %s", n, door)
	s := b.session(ctx, door, matches, limit, 0)
	rate := s.letters / s.took.Seconds()
	if first[door] == 0 {
		first[door] = rate
	}
	by := fmt.Sprintf(", %d processes by %s", n, door)
	figures := s.figures(by)
	figures[0].beside, figures[0].ratio = fmt.Sprintf("of %.0f with the first number of processes", first[door]), rate/first[door]
	return append(figures,
		figure{what: "letter to digest, p50" + by, value: ms(percentile(s.digests, 0.5)), unit: "ms"},
		figure{what: "letter to digest, p95" + by, value: ms(percentile(s.digests, 0.95)), unit: "ms"})
}

// mailWeight measures how much disk space stored letters take.
func (b *bench) mailWeight(ctx context.Context) (figures Figures) {
	for _, one := range []struct{ what, table string }{{"a letter in", "letters"}, {"a letter out with its bytes", "outbox"}} {
		rows := b.count(ctx, "select greatest(1, count(*)) from "+one.table)
		figures = append(figures, figure{what: fmt.Sprintf("disk for %s, mean of %d", one.what, rows), value: float64(b.weigh(ctx, one.table)) / float64(rows), unit: "bytes"})
	}
	b.players.mu.Lock()
	defer b.players.mu.Unlock()
	came := float64(max(1, len(b.players.got)))
	return append(figures, figure{what: fmt.Sprintf("a letter out on its way, mean of %.0f", came), value: float64(b.players.bytes) / came, unit: "bytes"},
		figure{what: "letters out for a letter in, invitations and ends too", value: came / float64(max(1, b.players.letters)), unit: ""})
}

// weigh returns the size of a table on disk with its indexes and partitions, in bytes.
func (b *bench) weigh(ctx context.Context, table string) int64 {
	return b.count(ctx, "select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::text::regclass)), pg_total_relation_size($1::text::regclass))::bigint", table)
}

// handOvers stops the process that leads the mailbox or the clock, in three ways, while letters come by the
// mailbox, and measures how long nobody leads.
func (b *bench) handOvers(ctx context.Context, n, matches int, pause time.Duration) (figures Figures) {
	defer during("%d processes", n)
	d := b.house(ctx, b.url)
	defer d.Close()
	defer b.opened(ctx, "imap", matches, pause)()
	b.players.play()
	for _, how := range []struct {
		name string
		by   syscall.Signal
	}{{"SIGTERM", syscall.SIGTERM}, {"SIGKILL", syscall.SIGKILL}, {"SIGSTOP", syscall.SIGSTOP}} {
		for _, what := range []struct{ name, post string }{{"mailbox", "mailbox " + address}, {"clock", "clock"}} {
			took := b.handOver(ctx, d, what.post, how.by)
			figures = append(figures, figure{what: fmt.Sprintf("%s, %d processes: another leads the %s after", how.name, n, what.name), value: took.Seconds(), unit: "s", aim: "≤ 30 s", most: 30})
			b.staff(ctx, n)
		}
	}
	// Whatever the stopped processes were doing, no letter is lost or counted twice.
	must(b.players.rest())
	b.allNoted(ctx)
	b.players.mu.Lock()
	copies := b.players.copies
	b.players.copies = 0
	b.players.mu.Unlock()
	return append(figures, figure{what: fmt.Sprintf("letters out that came a second time in those hand-overs, %d processes", n), value: float64(copies), unit: ""})
}

// handOver stops the leader of something and waits for another one. A frozen process is continued once others
// have sent all waiting letters, including those that it had claimed, and is ended a second later. In that
// second it must notice that it no longer leads.
func (b *bench) handOver(ctx context.Context, d *db.DB, what string, by syscall.Signal) time.Duration {
	defer during("who led the %s got %s", what, by)
	old := b.leading(ctx, d, what, nil)
	began := time.Now()
	must(old.cmd.Process.Signal(by))
	b.leading(ctx, d, what, old)
	took := time.Since(began)
	if by == syscall.SIGSTOP {
		b.takenOver(ctx)
		must(old.cmd.Process.Signal(syscall.SIGCONT))
		time.Sleep(time.Second)
		if b.who(ctx, d, what) == old {
			must(errors.New("the process that was frozen leads again, beside another"))
		}
	}
	old.end(syscall.SIGTERM)
	b.serves = slices.DeleteFunc(b.serves, func(s *serving) bool { return s == old })
	return took
}

// takenOver waits until all letters that are queued now have been sent.
func (b *bench) takenOver(ctx context.Context) {
	defer during("nobody took over the letters of a process that is frozen")
	last := b.count(ctx, "select coalesce(max(id), 0) from outbox")
	b.until(ctx, func() bool {
		return b.count(ctx, "select count(*) from outbox where id <= $1 and state in ('queued', 'written')", last) == 0
	})
}

// leading waits until a process other than old leads.
func (b *bench) leading(ctx context.Context, d *db.DB, what string, old *serving) (now *serving) {
	defer during("nobody leads the %s", what)
	b.until(ctx, func() bool {
		now = b.who(ctx, d, what)
		return now != nil && now != old
	})
	return now
}

// who returns the process that leads, nil if it is none of ours.
func (b *bench) who(ctx context.Context, d *db.DB, what string) *serving {
	name := have(lead.FindLeader(ctx, d.Pool(), what))
	if i := slices.IndexFunc(b.serves, func(s *serving) bool { return s.is(name) }); i >= 0 {
		return b.serves[i]
	}
	return nil
}

// is reports whether a name in the database is that of this process.
func (s *serving) is(name string) bool {
	return strings.HasSuffix(name, " "+strconv.Itoa(s.cmd.Process.Pid))
}

// count returns the number that a query returns.
func (b *bench) count(ctx context.Context, sql string, args ...any) (n int64) {
	defer during("counting")
	must(b.pool.QueryRow(ctx, sql, args...).Scan(&n))
	return n
}
