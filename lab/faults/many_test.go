package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

const (
	// flowsMost is how long letters may be delayed when a machine is lost.
	flowsMost = 30 * time.Second
	// wholeMost is how long the three may take to be complete again once it is back.
	wholeMost = 2 * time.Minute
)

// loss is a way to lose a machine, and to get it back.
type loss struct {
	name       string
	of         func(n *network, leader *machine) *machine
	lose, back func(t *testing.T, n *network, m *machine)
}

func losses() []loss {
	leads := func(_ *network, leader *machine) *machine { return leader }
	return []loss{
		{"the leader's machine loses its power", leads, func(_ *testing.T, _ *network, m *machine) { m.kill() },
			func(t *testing.T, _ *network, m *machine) { m.start(t) }},
		{"the leader's machine is frozen, and thawed", leads, func(t *testing.T, _ *network, m *machine) { m.freeze(t) },
			func(t *testing.T, _ *network, m *machine) { m.thaw(t) }},
		{"the leader's machine is cut off", leads, func(t *testing.T, _ *network, m *machine) { m.unplug(t) },
			func(t *testing.T, _ *network, m *machine) { m.plug(t) }},
		{"the leader's machine is cut off from its fellows, not from the house", leads, func(t *testing.T, n *network, m *machine) { n.shun(t, m) },
			func(t *testing.T, n *network, m *machine) { n.unshun(t, m) }},
		{"the machine that commits wait for is frozen, and thawed", func(n *network, _ *machine) *machine { return n.waitedFor() },
			func(t *testing.T, _ *network, m *machine) { m.freeze(t) }, func(t *testing.T, _ *network, m *machine) { m.thaw(t) }},
	}
}

// Three machines keep the database as docs/hosting/many.md describes, and two mail servers deliver letters to
// two processes of the house. Machines are lost while people play: nothing that was acknowledged is lost,
// nothing happens twice, and letters are soon handled again.
func TestNothingIsLostWithAMachine(t *testing.T) {
	if os.Getenv("MANY") == "" {
		t.Skip("make many runs this")
	}
	if !inside(t) {
		return
	}
	rounds, seed := lab.Number(t, "FAULT_ROUNDS", len(losses())), uint64(lab.Number(t, "FAULT_SEED", 1))
	n := newNetwork(t)
	w := newManyWorld(t, n, seed)
	fmt.Printf("seed %d\n\n%s\n", seed, heading)
	for round := 1; round <= rounds; round++ {
		f := losses()[(round-1)%len(losses())]
		begun := time.Now()
		w.odds, w.row = rand.New(rand.NewPCG(seed, uint64(round))), &row{round: round, fault: f.name}
		w.staff(2)
		w.fillTables()
		w.play(nil)
		lost := f.of(n, n.whole(t, wholeMost))
		f.lose(t, n, lost)
		flows := w.flows()
		w.play(nil)
		f.back(t, n, lost)
		back := time.Now()
		n.whole(t, wholeMost)
		w.row.fault += fmt.Sprintf(" (letters after %.1f s; whole %.1f s after it was back)", flows.Seconds(), time.Since(back).Seconds())
		w.settle(2)
		w.count()
		w.row.seconds = time.Since(begun).Seconds()
		fmt.Println(w.row)
		if flows > flowsMost {
			t.Errorf("round %d (%s): letters stood still for %v", round, f.name, flows)
		}
		for _, complaint := range w.row.wrong {
			if !w.told[complaint] {
				w.told[complaint] = true
				t.Errorf("round %d (%s): %s", round, f.name, complaint)
			}
		}
		if t.Failed() {
			t.Fatalf("the house said last:\n%s", w.tail())
		}
	}
}

// newManyWorld returns a house of two processes that use the network's database, each behind a mail server of its own.
func newManyWorld(t *testing.T, n *network, seed uint64) *world {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "pitpost-faults-")
	lab.Check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	w := &world{t: t, dir: dir, known: map[string]bool{}, told: map[string]bool{}, flags: []string{"--keep-letters", "0", "--keep-mail", "0", "--keep-traces", "0"}}
	w.program = lab.Program(t, "cmd/pitpost")
	leader := n.whole(t, wholeMost)
	text, err := os.ReadFile(filepath.Join(recipe, "pitpost.sql"))
	lab.Check(t, err)
	conn, err := leader.postgres(t.Context())
	lab.Check(t, err)
	for _, statement := range strings.Split(strings.TrimSpace(string(text)), ";\n") {
		_, err := conn.Exec(t.Context(), statement)
		lab.Check(t, err)
	}
	lab.Check(t, conn.Close(t.Context()))
	w.database = setting(t, "pitpost.yaml", "database_url")
	w.doors = func(process int) []string {
		return []string{"--data", w.path(fmt.Sprint("data", process)), "--secret-file", w.path("secret"), "--lmtp", lmtpAt(process)}
	}
	extra, err := os.ReadFile(filepath.Join(recipe, "main.cf"))
	lab.Check(t, err)
	for process := range 2 {
		p := lab.StartPostfix(t, lmtpAt(process), houseDomain)
		p.Configure(t, strings.NewReplacer("play.example.org", houseDomain, setting(t, "pitpost.yaml", "lmtp"), lmtpAt(process)).Replace(string(extra)))
		w.postfixes = append(w.postfixes, p)
	}
	w.sink = newSink(t)
	posted := 0
	w.players = newPlayers(func() (*smtp.Client, error) {
		posted++
		conn, err := net.DialTimeout("tcp", w.postfixes[posted%2].SMTPAddr, time.Second)
		if err != nil {
			return nil, err
		}
		return smtp.NewClient(conn), nil
	}, rand.New(rand.NewPCG(seed, 0)))
	t.Cleanup(func() { w.staff(0) })
	return w
}

