package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pitpost.example/failpoint"
	"pitpost.example/inbox/intake"
	"pitpost.example/model"
)

const (
	batchBytes   = 16 << 20        // letters fetched at once have fewer bytes than this together
	passes       = 2               // looks at one letter in one poll
	patience     = 5               // tries of a letter that breaks something before it is set aside, or before others may pass it
	patienceAway = 100             // the same while the database is away
	firstRetry   = 5 * time.Second // after a letter's first failure, doubled with each further one
	moveGrace    = 5 * time.Second // time left to move what was taken when the poller must end
	streakMost   = 10              // failures in a row that show that the house is at fault and not the letters
)

// errHouse ends a poll early, because one letter after another cannot be taken and so the house is at fault.
var errHouse = errors.New("letters cannot be taken")

// poll looks through the mailbox until another look would change nothing.
func (p *Poller) poll(ctx context.Context, line mailbox) error {
	p.streak, p.behind = 0, map[string]bool{}
	looked := map[uint32]int{}
	var list listing
	for {
		var err error
		if list, err = line.List(ctx, func(validity uint32) (uint32, error) { return p.above(ctx, validity) }); err != nil {
			return err
		}
		p.ledger.forget(list.letters)
		due := p.ledger.due(list.letters)
		fresh := slices.DeleteFunc(slices.Clone(due), func(letter listed) bool { return looked[letter.uid] >= passes })
		p.stats.Waiting.Store(int64(len(due)))
		if len(fresh) == 0 {
			break
		}
		if err := p.round(ctx, line, fresh, looked); errors.Is(err, errHouse) {
			return nil
		} else if err != nil {
			return err
		}
	}
	p.stats.lastPoll.Store(time.Now().UnixNano())
	return p.keepFloor(ctx, list)
}

// lookedAt is how many letters of a mailbox, the newest ones, are looked at to find out whose it is.
const lookedAt = 200

// askWhose finds out, once, whether a person reads the mailbox too.
func (p *Poller) askWhose(ctx context.Context, line mailbox) (err error) {
	if p.cfg.Whose == nil {
		return nil
	}
	p.cfg.Shared, err = p.cfg.Whose(ctx, func() (private int, err error) {
		list, err := line.List(ctx, func(uint32) (uint32, error) { return 0, nil })
		if err != nil || len(list.letters) == 0 {
			return 0, err
		}
		slices.SortFunc(list.letters, byNumber)
		var newest []uint32
		for _, letter := range list.letters[max(0, len(list.letters)-lookedAt):] {
			newest = append(newest, letter.uid)
		}
		starts, err := line.Fetch(ctx, newest, startOnly())
		for _, start := range starts {
			// A letter that makes Private panic may be anybody's.
			judged := guarded(judgement{is: true}, judge(ctx, p.cfg.Private, start))
			if judged.err != nil {
				return 0, judged.err
			}
			if judged.is {
				private++
			}
		}
		return private, err
	})
	if err == nil {
		p.cfg.Whose = nil
	}
	return err
}

// above returns above which UID to list letters.
func (p *Poller) above(ctx context.Context, validity uint32) (uint32, error) {
	if !p.ledger.turn(validity) || !p.cfg.Shared || p.cfg.Floor == nil {
		return p.ledger.floor, nil
	}
	floor, err := p.cfg.Floor(ctx, validity)
	if err != nil {
		p.ledger = ledger{} // ask again
		return 0, fmt.Errorf("recall what was judged: %w", err)
	}
	p.ledger.floor = floor
	return floor, nil
}

// keepFloor stores, for a shared mailbox, up to which UID all letters are done.
func (p *Poller) keepFloor(ctx context.Context, list listing) error {
	if !p.cfg.Shared || list.short {
		return nil
	}
	alone := p.ledger.raise(list.letters)
	if alone == nil || p.cfg.Raise == nil {
		return nil
	}
	if err := p.cfg.Raise(ctx, list.validity, p.ledger.floor); err != nil {
		return fmt.Errorf("remember what was judged: %w", err)
	}
	fresh := 0
	for _, letter := range list.letters {
		if alone[letter.uid] && !letter.at.Before(p.cfg.Since) {
			fresh++
		}
	}
	if fresh == 0 || p.cfg.LeftAlone == nil {
		return nil
	}
	return p.cfg.LeftAlone(ctx, fresh)
}

