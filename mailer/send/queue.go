package send

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"pitpost.example/model"
)

// comeBack is for how long a letter is left alone that cannot leave before another.
const comeBack = 500 * time.Millisecond

// outgoing is a letter in hand, its bytes kept.
type outgoing struct {
	n       *model.Notice
	to      string
	raw     []byte
	taken   time.Time // from when on it is ours
	session int       // for as long as this one lasts
}

// person is whoever a letter is for: letters to one leave in their order.
func person(n *model.Notice) string {
	if n.Player != 0 {
		return fmt.Sprint(n.Player)
	}
	return n.Address
}

// queues are the letters in hand, those to one person behind each other. It is safe for use by
// many.
type queues struct {
	mu    sync.Mutex
	held  map[int64]bool         // the numbers of all
	queue map[string][]*outgoing // by person, the one being handed over first
	free  chan struct{}          // told when one is no longer in hand
}

// add puts a letter at the end of its person's line, but for a ping, which stands in none; first
// says that it waits for no other.
func (l *queues) add(pc *outgoing) (first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held[pc.n.ID] = true
	if pc.n.Purpose == model.PurposePing {
		return true
	}
	who := person(pc.n)
	l.queue[who] = append(l.queue[who], pc)
	return len(l.queue[who]) == 1
}

// next takes the first letter of a person out of the line, and gives the one behind it; nil
// for none.
func (l *queues) next(pc *outgoing) *outgoing {
	l.mu.Lock()
	defer l.mu.Unlock()
	who := person(pc.n)
	if len(l.queue[who]) == 0 || l.queue[who][0] != pc {
		return nil // it stands in no line
	}
	rest := l.queue[who][1:]
	if len(rest) == 0 {
		delete(l.queue, who)
		return nil
	}
	l.queue[who] = rest
	return rest[0]
}

// drop lets letters go out of hand.
func (l *queues) drop(ids ...int64) {
	l.mu.Lock()
	for _, id := range ids {
		delete(l.held, id)
	}
	l.mu.Unlock()
	select {
	case l.free <- struct{}{}:
	default:
	}
}

// inHand lists the numbers of all letters in hand.
func (l *queues) inHand() []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.AppendSeq(make([]int64, 0, len(l.held)), maps.Keys(l.held))
}
