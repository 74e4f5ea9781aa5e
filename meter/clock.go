package meter

import (
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// kinds are what can fall due, without what follows a colon.
var kinds = []string{"deadline", "remind", "invite", "standin", "lapse", "rally", "watch", "restored", "rate", "tally", "held", "slip", "vote", "back", "daily", "season", "signs"}

// Kinds are all labels that Kind gives but "other".
func Kinds() []string { return slices.Clone(kinds) }

// Kind is the label of something due: the word before a colon, "other" for an unknown one.
func Kind(what string) string {
	what, _, _ = strings.Cut(what, ":")
	return among(kinds, what)
}

type clockMeter struct {
	done, failed, lost *prometheus.CounterVec
	late               prometheus.Histogram
}

func (m *Meter) newClock() clockMeter {
	c := clockMeter{
		done:   m.counters("pitpost_due_done_total", "What fell due and was done, by kind; deadline: somebody's time ran out.", "what"),
		failed: m.counters("pitpost_due_failures_total", "What fell due and could not be done; it stays due.", "what"),
		lost:   m.counters("pitpost_due_lost_total", "What fell due and was done by another process, or moved, first.", "what"),
		late: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "pitpost_due_late_seconds",
			Help: "Seconds from the moment something was due to its doing.", Buckets: slow}),
	}
	m.registry.MustRegister(c.late)
	begin(c.done, kinds)
	begin(c.failed, kinds)
	begin(c.lost, kinds)
	return c
}

// DueDone counts something due that was done, so late.
func (m *Meter) DueDone(what string, late time.Duration) {
	if m != nil {
		m.clock.done.WithLabelValues(Kind(what)).Inc()
		m.clock.late.Observe(seconds(late))
	}
}

// DueFailed counts something due that could not be done.
func (m *Meter) DueFailed(what string) {
	if m != nil {
		m.clock.failed.WithLabelValues(Kind(what)).Inc()
	}
}

// DueLost counts something due that was gone when its turn came.
func (m *Meter) DueLost(what string) {
	if m != nil {
		m.clock.lost.WithLabelValues(Kind(what)).Inc()
	}
}

type callMeter struct {
	answers *prometheus.CounterVec
	seconds prometheus.Histogram
}

func (m *Meter) newCall() callMeter {
	c := callMeter{
		answers: m.counters("pitpost_webhook_answers_total", "What servers on the web answered to our calls; none: not reached.", "class"),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "pitpost_webhook_seconds", Help: "Seconds that one call took.", Buckets: quick}),
	}
	m.registry.MustRegister(c.seconds)
	begin(c.answers, answers)
	return c
}

// Called counts a call of a webhook: the code of its answer, 0 for none.
func (m *Meter) Called(code int, took time.Duration) {
	if m == nil {
		return
	}
	class := map[int]string{2: "2xx", 3: "4xx", 4: "4xx", 5: "5xx"}[code/100]
	if class == "" {
		class = "none"
	}
	m.call.answers.WithLabelValues(class).Inc()
	m.call.seconds.Observe(seconds(took))
}
