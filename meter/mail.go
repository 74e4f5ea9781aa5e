package meter

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	purposes = []string{"turn", "receipt", "other"}
	ends     = []string{"sent", "failed", "superseded"}
	waits    = []string{"relay", "limit", "pace", "behind", "unwritten"}
	answers  = []string{"2xx", "4xx", "5xx", "none"}
)

type mailMeter struct {
	done, waits, answers *prometheus.CounterVec
	seconds              *prometheus.HistogramVec
	relay                prometheus.Histogram
}

func (m *Meter) newMail() mailMeter {
	d := mailMeter{
		done:    m.counters("pitpost_mail_done_total", "Letters out that are done with: sent, failed for good, or superseded by a later one.", "result"),
		waits:   m.counters("pitpost_mail_postponed_total", "Tries of a letter out that ended in waiting, by what it waits for.", "why"),
		answers: m.counters("pitpost_relay_answers_total", "What the relay answered to letters handed to it; none: it did not answer.", "class"),
		seconds: m.spans("pitpost_mail_seconds", "Seconds from the commit that queued a letter to the relay's yes.", slow, "purpose"),
		relay: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "pitpost_relay_seconds",
			Help: "Seconds that handing one letter to the relay took, whatever it answered.", Buckets: quick}),
	}
	m.registry.MustRegister(d.relay)
	begin(d.done, ends)
	begin(d.waits, waits)
	begin(d.answers, answers)
	for _, one := range purposes {
		d.seconds.WithLabelValues(one)
	}
	return d
}

// MailDone counts a letter out that is done with: "sent", "failed" or "superseded". What was
// sent had been queued so long.
func (m *Meter) MailDone(result, purpose string, queued time.Duration) {
	if m == nil {
		return
	}
	m.mail.done.WithLabelValues(among(ends, result)).Inc()
	if result == "sent" {
		m.mail.seconds.WithLabelValues(among(purposes, purpose)).Observe(seconds(queued))
	}
}

// MailWaits counts a try that ended in waiting for the relay, the day's limit, the pace of a
// domain, an earlier letter of the same thread, or a letter that could not be written.
func (m *Meter) MailWaits(why string) {
	if m != nil {
		m.mail.waits.WithLabelValues(among(waits, why)).Inc()
	}
}

// Answered counts what the relay said to one letter: its code, 0 for no answer.
func (m *Meter) Answered(code int, took time.Duration) {
	if m == nil {
		return
	}
	class := map[int]string{2: "2xx", 4: "4xx", 5: "5xx"}[code/100]
	if class == "" {
		class = "none"
	}
	m.mail.answers.WithLabelValues(class).Inc()
	m.mail.relay.Observe(seconds(took))
}
