package meter

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// readPatience bounds the reading of one source, so that a database that is away holds a
// scrape up for no longer.
const (
	readPatience   = 3 * time.Second
	costlyPatience = 20 * time.Second // no scrape waits for it, but a server that stops does
)

// share is the part of the time that reading a costly source may take: one in so many.
const share = 200

// Figure is one metric that is read when it is asked for.
type Figure struct {
	Name, Help string
	Label      string // what its values are told apart by; "" for a single one
	Counter    bool   // it only ever grows while the process lives
}

// Source is where some figures come from, all read in one go.
type Source struct {
	Figures []Figure
	// Read gives each value to put, by the figure's name and its label's value, "" without
	// a label. What it does not give, and all after an error, is left out of the answer.
	Read func(ctx context.Context, put func(name, label string, value float64)) error
	// Costly says that reading takes long where a house is large. Such a source is read
	// seldom, so that it takes one two-hundredth of the time at most; in between its last
	// values are given.
	Costly bool
}

// Add lets a source be asked at every scrape. Two figures of one name are a fault of the
// code, and panic.
func (m *Meter) Add(s Source) {
	c := &sourceCollector{source: s, descs: map[string]described{}}
	for _, f := range s.Figures {
		var labels []string
		if f.Label != "" {
			labels = []string{f.Label}
		}
		c.descs[f.Name] = described{f, prometheus.NewDesc(f.Name, f.Help, labels, nil)}
	}
	m.registry.MustRegister(c)
}

type described struct {
	Figure
	desc *prometheus.Desc
}

type sourceCollector struct {
	source  Source
	descs   map[string]described
	mu      sync.Mutex
	last    []prometheus.Metric
	until   time.Time     // of a costly source: what was read is good up to here
	reading chan struct{} // closed at the end of a reading; nil while nobody reads
}

// Describe names the figures.
func (c *sourceCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		out <- d.desc
	}
}

// Collect reads them. A costly source is read beside the scrapes, which wait a moment for it
// and else give what was read before.
func (c *sourceCollector) Collect(out chan<- prometheus.Metric) {
	select {
	case <-c.ask():
	case <-time.After(readPatience):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.last {
		out <- m
	}
}

// ask begins a reading where one is needed and none is under way; what it returns is closed
// when there is nothing more to wait for.
func (c *sourceCollector) ask() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reading != nil {
		return c.reading
	}
	done := make(chan struct{})
	if c.source.Costly && time.Now().Before(c.until) {
		close(done)
		return done
	}
	c.reading = done
	go c.refresh(done)
	return done
}

func (c *sourceCollector) refresh(done chan struct{}) {
	patience := readPatience
	if c.source.Costly {
		patience = costlyPatience
	}
	begun := time.Now()
	list, err := c.read(patience)
	if err != nil {
		list = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.reading = list, nil
	if c.until = time.Now().Add(share * time.Since(begun)); err != nil {
		c.until = time.Now().Add(readPatience)
	}
	close(done)
}

func (c *sourceCollector) read(patience time.Duration) ([]prometheus.Metric, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var list []prometheus.Metric
	err := c.source.Read(ctx, func(name, label string, value float64) {
		d, known := c.descs[name]
		if !known {
			return
		}
		kind := prometheus.GaugeValue
		if d.Counter {
			kind = prometheus.CounterValue
		}
		var labels []string
		if d.Label != "" {
			labels = []string{label}
		}
		list = append(list, prometheus.MustNewConstMetric(d.desc, kind, value, labels...))
	})
	return list, err
}
