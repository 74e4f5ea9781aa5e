package imap

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"pitpost.example/inbox/intake"
)

// lanesAtOnce is how many letters of a batch are decided at the same time: enough to use the
// time that the database takes to answer.
const partitionsAtOnce = 40

// outcome is what became of one letter of a batch.
type outcome struct {
	asked bool // the Taker was; else the poll was broken off before
	held  bool // not asked, since one before it waits for another try
	fate  intake.Fate
	err   error
}

// lane are letters of a batch that have to do with each other, in the order of their arrival.
type partition struct {
	letters []int // their places in the batch
	keys    []string
	held    bool // one that came before, and has to do with them, waits for another try
}

// askAll has the letters of a batch decided, several lanes at once. What comes in a lane after
// a letter that the house failed to take waits for that one, here and in the batches of this
// poll that follow. It breaks off when ctx ends, or when letter after letter cannot be taken.
func (p *Poller) askAll(ctx context.Context, letters []listed, raws map[uint32][]byte) []outcome {
	answers := make([]outcome, len(letters))
	var row atomic.Int64 // failures in a row
	row.Store(int64(p.streak))
	one := func(i int) (goOn bool) {
		raw, came := raws[letters[i].uid]
		if !came || ctx.Err() != nil || row.Load() >= rowOfTen {
			return true
		}
		fate, err := p.ask(ctx, raw, letters[i])
		answers[i] = outcome{asked: true, fate: fate, err: err}
		if err == nil {
			row.Store(0)
		} else if !blamesLetter(err) {
			row.Add(1)
		}
		return err == nil || p.cfg.Keys == nil || !p.keepsPlace(letters[i].uid, err)
	}
	lanes := p.partitions(letters, raws)
	waiting := make(chan *partition)
	var working sync.WaitGroup
	for range partitionsAtOnce {
		working.Go(func() {
			for l := range waiting {
				for _, i := range l.letters {
					if answers[i].held = l.held; !l.held {
						l.held = !one(i)
					}
				}
			}
		})
	}
	for i := range lanes {
		waiting <- &lanes[i]
	}
	close(waiting)
	working.Wait()
	for _, l := range lanes {
		if l.held {
			p.hold(l.keys)
		}
	}
	return answers
}

// keepsPlace says that a letter that was not taken keeps its place, and that what has to do with
// it waits: for its first tries, and for many more while the database is away, unless the fault
// is the letter's own.
func (p *Poller) keepsPlace(uid uint32, err error) bool {
	switch tries := p.ledger.failed[uid] + 1; {
	case blamesLetter(err) || errors.Is(err, errPanic):
		return false
	case errors.As(err, new(*intake.Away)): // which a letter may be the cause of, too
		return tries < patienceAway
	default:
		return tries < patience
	}
}

// hold has the letters of these keys wait for the next poll.
func (p *Poller) hold(keys []string) {
	if p.behind == nil {
		p.behind = map[string]bool{}
	}
	for _, key := range keys {
		p.behind[key] = true
	}
}

// lanes parts a batch: two letters with a key in common are in one lane. Without
// PollerConfig.Keys there is one.
func (p *Poller) partitions(letters []listed, raws map[uint32][]byte) []partition {
	leads := make([]int, len(letters)) // to a letter of the same lane, nearer to its first
	first := func(i int) int {
		for leads[i] != i {
			i = leads[i]
		}
		return i
	}
	owner := map[string]int{}
	for i, letter := range letters {
		leads[i] = i
		keys := []string{""}
		if p.cfg.Keys != nil {
			keys = p.keys(raws[letter.uid])
		}
		for _, key := range keys {
			if j, known := owner[key]; known {
				a, b := first(i), first(j)
				leads[max(a, b)] = min(a, b)
			} else {
				owner[key] = i
			}
		}
	}
	var lanes []partition
	at := map[int]int{}
	for i := range letters {
		lead := first(i)
		if _, begun := at[lead]; !begun {
			at[lead] = len(lanes)
			lanes = append(lanes, partition{})
		}
		l := &lanes[at[lead]]
		l.letters = append(l.letters, i)
	}
	for key, i := range owner {
		l := &lanes[at[first(i)]]
		l.keys = append(l.keys, key)
		l.held = l.held || p.behind[key]
	}
	return lanes
}

// keys asks the caller; a letter that makes it panic goes with all others of that kind.
func (p *Poller) keys(raw []byte) (keys []string) {
	defer func() {
		if recover() != nil {
			keys = []string{""}
		}
	}()
	return p.cfg.Keys(raw)
}
