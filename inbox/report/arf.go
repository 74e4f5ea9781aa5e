package report

import (
	"slices"

	"pitpost.example/inbox/mime"
)

// feedback reads the fields of a feedback report (RFC 5965).
func (r *Report) feedback(raw []byte) {
	h, _, err := mime.SplitHeader(raw)
	if err != nil {
		return
	}
	if r.Complaint = word(h.Get("feedback-type")); r.Complaint == "" {
		r.Complaint = "other"
	}
	r.SentFrom = append(r.SentFrom, h.All("original-mail-from")...)
}

// Unwanted says whether a reader wants no more such mail: reports of a letter
// that was none of spam, or of a broken signature, say nothing of that kind.
func (r *Report) Unwanted() bool {
	return slices.Contains([]string{"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized", "other"}, r.Complaint)
}
