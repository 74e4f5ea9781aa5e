package db_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/db"
	dbcluster "pitpost.example/db/cluster"
	"pitpost.example/db/dbtest"
	"pitpost.example/model"
)

// BenchmarkDoor plays moves of real matches through the door, each with a letter, its facts, a receipt, a
// digest, a clock and a due row. The metric "ratio" is its rate divided by the rate at which as many writers
// commit one row of 150 bytes each on the same durable cluster; the two take turns.
//
// How much the rest of a move costs compared with its flush depends on the disk. So the same is measured with
// the server waiting before each flush, which imitates slower disks.
func BenchmarkDoor(b *testing.B) {
	d := durable(b)
	game := lines(b, d)
	room := make([]byte, 16<<20) // a running house keeps as much, so that the garbage collector runs less often
	defer runtime.KeepAlive(room)
	for _, wait := range []time.Duration{0, 250 * time.Microsecond, time.Millisecond} {
		slowDisk(b, d, wait)
		for _, writers := range []int{1, 16} {
			b.Run(fmt.Sprintf("flush=+%v/writers=%d", wait, writers), func(b *testing.B) { doorBeside(b, d, game, writers) })
		}
	}
}

// slowDisk makes the server wait before each flush, in sessions open now and later ones, and returns when the
// setting is in force.
func slowDisk(b testing.TB, d *db.DB, wait time.Duration) {
	b.Helper()
	for _, sql := range []string{
		"alter system set commit_siblings = 0",
		fmt.Sprintf("alter system set commit_delay = %d", wait.Microseconds()),
		"select pg_reload_conf()",
	} {
		if _, err := d.Pool().Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		var now string
		if err := d.Pool().QueryRow(b.Context(), "select current_setting('commit_delay')").Scan(&now); err != nil {
			b.Fatal(err)
		}
		if now == fmt.Sprint(wait.Microseconds()) {
			return
		}
		if time.Now().After(end) {
			b.Fatalf("the server waits %s µs and not %v", now, wait)
		}
	}
}

// doorBeside measures moves and bare commits by turns.
func doorBeside(b *testing.B, d *db.DB, game []string, writers int) {
	tables, played := make([]int64, writers), make([]int, writers)
	for i := range tables {
		tables[i] = match(b, d)
	}
	yardstick(b, d, writers, 20*writers) // so that the statements are prepared
	var bare time.Duration
	b.ResetTimer()
	for done, turn := 0, 50*writers; done < b.N; done += turn {
		n := min(turn, b.N-done)
		share(n, writers, func(writer int) {
			at := played[writer] % len(game)
			if at == 0 && played[writer] > 0 {
				tables[writer] = match(b, d)
			}
			take(b, d, tables[writer], game[at])
			played[writer]++
		})
		b.StopTimer()
		bare += yardstick(b, d, writers, n)
		b.StartTimer()
	}
	b.StopTimer()
	b.ReportMetric(bare.Seconds()/b.Elapsed().Seconds(), "ratio")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(b.N)/bare.Seconds(), "commits/s")
}

// durable opens a house on a cluster with the usual guarantees: every commit is flushed.
func durable(b testing.TB) *db.DB {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	cluster, err := dbcluster.StartServer(b.Context(), b.TempDir(), log)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			b.Error(err)
		}
	})
	if err := cluster.CreateDatabase(b.Context(), "house"); err != nil {
		b.Fatal(err)
	}
	if err := db.Migrate(b.Context(), cluster.URL("house"), log); err != nil {
		b.Fatal(err)
	}
	d := open(b, cluster.URL("house"))
	if _, err := d.Pool().Exec(b.Context(), "create table bare (id bigint generated always as identity primary key, payload bytea not null)"); err != nil {
		b.Fatal(err)
	}
	if n := count(b, d, "select count(*) from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'on'"); n != 3 {
		b.Fatal("the cluster is not durable")
	}
	return d
}

// share spreads n pieces of work over so many writers.
func share(n, writers int, do func(writer int)) {
	var all sync.WaitGroup
	var next atomic.Int64
	for writer := range writers {
		all.Go(func() {
			for next.Add(1) <= int64(n) {
				do(writer)
			}
		})
	}
	all.Wait()
}

// yardstick returns how long n commits of one row each take with so many writers.
func yardstick(b *testing.B, d *db.DB, writers, n int) time.Duration {
	b.Helper()
	payload := make([]byte, 150)
	began := time.Now()
	share(n, writers, func(int) {
		if _, err := d.Pool().Exec(b.Context(), "insert into bare (payload) values ($1)", payload); err != nil {
			b.Error(err)
		}
	})
	return time.Since(began)
}

// lines returns the moves of one match from its start to its end. They fit every match here, because all have
// the same seed.
func lines(b *testing.B, d *db.DB) []string {
	b.Helper()
	var out []string
	t, err := d.Fold(b.Context(), match(b, d), 0)
	if err != nil {
		b.Fatal(err)
	}
	for len(t.Match.ToMove()) > 0 {
		seat := t.Match.ToMove()[0]
		legal := t.Match.State().Legal(seat)
		line := legal[(len(out)*7)%len(legal)]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			b.Fatal(no)
		}
		for _, f := range facts {
			f.Seq = t.Match.Seq + 1
			t.Match.Apply(f)
		}
		out = append(out, line)
	}
	return out
}

var letters atomic.Int64

// take does what the house does for a letter with a move.
func take(b *testing.B, d *db.DB, id int64, line string) {
	number := letters.Add(1)
	cause := letter(line)
	cause.Letter.Hash = sha256.Sum256(fmt.Append(nil, number))
	err := d.Play(b.Context(), cause, id, func(tx *db.Tx) error {
		t, err := tx.Table(id)
		if err != nil {
			return err
		}
		seat := t.Match.ToMove()[0]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			return no
		}
		dbtest.AppendFacts(tx, t, facts...)
		note := cause.Letter
		note.Match, note.Seat, note.Step = id, 1, t.Match.Chair(seat).Steps
		t.DropClock(0)
		t.SetClock(model.Clock{Seat: 1, Step: t.Match.Chair(seat).Steps, Began: noon, Soft: noon, Due: noon})
		tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 1, What: model.DueDeadline, At: noon})
		for _, purpose := range []model.Purpose{model.PurposeReceipt, model.PurposeTurn} {
			tx.Queue(model.Notice{Key: fmt.Sprintf("%s:%d", purpose, number), Match: id, Seat: 1, Address: "ana@example.org", Purpose: purpose,
				Seq: t.Match.Seq, Params: json.RawMessage(`{"lines": [{"text": "pass 1", "state": "done"}]}`)})
		}
		return nil
	})
	if err != nil {
		b.Error(err)
	}
}
