package meter

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// readPatience is how long a scrape waits for one source, so that an unavailable database does not block it longer.
const (
	readPatience   = 3 * time.Second
	costlyPatience = 20 * time.Second // scrapes do not wait that long, but a server that is stopping does
)

// share limits the time for reading a costly source to one part in so many.
const share = 200

// Source reads some figures in one go. A figure that it does not put is
// left out of the answer, and after an error all of them are.
type Source func(ctx context.Context, put *Figures) error

// Figures collects what a source has read.
type Figures struct{ list []prometheus.Metric }

// Values holds the values of a figure by the value of its label.
type Values map[string]float64

// Gauge adds a gauge. If it has a label, the label's name and value come last.
func (f *Figures) Gauge(name, help string, value float64, label ...string) {
	f.add(prometheus.GaugeValue, name, help, value, label)
}

// Gauges adds a gauge with several values, distinguished by a label.
func (f *Figures) Gauges(name, help, label string, values Values) {
	for one, value := range values {
		f.Gauge(name, help, value, label, one)
	}
}

// Counter adds a counter, which only grows while the process lives.
func (f *Figures) Counter(name, help string, value float64, label ...string) {
	f.add(prometheus.CounterValue, name, help, value, label)
}

func (f *Figures) add(kind prometheus.ValueType, name, help string, value float64, label []string) {
	n := len(label) / 2
	f.list = append(f.list, prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, label[:n], nil), kind, value, label[n:]...))
}

// Add registers a source that is read at every scrape.
func (m *Meter) Add(read Source) { m.registry.MustRegister(&sourceCollector{read: read}) }

// AddCostly registers a source that takes long to read in a large house. It is read so rarely that it takes at
// most one two-hundredth of the time; in between its last values are served.
func (m *Meter) AddCostly(read Source) {
	m.registry.MustRegister(&sourceCollector{read: read, costly: true})
}

type sourceCollector struct {
	read    Source
	costly  bool
	mu      sync.Mutex
	last    []prometheus.Metric
	until   time.Time     // for a costly source: until when the last reading is used
	reading chan struct{} // closed at the end of a reading; nil if none is running
}

// Describe describes nothing, because a source says what it has only when it is read.
func (c *sourceCollector) Describe(chan<- *prometheus.Desc) {}

// Collect reads the source. Scrapes wait at most readPatience for a
// reading and then serve the values of the one before.
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

// ask starts a reading if one is needed and none is running. The
// channel is closed when there is nothing more to wait for.
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
