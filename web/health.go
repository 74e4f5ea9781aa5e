package web

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Gauge is a figure of the house, read when it is asked for.
type Gauge struct {
	Name, Help string
	Read       func(context.Context) (map[string]float64, error)
	// Label names what the keys of Read tell apart; "" for a single figure under
	// the key "".
	Label string
}

// Health answers /healthz (the process lives), /readyz (it can do its work,
// else the reason in one word) and /metrics.
func Health(ready func(context.Context) error, gauges []Gauge) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		if err := ready(ctx); err != nil {
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	})
	registry := prometheus.NewRegistry()
	for _, g := range gauges {
		registry.MustRegister(gaugeCollector{g, prometheus.NewDesc(g.Name, g.Help, labels(g), nil)})
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	return mux
}

func labels(g Gauge) []string {
	if g.Label == "" {
		return nil
	}
	return []string{g.Label}
}

type gaugeCollector struct {
	gauge Gauge
	desc  *prometheus.Desc
}

// Describe names the figure.
func (c gaugeCollector) Describe(out chan<- *prometheus.Desc) { out <- c.desc }

// Collect reads it.
func (c gaugeCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	values, err := c.gauge.Read(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(c.desc, err)
		return
	}
	for key, v := range values {
		var labels []string
		if c.gauge.Label != "" {
			labels = []string{key}
		}
		out <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, v, labels...)
	}
}
