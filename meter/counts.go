package meter

import (
	"slices"
	"strings"
	"time"
)

// Letter counts a letter from a source (the label is called door) that ended in a state, so long
// after its server had it; one that was noted before is a Copy.
func (m *Meter) Letter(source, state string, after time.Duration) {
	m.letter(source, state)
	m.took("pitpost_door_seconds", source, after)
}

// Copy counts a letter that was noted before.
func (m *Meter) Copy(source string) { m.letter(source, "copy") }

func (m *Meter) letter(source, state string) {
	if m != nil {
		m.letters.WithLabelValues(among(sources, source), state).Inc()
	}
}

// Bytes counts what was brought by a source.
func (m *Meter) Bytes(source string, n int) { m.count("pitpost_door_bytes_total", source, n) }

// TurnedAway counts a delivery that was refused before its letter was read.
func (m *Meter) TurnedAway(source string) { m.count("pitpost_door_refused_total", source, 1) }

// Poison counts a look at a letter that broke its reader.
func (m *Meter) Poison(source string) { m.count("pitpost_door_poison_tries_total", source, 1) }

// Failed counts a try of a letter that the house could not carry through.
func (m *Meter) Failed(source string) { m.count("pitpost_door_failed_tries_total", source, 1) }

// Committed counts a command that was committed, with the facts it appended.
func (m *Meter) Committed(cause string, took time.Duration, facts int) {
	m.took("pitpost_deed_seconds", cause, took)
	m.count("pitpost_facts_total", "", facts)
}

// TakenBack counts a command that was taken back.
func (m *Meter) TakenBack(cause string) { m.count("pitpost_deed_failures_total", cause, 1) }

// Again counts a command that is done once more, and why: stale, ahead, deadlock or conflict.
func (m *Meter) Again(why string) { m.count("pitpost_deed_retries_total", why, 1) }

// Remembered counts a match that was, or was not, at hand in memory.
func (m *Meter) Remembered(yes bool) {
	from := "miss"
	if yes {
		from = "hit"
	}
	m.count("pitpost_match_reads_total", from, 1)
}

// MailDone counts a letter out that is done with: "sent", "failed" or "superseded". What was
// sent had been queued so long.
func (m *Meter) MailDone(result, purpose string, queued time.Duration) {
	m.count("pitpost_mail_done_total", result, 1)
	if result == "sent" {
		m.took("pitpost_mail_seconds", purpose, queued)
	}
}

// MailWaits counts a try that ended in waiting for the relay, the day's limit, the pace of a
// domain, an earlier letter of the same thread, or a letter that could not be written.
func (m *Meter) MailWaits(why string) { m.count("pitpost_mail_postponed_total", why, 1) }

// Answered counts what the relay said to one letter: its code, 0 for no answer.
func (m *Meter) Answered(code int, took time.Duration) {
	m.count("pitpost_relay_answers_total", class(code), 1)
	m.took("pitpost_relay_seconds", "", took)
}

// Called counts a call of a webhook: the code of its answer, 0 for none. One that leads elsewhere
// is not followed, and counts as refused.
func (m *Meter) Called(code int, took time.Duration) {
	if code/100 == 3 {
		code = 400
	}
	m.count("pitpost_webhook_answers_total", class(code), 1)
	m.took("pitpost_webhook_seconds", "", took)
}

// class is the label of an answer's code.
func class(code int) string {
	switch code / 100 {
	case 2:
		return "2xx"
	case 4:
		return "4xx"
	case 5:
		return "5xx"
	}
	return "none"
}

// DueDone counts something due that was done, so late.
func (m *Meter) DueDone(what string, late time.Duration) {
	m.count("pitpost_due_done_total", Kind(what), 1)
	m.took("pitpost_due_late_seconds", "", late)
}

// DueFailed counts something due that could not be done.
func (m *Meter) DueFailed(what string) { m.count("pitpost_due_failures_total", Kind(what), 1) }

// DueLost counts something due that was gone when its turn came.
func (m *Meter) DueLost(what string) { m.count("pitpost_due_lost_total", Kind(what), 1) }

// Kinds are all labels that Kind gives.
func Kinds() []string { return append(slices.Clone(kinds), "other") }

// Kind is the label of something due: the word before a colon, "other" for an unknown one.
func Kind(what string) string {
	what, _, _ = strings.Cut(what, ":")
	return among(kinds, what)
}
