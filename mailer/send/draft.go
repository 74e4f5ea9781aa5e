package send

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// draft is a letter as it was written, or why it was not.
type draft struct {
	Written
	n   *model.Notice
	err error
}

// write has the letters of a batch written that are not late and were not written before.
// Those of one match are written one after the other, from one fold of its log.
func (p *Outbox) write(ctx context.Context, b *mail.Batch, late map[int64]bool, now time.Time) (map[int64]*draft, error) {
	packet, err := lookup.For(ctx, b)
	if err != nil {
		return nil, err
	}
	drafts := map[int64]*draft{}
	var alone, days [][]*draft
	matches := map[int64][]*draft{}
	for _, n := range b.Letters {
		d := &draft{n: n, Written: Written{To: n.Address, Raw: n.Raw}}
		drafts[n.ID] = d
		switch {
		case late[n.ID] || n.Raw != nil || n.Purpose == model.PurposePing:
		case n.Purpose == model.PurposeDaily:
			days = append(days, []*draft{d}) // of several matches: once those are done
		case n.Match != 0:
			matches[n.Match] = append(matches[n.Match], d)
		default:
			alone = append(alone, []*draft{d})
		}
	}
	for _, group := range matches {
		alone = append(alone, group)
	}
	p.writeAll(ctx, packet, alone, now, runtime.GOMAXPROCS(0))
	p.writeAll(ctx, packet, days, now, 1)
	return drafts, ctx.Err()
}

func (p *Outbox) writeAll(ctx context.Context, packet *lookup.Source, groups [][]*draft, now time.Time, hands int) {
	todo := make(chan []*draft, len(groups))
	for _, g := range groups {
		todo <- g
	}
	close(todo)
	var busy sync.WaitGroup
	for range min(hands, len(groups)) {
		busy.Go(func() {
			for group := range todo {
				for _, d := range group {
					p.writeOne(ctx, packet, d, now)
				}
			}
		})
	}
	busy.Wait()
}

// writeOne writes one letter. A fault of the writer's own spoils that letter alone.
func (p *Outbox) writeOne(ctx context.Context, packet *lookup.Source, d *draft, now time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			d.err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	w, err := p.Writer.Write(ctx, packet, d.n, now)
	if err == nil && p.Signer != nil {
		w.Raw, err = p.Signer.Sign(w.Raw)
	}
	if d.err = err; err != nil {
		return
	}
	d.Written = w
	packet.Wrote(d.n)
	failpoint.At("mail.rendered")
}