// lmtpAt returns the address at which a process takes letters. Both run on one machine here, so their ports differ.
func lmtpAt(process int) string { return fmt.Sprint("127.0.0.1:", 2424+process) }

// setting returns the value of a name in one of the recipe's files.
func setting(t *testing.T, file, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(recipe, file))
	lab.Check(t, err)
	for line := range strings.Lines(string(text)) {
		for _, sign := range []string{"=", ": "} { // variables, or a settings file
			if value, found := strings.CutPrefix(strings.TrimSpace(line), name+sign); found {
				return value
			}
		}
	}
	t.Fatalf("%s says nothing of %s", file, name)
	return ""
}

// flows waits until a letter that was written after this call has been noted, and a letter that the house wrote
// after that has arrived. It returns how long that took. People go on playing.
func (w *world) flows() time.Duration {
	begun := time.Now()
	var fresh []string
	noted, got := false, 0
	var asked time.Time
	for ; time.Since(begun) < 4*flowsMost; time.Sleep(50 * time.Millisecond) {
		if time.Since(asked) > 3*time.Second && !noted {
			asked = time.Now()
			w.players.open()
			fresh = append(fresh, "<"+w.players.todo[len(w.players.todo)-1].id+">")
		}
		w.read()
		w.players.post()
		if !noted {
			noted = w.anyNoted(fresh)
			got = w.sink.came()
		} else if w.sink.came() > got {
			return time.Since(begun)
		}
	}
	return time.Since(begun)
}

// anyNoted reports whether the database answers that one of these letters was noted.
func (w *world) anyNoted(ids []string) (yes bool) {
	ctx, cancel := context.WithTimeout(w.t.Context(), 7*time.Second)
	defer cancel()
	conn, err := w.connect(ctx)
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, "select exists (select from letters where message_id = any($1))", ids).Scan(&yes)
	return err == nil && yes
}

// came returns the number of letters received so far.
func (s *sink) came() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

// waitedFor returns the machine that each commit waits for.
func (n *network) waitedFor() *machine {
	for _, m := range n.machines {
		if m.waitedFor(context.Background()) {
			return m
		}
	}
	return nil
}

// The recipe's files agree with each other.
func TestTheRecipeForManyMachinesAgreesWithItself(t *testing.T) {
	config, err := pgx.ParseConfig(setting(t, "pitpost.yaml", "database_url"))
	lab.Check(t, err)
	var hosts, etcd, peers []string
	for _, f := range config.Fallbacks {
		if len(hosts) == 0 || hosts[len(hosts)-1] != f.Host {
			hosts = append(hosts, f.Host)
		}
	}
	for i, host := range []string{"192.0.2.11", "192.0.2.12", "192.0.2.13"} {
		etcd = append(etcd, host+":2379")
		peers = append(peers, fmt.Sprintf("db%d=http://%s:2380", i+1, host))
	}
	if got := config.Host + " " + strings.Join(hosts, " "); !strings.HasSuffix(got, "192.0.2.11 192.0.2.12 192.0.2.13") {
		t.Errorf("the house asks %s", got)
	}
	patroni, err := os.ReadFile(filepath.Join(recipe, "patroni.yml"))
	lab.Check(t, err)
	if !strings.Contains(string(patroni), "hosts: "+strings.Join(etcd, ",")+"\n") {
		t.Error("Patroni asks other members of etcd than there are")
	}
	if got := setting(t, "etcd", "ETCD_INITIAL_CLUSTER"); got != strings.Join(peers, ",") {
		t.Errorf("etcd's members are %s", got)
	}
	sql, err := os.ReadFile(filepath.Join(recipe, "pitpost.sql"))
	lab.Check(t, err)
	if !strings.Contains(string(sql), "create role "+config.User+" login password '"+config.Password+"'") || !strings.Contains(string(sql), "create database "+config.Database) {
		t.Error("the house comes as somebody else than is let in")
	}
	mail, err := os.ReadFile(filepath.Join(recipe, "main.cf"))
	lab.Check(t, err)
	if !strings.Contains(string(mail), "virtual_transport = lmtp:inet:"+setting(t, "pitpost.yaml", "lmtp")+"\n") {
		t.Error("Postfix hands letters to another place than where the house takes them")
	}
}
