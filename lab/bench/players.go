package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"pitpost.example/model"
)

// seats is how many sit at each match of the bench.
const seats = 3

// players play all matches by mail. They answer by the door of the phase,
// at once or after a pause, and hold their first moves until all have begun.
type players struct {
	bench *bench

	mu       sync.Mutex
	carriers *carriers
	pause    time.Duration
	phase    int
	playing  bool
	held     []*letter
	begun    map[string]bool // matches whose first move is held
	tables   int             // opened so far
	letters  int
	failed   error
	wait     sync.WaitGroup
	got      map[string]bool // Message-IDs of letters that came
	copies   int             // letters that came again
	blind    int             // turns without a move to choose from
	bytes    int64           // of all that came
}

func newPlayers(b *bench) *players { return &players{bench: b, got: map[string]bool{}} }

// take begins a phase: letters go by these carriers from now on.
func (p *players) take(c *carriers, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase++
	p.carriers, p.pause, p.playing, p.held, p.failed = c, pause, false, nil, nil
	p.begun = map[string]bool{}
}

// open asks the house for a new match.
func (p *players) open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.openLocked()
}

func (p *players) openLocked() {
	p.tables++
	who := make([]string, seats)
	for i := range who {
		who[i] = fmt.Sprintf("p%d.%d.%d@%s", p.phase, p.tables, i+1, domain)
	}
	p.send(&reply{from: who[0], to: address, subject: "A match", words: "new saboteur with " + strings.Join(who[1:], ", ") + "\nattach json"})
}

// ready is how many matches of this phase wait for their first move.
func (p *players) ready() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	must(p.failed)
	return len(p.begun)
}

// play lets the held moves go, and all further ones.
func (p *players) play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing = true
	for _, l := range p.held {
		p.answer(l)
	}
	p.held = nil
}

// rest ends a phase: what comes is no longer answered. It waits for what is being sent.
func (p *players) rest() error {
	p.mu.Lock()
	p.playing, p.phase = false, p.phase+1
	p.mu.Unlock()
	p.wait.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// hold has further moves wait until the players play again.
func (p *players) hold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing = false
}

// sentSoFar is how many letters the players ever sent.
func (p *players) sentSoFar() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	must(p.failed)
	return int64(p.letters)
}

// arrive is what the sink calls for each letter.
func (p *players) arrive(to string, raw []byte, at time.Time) {
	l := readLetter(to, raw)
	p.bench.counts.handedOver(l.match, l.purpose == model.PurposeTurn || l.purpose == model.PurposeRound || l.purpose == model.PurposeEnd, at)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.got[l.id] {
		p.copies++
		return
	}
	p.got[l.id] = true
	p.bytes += int64(len(raw))
	if !strings.HasPrefix(to, fmt.Sprintf("p%d.", p.phase)) {
		return
	}
	switch {
	case l.purpose == model.PurposeInvite:
		p.send(l.reply("yes\nattach json"))
	case l.purpose == model.PurposeEnd && strings.HasSuffix(to, ".1@"+domain):
		p.openLocked()
	case l.purpose == model.PurposeTurn && p.playing:
		p.answer(l)
	case l.purpose == model.PurposeTurn:
		p.begun[l.match] = true
		p.held = append(p.held, l)
	}
}

func (p *players) answer(l *letter) {
	moves := l.legal()
	if len(moves) == 0 {
		p.blind++
		p.send(l.reply("attach json\nagain"))
		return
	}
	p.send(l.reply(moves[rand.IntN(len(moves))]))
}

// send gives a letter to the carriers, after the pause.
func (p *players) send(r *reply) {
	p.letters++
	id := fmt.Sprintf("<%d.%d@%s>", p.letters, rand.Uint64(), domain)
	carriers, pause := p.carriers, p.pause
	p.wait.Add(1)
	go func() {
		defer p.wait.Done()
		raw := r.raw(id)
		time.Sleep(pause)
		err := carriers.carry(r, raw, func(at time.Time) { p.bench.counts.leaves(id, r.match, at) })
		if err == nil && carriers.commit {
			p.bench.counts.committed(id, time.Now())
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if err != nil && p.failed == nil {
			p.failed = err
		}
	}()
}
