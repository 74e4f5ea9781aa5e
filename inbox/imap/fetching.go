package imap

import (
	"context"
	"maps"

	"pitpost.example/inbox/intake"
)

// sift removes letters that cannot be ours from a batch of a shared mailbox. It decides by their headers, so
// that no more of a person's mail is ever fetched.
func (p *Poller) sift(ctx context.Context, line mailbox, batch []listed) ([]listed, error) {
	if !p.cfg.Shared {
		return batch, nil
	}
	var young []listed
	for _, letter := range batch {
		if letter.at.Before(p.cfg.Since) {
			p.leaveAlone(letter)
		} else {
			young = append(young, letter)
		}
	}
	// A letter whose header cannot be read may be anybody's, so it is left alone.
	headers, err := p.get(ctx, line, young, headerOnly(), 2*patience, p.leaveAlone)
	if err != nil {
		return nil, err
	}
	var mine, doubtful []listed
	for _, letter := range young {
		header, came := headers[letter.uid]
		switch {
		case came && guarded(true, func() bool { return p.cfg.Ours(header) }): // if a header makes Ours panic, the Taker gets the letter
			mine = append(mine, letter)
		case came:
			doubtful = append(doubtful, letter)
		case p.ledger.settled[letter.uid] != intake.Later:
			mine = append(mine, letter)
		}
	}
	begun, err := p.begun(ctx, line, doubtful)
	return append(mine, begun...), err
}

// begun returns which letters of a shared mailbox begin like ours, and leaves the others alone.
func (p *Poller) begun(ctx context.Context, line mailbox, doubtful []listed) (mine []listed, err error) {
	if p.cfg.Begins == nil {
		for _, letter := range doubtful {
			p.leaveAlone(letter)
		}
		return nil, nil
	}
	starts, err := p.get(ctx, line, doubtful, startOnly(), 2*patience, p.leaveAlone)
	for _, letter := range doubtful {
		start, came := starts[letter.uid]
		if err != nil || !came {
			continue
		}
		// If a start makes Begins panic, the Taker gets the letter.
		switch judged := guarded(judgement{is: true}, judge(ctx, p.cfg.Begins, start)); {
		case judged.err != nil:
			return nil, judged.err
		case judged.is:
			mine = append(mine, letter)
		default:
			p.leaveAlone(letter)
		}
	}
	return mine, err
}

// judgement is what was found out about a letter by how it begins.
type judgement struct {
	is  bool
	err error
}

func judge(ctx context.Context, by func(context.Context, []byte) (bool, error), start []byte) func() judgement {
	return func() judgement {
		is, err := by(ctx, start)
		return judgement{is, err}
	}
}

func (p *Poller) leaveAlone(letter listed) {
	p.ledger.notOurs[letter.uid] = true
	p.stats.NotOurs.Add(1)
}

// fetch fetches the letters that have not been taken yet. Of letters above intake.MaxSize it fetches only the
// header.
func (p *Poller) fetch(ctx context.Context, line mailbox, letters []listed) (map[uint32][]byte, error) {
	var small, big []listed
	for _, letter := range letters {
		if letter.size > intake.MaxSize {
			big = append(big, letter)
		} else {
			small = append(small, letter)
		}
	}
	giveUp := func(letter listed) { p.abandon(ctx, letter) }
	raws, err := p.get(ctx, line, small, wholeLetter(intake.MaxSize+1), patience, giveUp)
	if err != nil {
		return nil, err
	}
	heads, err := p.get(ctx, line, big, headerOnly(), patience, giveUp)
	maps.Copy(raws, heads)
	for uid := range raws {
		delete(p.ledger.broken, uid)
	}
	return raws, err
}

// abandon sets aside a letter that could not be fetched or taken after several tries. The letter is kept for
// the operator, and the others no longer wait for it.
func (p *Poller) abandon(ctx context.Context, letter listed) {
	p.log.Error("letter cannot be had; setting it aside unread", "uid", letter.uid, "size", letter.size)
	if err := p.cfg.Lost(ctx, p.door(letter)); err != nil {
		p.log.Warn("a letter that cannot be had is not listed yet", "uid", letter.uid, "error", err)
		return // and is tried again
	}
	p.ledger.settled[letter.uid] = intake.SetAside
}

// get fetches a part of each letter that has not been taken yet, and counts the failures of each. A letter
// that failed tries times is passed to giveUp instead.
func (p *Poller) get(ctx context.Context, line mailbox, letters []listed, what part,
	tries int, giveUp func(listed)) (map[uint32][]byte, error) {
	var uids []uint32
	for _, letter := range letters {
		if p.ledger.settled[letter.uid] != intake.Later {
			continue
		}
		if p.ledger.broken[letter.uid] >= tries {
			giveUp(letter)
			continue
		}
		uids = append(uids, letter.uid)
	}
	if len(uids) == 0 {
		return map[uint32][]byte{}, nil
	}
	raws, err := line.Fetch(ctx, uids, what)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, uid := range uids {
		if _, came := raws[uid]; !came || err != nil {
			p.ledger.broken[uid]++
		}
	}
	return raws, err
}
