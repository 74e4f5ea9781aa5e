package send

import (
	"context"
	"time"

	"pitpost.example/db/mail"

	"pitpost.example/failpoint"
)

// What the relay has is marked when so many letters wait for that, or the first of them has
// for so long, or no other is on its way. A process that dies before lets them be sent again,
// byte for byte.
const (
	markMost   = 16
	markWithin = 20 * time.Millisecond
	// markAgain is how soon a mark that went wrong is tried again, and markSeldom how seldom in the end.
	markAgain, markSeldom = 50 * time.Millisecond, time.Second
)

// mark marks letters until there are no more.
func (r *worker) mark() {
	var group []handed
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	flush := func() {
		if len(group) > 0 {
			r.markAll(group)
			group = nil
		}
	}
	for {
		select {
		case h, more := <-r.handed:
			if !more {
				flush()
				return
			}
			if group = append(group, h); len(group) == 1 {
				timer.Reset(markWithin)
			}
			if len(group) >= markMost || len(r.handed) == 0 && r.queues.quiet(len(group)) {
				flush()
			}
		case <-timer.C:
			flush()
		}
	}
}

// markAll marks a group, again and again where that goes wrong: as long as the letters are in
// hand nobody sends them a second time.
func (r *worker) markAll(group []handed) {
	ids := make([]int64, len(group))
	marks := make([]mail.Handed, len(group))
	for i, h := range group {
		ids[i], marks[i] = h.n.ID, mail.Handed{ID: h.n.ID, Reply: h.reply}
	}
	err := r.markSent(r.ctx, marks)
	for wait := markAgain; err != nil && r.ctx.Err() == nil && time.Since(group[0].taken) < tooLong; wait = min(2*wait, markSeldom) {
		r.Log.Warn("letters that the relay has are not marked yet", "letters", len(ids), "err", err)
		select {
		case <-r.ctx.Done():
		case <-time.After(wait):
		}
		err = r.markSent(r.ctx, marks)
	}
	if err != nil {
		r.Log.Error("letters that the relay has could not be marked, and will be sent again", "letters", len(ids), "err", err)
	} else {
		for _, h := range group {
			r.took(h.n, h.out)
		}
	}
	r.queues.drop(ids...)
}

func (p *Outbox) markSent(ctx context.Context, marks []mail.Handed) error {
	err := mail.SentAll(ctx, p.DB, marks, p.now())
	for range marks {
		failpoint.At("mail.marked")
	}
	return err
}
