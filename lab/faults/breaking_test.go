package faults

import (
	"syscall"
	"time"
)

// event is something that happens in a round, at a time after its beginning.
type event struct {
	at time.Duration
	do func()
}

// fault is a way to break things. plan returns new random events for each round.
type fault struct {
	name  string
	procs int // number of the house's processes in its round
	plan  func(w *world) []event
}

// load is how long people play in a round while things break, and
// loadMost the limit if that was too short for a fault to be met.
const (
	load     = 2500 * time.Millisecond
	loadMost = 3 * load
)

// sometime returns a random time in the first part of a round.
func (w *world) sometime() time.Duration { return time.Duration(w.odds.Int64N(int64(load * 2 / 3))) }

// once breaks something at a random time; mend, if it is not nil, follows soon.
func once(do func(w *world), mend func(w *world)) func(w *world) []event {
	return func(w *world) []event {
		at := w.sometime()
		list := []event{{at, func() { do(w) }}}
		if mend != nil {
			list = append(list, event{at + 200*time.Millisecond + w.sometime()/2, func() { mend(w) }})
		}
		return list
	}
}

// starving takes something away for as long as people usually play in a round.
func starving(do, mend func(w *world)) func(w *world) []event {
	return func(w *world) []event {
		at := w.sometime() / 2
		return []event{{at, func() { do(w) }}, {at + load, func() { mend(w) }}}
	}
}

// wrongRelay makes the relay do one thing wrong at one of the stages.
func wrongRelay(code int, silence time.Duration, stages ...string) func(w *world) []event {
	f := relayFault{code: code, silence: silence}
	if code == 554 {
		f.most = 3 // each of these ends a match
	}
	return once(func(w *world) {
		f.stage = stages[w.odds.IntN(len(stages))]
		w.sink.set(f, w.odds)
	}, nil)
}

var stages = []string{"mail", "rcpt", "data", "dot"}

// faults lists all ways to break things, in the order of the rounds.
func faults() []fault {
	list := []fault{
		{"SIGKILL of the house, three times", 1, func(w *world) []event { return killing(w, 1, 2) }},
		{"SIGKILL of Postgres", 1, once(func(w *world) { w.killPostgres() }, (*world).healPostgres)},
		{"Postgres restarted", 1, once(func(w *world) { w.pg.restart() }, (*world).healPostgres)},
		{"Postgres out of connections", 1, starving(func(w *world) { w.pg.hog() }, func(w *world) { w.pg.unhog() })},
		{"Postgres' disk full", 1, starving((*world).fill, (*world).healPostgres)},
	}
	list = append(list, relayFaults()...)
	list = append(list, mailboxFaults()...)
	list = append(list, clockFaults()...)
	return append(list,
		fault{"two processes", 2, func(w *world) []event { return killing(w, 2, 2) }},
		fault{"two processes, one frozen and thawed", 2, freezing(load / 2)},
		fault{"four processes", 4, func(w *world) []event { return killing(w, 4, 3) }},
		fault{"four processes, one frozen and thawed", 4, freezing(load / 2)},
		fault{"two processes, one frozen until another has its posts", 2, freezing(untilGone)},
	)
}

func relayFaults() []fault {
	return []fault{
		{"relay answers 451", 1, wrongRelay(451, 0, stages...)},
		{"relay answers 554 to the letter", 1, wrongRelay(554, 0, "dot")},
		{"relay answers 421 and hangs up", 1, wrongRelay(421, 0, stages...)},
		{"relay falls silent", 1, wrongRelay(0, time.Hour, stages...)},
		{"relay cuts before the final dot", 1, wrongRelay(0, 0, "body")},
		{"relay cuts after the final dot", 1, wrongRelay(0, 0, "dot")},
	}
}

func mailboxFaults() []fault {
	return []fault{
		{"IMAP mute", 1, once(func(w *world) { w.wire.hush(false) }, nil)},
		{"IMAP half-open", 1, once(func(w *world) { w.wire.hush(true) }, nil)},
		{"IMAP cut within a literal", 1, once(func(w *world) { w.wire.cutLiteral(w.odds.IntN(400)) }, func(w *world) { w.wire.cutLiteral(w.odds.IntN(400)) })},
		{"IMAP away", 1, once(func(w *world) { w.wire.block(true) }, func(w *world) { w.wire.block(false) })},
		{"IMAP frozen", 1, once(func(w *world) { w.dovecot.Freeze(w.t) }, func(w *world) { w.dovecot.Thaw(w.t) })},
		{"UIDVALIDITY changed", 1, once(func(w *world) { w.dovecot.Renumber(w.t, houseAddress) }, nil)},
		{"mailbox emptied, letters put back", 1, once(func(w *world) { w.shift("INBOX", "Elsewhere") }, func(w *world) { w.shift("Elsewhere", "INBOX") })},
	}
}

// spring and autumn are moments just before European clocks change.
var (
	spring = time.Date(2027, 3, 28, 0, 59, 59, 0, time.UTC)
	autumn = time.Date(2026, 10, 25, 0, 59, 59, 0, time.UTC)
)

func clockFaults() []fault {
	jumping := func(by func() time.Duration) func(w *world) []event {
		return func(w *world) []event {
			at := w.sometime()
			return []event{{at, func() { w.jump(by()) }}, {at + load*2/3, func() { w.jump(0) }}}
		}
	}
	return []fault{
		{"clock a day ahead and back", 1, jumping(func() time.Duration { return 24 * time.Hour })},
		{"clock a day behind and back", 1, jumping(func() time.Duration { return -24 * time.Hour })},
		{"summer time begins", 1, jumping(func() time.Duration { return time.Until(spring) })},
		{"summer time ends", 1, jumping(func() time.Duration { return time.Until(autumn) })},
	}
}

// killing kills processes of the house a number of times, and starts others in their place at once.
func killing(w *world, procs, times int) (list []event) {
	for range times {
		at := w.sometime()
		list = append(list, event{at, w.killOne}, event{at + 50*time.Millisecond, func() { w.staff(procs) }})
	}
	return list
}

// untilGone is longer than a process may be silent before others take over what it led and held.
const untilGone = 14 * time.Second

// freezing stops one process for a time, in the middle of its work; the others go on.
func freezing(long time.Duration) func(w *world) []event {
	return func(w *world) []event {
		frozen, at := w.procs[w.odds.IntN(len(w.procs))], w.sometime()
		return []event{
			{at, func() { frozen.signal(syscall.SIGSTOP) }},
			{at + long, func() { frozen.signal(syscall.SIGCONT) }},
		}
	}
}

func (w *world) killPostgres() {
	w.pg.kill()
	w.row.kills++
}

func (w *world) healPostgres() { w.pg.heal(w.t) }

func (w *world) fill() {
	if err := w.pg.fill(); err != nil {
		w.t.Error(err)
	}
}

// shift moves letters as another program of the mailbox's owner would. It may come too late for any of them.
func (w *world) shift(from, to string) {
	d, err := w.desk()
	if err != nil {
		w.t.Error(err)
		return
	}
	defer d.Close()
	_ = d.Create("Elsewhere", nil).Wait() // it may exist already
	n, err := d.shift(from, to)
	if err != nil {
		w.t.Log(err)
	}
	if to == "INBOX" {
		w.putBack += n
	}
}