// round works through the letters batch by batch. While one batch is decided, the previous one is moved and
// the next one is fetched.
func (p *Poller) round(ctx context.Context, line mailbox, letters []listed, looked map[uint32]int) error {
	var before []listed // decided, but not moved yet
	next, err := p.bring(ctx, line, &letters, looked)
	for err == nil && next != nil {
		now, answers := next, make(chan []outcome, 1)
		go func() { answers <- p.askAll(ctx, now.letters, now.raws) }()
		if err = p.moveAway(ctx, line, before); err == nil {
			next, err = p.bring(ctx, line, &letters, looked)
		}
		before = now.letters
		for i, one := range <-answers {
			if one.behind || one.asked && p.settle(ctx, one, now.letters[i]) == intake.Later {
				looked[now.letters[i].uid] = passes
			}
		}
		if err == nil && p.streak >= streakMost {
			p.log.Error("letter after letter cannot be taken; leaving them until the next poll")
			err = errHouse
		}
		if err == nil {
			err = ctx.Err()
		}
	}
	if err == nil || errors.Is(err, errHouse) || ctx.Err() != nil { // otherwise the connection is broken
		if broken := p.moveAway(ctx, line, before); broken != nil {
			return broken
		}
	}
	return err
}

// brought is a batch of letters with their bytes.
type brought struct {
	letters []listed
	raws    map[uint32][]byte
}

// bring fetches the next batch of the letters. It returns nil if none are left.
func (p *Poller) bring(ctx context.Context, line mailbox, letters *[]listed, looked map[uint32]int) (*brought, error) {
	if len(*letters) == 0 {
		return nil, nil
	}
	n := p.batch(*letters)
	batch := (*letters)[:n]
	*letters = (*letters)[n:]
	for _, letter := range batch {
		looked[letter.uid]++
	}
	mine, err := p.sift(ctx, line, batch)
	if err != nil {
		return nil, err
	}
	raws, err := p.fetch(ctx, line, mine)
	return &brought{mine, raws}, err
}

// batch returns how many of the letters to fetch at once: fewer if they are large, and ever fewer, down to
// one, if fetching them failed before. So a letter that breaks the connection is found and the others come
// through.
func (p *Poller) batch(letters []listed) int {
	broken := p.ledger.broken[letters[0].uid]
	limit := max(1, p.cfg.BatchSize>>(3*min(broken, 10)))
	var bytes int64
	for n, letter := range letters {
		bytes += min(letter.size, intake.MaxSize)
		if n > 0 && (n == limit || bytes > batchBytes || p.ledger.broken[letter.uid] != broken) {
			return n
		}
	}
	return len(letters)
}

// settle notes what became of a letter.
func (p *Poller) settle(ctx context.Context, a outcome, letter listed) intake.Fate {
	uid, fate, err := letter.uid, a.fate, a.err
	p.stats.Fetched.Add(1)
	if err != nil {
		if ctx.Err() != nil {
			return intake.Later
		}
		p.stats.Failed.Add(1)
		if !p.keepsPlace(uid, err) {
			p.ledger.blamed[uid]++
		}
		p.ledger.failed[uid]++
		p.log.Warn("letter not taken", "uid", uid, "tries", p.ledger.failed[uid], "error", err)
		if blamesLetter(err) {
			return intake.Later // the Taker counts its tries
		}
		if !errors.Is(err, intake.ErrPanic) || p.ledger.failed[uid] < patience {
			p.streak++
			return intake.Later
		}
		p.abandon(ctx, letter)
		return p.ledger.settled[uid]
	}
	p.streak = 0
	switch fate {
	case intake.Processed, intake.SetAside:
		p.ledger.settled[uid] = fate
	case intake.NotOurs:
		p.leaveAlone(letter)
	}
	return fate
}

// blamesLetter reports whether an error is the letter's own fault and not the house's.
func blamesLetter(err error) bool { return errors.Is(err, intake.ErrPoison) }

// door returns the Source of a letter.
func (p *Poller) door(letter listed) intake.Source {
	return intake.Source{Name: model.DoorIMAP, Mailbox: p.box, Junk: p.cfg.Junk, Shared: p.cfg.Shared, UID: letter.uid, UIDValidity: p.ledger.validity,
		ReceivedAt: letter.at, Size: letter.size}
}

// moveAway moves the letters that are taken, with one MOVE for each fate, even if ctx has just ended. If the
// server refuses, the letters stay in settled, and the move is tried again without another fetch.
func (p *Poller) moveAway(ctx context.Context, line mailbox, batch []listed) error {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(moveGrace, cancel) })()
	for _, fate := range []intake.Fate{intake.Processed, intake.SetAside} {
		folder, count := processed, &p.stats.Processed
		if fate == intake.SetAside {
			folder, count = setAside, &p.stats.SetAside
		}
		var uids []uint32
		for _, letter := range batch {
			if p.ledger.settled[letter.uid] == fate {
				uids = append(uids, letter.uid)
			}
		}
		if len(uids) == 0 {
			continue
		}
		if err := line.Move(late, uids, folder); IsServerAnswer(err) {
			p.log.Error("letters cannot be moved; trying again at the next poll",
				"folder", folder, "letters", len(uids), "error", err)
		} else if err != nil {
			return err
		} else {
			count.Add(int64(len(uids)))
			failpoint.KillAt("poll.moved")
		}
	}
	return nil
}
