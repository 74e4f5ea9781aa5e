package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
)

// benchSeats is how many sit at each match of the bench.
const benchSeats = 3

// benchPlayers play all matches by mail. They answer by the door of the phase,
// at once or after a pause, and hold their first moves until all have begun.
type benchPlayers struct {
	bench *bench

	mu       sync.Mutex
	carriers *carriers
	pause    time.Duration
	phase    int
	playing  bool
	held     []*benchLetter
	begun    map[string]bool // matches whose first move is held
	tables   int             // opened so far
	letters  int
	failed   error
	seen     [][]byte // some letters, to measure by
	written  [][]byte // some of their own, likewise
	latest   map[string]*benchLetter
	wait     sync.WaitGroup
	got      map[string]bool // Message-IDs of letters that came
	copies   int             // letters that came again
	bytes    int64           // of all that came
}

// seenMost is how many letters are kept to measure by.
const seenMost = 200

func newBenchPlayers(b *bench) *benchPlayers { return &benchPlayers{bench: b, got: map[string]bool{}} }

// take begins a phase: letters go by these carriers from now on.
func (p *benchPlayers) take(c *carriers, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase++
	p.carriers, p.pause, p.playing, p.held, p.failed = c, pause, false, nil, nil
	p.begun, p.latest = map[string]bool{}, map[string]*benchLetter{}
}

// open asks the house for a new match.
func (p *benchPlayers) open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.openLocked()
}

func (p *benchPlayers) openLocked() {
	p.tables++
	who := make([]string, benchSeats)
	for i := range who {
		who[i] = fmt.Sprintf("p%d.%d.%d@%s", p.phase, p.tables, i+1, benchDomain)
	}
	p.send(&benchReply{from: who[0], to: benchAddress, subject: "A match", words: "new saboteur with " + strings.Join(who[1:], ", ") + "\nattach json"})
}

// ready is how many matches of this phase wait for their first move.
func (p *benchPlayers) ready() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.begun), p.failed
}

// play lets the held moves go, and all further ones.
func (p *benchPlayers) play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing = true
	for _, l := range p.held {
		p.answer(l)
	}
	p.held = nil
}

// rest ends a phase: what comes is no longer answered. It waits for what is being sent.
func (p *benchPlayers) rest() error {
	p.mu.Lock()
	p.playing, p.phase = false, p.phase+1
	p.mu.Unlock()
	p.wait.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

func (p *benchPlayers) close() {
	_ = p.rest()
	if p.carriers != nil {
		p.carriers.close()
	}
}

// arrive is what the sink calls for each letter.
func (p *benchPlayers) arrive(to string, raw []byte, at time.Time) {
	l := readBenchLetter(to, raw)
	p.bench.counts.handedOver(l.match, l.purpose == "turn" || l.purpose == "round" || l.purpose == "end", at)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.got[l.id] {
		p.copies++
		return
	}
	p.got[l.id] = true
	p.bytes += int64(len(raw))
	if l.purpose == "turn" && len(p.seen) < seenMost {
		p.seen = append(p.seen, raw)
	}
	if !strings.HasPrefix(to, fmt.Sprintf("p%d.", p.phase)) {
		return
	}
	switch {
	case l.purpose == "invite":
		p.send(l.reply("yes\nattach json"))
	case l.purpose == "end" && strings.HasSuffix(to, ".1@"+benchDomain):
		p.openLocked()
	case l.purpose == "turn" && p.playing:
		p.answer(l)
	case l.purpose == "turn":
		p.begun[l.match] = true
		p.held = append(p.held, l)
	}
}

func (p *benchPlayers) answer(l *benchLetter) {
	moves := l.legal()
	words := "attach json\nagain"
	if len(moves) > 0 {
		words = moves[rand.IntN(len(moves))]
	}
	p.send(l.reply(words))
}

// send gives a letter to the carriers, after the pause.
func (p *benchPlayers) send(r *benchReply) {
	p.letters++
	id := fmt.Sprintf("<%d.%d@%s>", p.letters, rand.Uint64(), benchDomain)
	carriers, pause := p.carriers, p.pause
	p.wait.Add(1)
	go func() {
		defer p.wait.Done()
		raw := r.raw(id)
		time.Sleep(pause)
		err := carriers.carry(r, raw, func(at time.Time) { p.bench.counts.leaves(id, r.match, at) })
		p.mu.Lock()
		defer p.mu.Unlock()
		if err != nil && p.failed == nil {
			p.failed = err
		}
		if r.match != "" && len(p.written) < seenMost {
			p.written = append(p.written, raw)
		}
	}()
}
