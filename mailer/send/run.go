package send

import (
	"context"
	"sync"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/failpoint"
	"pitpost.example/model"
)

const (
	senders   = 4  // letters that are handed over at once
	pingers   = 2  // the same for pings
	batchMost = 50 // letters that are chosen, written and kept together
	handsFull = 3 * batchMost
	// lookEvery is how often letters are looked for that nobody told us of.
	lookEvery = time.Second
	// lookSeldom is how long we wait at least before we look once more.
	lookSeldom = 5 * time.Millisecond
	// tooLong is how long a letter may be in hand before it is left to others; its lease, which
	// keeps it from them, is twice that.
	tooLong = 5 * time.Minute
	// lastTries is how long letters that are being handed over may take once we are to stop.
	lastTries = 8 * time.Second
)

// Wake has Run look for letters at once. It does not wait.
func (p *Outbox) Wake() {
	select {
	case p.woken() <- struct{}{}:
	default:
	}
}

func (p *Outbox) woken() chan struct{} {
	p.once.Do(func() { p.wake = make(chan struct{}, 1) })
	return p.wake
}

// worker is a post at work: letters are chosen and written while those before them are handed
// over, and those that the relay has are marked some at a time.
type worker struct {
	outbox *Outbox
	ctx    context.Context // of handing over
	queues *queues
	ready  chan *outgoing // the first of each line
	pings  chan *outgoing
	handed chan handed
	ending <-chan struct{}
	inLine sync.WaitGroup // letters that are not tried yet
}

// handed is a letter that the relay has, and what it said.
type handed struct {
	*outgoing
	out   Outcome
	reply string
}

// Run sends what is due until ctx ends. What is being handed over then may end; what is only in
// hand is left to others.
func (p *Outbox) Run(ctx context.Context) {
	hand, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastTries, cut) })()
	lines := &queues{held: map[int64]bool{}, queue: map[string][]*outgoing{}, free: make(chan struct{}, 1)}
	r := &worker{outbox: p, ctx: hand, queues: lines, ready: make(chan *outgoing, 2*handsFull), pings: make(chan *outgoing, 2*handsFull),
		handed: make(chan handed, 2*handsFull), ending: ctx.Done()}
	var sending, marking sync.WaitGroup
	for range senders {
		sending.Go(func() { r.send(r.ready, r.handOne) })
	}
	for range pingers {
		sending.Go(func() { r.send(r.pings, r.pingOne) })
	}
	marking.Go(r.mark)
	r.fill(ctx)
	r.inLine.Wait()
	close(r.ready)
	close(r.pings)
	sending.Wait()
	close(r.handed)
	marking.Wait()
}

// fill chooses letters as long as there is room for them in hand.
func (r *worker) fill(ctx context.Context) {
	look := time.NewTimer(lookEvery)
	defer look.Stop()
	for ctx.Err() == nil {
		look.Reset(max(r.some(ctx)/time.Duration(max(1, r.outbox.Haste)), lookSeldom))
		select {
		case <-ctx.Done():
		case <-r.outbox.woken():
		case <-r.queues.free:
		case <-look.C:
		}
	}
}

// some chooses letters until there is no room or none are due, and says when to look again.
func (r *worker) some(ctx context.Context) (again time.Duration) {
	again = lookEvery
	for ctx.Err() == nil {
		held := r.queues.inHand()
		if len(held) > handsFull-batchMost {
			break // many at a time cost little more than a few
		}
		s, err := r.outbox.choose(ctx, mail.Query{Most: batchMost, Held: held})
		for _, pc := range s.letters {
			r.put(pc)
		}
		for _, wait := range s.waits {
			again = min(again, wait)
		}
		if err != nil && ctx.Err() == nil {
			r.outbox.Log.Warn("letters that are due wait", "err", err)
		}
		if err != nil || s.seen == 0 {
			break
		}
	}
	return again
}

func (r *worker) put(pc *outgoing) {
	r.inLine.Add(1)
	switch first := r.queues.add(pc); {
	case pc.n.Purpose == model.PurposePing:
		r.pings <- pc
	case first:
		r.ready <- pc
	}
}

// send tries letters until there are no more.
func (r *worker) send(from <-chan *outgoing, try func(*outgoing)) {
	for pc := range from {
		select {
		case <-r.ending:
			r.giveBack(pc)
		default:
			if time.Since(pc.taken) > tooLong || r.outbox.presence() != pc.session {
				r.giveBack(pc) // where another has it by now, that says nothing
			} else {
				try(pc)
			}
		}
		if next := r.queues.next(pc); next != nil {
			r.ready <- next
		}
		r.inLine.Done()
	}
}

func (r *worker) giveBack(pc *outgoing) {
	r.left(pc, "a letter", mail.GiveBack(r.ctx, r.outbox.DB, []int64{pc.n.ID}, r.outbox.Now()))
}

// left lets a letter go out of hand; one of which nothing could be noted waits for its lease.
func (r *worker) left(pc *outgoing, what string, err error) {
	if err != nil {
		r.outbox.Log.Warn(what+" waits for the end of its lease", "notice", pc.n.ID, "err", err)
	}
	r.queues.drop(pc.n.ID)
}

func (r *worker) handOne(pc *outgoing) {
	out, reply := r.outbox.hand(r.ctx, pc)
	if out.Class == Delivered {
		r.handed <- handed{pc, out, reply}
		return
	}
	_, err := r.outbox.refused(r.ctx, pc, out, reply)
	r.left(pc, "a letter", err)
}

func (r *worker) pingOne(pc *outgoing) {
	_, err := r.outbox.pingOut(r.ctx, pc.n, r.outbox.Now())
	r.left(pc, "a ping", err)
}

// presence is Presence, 0 without one.
func (p *Outbox) presence() int {
	if p.Presence == nil {
		return 0
	}
	return p.Presence()
}

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
			if len(group) >= markMost || len(r.handed) == 0 && len(r.queues.inHand()) <= len(group) {
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
	err := r.outbox.markSent(r.ctx, marks)
	for wait := markAgain; err != nil && r.ctx.Err() == nil && time.Since(group[0].taken) < tooLong; wait = min(2*wait, markSeldom) {
		r.outbox.Log.Warn("letters that the relay has are not marked yet", "letters", len(ids), "err", err)
		select {
		case <-r.ctx.Done():
		case <-time.After(wait):
		}
		err = r.outbox.markSent(r.ctx, marks)
	}
	if err != nil {
		r.outbox.Log.Error("letters that the relay has could not be marked, and will be sent again", "letters", len(ids), "err", err.Error()) // in words: it is said even while the database is away
	} else {
		for _, h := range group {
			r.outbox.took(h.n, h.out)
		}
	}
	r.queues.drop(ids...)
}

func (p *Outbox) markSent(ctx context.Context, marks []mail.Handed) error {
	err := mail.SentAll(ctx, p.DB, marks, p.Now())
	for range marks {
		failpoint.At("mail.marked")
	}
	return err
}
