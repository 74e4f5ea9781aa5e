package bench

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"pitpost.example/model"
)

// seats is the number of players of each match.
const seats = 3

// players play all matches by mail. They answer by the way in of the current phase, at once or after a pause,
// and hold back their first moves until all matches have begun.
type players struct {
	mu       sync.Mutex
	carriers *carriers
	pause    time.Duration
	phase    int
	playing  bool
	held     []*letter
	begun    map[string]bool // matches whose first move is held back
	tables   int             // matches opened so far
	letters  int
	failed   error
	wait     sync.WaitGroup
	got      map[string]bool // Message-IDs of the letters received
	copies   int             // letters received again
	blind    int             // turns without legal moves
	arrivals int             // letters received, including copies
	bytes    int64           // size of all letters received
	largest  int64           // size of the largest
	asks     int             // how many ask for a move
	asked    int64           // size of those

	// The times since play was called.
	moved   map[string]time.Time // matches that wait for their next digest, with the time of the move
	commits []time.Duration      // from the first byte sent to the commit, if the answer means a commit
	digests []time.Duration      // from the same time to the next player's digest
}

// answered reports whether the digest that follows a letter has come since play.
func (p *players) answered() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.digests) > 0
}

// take begins a phase: letters are sent by these carriers, first those that open the matches.
func (p *players) take(c *carriers, pause time.Duration, matches int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase++
	p.carriers, p.pause, p.playing, p.held, p.failed = c, pause, false, nil, nil
	p.begun, p.moved = map[string]bool{}, map[string]time.Time{}
	for n := range matches {
		p.open(games[n%len(games)])
	}
}

// games are played side by side; a single match is of the first.
var games = []string{"saboteur", "saboteur", "clonk"}

// open sends a letter that asks for a new match of a game. The game stands in its players' addresses.
func (p *players) open(game string) {
	p.tables++
	who := make([]string, seats)
	for i := range who {
		who[i] = fmt.Sprintf("p%d.%d.%s.%d@%s", p.phase, p.tables, game, i+1, domain)
	}
	p.send(&reply{from: who[0], to: address, subject: "A match", words: "new " + game + " with " + strings.Join(who[1:], ", ") + "\nattach json"})
}

// ready returns how many matches of this phase wait for their first move.
func (p *players) ready() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	must(p.failed)
	return len(p.begun)
}

// play sends the moves held back, lets players answer from now on, and records times.
func (p *players) play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing, p.moved, p.commits, p.digests = true, map[string]time.Time{}, nil, nil
	for _, l := range p.held {
		p.answer(l)
	}
	p.held = nil
}

// rest ends a phase: letters are no longer answered. It waits for letters that are being sent.
func (p *players) rest() error {
	p.mu.Lock()
	p.playing, p.phase = false, p.phase+1
	p.mu.Unlock()
	p.wait.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// hold holds back moves until play is called again, and returns the times recorded.
func (p *players) hold() (commits, digests []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing = false
	return p.commits, p.digests
}

// sentSoFar returns how many letters the players have sent in all phases.
func (p *players) sentSoFar() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	must(p.failed)
	return int64(p.letters)
}

// arrive handles a letter that came to the sink.
func (p *players) arrive(to string, raw []byte, at time.Time) {
	l := readLetter(to, raw)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.arrivals++
	if left, waits := p.moved[l.match]; waits && l.asks() {
		delete(p.moved, l.match)
		if p.playing {
			p.digests = append(p.digests, at.Sub(left))
		}
	}
	if p.got[l.id] {
		p.copies++
		return
	}
	p.got[l.id] = true
	p.bytes, p.largest = p.bytes+int64(len(raw)), max(p.largest, int64(len(raw)))
	if l.purpose == model.PurposeTurn {
		p.asks, p.asked = p.asks+1, p.asked+int64(len(raw))
	}
	if !strings.HasPrefix(to, fmt.Sprintf("p%d.", p.phase)) {
		return
	}
	switch {
	case l.purpose == model.PurposeInvite:
		p.send(l.reply("yes\nattach json"))
	case l.purpose == model.PurposeEnd && strings.HasSuffix(to, ".1@"+domain):
		p.open(strings.Split(to, ".")[2])
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

// send delivers a letter after the pause.
func (p *players) send(r *reply) {
	p.letters++
	id := fmt.Sprintf("<%d.%d@%s>", p.letters, rand.Uint64(), domain)
	carriers, pause := p.carriers, p.pause
	p.wait.Go(func() {
		raw := r.raw(id)
		time.Sleep(pause)
		var left time.Time
		err := carriers.carry(r, raw, func() { left = p.leaves(r.match) })
		took := time.Since(left)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.failed = cmp.Or(p.failed, err)
		if err == nil && carriers.commit && p.playing {
			p.commits = append(p.commits, took)
		}
	})
}

// leaves records when a move leaves; match is "" for a letter that is no move.
func (p *players) leaves(match string) (now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now = time.Now()
	if match != "" {
		p.moved[match] = now
	}
	return now
}
