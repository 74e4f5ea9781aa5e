package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"pitpost.example/lab"
)

// world is a house, all that it depends on, and the people who play.
type world struct {
	t         *testing.T
	dir       string
	program   string
	flags     []string // further flags of serve
	password  string
	pg        *server
	database  string                     // its URL
	dovecot   *lab.Dovecot               // nil if mail servers deliver letters directly
	postfixes []*lab.Postfix             // the mail servers that deliver letters directly
	doors     func(process int) []string // settings for how letters come to a process; nil for the mailbox
	wire      *wire
	sink      *sink
	players   *players
	procs     []*process
	odds      *rand.Rand // of this round
	row       *row
	putBack   int             // letters that were moved out of the INBOX and put back
	looked    int64           // outbox row up to which copies have been compared
	known     map[string]bool // Message-IDs in the outbox
	told      map[string]bool // errors that were reported
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "pitpost-faults-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // Postgres runs as another user
		t.Fatal(err)
	}
	w := &world{t: t, dir: dir, password: lab.DovecotPassword, known: map[string]bool{}, told: map[string]bool{}}
	// The clock jumps by months here, which must not delete what is counted.
	w.flags = []string{"--keep-letters", "0", "--keep-mail", "0", "--keep-traces", "0"}
	w.program = lab.Program(t, "cmd/pitpost")
	w.pg = startPostgres(t, dir)
	w.database = w.pg.url()
	w.dovecot = lab.StartDovecot(t)
	w.wire = newWire(t, w.dovecot.IMAPAddr)
	w.sink = newSink(t)
	w.players = newPlayers(byLMTP(w.dovecot.LMTPAddr), rand.New(rand.NewPCG(seed, 0)))
	t.Cleanup(func() { w.staff(0) })
	return w
}

// fewRounds is how many rounds an ordinary test run has.
const fewRounds = 6

// Things break round by round while people play; after each round an independent count must agree. FAULT_ROUNDS
// sets the number of rounds, FAULT_SEED the random seed, and FAULT_ROUND a single round.
func TestNothingIsLostWhateverBreaks(t *testing.T) {
	rounds, seed, only := lab.Number(t, "FAULT_ROUNDS", fewRounds), lab.Number(t, "FAULT_SEED", 1), lab.Number(t, "FAULT_ROUND", 0)
	w := newWorld(t, uint64(seed))
	fmt.Printf("seed %d\n\n%s\n", seed, heading)
	wrong := 0
	for n := 1; n <= rounds; n++ {
		if only != 0 && n != only {
			continue
		}
		w.round(n, uint64(seed), rounds <= fewRounds)
		fmt.Println(w.row)
		for _, complaint := range w.row.wrong {
			if w.told[complaint] {
				continue // it stays wrong, so it is reported only once
			}
			w.told[complaint] = true
			t.Errorf("round %d (%s): %s", n, w.row.fault, complaint)
		}
		if len(w.row.wrong) > 0 {
			if wrong++; wrong == 8 {
				t.Fatalf("eight rounds went wrong; the house said last:\n%s", w.tail())
			}
		}
	}
	fmt.Printf("\nPostgres said %d times that its disk was full, %d times that no connection was left, and recovered %d times from a crash.\n",
		w.pg.said("No space left on device")+w.pg.said("File too large"), w.pg.said("too many clients")+w.pg.said("remaining connection slots"),
		w.pg.said("database system was not properly shut down"))
}

// few names the faults of an ordinary test run: one of each kind.
var few = []string{"SIGKILL of Postgres", "relay cuts after the final dot", "IMAP cut within a literal", "clock a day ahead and back",
	"two processes, one frozen and thawed", "Postgres out of connections"}

func pick(n int, short bool) fault {
	list := faults()
	if !short {
		return list[(n-1)%len(list)]
	}
	at := slices.IndexFunc(list, func(f fault) bool { return f.name == few[(n-1)%len(few)] })
	return list[at]
}

// round lets people play while things break, waits until all is quiet, and counts.
func (w *world) round(n int, seed uint64, short bool) {
	f := pick(n, short)
	begun := time.Now()
	w.odds, w.row = rand.New(rand.NewPCG(seed, uint64(n))), &row{round: n, fault: f.name}
	w.staff(f.procs)
	w.fillTables()
	events := append(f.plan(w), killing(w, f.procs, 1)...)
	if w.odds.IntN(4) == 0 {
		events = append(events, once((*world).killPostgres, (*world).healPostgres)(w)...)
	}
	slices.SortStableFunc(events, func(a, b event) int { return int(a.at - b.at) })
	w.play(events)
	w.heal(f.procs)
	w.settle(f.procs)
	w.count()
	w.row.seconds = time.Since(begun).Seconds()
}

// play lets people play while the events happen, and longer if few letters were sent or no fault was met.
func (w *world) play(events []event) {
	started, before := time.Now(), len(w.players.letters)
	for {
		passed := time.Since(started)
		for len(events) > 0 && passed >= events[0].at {
			events[0].do()
			events = events[1:]
		}
		w.read()
		w.players.post()
		enough := len(w.players.letters)-before >= lettersLeast && !w.sink.waits() && (w.wire == nil || !w.wire.waits())
		if len(events) == 0 && (enough && passed > load || passed > loadMost) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// lettersLeast is how many letters people send in a round, unless the house is too slow.
const lettersLeast = 25

// tables is how many matches are played at once.
const tables = 12

// fillTables opens matches in place of finished ones, and of those with a letter that was refused for good,
// because there nobody knows whose turn it is.
func (w *world) fillTables() {
	conn, err := w.connect(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(w.t.Context()))
	open := 0
	if w.players.tables > 0 {
		open = w.number(conn, `select count(*) from matches where phase in ('lobby', 'running', 'paused')
			and not exists (select from outbox where match_id = matches.id and state = 'failed')`)
	}
	for ; open < tables; open++ {
		w.players.open()
	}
}

func (w *world) read() {
	for _, l := range w.sink.unread() {
		if err := w.players.read(l); err != nil {
			w.t.Error(err)
		}
	}
}

// heal repairs everything that is broken.
func (w *world) heal(procs int) {
	w.pg.heal(w.t)
	w.sink.heal()
	w.wire.heal()
	w.jump(0)
	for _, p := range w.procs {
		p.signal(contSignal)
	}
	w.staff(procs)
}
