package timetable_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/calendar"
	"pitpost.example/db/lead"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/server/timetable"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// process is one of several with the same timetable of one job.
type process struct {
	t *testing.T
	*timetable.Table
	now   time.Time
	begun atomic.Int32
	alive *lead.Session // shows other processes that this one is alive
}

func emptyHouse(t *testing.T) string {
	t.Helper()
	return lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

func newProcess(t *testing.T, url, schedule string, do func(ctx context.Context) error) *process {
	t.Helper()
	d, err := db.Open(t.Context(), url, catalog.FindGame, db.Options{Domain: "pit.localhost", Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	p := &process{t: t, now: noon}
	p.alive = lead.NewSession(d.Pool().Config().ConnConfig, slog.New(slog.DiscardHandler))
	t.Cleanup(p.alive.Close)
	p.alive.Stay()
	every, err := timetable.ParseSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	p.Table = &timetable.Table{DB: d, Now: func() time.Time { return p.now }, Log: slog.New(slog.DiscardHandler), Jobs: []timetable.Job{
		{Name: "report", Schedule: every, Most: time.Minute, Do: func(ctx context.Context, _ time.Time) error {
			p.begun.Add(1)
			if do == nil {
				return nil
			}
			return do(ctx)
		}}}}
	return p
}

// at looks for due jobs at a time, and waits until they have ended.
func (p *process) at(now time.Time) {
	p.t.Helper()
	p.now = now
	p.look(p.t.Context())
	p.Wait()
}

func (p *process) look(ctx context.Context) {
	p.t.Helper()
	if err := p.Look(ctx); err != nil {
		p.t.Fatal(err)
	}
}

func (p *process) row() calendar.Entry {
	p.t.Helper()
	rows, err := calendar.ListJobs(p.t.Context(), p.DB)
	if err != nil {
		p.t.Fatal(err)
	}
	return rows["report"]
}

// Several processes do a job once each time, and once for all the times that were missed, even with restarts.
func TestAJobIsDoneOnceByAll(t *testing.T) {
	url := emptyHouse(t)
	one, other := newProcess(t, url, "0 4 * * *", nil), newProcess(t, url, "0 4 * * *", nil)
	sum := func(when string, want int32) {
		t.Helper()
		if n := one.begun.Load() + other.begun.Load(); n != want {
			t.Errorf("%s: done %d times, want %d", when, n, want)
		}
	}
	one.at(noon)
	other.at(noon)
	sum("before its time", 0)
	four := time.Date(2026, 3, 5, 4, 0, 0, 0, time.UTC)
	for day := range 5 {
		one.now, other.now = four.AddDate(0, 0, day), four.AddDate(0, 0, day)
		for range 3 { // both at the same time, three times
			ended := make(chan error)
			for _, p := range []*process{one, other} {
				go func() { ended <- p.Look(t.Context()) }()
			}
			for range 2 {
				if err := <-ended; err != nil {
					t.Fatal(err)
				}
			}
		}
		one.Wait()
		other.Wait()
		sum("at its time", int32(day)+1)
	}
	late := four.AddDate(0, 0, 12).Add(90 * time.Minute)
	restarted := newProcess(t, url, "0 4 * * *", nil)
	restarted.at(late) // finds its row there
	restarted.at(late)
	other.at(late)
	one.at(late)
	if n := one.begun.Load() + other.begun.Load() + restarted.begun.Load(); n != 6 {
		t.Errorf("after a week in which nobody looked: done %d times, want 6", n)
	}
	if row := one.row(); !row.NextAt.Equal(four.AddDate(0, 0, 13)) || row.EndedAt == nil || !row.EndedAt.Equal(late) || row.TakenBy != "" || row.Error != "" {
		t.Errorf("%+v", row)
	}
}

// A job is started again when its process has died, but not before.
func TestAJobOfAProcessThatIsGone(t *testing.T) {
	url := emptyHouse(t)
	hangs := make(chan struct{})
	t.Cleanup(func() { close(hangs) })
	dead := newProcess(t, url, "0 * * * *", func(context.Context) error { <-hangs; return nil })
	other := newProcess(t, url, "0 * * * *", nil)
	dead.at(noon)
	other.at(noon)
	ctx, cancel := context.WithCancel(t.Context())
	dead.now = noon.Add(time.Hour)
	dead.look(ctx)
	for dead.begun.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	dead.look(ctx)
	other.at(noon.Add(90 * time.Minute))
	if dead.begun.Load() != 1 || other.begun.Load() != 0 || dead.row().TakenBy == "" {
		t.Errorf("in the hands of one that lives it was begun %d and %d times", dead.begun.Load(), other.begun.Load())
	}
	cancel()
	dead.alive.Close()
	dead.DB.Close()
	for giveUp := time.Now().Add(time.Minute); other.begun.Load() == 0; time.Sleep(20 * time.Millisecond) {
		if other.at(noon.Add(2 * time.Hour)); time.Now().After(giveUp) {
			t.Fatal("nobody takes it over")
		}
	}
	if row := other.row(); !row.NextAt.Equal(noon.Add(3*time.Hour)) || other.begun.Load() != 1 {
		t.Errorf("%+v, begun %d times", row, other.begun.Load())
	}
}

// A job that fails or takes too long is done again within the hour, and its error is recorded.
func TestAJobThatFailsIsDoneAgain(t *testing.T) {
	fault := errors.New("the disk is full")
	p := newProcess(t, emptyHouse(t), "0 4 * * *", func(ctx context.Context) error {
		if fault != nil {
			return fault
		}
		<-ctx.Done()
		return ctx.Err()
	})
	p.at(noon)
	p.at(noon.AddDate(0, 0, 1))
	if row := p.row(); row.Error != "the disk is full" || !row.NextAt.Equal(noon.AddDate(0, 0, 1).Add(time.Hour)) {
		t.Errorf("%+v", row)
	}
	fault, p.Jobs[0].Most = nil, 10*time.Millisecond
	p.at(noon.AddDate(0, 0, 1).Add(time.Hour))
	if row := p.row(); !strings.Contains(row.Error, "deadline") || p.begun.Load() != 2 {
		t.Errorf("%+v", row)
	}
	p.Jobs[0].Do = func(context.Context, time.Time) error { return nil }
	p.at(noon.AddDate(0, 0, 1).Add(2 * time.Hour))
	if row := p.row(); row.Error != "" || !row.NextAt.Equal(time.Date(2026, 3, 6, 4, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", row)
	}
}

// A job planned under a clock that was wrong is planned again when the clock is right, and a new schedule
// holds from the next start on.
func TestATimeThatWasReckonedWrong(t *testing.T) {
	url := emptyHouse(t)
	p := newProcess(t, url, "0 4 * * *", nil)
	p.at(noon.AddDate(1, 0, 0))
	p.at(noon)
	if next := p.row().NextAt; !next.Equal(time.Date(2026, 3, 5, 4, 0, 0, 0, time.UTC)) {
		t.Errorf("after the clock was a year ahead it comes at %s", next)
	}
	changed := newProcess(t, url, "0 5 * * *", nil)
	changed.at(noon)
	if next := p.row().NextAt; !next.Equal(time.Date(2026, 3, 5, 5, 0, 0, 0, time.UTC)) || changed.begun.Load() != 0 {
		t.Errorf("by its new schedule it comes at %s", next)
	}
}
