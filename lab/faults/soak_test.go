package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

// term is how long a soak runs and how long its house keeps things. Days are those of the house's clock.
type term struct {
	days    int           // to be played
	haste   int           // how many times too fast the house's clock runs
	tables  int           // open matches besides those of the league
	people  int           // people, of whom some fall silent and some leave
	sample  time.Duration // time between two samples, by the house's clock
	letters int           // days for which incoming letters are kept
	mail    int           // … the bytes of outgoing ones
	traces  int           // … who wrote and was written to
	warming float64       // bytes by which the house's caches may still grow
}

// month is for ordinary test runs, year for make soak.
var (
	month = term{days: 24, haste: 100_000, tables: 3, people: 10, sample: 2 * day, letters: 4, mail: 4, traces: 8, warming: 48e6}
	year  = term{days: 366, haste: 26_000, tables: 8, people: 28, sample: 5 * day, letters: 30, mail: 30, traces: 90}
)

const day = 24 * time.Hour

// soak is a house on a fast clock and the people who write to it.
type soak struct {
	*world
	term
	began    time.Time // by the house's clock
	since    int64     // the Unix time since which the house's clock runs fast
	showed   int64     // the Unix time that it showed then
	conn     *pgx.Conn // connection of the lab
	desk     *desk
	people   []*person
	asked    map[step]int // turns that were mailed, and how often
	mail     []*posted    // letters to be sent, each at its time
	letters  []*sent
	book     book
	samples  []sample
	numbered int
}

// A year of deadlines passes. Nothing grows without an owner, and nothing is lost. SOAK_DAYS and SOAK_HASTE set
// another length and speed.
func TestAYearOfPlay(t *testing.T) {
	which := month
	if os.Getenv("SOAK") != "" {
		which = year
	}
	which.days, which.haste = lab.Number(t, "SOAK_DAYS", which.days), lab.Number(t, "SOAK_HASTE", which.haste)
	s := newSoak(t, which)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the house said last:\n%s", s.tail())
		}
	})
	fmt.Println(sampleHeading)
	for s.elapsed() < time.Duration(s.days)*day {
		s.tick()
		if s.dead() {
			t.Fatalf("the house is gone; it said last:\n%s", s.tail())
		}
	}
	s.quieten()
	s.look()
	s.stop()
	s.count()
	s.finish()
}

func newSoak(t *testing.T, which term) *soak {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "pitpost-soak-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	w := &world{t: t, dir: dir, password: lab.DovecotPassword, program: lab.Program(t, "cmd/pitpost"), database: lab.Postgres(t),
		dovecot: lab.StartDovecot(t), told: map[string]bool{}, sink: newSink(t), odds: rand.New(rand.NewPCG(uint64(lab.Number(t, "SOAK_SEED", 1)), 0))}
	w.wire = newWire(t, w.dovecot.IMAPAddr)
	w.flags = []string{"--keep-letters", fmt.Sprint(which.letters, "d"), "--keep-mail", fmt.Sprint(which.mail, "d"),
		"--keep-traces", fmt.Sprint(which.traces, "d"), "--keep-mb", "512"}
	// Mail servers accept no date in the future, so the year is in the past.
	s := &soak{world: w, term: which, since: time.Now().Unix(), showed: time.Now().Unix() - int64(which.days+30)*24*3600, asked: map[step]int{}, book: newBook()}
	if err := os.WriteFile(w.path("clock"), fmt.Appendf(nil, "%dx %d %d\n", s.haste, s.since, s.showed), 0o600); err != nil {
		t.Fatal(err)
	}
	s.began = s.now()
	t.Cleanup(func() { w.staff(0) })
	w.staff(1)
	s.awaitReady()
	if s.conn, err = pgx.Connect(t.Context(), w.database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.conn.Close(context.Background()) })
	s.recordLetters()
	if s.desk, err = w.desk(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.desk.Close() })
	s.gather()
	s.league()
	return s
}

// stop lets the house finish what it is doing and record what it has sent.
func (s *soak) stop() {
	s.procs[0].signal(syscall.SIGTERM)
	select {
	case <-s.procs[0].gone:
	case <-time.After(time.Minute):
		s.t.Error("the house does not stop")
	}
}

// now returns the time by the house's clock.
func (s *soak) now() time.Time {
	return time.Unix(s.showed, 0).Add(time.Since(time.Unix(s.since, 0)) * time.Duration(s.haste)).UTC()
}

// grace is how long anything may take on a busy machine, by the house's clock.
func (s *soak) grace() time.Duration { return 20 * time.Second * time.Duration(s.haste) }

func (s *soak) elapsed() time.Duration { return s.now().Sub(s.began) }

func (s *soak) dead() bool { return s.procs[0].dead() }

// awaitReady waits until the house takes mail, and records the address of its pages.
func (s *soak) awaitReady() {
	s.t.Helper()
	for giveUp := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		for line := range strings.Lines(s.tail()) {
			if _, at, ok := strings.Cut(strings.TrimSpace(line), " http="); ok && strings.HasPrefix(line, "ready ") {
				s.book.pages = at
				return
			}
		}
		if s.dead() || time.Now().After(giveUp) {
			s.t.Fatalf("the house does not open:\n%s", s.tail())
		}
	}
}

// operator runs a command of the program beside the house.
func (s *soak) operator(words ...string) {
	s.t.Helper()
	cmd := exec.Command(s.program, append(words, "--data", s.path("data"), "--database-url", s.database, "--address", houseAddress,
		"--imap-url", "imap://play%40"+houseDomain+":"+s.password+"@"+s.wire.addr+"/INBOX", "--smtp-url", "smtp://"+s.sink.addr)...)
	cmd.Env = append(os.Environ(), "PITPOST_CLOCK="+s.path("clock"))
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("pitpost %s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

// league opens a league, whose seasons follow each other for the whole year.
func (s *soak) league() {
	s.operator("league", "new", "yearly", "--organiser", s.people[0].address, "games=saboteur,clonk", "groups=2", "group=4",
		"signup=7", "muster=1", "lead=1", "waves=5", "round=20", "season=60", "pause=5", "pace=48h", "remind=50%")
}

// tick is one step: people read and write, and sometimes a sample is taken.
func (s *soak) tick() {
	s.readAll()
	s.daily()
	s.post()
	if len(s.samples) == 0 || s.now().Sub(s.samples[len(s.samples)-1].at) >= s.sample {
		s.look()
	}
	time.Sleep(2 * time.Millisecond)
}

// readAll lets people read the letters that came.
func (s *soak) readAll() {
	for _, l := range s.sink.unread() {
		if err := s.read(l); err != nil {
			s.t.Error(err)
		}
	}
}

// quieten lets people stop writing and waits until every letter has come in and gone out.
func (s *soak) quieten() {
	s.t.Helper()
	for _, p := range s.people {
		p.silent = s.now()
	}
	s.mail = nil
	quiet := 0
	for giveUp := time.Now().Add(2 * time.Minute); quiet < 5; time.Sleep(50 * time.Millisecond) {
		s.readAll()
		var noted int
		if err := s.conn.QueryRow(s.t.Context(), "select count(*) from letters").Scan(&noted); err != nil {
			s.t.Fatal(err)
		}
		quiet++
		if s.desk.count("INBOX") > 0 {
			quiet = 0
		}
		if time.Now().After(giveUp) {
			s.t.Errorf("never quiet: %d letters lie in the INBOX", s.desk.count("INBOX"))
			return
		}
	}
}
