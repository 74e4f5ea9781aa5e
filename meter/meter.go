// Package meter counts what a running house does, for Prometheus: letters by source, commands that change the log,
// outgoing mail, calls of webhooks, and due rows. No name, address or text of a person ever becomes a label.
package meter

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Meter counts for one process. A nil *Meter counts nothing, so that
// commands and tests need none. It is safe for concurrent use.
type Meter struct {
	registry *prometheus.Registry
	letters  *prometheus.CounterVec // by door and state
	series   map[string]series      // by the metric's name
}

// metric is a counter or, with buckets, a histogram of durations in seconds.
type metric struct {
	name, help string
	label      string   // "" for none
	known      []string // values of the label; any other value is counted as "other"
	buckets    []float64
}

// Histogram buckets in seconds: for the work of a machine, and for the waiting of a letter.
var (
	quick = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200}
)

// Label values that several metrics share.
var (
	sources = []string{"imap", "lmtp", "mailgun", "postmark", "sendgrid", "ses", "cloudflare", "webhook", "page", "key"}
	states  = []string{"apply", "hold", "refuse", "drop", "set-aside", "copy"}
	causes  = []string{"letter", "clock", "operator", "page", "bot"}
	answers = []string{"2xx", "4xx", "5xx", "none"}
	// kinds lists the kinds of due rows, without the part after a colon.
	kinds = []string{"deadline", "remind", "invite", "standin", "lapse", "rally", "watch", "restored", "rate", "tally", "held", "slip", "vote", "back", "daily", "season", "signs"}
)

var metrics = []metric{
	{"pitpost_door_bytes_total", "Bytes of letters that arrived, repeats included.", "door", sources, nil},
	{"pitpost_door_refused_total", "Deliveries turned away before the letter was read: no such address, or a wrong signature.", "door", sources, nil},
	{"pitpost_door_poison_tries_total", "Tries to read a letter that crashed its reader or took too long.", "door", sources, nil},
	{"pitpost_door_failed_tries_total", "Tries to carry out a letter that failed and were repeated later.", "door", sources, nil},
	{"pitpost_door_seconds", "Seconds from a letter's arrival at its mail server to the commit of what it did.", "door", sources, slow},

	{"pitpost_deed_seconds", "Seconds that one command took, from asking for its match to its commit, retries included.", "cause", causes, quick},
	{"pitpost_deed_retries_total", "Commands tried again: the match in memory was out of date or ahead, another command held a lock, or Postgres asked for it.", "why", []string{"stale", "ahead", "lock", "deadlock", "conflict"}, nil},
	{"pitpost_deed_failures_total", "Commands that ended in an error and were rolled back.", "cause", causes, nil},
	{"pitpost_match_reads_total", "Matches taken from memory (hit) or read from the log (miss).", "from", []string{"hit", "miss"}, nil},
	{"pitpost_facts_total", "Facts appended to the log.", "", nil, nil},

	{"pitpost_mail_done_total", "Outgoing letters that are finished: sent, failed for good, or superseded by a later one.", "result", []string{"sent", "failed", "superseded"}, nil},
	{"pitpost_mail_postponed_total", "Tries to send a letter that were put off, by what it waits for.", "why", []string{"relay", "limit", "pace", "behind", "unwritten"}, nil},
	{"pitpost_mail_seconds", "Seconds from the commit that queued a letter until the relay accepted it.", "purpose", []string{"turn", "receipt", "other"}, slow},
	{"pitpost_relay_answers_total", "The relay's answers to letters; none: it did not answer.", "class", answers, nil},
	{"pitpost_relay_seconds", "Seconds that handing one letter to the relay took, whatever the answer.", "", nil, quick},
	{"pitpost_webhook_answers_total", "Answers of web servers to our calls; none: not reached.", "class", answers, nil},
	{"pitpost_webhook_seconds", "Seconds that one call took.", "", nil, quick},

	{"pitpost_due_done_total", "Due rows that were carried out, by kind; deadline: somebody's time ran out.", "what", kinds, nil},
	{"pitpost_due_failures_total", "Due rows that failed; they stay due.", "what", kinds, nil},
	{"pitpost_due_lost_total", "Due rows that another process carried out or moved first.", "what", kinds, nil},
	{"pitpost_due_late_seconds", "Seconds from the moment something was due until it was carried out.", "", nil, slow},
}

// series is a registered metric, with counts or spans.
type series struct {
	metric
	counts *prometheus.CounterVec
	spans  *prometheus.HistogramVec
}

// New returns a meter that has counted nothing yet. It also serves
// the memory, goroutines and open files of the process.
func New(version, revision string) *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), series: map[string]series{}}
	m.registry.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(heapLive)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	made := promauto.With(m.registry)
	made.NewGaugeVec(prometheus.GaugeOpts{Name: "pitpost_build_info", Help: "1, with the version of the program."}, []string{"version", "revision"}).
		WithLabelValues(version, revision).Set(1)
	m.letters = made.NewCounterVec(prometheus.CounterOpts{Name: "pitpost_door_letters_total",
		Help: "Incoming letters, by way in and the state they ended in; copy: seen before."}, []string{"door", "state"})
	for _, source := range sources {
		for _, state := range states {
			m.letters.WithLabelValues(source, state)
		}
	}
	for _, one := range metrics {
		m.add(one)
	}
	return m
}

