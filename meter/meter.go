// Package meter counts what a running house does, for Prometheus: letters by source, commands at
// the log, mail out, calls of webhooks, and what fell due. No name, address or word of anybody
// ever becomes a label.
package meter

import (
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Meter is what one process counts. A nil Meter counts nothing, so that commands and tests
// need none. It is safe for use by many at once.
type Meter struct {
	registry *prometheus.Registry
	letters  *prometheus.CounterVec // by door and state
	series   map[string]series      // by the metric's name
}

// metric is what is counted, or with buckets how long something took, in seconds.
type metric struct {
	name, help string
	label      string   // "" for none
	known      []string // values of the label; whatever else comes is counted as "other"
	buckets    []float64
}

// Spans of time in seconds: of what a machine does, and of what a letter waits for.
var (
	quick = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200}
)

// Values of labels that several metrics have.
var (
	sources = []string{"imap", "lmtp", "mailgun", "postmark", "sendgrid", "ses", "cloudflare", "webhook", "page", "key"}
	states  = []string{"apply", "hold", "refuse", "drop", "set-aside", "copy"}
	causes  = []string{"letter", "clock", "operator", "page", "bot"}
	answers = []string{"2xx", "4xx", "5xx", "none"}
	// kinds are what can fall due, without what follows a colon.
	kinds = []string{"deadline", "remind", "invite", "standin", "lapse", "rally", "watch", "restored", "rate", "tally", "held", "slip", "vote", "back", "daily", "season", "signs"}
)

var metrics = []metric{
	{"pitpost_door_bytes_total", "Bytes of letters brought to a door, those brought again too.", "door", sources, nil},
	{"pitpost_door_refused_total", "Deliveries turned away before a letter was read: nobody here by that address, a wrong signature.", "door", sources, nil},
	{"pitpost_door_poison_tries_total", "Looks at a letter that broke its reader, or never let it end.", "door", sources, nil},
	{"pitpost_door_failed_tries_total", "Tries of a letter that the house could not carry through, and did again later.", "door", sources, nil},
	{"pitpost_door_seconds", "Seconds from a letter's arrival at its server to the commit of what it did.", "door", sources, slow},

	{"pitpost_deed_seconds", "Seconds that one deed took, from asking for its match to its commit, tries included.", "cause", causes, quick},
	{"pitpost_deed_retries_total", "Deeds done once more: the match in memory was out of date or ahead, or Postgres asked for it.", "why", []string{"stale", "ahead", "deadlock", "conflict"}, nil},
	{"pitpost_deed_failures_total", "Deeds that ended in an error and were taken back whole.", "cause", causes, nil},
	{"pitpost_match_reads_total", "Matches taken from memory (hit) or read from the log (miss).", "from", []string{"hit", "miss"}, nil},
	{"pitpost_facts_total", "Facts appended to the log.", "", nil, nil},

	{"pitpost_mail_done_total", "Letters out that are done with: sent, failed for good, or superseded by a later one.", "result", []string{"sent", "failed", "superseded"}, nil},
	{"pitpost_mail_postponed_total", "Tries of a letter out that ended in waiting, by what it waits for.", "why", []string{"relay", "limit", "pace", "behind", "unwritten"}, nil},
	{"pitpost_mail_seconds", "Seconds from the commit that queued a letter to the relay's yes.", "purpose", []string{"turn", "receipt", "other"}, slow},
	{"pitpost_relay_answers_total", "What the relay answered to letters handed to it; none: it did not answer.", "class", answers, nil},
	{"pitpost_relay_seconds", "Seconds that handing one letter to the relay took, whatever it answered.", "", nil, quick},
	{"pitpost_webhook_answers_total", "What servers on the web answered to our calls; none: not reached.", "class", answers, nil},
	{"pitpost_webhook_seconds", "Seconds that one call took.", "", nil, quick},

	{"pitpost_due_done_total", "What fell due and was done, by kind; deadline: somebody's time ran out.", "what", kinds, nil},
	{"pitpost_due_failures_total", "What fell due and could not be done; it stays due.", "what", kinds, nil},
	{"pitpost_due_lost_total", "What fell due and was done by another process, or moved, first.", "what", kinds, nil},
	{"pitpost_due_late_seconds", "Seconds from the moment something was due to its doing.", "", nil, slow},
}

// series is a metric as it stands: counts, or spans of time.
type series struct {
	metric
	counts *prometheus.CounterVec
	spans  *prometheus.HistogramVec
}

// New returns a meter that has counted nothing yet. Beside what the house tells it, it knows
// memory, goroutines and open files of the process.
func New(version, revision string) *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), series: map[string]series{}}
	m.registry.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(heapLive)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "pitpost_build_info", Help: "1, with the version of the program."}, []string{"version", "revision"})
	build.WithLabelValues(version, revision).Set(1)
	m.letters = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "pitpost_door_letters_total",
		Help: "Letters in, by door and the state they ended in; copy: seen before."}, []string{"door", "state"})
	for _, source := range sources {
		for _, state := range states {
			m.letters.WithLabelValues(source, state)
		}
	}
	m.registry.MustRegister(build, m.letters)
	for _, one := range metrics {
		m.add(one)
	}
	return m
}

// add takes a metric up. It stands at 0 for each known value, so that its first growth is seen as one.
func (m *Meter) add(one metric) {
	var labels []string
	known := []string{""} // of a metric without a label
	if one.label != "" {
		labels, known = []string{one.label}, one.known
	}
	s := series{metric: one}
	if one.buckets == nil {
		s.counts = prometheus.NewCounterVec(prometheus.CounterOpts{Name: one.name, Help: one.help}, labels)
		m.registry.MustRegister(s.counts)
	} else {
		s.spans = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: one.name, Help: one.help, Buckets: one.buckets}, labels)
		m.registry.MustRegister(s.spans)
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

// labelled are the values of a series' labels for one value.
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

// heapLive is what the last collection of garbage left: the memory that something still uses.
var heapLive = collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")}

// Handler serves all figures in the text format of Prometheus. A source that cannot be read
// leaves its figures out; the others are served.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

// among keeps labels few: what is not in the list is "other".
func among(list []string, one string) string {
	if slices.Contains(list, one) {
		return one
	}
	return "other"
}
