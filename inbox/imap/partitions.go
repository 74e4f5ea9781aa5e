package imap

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"pitpost.example/inbox/intake"
)

// partitionsAtOnce is how many partitions of a batch are decided at the same time. It is enough to use the
// time in which the database works on an answer.
const partitionsAtOnce = 40

// outcome is what became of one letter of a batch.
type outcome struct {
	asked  bool // the Taker was called; otherwise the poll was broken off before
	behind bool // not called, because an earlier letter waits for another try
	fate   intake.Fate
	err    error
}

// partition is a group of letters of a batch that share keys, in the order of arrival.
type partition struct {
	letters []int // indexes into the batch
	keys    []string
	behind  bool // an earlier letter with such a key waits for another try
}

// askAll has the letters of a batch decided, several partitions at a time. If the house fails to take a
// letter, the later letters of its partition wait for it, in this batch and in the later ones of this poll.
// askAll breaks off when ctx ends, or when one letter after another cannot be taken.
func (p *Poller) askAll(ctx context.Context, letters []listed, raws map[uint32][]byte) []outcome {
	answers := make([]outcome, len(letters))
	var row atomic.Int64 // failures in a row
	row.Store(int64(p.streak))
	one := func(i int) (goOn bool) {
		raw, came := raws[letters[i].uid]
		if !came || ctx.Err() != nil || row.Load() >= streakMost {
			return true
		}
		door := p.door(letters[i])
		door.TooBig = max(door.Size, int64(len(raw))) > intake.MaxSize // some servers count wrong
		fate, err := p.take.Ask(ctx, raw, door)
		answers[i] = outcome{asked: true, fate: fate, err: err}
		if err == nil {
			row.Store(0)
		} else if !blamesLetter(err) {
			row.Add(1)
		}
		return err == nil || p.cfg.Keys == nil || !p.keepsPlace(letters[i].uid, err)
	}
	parts := p.partitions(letters, raws)
	room := make(chan struct{}, partitionsAtOnce)
	var working sync.WaitGroup
	for _, l := range parts {
		room <- struct{}{}
		working.Go(func() {
			for _, i := range l.letters {
				if answers[i].behind = l.behind; !l.behind {
					l.behind = !one(i)
				}
			}
			<-room
		})
	}
	working.Wait()
	for _, l := range parts {
		for _, key := range l.keys {
			p.behind[key] = p.behind[key] || l.behind // later letters wait for the next poll
		}
	}
	return answers
}

// keepsPlace reports whether a letter that was not taken keeps its place, so that related letters wait for
// it. It does for its first tries, and for many more while the database is away, but not if the letter itself
// is at fault.
func (p *Poller) keepsPlace(uid uint32, err error) bool {
	switch tries := p.ledger.failed[uid] + 1; {
	case blamesLetter(err) || errors.Is(err, intake.ErrPanic):
		return false
	case errors.As(err, new(*intake.Away)): // a letter may cause this error too, so there is a limit
		return tries < patienceAway
	default:
		return tries < patience
	}
}

// partitions divides a batch: two letters with a common key are in the same partition. Letters that make Keys
// panic share one. Without PollerConfig.Keys all are in one.
func (p *Poller) partitions(letters []listed, raws map[uint32][]byte) []*partition {
	var all []*partition
	owner := map[string]*partition{}
	for i, letter := range letters {
		own := &partition{letters: []int{i}, keys: []string{""}}
		if p.cfg.Keys != nil {
			own.keys = guarded(own.keys, func() []string { return p.cfg.Keys(raws[letter.uid]) })
		}
		for _, key := range own.keys {
			if other := owner[key]; other != nil && other != own {
				own.letters, own.keys, other.letters = append(other.letters, own.letters...), append(other.keys, own.keys...), nil
				for _, known := range other.keys {
					owner[known] = own
				}
			}
			owner[key] = own
		}
		all = append(all, own)
	}
	all = slices.DeleteFunc(all, func(one *partition) bool { return one.letters == nil })
	for _, one := range all {
		slices.Sort(one.letters)
		one.behind = slices.ContainsFunc(one.keys, func(key string) bool { return p.behind[key] })
	}
	slices.SortFunc(all, func(a, b *partition) int { return cmp.Compare(a.letters[0], b.letters[0]) })
	return all
}

// guarded calls ask and returns fallback if that panics.
func guarded[T any](fallback T, ask func() T) (answer T) {
	defer func() {
		if recover() != nil {
			answer = fallback
		}
	}()
	return ask()
}
