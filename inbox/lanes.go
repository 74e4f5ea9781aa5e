package inbox

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
)

// lanesAtOnce is how many letters of a batch are decided at the same time: enough to use the
// time that the database takes to answer.
const lanesAtOnce = 40

// outcome is what the Taker made of one letter; not asked where the poll was broken off before.
type outcome struct {
	asked bool
	fate  Fate
	err   error
}

// askAll has the letters of a batch decided, several at once, but those that have to do with
// each other in the order of their arrival. It breaks off when ctx ends, or when letter after
// letter cannot be taken.
func (p *Poller) askAll(ctx context.Context, letters []listed, raws map[uint32][]byte) []outcome {
	answers := make([]outcome, len(letters))
	var row atomic.Int64 // failures in a row
	row.Store(int64(p.streak))
	one := func(i int) {
		raw, came := raws[letters[i].uid]
		if !came || ctx.Err() != nil || row.Load() >= rowOfTen {
			return
		}
		fate, err := p.ask(ctx, raw, letters[i])
		answers[i] = outcome{true, fate, err}
		if err == nil {
			row.Store(0)
		} else if !blamesLetter(err) {
			row.Add(1)
		}
	}
	waiting := make(chan []int)
	var working sync.WaitGroup
	for range lanesAtOnce {
		working.Go(func() {
			for lane := range waiting {
				for _, i := range lane {
					one(i)
				}
			}
		})
	}
	for _, lane := range p.lanes(letters, raws) {
		waiting <- lane
	}
	close(waiting)
	working.Wait()
	return answers
}

// lanes parts the places of a batch's letters: two letters with a key in common are in one
// lane, in their order. Without PollerConfig.Keys there is one lane.
func (p *Poller) lanes(letters []listed, raws map[uint32][]byte) [][]int {
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
	var lanes [][]int
	at := map[int]int{}
	for i := range letters {
		lead := first(i)
		if _, begun := at[lead]; !begun {
			at[lead] = len(lanes)
			lanes = append(lanes, nil)
		}
		lanes[at[lead]] = append(lanes[at[lead]], i)
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

// KeysOf names what a letter has to do with: its sender, and the match that its token or its
// subject names. Letters without a key in common may be decided in any order.
func (r *Receiver) KeysOf(raw []byte) []string {
	h, _, err := open(raw)
	if err != nil {
		return []string{""}
	}
	l := new(Letter)
	l.readHeader(h)
	keys := []string{"from " + l.From}
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	for _, t := range tokens {
		keys = append(keys, "match "+strconv.FormatInt(t.Match, 10))
	}
	if match := l.SubjectMatch(); match != 0 {
		keys = append(keys, "match "+strconv.FormatInt(match, 10))
	}
	return keys
}
