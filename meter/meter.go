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
	series   map[string]series // by the metric's name
}

// series returns what adds to a metric for some values of its labels.
type series func(values ...string) (add func(float64))

// label is a label of a metric. Any value that is not known is counted as "other".
type label struct {
	name  string
	known []string
}

// metric is a counter or, with buckets, a histogram of durations in seconds.
type metric struct {
	name, help string
	labels     []label
	buckets    []float64
}

// Histogram buckets in seconds: for the work of a machine, and for the waiting of a letter.
var (
	quick = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200}
)

// Labels that several metrics share.
var (
	source = label{"door", []string{"imap", "lmtp", "mailgun", "postmark", "sendgrid", "ses", "cloudflare", "webhook", "page", "key"}}
	cause  = label{"cause", []string{"letter", "clock", "operator", "page", "bot"}}
	answer = label{"class", []string{"2xx", "4xx", "5xx", "none"}}
	// kind holds the kinds of due rows, without the part after a colon.
	kind = label{"what", []string{"deadline", "remind", "invite", "standin", "lapse", "rally", "watch", "restored", "rate", "tally", "held", "grace", "vote", "back", "daily", "season", "signs"}}
)

var metrics = []metric{
	{"pitpost_door_letters_total", "Incoming letters, by way in and the state they ended in; copy: seen before.",
		[]label{source, {"state", []string{"apply", "hold", "refuse", "drop", "set-aside", "copy"}}}, nil},
	{"pitpost_door_bytes_total", "Bytes of letters that arrived, repeats included.", []label{source}, nil},
	{"pitpost_door_refused_total", "Deliveries turned away before the letter was read: no such address, or a wrong signature.", []label{source}, nil},
	{"pitpost_door_poison_tries_total", "Tries to read a letter that crashed its reader or took too long.", []label{source}, nil},
	{"pitpost_door_failed_tries_total", "Tries to carry out a letter that failed and were repeated later.", []label{source}, nil},
	{"pitpost_door_seconds", "Seconds from a letter's arrival at its mail server to the commit of what it did.", []label{source}, slow},

	{"pitpost_command_seconds", "Seconds that one command took, from asking for its match to its commit, retries included.", []label{cause}, quick},
	{"pitpost_command_retries_total", "Commands tried again: the match in memory was out of date or ahead, another command held a lock, or Postgres asked for it.", []label{{"why", []string{"stale", "ahead", "lock", "deadlock", "conflict"}}}, nil},
	{"pitpost_command_failures_total", "Commands that ended in an error and were rolled back.", []label{cause}, nil},
	{"pitpost_match_reads_total", "Matches taken from memory (hit) or read from the log (miss).", []label{{"from", []string{"hit", "miss"}}}, nil},
	{"pitpost_facts_total", "Facts appended to the log.", nil, nil},

	{"pitpost_mail_done_total", "Outgoing letters that are finished: sent, failed for good, or superseded by a later one.", []label{{"result", []string{"sent", "failed", "superseded"}}}, nil},
	{"pitpost_mail_postponed_total", "Tries to send a letter that were put off, by what it waits for.", []label{{"why", []string{"relay", "limit", "pace", "behind", "unwritten"}}}, nil},
	{"pitpost_mail_seconds", "Seconds from the commit that queued a letter until the relay accepted it.", []label{{"purpose", []string{"turn", "receipt", "other"}}}, slow},
	{"pitpost_relay_answers_total", "The relay's answers to letters; none: it did not answer.", []label{answer}, nil},
	{"pitpost_relay_seconds", "Seconds that handing one letter to the relay took, whatever the answer.", nil, quick},
	{"pitpost_webhook_answers_total", "Answers of web servers to our calls; none: not reached.", []label{answer}, nil},
	{"pitpost_webhook_seconds", "Seconds that one call took.", nil, quick},

	{"pitpost_due_done_total", "Due rows that were carried out, by kind; deadline: somebody's time ran out.", []label{kind}, nil},
	{"pitpost_due_failures_total", "Due rows that failed; they stay due.", []label{kind}, nil},
	{"pitpost_due_lost_total", "Due rows that another process carried out or moved first.", []label{kind}, nil},
	{"pitpost_due_late_seconds", "Seconds from the moment something was due until it was carried out.", nil, slow},
}

// New returns a meter that has counted nothing yet. It also serves
// the memory, goroutines and open files of the process.
func New(version, revision string) *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), series: map[string]series{}}
	m.registry.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(heapLive)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	promauto.With(m.registry).NewGaugeVec(prometheus.GaugeOpts{Name: "pitpost_build_info", Help: "1, with the version of the program."}, []string{"version", "revision"}).
		WithLabelValues(version, revision).Set(1)
	for _, one := range metrics {
		m.add(one)
	}
	return m
}

