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
	senders   = 4  // letters handed over at the same time
	pingers   = 2  // pings posted at the same time
	batchMost = 50 // letters claimed, written and stored together
	handsFull = 3 * batchMost
	// lookEvery is how often to look for letters without being woken.
	lookEvery = time.Second
	// lookSeldom is the least time between two looks.
	lookSeldom = 5 * time.Millisecond
	// tooLong is how long a letter may be held before it is left to other processes. Its lease, which keeps
	// others from it, is twice that.
	tooLong = 5 * time.Minute
	// lastTries is how long letters being handed over may take after Run was told to stop.
	lastTries = 8 * time.Second
)

// Wake makes Run look for letters at once. It does not block.
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

// worker is a running Outbox. It claims and writes letters while earlier ones are handed over, and marks
// accepted ones as sent in groups.
type worker struct {
	outbox *Outbox
	ctx    context.Context // for handing over letters
	queues *queues
	ready  chan *outgoing // the first letter of each line
	pings  chan *outgoing
	handed chan *outgoing // accepted by the relay
	ending <-chan struct{}
	inLine sync.WaitGroup // letters not tried yet
}

// Run sends what is due until ctx ends. Then letters being handed over may still finish, and all others are
// given back.
func (p *Outbox) Run(ctx context.Context) {
	hand, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastTries, cut) })()
	lines := &queues{inHands: map[int64]bool{}, queue: map[string][]*outgoing{}, free: make(chan struct{}, 1)}
	r := &worker{outbox: p, ctx: hand, queues: lines, ready: make(chan *outgoing, 2*handsFull), pings: make(chan *outgoing, 2*handsFull),
		handed: make(chan *outgoing, 2*handsFull), ending: ctx.Done()}
	var sending, marking sync.WaitGroup
	for range senders {
		sending.Go(func() { r.send(r.ready, r.handOne) })
	}
	for range pingers {
		sending.Go(func() { r.send(r.pings, func(pc *outgoing) { r.release(pc, "a ping", p.pingOut(hand, pc.n)) }) })
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

// fill claims letters as long as there is room for more.
func (r *worker) fill(ctx context.Context) {
	for ctx.Err() == nil {
		again := max(r.claimDue(ctx)/time.Duration(max(1, r.outbox.Haste)), lookSeldom)
		select {
		case <-ctx.Done():
		case <-r.outbox.woken():
		case <-r.queues.free:
		case <-time.After(again):
		}
	}
}

// claimDue claims letters until there is no room or none are due, and returns when to look again.
func (r *worker) claimDue(ctx context.Context) (again time.Duration) {
	again = lookEvery
	for ctx.Err() == nil {
		inHand := r.queues.inHand()
		if len(inHand) > handsFull-batchMost {
			break // a full batch costs little more than a few letters, so wait for room for one
		}
		s, err := r.outbox.choose(ctx, mail.Query{Most: batchMost, InHand: inHand})
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

// send tries letters until the channel is closed.
func (r *worker) send(from <-chan *outgoing, try func(*outgoing)) {
	for pc := range from {
		select {
		case <-r.ending:
			r.giveBack(pc)
		default:
			if time.Since(pc.taken) > tooLong || r.outbox.Presence() != pc.session {
				r.giveBack(pc) // does nothing if another process holds it by now
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
	r.release(pc, "a letter", mail.ReleaseLetters(r.ctx, r.outbox.DB, []int64{pc.n.ID}, r.outbox.Now()))
}

// release drops a letter. If its result could not be stored, the letter waits until its lease ends.
func (r *worker) release(pc *outgoing, what string, err error) {
	if err != nil {
		r.outbox.Log.Warn(what+" waits for the end of its lease", "notice", pc.n.ID, "err", err)
	}
	r.queues.drop(pc.n.ID)
}

// handOne hands a letter to the relay.
func (r *worker) handOne(pc *outgoing) {
	begun := time.Now()
	pc.out = r.outbox.send(r.ctx, pc)
	r.outbox.DB.Meter().Answered(pc.out.Code, time.Since(begun))
	failpoint.KillAt("relay.answered")
	if pc.out.Class == Delivered {
		r.handed <- pc
		return
	}
	r.release(pc, "a letter", r.outbox.refused(r.ctx, pc))
}

// Accepted letters are marked as sent in groups: when markMost letters are waiting, when the first has waited
// for markWithin, or when no other is on its way. If the process dies before, they are sent again, with the
// same bytes.
const (
	markMost   = 16
	markWithin = 20 * time.Millisecond
	// If marking fails, it is tried again after markAgain, and then less and less often, up to markSeldom.
	markAgain, markSeldom = 50 * time.Millisecond, time.Second
)

// mark marks letters until handed is closed.
func (r *worker) mark() {
	var group []*outgoing
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
		case pc, more := <-r.handed:
			if !more {
				flush()
				return
			}
			if group = append(group, pc); len(group) == 1 {
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

// markAll marks a group as sent. If that fails it tries again, because nobody sends the letters a second time
// as long as this process holds them.
func (r *worker) markAll(group []*outgoing) {
	var marks []mail.Handed
	for _, pc := range group {
		marks = append(marks, mail.Handed{ID: pc.n.ID, Reply: pc.out.reply()})
	}
	err := r.outbox.markSent(r.ctx, marks)
	for wait := markAgain; err != nil && r.ctx.Err() == nil && time.Since(group[0].taken) < tooLong; wait = min(2*wait, markSeldom) {
		r.outbox.Log.Warn("letters that the relay has are not marked yet", "letters", len(marks), "err", err)
		select {
		case <-r.ctx.Done():
		case <-time.After(wait):
		}
		err = r.outbox.markSent(r.ctx, marks)
	}
	if err != nil {
		r.outbox.Log.Error("letters that the relay has could not be marked, and will be sent again", "letters", len(marks), "err", err.Error()) // as text, so that it is logged even while the database is away
	}
	for _, pc := range group {
		if err == nil {
			r.outbox.logSent(pc)
		}
		r.queues.drop(pc.n.ID)
	}
}

func (p *Outbox) markSent(ctx context.Context, marks []mail.Handed) error {
	err := mail.MarkAllSent(ctx, p.DB, marks, p.Now())
	for range marks {
		failpoint.KillAt("mail.marked")
	}
	return err
}
