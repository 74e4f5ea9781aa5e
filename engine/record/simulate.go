package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
)

// Names are the players of simulated matches, in seat order.
var Names = [...]string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// Simulation describes a number of matches between bots.
type Simulation struct {
	Game    engine.Game
	Edition string
	Rules   int               // the number of the rules; 0 is 1
	Options map[string]string // only what differs from the edition
	Matches int
	// Seed can be any text. Match number k, from 1, is called "sim-SEED-k". The seed of its dice is the
	// SHA-256 of "pitpost/simulate", SEED and k, each followed by a zero byte.
	Seed string
	// Legal adds the legal lists.
	Legal bool
	// Bots names the bot of each seat.
	Bots []string
	// Rotate moves every bot to the next seat after each match, so that the position at the table does not
	// matter.
	Rotate bool
	// Guilty, if not "", is the bot that plays a seat as long as it is secretly against the others.
	Guilty string
	// Playouts limits what keen spends on a choice; 0 means the default.
	Playouts int
}

// SimulateMatches plays the matches and writes their records to w, in order. The same Simulation gives the same
// bytes on any machine. If results is not nil, it is called with each outcome, in the same order.
func SimulateMatches(w io.Writer, s Simulation, results func(Outcome)) error {
	if err := s.Check(); err != nil {
		return err
	}
	type played struct {
		text    []byte
		outcome Outcome
		err     error
	}
	atOnce := 8 * runtime.GOMAXPROCS(0)
	for first := 1; first <= s.Matches; first += atOnce {
		batch := make([]played, min(atOnce, s.Matches-first+1))
		var playing sync.WaitGroup
		for i := range batch {
			p := &batch[i]
			playing.Go(func() { p.text, p.outcome, p.err = s.play(first + i) })
		}
		playing.Wait()
		for _, p := range batch {
			if p.err != nil {
				return p.err
			}
			if _, err := w.Write(p.text); err != nil {
				return err
			}
			if results != nil {
				results(p.outcome)
			}
		}
	}
	return nil
}

// Check returns an error if the simulation is not possible.
func (s Simulation) Check() error {
	least, most := s.Game.Seats()
	most = min(most, len(Names))
	if n := len(s.Bots); n < least || n > most {
		return fmt.Errorf("%s is for %d to %d players, not %d", s.Game.Name(), least, most, n)
	}
	names := s.Bots
	if s.Guilty != "" {
		if _, ok := s.Game.Blank(engine.Setup{Edition: s.Edition}).(engine.HiddenRoles); !ok {
			return fmt.Errorf("nobody is secretly against the others in %s", s.Game.Name())
		}
		names = append(slices.Clip(names), s.Guilty)
	}
	for _, name := range names {
		if err := bot.CheckName(name, s.Game); err != nil {
			return err
		}
	}
	return nil
}

// seated returns the bots of match number k, in seat order.
func (s Simulation) seated(k int) []string {
	if !s.Rotate {
		return s.Bots
	}
	at := (k - 1) % len(s.Bots)
	return slices.Concat(s.Bots[at:], s.Bots[:at])
}

// play plays match number k and returns its record and outcome.
func (s Simulation) play(k int) ([]byte, Outcome, error) {
	seed := sha256.Sum256([]byte("pitpost/simulate\x00" + s.Seed + "\x00" + strconv.Itoa(k) + "\x00"))
	seats := Names[:len(s.Bots)]
	setup := engine.Setup{Edition: s.Edition, Rules: s.Rules, Options: s.Options}
	if t, ok := s.Game.(engine.Tabled); ok {
		setup.Cards = t.Cards()
	}
	m := engine.OpenMatch(s.Game, setup, seed)
	t := table{Simulation: s, match: m, bots: s.seated(k), streams: map[string]*engine.Stream{}}
	for _, name := range seats {
		t.add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	t.add(m.Start()...)
	for _, name := range seats {
		t.streams[name] = m.Dice().For("player " + name)
	}
	for m.Phase == engine.Running {
		if err := t.turn(m.ToMove()[0]); err != nil {
			return nil, Outcome{}, fmt.Errorf("match %d: %w", k, err)
		}
	}
	var text bytes.Buffer
	log := Log{Match: fmt.Sprintf("sim-%s-%d", s.Seed, k), Game: s.Game, Setup: m.Setup, Seed: seed, Facts: m.Facts()}
	err := WriteRecord(&text, log, Choice{Legal: s.Legal})
	return text.Bytes(), Outcome{Bots: t.bots, Result: *m.State().Result(), Rounds: t.rounds}, err
}

// table is a match and its bots.
type table struct {
	Simulation
	match   *engine.Match
	bots    []string // in seat order
	streams map[string]*engine.Stream
	rounds  []Round
}

// turn has the bot of a seat make one choice.
func (t *table) turn(seat string) error {
	state := t.match.State()
	legal := state.Legal(seat)
	player := bot.FindBot(t.bot(seat), bot.Budget{Playouts: t.Playouts})
	command := player(bot.SightOfSeat(state, seat, legal), t.streams[seat])
	facts, refusal := t.match.Play(seat, command)
	if refusal != nil {
		return fmt.Errorf("the bot of %s played %q: %w", seat, command, refusal)
	}
	t.add(facts...)
	return nil
}

// bot returns the name of the bot that plays a seat now.
func (t *table) bot(seat string) string {
	if roles, ok := t.match.State().(engine.HiddenRoles); ok && t.Guilty != "" && roles.Guilty(seat) {
		return t.Guilty
	}
	return t.bots[slices.Index(Names[:], seat)]
}

func (t *table) add(facts ...engine.Fact) {
	for _, f := range facts {
		t.round(f)
		t.match.Apply(f)
	}
}

// round keeps how a round went for each bot on each side, if the fact, which is not applied yet, ends one.
func (t *table) round(f engine.Fact) {
	of, won, ok := t.match.Sides(f)
	if !ok {
		return
	}
	r := Round{}
	for seat, side := range of {
		r[Part{Bot: t.bot(seat), Side: side}] = side == won
	}
	t.rounds = append(t.rounds, r)
}
