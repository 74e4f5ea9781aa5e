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

	letters                              *prometheus.CounterVec // by door and state
	bytes, refused, poison, failedTries  counter
	retries, failedCommands, reads       counter
	mailDone, postponed, relayed, called counter
	dueDone, dueFailed, dueLost          counter
	letterTook, commandTook, mailTook    labelled[prometheus.Observer]
	facts                                prometheus.Counter
	relayTook, callTook, dueLate         prometheus.Histogram
}

// The values that labels can have; whatever else comes is counted as "other".
var (
	sources  = []string{"imap", "lmtp", "mailgun", "postmark", "sendgrid", "ses", "cloudflare", "webhook", "page", "key"}
	states   = []string{"apply", "hold", "refuse", "drop", "set-aside", "copy"}
	causes   = []string{"letter", "clock", "operator", "page", "bot"}
	reasons  = []string{"stale", "ahead", "deadlock", "conflict"}
	memory   = []string{"hit", "miss"}
	purposes = []string{"turn", "receipt", "other"}
	ends     = []string{"sent", "failed", "superseded"}
	waits    = []string{"relay", "limit", "pace", "behind", "unwritten"}
	answers  = []string{"2xx", "4xx", "5xx", "none"}
	// kinds are what can fall due, without what follows a colon.
	kinds = []string{"deadline", "remind", "invite", "standin", "lapse", "rally", "watch", "restored", "rate", "tally", "held", "slip", "vote", "back", "daily", "season", "signs"}
)

// Spans of time in seconds: of what a machine does, and of what a letter waits for.
var (
	quick = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200}
)

// New returns a meter that has counted nothing yet. Beside what the house tells it, it knows
// memory, goroutines and open files of the process.
func New(version, revision string) *Meter {
	m := &Meter{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(heapLive)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "pitpost_build_info", Help: "1, with the version of the program."}, []string{"version", "revision"})
	m.registry.MustRegister(build)
	build.WithLabelValues(version, revision).Set(1)
	m.countLetters()
	m.countCommands()
	m.countMail()
	m.countClock()
	return m
}

// heapLive is what the last collection of garbage left: the memory that something still uses.
var heapLive = collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")}

// Handler serves all figures in the text format of Prometheus. A source that cannot be read
// leaves its figures out; the others are served.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

// labelled is a metric with one label, and the values that the label can have.
type labelled[T any] struct {
	vec   vector[T]
	known []string
}

type counter = labelled[prometheus.Counter]

type vector[T any] interface {
	prometheus.Collector
	WithLabelValues(...string) T
}

// add takes a metric up. It stands at 0 for each known value, so that its first growth is seen as one.
func add[T any](m *Meter, vec vector[T], known []string) labelled[T] {
	m.registry.MustRegister(vec)
	for _, one := range known {
		vec.WithLabelValues(one)
	}
	return labelled[T]{vec, known}
}

func (l labelled[T]) of(one string) T { return l.vec.WithLabelValues(among(l.known, one)) }

func (m *Meter) counter(name, help, label string, known []string) counter {
	return add(m, vector[prometheus.Counter](prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})), known)
}

func (m *Meter) spans(name, help string, buckets []float64, label string, known []string) labelled[prometheus.Observer] {
	opts := prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}
	return add(m, vector[prometheus.Observer](prometheus.NewHistogramVec(opts, []string{label})), known)
}

func (m *Meter) histogram(name, help string, buckets []float64) prometheus.Histogram {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
	m.registry.MustRegister(h)
	return h
}

// among keeps labels few: what is not in the list is "other".
func among(list []string, one string) string {
	if slices.Contains(list, one) {
		return one
	}
	return "other"
}

func seconds(d time.Duration) float64 { return max(0, d.Seconds()) }
