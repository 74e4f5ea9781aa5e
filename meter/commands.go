package meter

import (
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func (m *Meter) countCommands() {
	m.commandTook = m.spans("pitpost_deed_seconds", "Seconds that one deed took, from asking for its match to its commit, tries included.", quick, "cause", causes)
	m.retries = m.counter("pitpost_deed_retries_total", "Deeds done once more: the match in memory was out of date or ahead, or Postgres asked for it.", "why", reasons)
	m.failedCommands = m.counter("pitpost_deed_failures_total", "Deeds that ended in an error and were taken back whole.", "cause", causes)
	m.reads = m.counter("pitpost_match_reads_total", "Matches taken from memory (hit) or read from the log (miss).", "from", memory)
	m.facts = prometheus.NewCounter(prometheus.CounterOpts{Name: "pitpost_facts_total", Help: "Facts appended to the log."})
	m.registry.MustRegister(m.facts)
}

// Committed counts a command that was committed, with the facts it appended.
func (m *Meter) Committed(cause string, took time.Duration, facts int) {
	if m != nil {
		m.commandTook.of(cause).Observe(seconds(took))
		m.facts.Add(float64(facts))
	}
}

// TakenBack counts a command that was taken back.
func (m *Meter) TakenBack(cause string) {
	if m != nil {
		m.failedCommands.of(cause).Inc()
	}
}

// Again counts a command that is done once more, and why: stale, ahead, deadlock or conflict.
func (m *Meter) Again(why string) {
	if m != nil {
		m.retries.of(why).Inc()
	}
}

// Remembered counts a match that was, or was not, at hand in memory.
func (m *Meter) Remembered(yes bool) {
	if m != nil {
		m.reads.of(map[bool]string{true: "hit", false: "miss"}[yes]).Inc()
	}
}

func (m *Meter) countClock() {
	m.dueDone = m.counter("pitpost_due_done_total", "What fell due and was done, by kind; deadline: somebody's time ran out.", "what", kinds)
	m.dueFailed = m.counter("pitpost_due_failures_total", "What fell due and could not be done; it stays due.", "what", kinds)
	m.dueLost = m.counter("pitpost_due_lost_total", "What fell due and was done by another process, or moved, first.", "what", kinds)
	m.dueLate = m.histogram("pitpost_due_late_seconds", "Seconds from the moment something was due to its doing.", slow)
}

// Kinds are all labels that Kind gives but "other".
func Kinds() []string { return slices.Clone(kinds) }

// Kind is the label of something due: the word before a colon, "other" for an unknown one.
func Kind(what string) string {
	what, _, _ = strings.Cut(what, ":")
	return among(kinds, what)
}

// DueDone counts something due that was done, so late.
func (m *Meter) DueDone(what string, late time.Duration) {
	if m != nil {
		m.dueDone.of(Kind(what)).Inc()
		m.dueLate.Observe(seconds(late))
	}
}

// DueFailed counts something due that could not be done.
func (m *Meter) DueFailed(what string) {
	if m != nil {
		m.dueFailed.of(Kind(what)).Inc()
	}
}

// DueLost counts something due that was gone when its turn came.
func (m *Meter) DueLost(what string) {
	if m != nil {
		m.dueLost.of(Kind(what)).Inc()
	}
}
