package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"pitpost/engine"
	"pitpost/engine/bot"
)

// Names are the players of simulated matches, in seat order.
var Names = [...]string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// Simulation is a number of whole matches between bots.
type Simulation struct {
	Game    engine.Game
	Edition string
	Options map[string]string // only what differs from the edition
	Matches int
	// Seed is any words. Match number k, from 1, is called "sim-SEED-k"; the
	// seed of its dice is the SHA-256 of "pitpost/simulate", SEED and k, each
	// ended by a zero byte.
	Seed string
	// Legal adds the legal lists.
	Legal bool
	// Bots name who plays, one for each seat.
	Bots []string
	// Playouts bounds what keen spends on a choice; 0 is the usual budget.
	Playouts int
}

// Simulate plays the matches and writes their records to w, in order. The same
// Simulation gives the same bytes on any machine. The outcomes go to results in
// the same order, if it is not nil.
func Simulate(w io.Writer, s Simulation, results func(engine.Result)) error {
	if err := s.Check(); err != nil {
		return err
	}
	// Each match is played on its own; one waits in its place until those before
	// it are written.
	type played struct {
		text   []byte
		result engine.Result
		err    error
	}
	places := make(chan chan played, 2*runtime.GOMAXPROCS(0))
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(places)
		for k := 1; k <= s.Matches; k++ {
			place := make(chan played, 1)
			select {
			case places <- place:
			case <-stop:
				return
			}
			go func() {
				var p played
				p.text, p.result, p.err = s.play(k)
				place <- p
			}()
		}
	}()
	for place := range places {
		p := <-place
		if p.err != nil {
			return p.err
		}
		if _, err := w.Write(p.text); err != nil {
			return err
		}
		if results != nil {
			results(p.result)
		}
	}
	return nil
}

// Check says what is wrong with a simulation before it begins.
func (s Simulation) Check() error {
	least, most := s.Game.Seats()
	most = min(most, len(Names))
	if n := len(s.Bots); n < least || n > most {
		return fmt.Errorf("%s is for %d to %d players, not %d", s.Game.Name(), least, most, n)
	}
	for _, name := range s.Bots {
		if err := bot.Check(name, s.Game); err != nil {
			return err
		}
	}
	return nil
}

func (s Simulation) seed(k int) [32]byte {
	return sha256.Sum256([]byte("pitpost/simulate\x00" + s.Seed + "\x00" + strconv.Itoa(k) + "\x00"))
}

// play plays match number k to its end.
func (s Simulation) play(k int) ([]byte, engine.Result, error) {
	seed := s.seed(k)
	seats := Names[:len(s.Bots)]
	setup := engine.Setup{Edition: s.Edition, Options: s.Options}
	if t, ok := s.Game.(engine.Tabled); ok {
		setup.Cards = t.Cards()
	}
	m := engine.Open(s.Game, setup, seed)
	t := table{match: m}
	t.out = NewWriter(&t.text)
	t.out.Header(Header{
		Match: fmt.Sprintf("sim-%s-%d", s.Seed, k), Game: s.Game.Name(), Edition: s.Edition,
		Options: s.Options, Seats: seats, Commitment: m.Dice().Commitment(), Cards: setup.Cards,
	})
	for _, name := range seats {
		t.add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	t.add(m.Start()...)
	streams := make(map[string]*engine.Stream, len(seats))
	bots := make(map[string]bot.Bot, len(seats))
	for i, name := range seats {
		streams[name] = m.Dice().For("player " + name)
		bots[name] = bot.Find(s.Bots[i], bot.Budget{Playouts: s.Playouts})
	}
	for m.Phase == engine.Running {
		for _, seat := range m.ToMove()[:1] {
			legal := m.State().Legal(seat)
			command := bots[seat](bot.Look(m.State(), seat, legal), streams[seat])
			facts, refusal := m.Play(seat, command)
			if refusal != nil {
				return nil, engine.Result{}, fmt.Errorf("match %d: the bot of %s played %q: %w", k, seat, command, refusal)
			}
			if s.Legal {
				t.out.Legal(seat, legal)
			}
			t.add(facts...)
		}
	}
	t.out.Seed(seed)
	return t.text.Bytes(), *m.State().Result(), t.out.err
}

// table is a match and the record that is written of it.
type table struct {
	match *engine.Match
	text  bytes.Buffer
	out   *Writer
}

func (t *table) add(facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq = t.match.Seq + 1
		t.match.Apply(f)
		t.out.Event(f)
	}
}
