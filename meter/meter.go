// Package meter counts what a running house does, for Prometheus: letters by door, deeds at
// the log, mail out, calls of webhooks, and what fell due. No name, address or word of
// anybody ever becomes a label.
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
	door     doorMeter
	deed     deedMeter
	mail     mailMeter
	call     callMeter
	clock    clockMeter
}

// New returns a meter that has counted nothing yet. Beside what the house tells it, it knows
// memory, goroutines and open files of the process.
func New(version, revision string) *Meter {
	m := &Meter{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(heapLive)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	build := m.gauges("pitpost_build_info", "1, with the version of the program.", "version", "revision")
	build.WithLabelValues(version, revision).Set(1)
	m.door, m.deed, m.mail, m.call, m.clock = m.newDoor(), m.newDeed(), m.newMail(), m.newCall(), m.newClock()
	return m
}

// heapLive is what the last collection of garbage left: the memory that something still holds.
var heapLive = collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")}

// Handler serves all figures in the text format of Prometheus. A source that cannot be read
// leaves its figures out; the others are served.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

func (m *Meter) counters(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Meter) gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	v := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Meter) spans(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	m.registry.MustRegister(v)
	return v
}

// Spans of time in seconds: of what a machine does, and of what a letter waits for.
var (
	quick = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200}
)

// begin lets a counter stand at 0 for each label, so that its first growth is seen as one.
func begin(v *prometheus.CounterVec, labels []string) {
	for _, one := range labels {
		v.WithLabelValues(one)
	}
}

// among keeps labels few: what is not in the list is "other".
func among(list []string, one string) string {
	if slices.Contains(list, one) {
		return one
	}
	return "other"
}

func seconds(d time.Duration) float64 { return max(0, d.Seconds()) }
