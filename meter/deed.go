package meter

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	causes  = []string{"letter", "clock", "operator", "page", "bot"}
	reasons = []string{"stale", "ahead", "deadlock", "conflict"}
)

type deedMeter struct {
	seconds *prometheus.HistogramVec
	again   *prometheus.CounterVec
	failed  *prometheus.CounterVec
	memory  *prometheus.CounterVec
	facts   prometheus.Counter
}

func (m *Meter) newDeed() deedMeter {
	d := deedMeter{
		seconds: m.spans("pitpost_deed_seconds", "Seconds that one deed took, from asking for its match to its commit, tries included.", quick, "cause"),
		again:   m.counters("pitpost_deed_retries_total", "Deeds done once more: the match in memory was out of date or ahead, or Postgres asked for it.", "why"),
		failed:  m.counters("pitpost_deed_failures_total", "Deeds that ended in an error and were taken back whole.", "cause"),
		memory:  m.counters("pitpost_match_reads_total", "Matches taken from memory (hit) or read from the log (miss).", "from"),
		facts:   prometheus.NewCounter(prometheus.CounterOpts{Name: "pitpost_facts_total", Help: "Facts appended to the log."}),
	}
	m.registry.MustRegister(d.facts)
	for _, cause := range causes {
		d.seconds.WithLabelValues(cause)
	}
	begin(d.failed, causes)
	begin(d.again, reasons)
	begin(d.memory, []string{"hit", "miss"})
	return d
}

// Deed counts a deed that was committed, with the facts it appended.
func (m *Meter) Deed(cause string, took time.Duration, facts int) {
	if m != nil {
		m.deed.seconds.WithLabelValues(among(causes, cause)).Observe(seconds(took))
		m.deed.facts.Add(float64(facts))
	}
}

// DeedFailed counts a deed that was taken back.
func (m *Meter) DeedFailed(cause string) {
	if m != nil {
		m.deed.failed.WithLabelValues(among(causes, cause)).Inc()
	}
}

// Again counts a deed that is done once more, and why: stale, ahead, deadlock or conflict.
func (m *Meter) Again(why string) {
	if m != nil {
		m.deed.again.WithLabelValues(among(reasons, why)).Inc()
	}
}

// Remembered counts a match that was, or was not, at hand in memory.
func (m *Meter) Remembered(yes bool) {
	if m != nil {
		m.deed.memory.WithLabelValues(map[bool]string{true: "hit", false: "miss"}[yes]).Inc()
	}
}
