package inbox

import (
	"slices"

	"pitpost.example/inbox/mime"
)

// feedback reads the fields of a feedback report (RFC 5965).
func (r *report) feedback(raw []byte) {
	h, _, err := mime.SplitHeader(raw)
	if err != nil {
		return
	}
	if r.complaint = word(h.Get("feedback-type")); r.complaint == "" {
		r.complaint = "other"
	}
	r.sentFrom = append(r.sentFrom, h.All("original-mail-from")...)
}

// unwanted says whether a reader wants no more such mail: reports of a letter
// that was none of spam, or of a broken signature, say nothing of that kind.
func (r *report) unwanted() bool {
	return slices.Contains([]string{"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized", "other"}, r.complaint)
}
