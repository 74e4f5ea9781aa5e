package meter

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// doorNames are the ways in that are told apart.
var doorNames = []string{"imap", "lmtp", "mailgun", "postmark", "sendgrid", "ses", "cloudflare", "webhook", "page", "key"}

type doorMeter struct {
	letters, bytes, refused, poison, failed *prometheus.CounterVec
	seconds                                 *prometheus.HistogramVec
}

func (m *Meter) newDoor() doorMeter {
	d := doorMeter{
		letters: m.counters("pitpost_door_letters_total", "Letters in, by door and the state they ended in; copy: seen before.", "door", "state"),
		bytes:   m.counters("pitpost_door_bytes_total", "Bytes of letters brought to a door, those brought again too.", "door"),
		refused: m.counters("pitpost_door_refused_total", "Deliveries turned away before a letter was read: nobody here by that address, a wrong signature.", "door"),
		poison:  m.counters("pitpost_door_poison_tries_total", "Looks at a letter that broke its reader, or never let it end.", "door"),
		failed:  m.counters("pitpost_door_failed_tries_total", "Tries of a letter that the house could not carry through, and did again later.", "door"),
		seconds: m.spans("pitpost_door_seconds", "Seconds from a letter's arrival at its server to the commit of what it did.", slow, "door"),
	}
	for _, door := range doorNames {
		for _, state := range []string{"apply", "hold", "refuse", "drop", "set-aside", "copy"} {
			d.letters.WithLabelValues(door, state)
		}
		d.seconds.WithLabelValues(door)
	}
	for _, v := range []*prometheus.CounterVec{d.bytes, d.refused, d.poison, d.failed} {
		begin(v, doorNames)
	}
	return d
}

// Letter counts a letter that ended in a state, so long after its server had it; one that was
// noted before is a Copy.
func (m *Meter) Letter(door, state string, after time.Duration) {
	if m == nil {
		return
	}
	door = among(doorNames, door)
	m.door.letters.WithLabelValues(door, state).Inc()
	m.door.seconds.WithLabelValues(door).Observe(seconds(after))
}

// Copy counts a letter that was noted before.
func (m *Meter) Copy(door string) {
	if m == nil {
		return
	}
	m.door.letters.WithLabelValues(among(doorNames, door), "copy").Inc()
}

// Bytes counts what was brought to a door.
func (m *Meter) Bytes(door string, n int) {
	if m != nil {
		m.door.bytes.WithLabelValues(among(doorNames, door)).Add(float64(n))
	}
}

// TurnedAway counts a delivery that was refused before its letter was read.
func (m *Meter) TurnedAway(door string) {
	if m != nil {
		m.door.refused.WithLabelValues(among(doorNames, door)).Inc()
	}
}

// Poison counts a look at a letter that broke its reader.
func (m *Meter) Poison(door string) {
	if m != nil {
		m.door.poison.WithLabelValues(among(doorNames, door)).Inc()
	}
}

// Failed counts a try of a letter that the house could not carry through.
func (m *Meter) Failed(door string) {
	if m != nil {
		m.door.failed.WithLabelValues(among(doorNames, door)).Inc()
	}
}