// add registers a metric. It starts at 0 for all known values of its labels, so that Prometheus sees the first increase.
func (m *Meter) add(one metric) {
	var names []string
	known := [][]string{nil} // the values that each series starts with
	for _, l := range one.labels {
		names = append(names, l.name)
		var more [][]string
		for _, values := range known {
			for _, value := range l.known {
				more = append(more, append(slices.Clone(values), value))
			}
		}
		known = more
	}
	var of series
	if made := promauto.With(m.registry); one.buckets == nil {
		counts := made.NewCounterVec(prometheus.CounterOpts{Name: one.name, Help: one.help}, names)
		of = func(values ...string) func(float64) { return counts.WithLabelValues(values...).Add }
	} else {
		spans := made.NewHistogramVec(prometheus.HistogramOpts{Name: one.name, Help: one.help, Buckets: one.buckets}, names)
		of = func(values ...string) func(float64) { return spans.WithLabelValues(values...).Observe }
	}
	m.series[one.name] = func(values ...string) func(float64) {
		for i, l := range one.labels {
			values[i] = among(l.known, values[i])
		}
		return of(values...)
	}
	for _, values := range known {
		of(values...)
	}
}

// count adds to a metric, for values of its labels.
func (m *Meter) count(name string, n float64, values ...string) {
	if m != nil {
		m.series[name](values...)(n)
	}
}

func (m *Meter) took(name string, d time.Duration, values ...string) {
	m.count(name, max(0, d.Seconds()), values...)
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
	m.count("pitpost_door_letters_total", 1, source, state)
	m.took("pitpost_door_seconds", after, source)
}

// Copy counts a letter that was noted before.
func (m *Meter) Copy(source string) { m.count("pitpost_door_letters_total", 1, source, "copy") }

// Bytes counts the bytes of letters from a source.
func (m *Meter) Bytes(source string, n int) { m.count("pitpost_door_bytes_total", float64(n), source) }

// TurnedAway counts a delivery that was refused before its letter was read.
func (m *Meter) TurnedAway(source string) { m.count("pitpost_door_refused_total", 1, source) }

// Poison counts an attempt to read a letter that crashed its reader.
func (m *Meter) Poison(source string) { m.count("pitpost_door_poison_tries_total", 1, source) }

// Failed counts an attempt at a letter that the house could not complete.
func (m *Meter) Failed(source string) { m.count("pitpost_door_failed_tries_total", 1, source) }

// Committed counts a command that was committed, with the facts it appended.
func (m *Meter) Committed(cause string, took time.Duration, facts int) {
	m.took("pitpost_command_seconds", took, cause)
	m.count("pitpost_facts_total", float64(facts))
}

// TakenBack counts a command that was rolled back.
func (m *Meter) TakenBack(cause string) { m.count("pitpost_command_failures_total", 1, cause) }

// Again counts a command that is retried, and why: stale, ahead, lock, deadlock or conflict.
func (m *Meter) Again(why string) { m.count("pitpost_command_retries_total", 1, why) }

// Remembered counts the reading of a match, which was or was not in the cache.
func (m *Meter) Remembered(yes bool) {
	from := "miss"
	if yes {
		from = "hit"
	}
	m.count("pitpost_match_reads_total", 1, from)
}

// MailDone counts an outgoing letter that is finished: "sent", "failed" or "superseded". queued is how long it
// was queued, counted only if it was sent.
func (m *Meter) MailDone(result, purpose string, queued time.Duration) {
	m.count("pitpost_mail_done_total", 1, result)
	if result == "sent" {
		m.took("pitpost_mail_seconds", queued, purpose)
	}
}

// MailWaits counts an attempt that was postponed, because of the relay, the day's limit, the rate of a domain,
// an earlier letter of the same thread, or because the letter could not be written.
func (m *Meter) MailWaits(why string) { m.count("pitpost_mail_postponed_total", 1, why) }

// Answered counts the relay's answer to one letter: its code, 0 for no answer.
func (m *Meter) Answered(code int, took time.Duration) {
	m.count("pitpost_relay_answers_total", 1, class(code))
	m.took("pitpost_relay_seconds", took)
}

// Called counts a call of a webhook with the code of its answer, 0 for
// none. Redirects are not followed and count as refused.
func (m *Meter) Called(code int, took time.Duration) {
	if code/100 == 3 {
		code = 400
	}
	m.count("pitpost_webhook_answers_total", 1, class(code))
	m.took("pitpost_webhook_seconds", took)
}

// class returns the label for the code of an answer.
func class(code int) string {
	return cmp.Or(map[int]string{2: "2xx", 4: "4xx", 5: "5xx"}[code/100], "none")
}

// DueDone counts a due row that was done, and how late.
func (m *Meter) DueDone(what string, late time.Duration) {
	m.count("pitpost_due_done_total", 1, DueKind(what))
	m.took("pitpost_due_late_seconds", late)
}

// DueFailed counts a due row that could not be done.
func (m *Meter) DueFailed(what string) { m.count("pitpost_due_failures_total", 1, DueKind(what)) }

// DueLost counts a due row that was gone when its turn came.
func (m *Meter) DueLost(what string) { m.count("pitpost_due_lost_total", 1, DueKind(what)) }

// DueKinds returns all labels that DueKind can return.
func DueKinds() []string { return append(slices.Clone(kind.known), "other") }

// DueKind returns the label of a due row: the word before a colon, or "other" if it is unknown.
func DueKind(what string) string {
	what, _, _ = strings.Cut(what, ":")
	return among(kind.known, what)
}
