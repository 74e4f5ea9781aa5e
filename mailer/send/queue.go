package send

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"pitpost.example/model"
)

// comeBack is how long a letter is postponed that must not leave before another one.
const comeBack = 500 * time.Millisecond

// outgoing is a letter held by this process, after its bytes were stored.
type outgoing struct {
	n       *model.Notice
	to      string
	raw     []byte
	taken   time.Time // when this process took it
	session int       // in which session; others may take it when that has ended
	out     Answer    // the relay's answer, once it was handed over
}

// person identifies the recipient of a letter. Letters to the same person leave in order.
func person(n *model.Notice) string {
	if n.Player != 0 {
		return fmt.Sprint(n.Player)
	}
	return n.Address
}

// queues holds the letters that this process holds, in one line per person. It is safe for concurrent use.
type queues struct {
	mu      sync.Mutex
	inHands map[int64]bool         // the numbers of all letters
	queue   map[string][]*outgoing // by person; the first is being handed over
	free    chan struct{}          // signalled when a letter is dropped
}

// add appends a letter to its person's line and reports whether it is the first. Pings are in no line, so
// they are always first.
func (l *queues) add(pc *outgoing) (first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inHands[pc.n.ID] = true
	if pc.n.Purpose == model.PurposePing {
		return true
	}
	who := person(pc.n)
	l.queue[who] = append(l.queue[who], pc)
	return len(l.queue[who]) == 1
}

// next removes a letter from the front of its person's line and returns the one behind it, or nil.
func (l *queues) next(pc *outgoing) *outgoing {
	l.mu.Lock()
	defer l.mu.Unlock()
	who := person(pc.n)
	if len(l.queue[who]) == 0 || l.queue[who][0] != pc {
		return nil // it is in no line
	}
	rest := l.queue[who][1:]
	if len(rest) == 0 {
		delete(l.queue, who)
		return nil
	}
	l.queue[who] = rest
	return rest[0]
}

// drop removes a letter that this process no longer holds.
func (l *queues) drop(id int64) {
	l.mu.Lock()
	delete(l.inHands, id)
	l.mu.Unlock()
	select {
	case l.free <- struct{}{}:
	default:
	}
}

// inHand lists the numbers of all letters held.
func (l *queues) inHand() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.AppendSeq(make([]int64, 0, len(l.inHands)), maps.Keys(l.inHands))
}
