package meter

import "time"

func (m *Meter) countMail() {
	m.mailDone = m.counter("pitpost_mail_done_total", "Letters out that are done with: sent, failed for good, or superseded by a later one.", "result", ends)
	m.postponed = m.counter("pitpost_mail_postponed_total", "Tries of a letter out that ended in waiting, by what it waits for.", "why", waits)
	m.relayed = m.counter("pitpost_relay_answers_total", "What the relay answered to letters handed to it; none: it did not answer.", "class", answers)
	m.mailTook = m.spans("pitpost_mail_seconds", "Seconds from the commit that queued a letter to the relay's yes.", slow, "purpose", purposes)
	m.relayTook = m.histogram("pitpost_relay_seconds", "Seconds that handing one letter to the relay took, whatever it answered.", quick)
	m.called = m.counter("pitpost_webhook_answers_total", "What servers on the web answered to our calls; none: not reached.", "class", answers)
	m.callTook = m.histogram("pitpost_webhook_seconds", "Seconds that one call took.", quick)
}

// MailDone counts a letter out that is done with: "sent", "failed" or "superseded". What was
// sent had been queued so long.
func (m *Meter) MailDone(result, purpose string, queued time.Duration) {
	if m == nil {
		return
	}
	m.mailDone.of(result).Inc()
	if result == "sent" {
		m.mailTook.of(purpose).Observe(seconds(queued))
	}
}

// MailWaits counts a try that ended in waiting for the relay, the day's limit, the pace of a
// domain, an earlier letter of the same thread, or a letter that could not be written.
func (m *Meter) MailWaits(why string) {
	if m != nil {
		m.postponed.of(why).Inc()
	}
}

// Answered counts what the relay said to one letter: its code, 0 for no answer.
func (m *Meter) Answered(code int, took time.Duration) {
	if m != nil {
		m.relayed.of(class(code)).Inc()
		m.relayTook.Observe(seconds(took))
	}
}

// Called counts a call of a webhook: the code of its answer, 0 for none. One that leads elsewhere
// is not followed, and counts as refused.
func (m *Meter) Called(code int, took time.Duration) {
	if m != nil {
		if code/100 == 3 {
			code = 400
		}
		m.called.of(class(code)).Inc()
		m.callTook.Observe(seconds(took))
	}
}

// class is the label of an answer's code.
func class(code int) string {
	if c, ok := map[int]string{2: "2xx", 4: "4xx", 5: "5xx"}[code/100]; ok {
		return c
	}
	return "none"
}
