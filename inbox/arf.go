package inbox

import "slices"

// feedback reads the fields of a feedback report (RFC 5965).
func (r *report) feedback(raw []byte) {
	h, _, err := splitHeader(raw)
	if err != nil {
		return
	}
	if r.complaint = word(h.get("feedback-type")); r.complaint == "" {
		r.complaint = "other"
	}
	r.sentFrom = append(r.sentFrom, h.all("original-mail-from")...)
}

// unwanted says whether a reader wants no more such mail: reports of a letter
// that was none of spam, or of a broken signature, say nothing of that kind.
func (r *report) unwanted() bool {
	return slices.Contains([]string{"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized", "other"}, r.complaint)
}
