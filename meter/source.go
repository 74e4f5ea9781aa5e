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

// Source reads some figures in one go. What it does not put, and all after an error, is left out
// of the answer.
type Source func(ctx context.Context, put *Figures) error

// Figures are what a source has read.
type Figures struct{ list []prometheus.Metric }

// Values are those of a figure, by its label's value.
type Values map[string]float64

// Gauge puts one figure.
func (f *Figures) Gauge(name, help string, value float64) {
	f.add(prometheus.GaugeValue, name, help, value)
}

// Gauges puts a figure that has several values, told apart by a label.
func (f *Figures) Gauges(name, help, label string, values Values) {
	for one, value := range values {
		f.add(prometheus.GaugeValue, name, help, value, label, one)
	}
}

// Counter puts one that only ever grows while the process lives.
func (f *Figures) Counter(name, help string, value float64) {
	f.add(prometheus.CounterValue, name, help, value)
}

// Counters puts one that has several values.
func (f *Figures) Counters(name, help, label string, values Values) {
	for one, value := range values {
		f.add(prometheus.CounterValue, name, help, value, label, one)
	}
}

// add takes a figure up; a label, if it has one, and the label's value come last.
func (f *Figures) add(kind prometheus.ValueType, name, help string, value float64, label ...string) {
	n := len(label) / 2
	f.list = append(f.list, prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, label[:n], nil), kind, value, label[n:]...))
}

// Add lets a source be asked at every scrape.
func (m *Meter) Add(read Source) { m.registry.MustRegister(&sourceCollector{read: read}) }

// AddCostly is Add for a source whose reading takes long where a house is large. It is read
// seldom, so that it takes one two-hundredth of the time at most; in between its last values are
// given.
func (m *Meter) AddCostly(read Source) {
	m.registry.MustRegister(&sourceCollector{read: read, costly: true})
}

type sourceCollector struct {
	read    Source
	costly  bool
	mu      sync.Mutex
	last    []prometheus.Metric
	until   time.Time     // of a costly source: what was read is good up to here
	reading chan struct{} // closed at the end of a reading; nil while nobody reads
}

// Describe names none beforehand: a source says what it has when it is read.
func (c *sourceCollector) Describe(chan<- *prometheus.Desc) {}

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
	if c.costly && time.Now().Before(c.until) {
		close(done)
		return done
	}
	c.reading = done
	go c.refresh(done)
	return done
}

func (c *sourceCollector) refresh(done chan struct{}) {
	patience := readPatience
	if c.costly {
		patience = costlyPatience
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	begun := time.Now()
	var got Figures
	err := c.read(ctx, &got)
	if err != nil {
		got.list = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.reading = got.list, nil
	if c.until = time.Now().Add(share * time.Since(begun)); err != nil {
		c.until = time.Now().Add(readPatience)
	}
	close(done)
}
