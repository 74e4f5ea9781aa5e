package meter

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func (m *Meter) countLetters() {
	m.letters = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "pitpost_door_letters_total",
		Help: "Letters in, by door and the state they ended in; copy: seen before."}, []string{"door", "state"})
	m.registry.MustRegister(m.letters)
	for _, source := range sources {
		for _, state := range states {
			m.letters.WithLabelValues(source, state)
		}
	}
	m.bytes = m.counter("pitpost_door_bytes_total", "Bytes of letters brought to a door, those brought again too.", "door", sources)
	m.refused = m.counter("pitpost_door_refused_total", "Deliveries turned away before a letter was read: nobody here by that address, a wrong signature.", "door", sources)
	m.poison = m.counter("pitpost_door_poison_tries_total", "Looks at a letter that broke its reader, or never let it end.", "door", sources)
	m.failedTries = m.counter("pitpost_door_failed_tries_total", "Tries of a letter that the house could not carry through, and did again later.", "door", sources)
	m.letterTook = m.spans("pitpost_door_seconds", "Seconds from a letter's arrival at its server to the commit of what it did.", slow, "door", sources)
}

// Letter counts a letter from a source (the label is called door) that ended in a state, so long
// after its server had it; one that was noted before is a Copy.
func (m *Meter) Letter(source, state string, after time.Duration) {
	if m != nil {
		m.letters.WithLabelValues(among(sources, source), state).Inc()
		m.letterTook.of(source).Observe(seconds(after))
	}
}

// Copy counts a letter that was noted before.
func (m *Meter) Copy(source string) {
	if m != nil {
		m.letters.WithLabelValues(among(sources, source), "copy").Inc()
	}
}

// Bytes counts what was brought by a source.
func (m *Meter) Bytes(source string, n int) {
	if m != nil {
		m.bytes.of(source).Add(float64(n))
	}
}

// TurnedAway counts a delivery that was refused before its letter was read.
func (m *Meter) TurnedAway(source string) {
	if m != nil {
		m.refused.of(source).Inc()
	}
}

// Poison counts a look at a letter that broke its reader.
func (m *Meter) Poison(source string) {
	if m != nil {
		m.poison.of(source).Inc()
	}
}

// Failed counts a try of a letter that the house could not carry through.
func (m *Meter) Failed(source string) {
	if m != nil {
		m.failedTries.of(source).Inc()
	}
}