// add registers a metric. It starts at 0 for each known label value, so that Prometheus sees the first increase.
func (m *Meter) add(one metric) {
	var labels []string
	known := []string{""} // a metric without a label has one series
	if one.label != "" {
		labels, known = []string{one.label}, one.known
	}
	s := series{metric: one}
	if one.buckets == nil {
		s.counts = promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{Name: one.name, Help: one.help}, labels)
	} else {
		s.spans = promauto.With(m.registry).NewHistogramVec(prometheus.HistogramOpts{Name: one.name, Help: one.help, Buckets: one.buckets}, labels)
	}
	m.series[one.name] = s
	for _, label := range known {
		if s.counts != nil {
			s.counts.WithLabelValues(s.labelled(label)...)
		} else {
			s.spans.WithLabelValues(s.labelled(label)...)
		}
	}
}

// labelled returns the label values of a series for a value, none if it has no label.
func (s series) labelled(value string) []string {
	if s.label == "" {
		return nil
	}
	return []string{among(s.known, value)}
}

func (m *Meter) count(name, label string, n int) {
	if m != nil {
		s := m.series[name]
		s.counts.WithLabelValues(s.labelled(label)...).Add(float64(n))
	}
}

func (m *Meter) took(name, label string, d time.Duration) {
	if m != nil {
		s := m.series[name]
		s.spans.WithLabelValues(s.labelled(label)...).Observe(max(0, d.Seconds()))
	}
}

// heapLive is the size of the heap after the last garbage collection: the memory that is still in use.
var heapLive = collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")}

// Handler serves all figures in the text format of Prometheus. If a source cannot be read, its figures are left
// out and the others are served.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

// among returns "other" for a value that is not in the list, to keep the number of labels small.
func among(list []string, one string) string {
	if slices.Contains(list, one) {
		return one
	}
	return "other"
}

// Letter counts a letter from a source (the label is called door) that ended in a state. after is the time
// since its server received it. A letter that was noted before is counted by Copy.
func (m *Meter) Letter(source, state string, after time.Duration) {
	m.letter(source, state)
	m.took("pitpost_door_seconds", source, after)
}

// Copy counts a letter that was noted before.
func (m *Meter) Copy(source string) { m.letter(source, "copy") }

func (m *Meter) letter(source, state string) {
	if m != nil {
		m.letters.WithLabelValues(among(sources, source), state).Inc()
	}
}

// Bytes counts the bytes of letters from a source.
func (m *Meter) Bytes(source string, n int) { m.count("pitpost_door_bytes_total", source, n) }

// TurnedAway counts a delivery that was refused before its letter was read.
func (m *Meter) TurnedAway(source string) { m.count("pitpost_door_refused_total", source, 1) }

// Poison counts an attempt to read a letter that crashed its reader.
func (m *Meter) Poison(source string) { m.count("pitpost_door_poison_tries_total", source, 1) }

// Failed counts an attempt at a letter that the house could not complete.
func (m *Meter) Failed(source string) { m.count("pitpost_door_failed_tries_total", source, 1) }

// Committed counts a command that was committed, with the facts it appended.
func (m *Meter) Committed(cause string, took time.Duration, facts int) {
	m.took("pitpost_deed_seconds", cause, took)
	m.count("pitpost_facts_total", "", facts)
}

// TakenBack counts a command that was rolled back.
func (m *Meter) TakenBack(cause string) { m.count("pitpost_deed_failures_total", cause, 1) }

// Again counts a command that is retried, and why: stale, ahead, lock, deadlock or conflict.
func (m *Meter) Again(why string) { m.count("pitpost_deed_retries_total", why, 1) }

// Remembered counts the reading of a match, which was or was not in the cache.
func (m *Meter) Remembered(yes bool) {
	from := "miss"
	if yes {
		from = "hit"
	}
	m.count("pitpost_match_reads_total", from, 1)
}

// MailDone counts an outgoing letter that is finished: "sent", "failed" or "superseded". queued is how long it
// was queued, counted only if it was sent.
func (m *Meter) MailDone(result, purpose string, queued time.Duration) {
	m.count("pitpost_mail_done_total", result, 1)
	if result == "sent" {
		m.took("pitpost_mail_seconds", purpose, queued)
	}
}

// MailWaits counts an attempt that was postponed, because of the relay, the day's limit, the rate of a domain,
// an earlier letter of the same thread, or because the letter could not be written.
func (m *Meter) MailWaits(why string) { m.count("pitpost_mail_postponed_total", why, 1) }

// Answered counts the relay's answer to one letter: its code, 0 for no answer.
func (m *Meter) Answered(code int, took time.Duration) {
	m.count("pitpost_relay_answers_total", class(code), 1)
	m.took("pitpost_relay_seconds", "", took)
}

// Called counts a call of a webhook with the code of its answer, 0 for
// none. Redirects are not followed and count as refused.
func (m *Meter) Called(code int, took time.Duration) {
	if code/100 == 3 {
		code = 400
	}
	m.count("pitpost_webhook_answers_total", class(code), 1)
	m.took("pitpost_webhook_seconds", "", took)
}

// class returns the label for the code of an answer.
func class(code int) string {
	return cmp.Or(map[int]string{2: "2xx", 4: "4xx", 5: "5xx"}[code/100], "none")
}

// DueDone counts a due row that was done, and how late.
func (m *Meter) DueDone(what string, late time.Duration) {
	m.count("pitpost_due_done_total", Kind(what), 1)
	m.took("pitpost_due_late_seconds", "", late)
}

// DueFailed counts a due row that could not be done.
func (m *Meter) DueFailed(what string) { m.count("pitpost_due_failures_total", Kind(what), 1) }

// DueLost counts a due row that was gone when its turn came.
func (m *Meter) DueLost(what string) { m.count("pitpost_due_lost_total", Kind(what), 1) }

// Kinds returns all labels that Kind can return.
func Kinds() []string { return append(slices.Clone(kinds), "other") }

// Kind returns the label of a due row: the word before a colon, or "other" if it is unknown.
func Kind(what string) string {
	what, _, _ = strings.Cut(what, ":")
	return among(kinds, what)
}
