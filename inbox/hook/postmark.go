package hook

import (
	"encoding/json"
	"net/http"
	"time"
)

// postmark takes an inbound stream's JSON with the raw letter in it. It signs nothing: user
// and password stand in the URL given to it. It gives up at 403.
func (h *Hooks) postmark() provider {
	return provider{name: "postmark", set: len(h.Postmark) > 0, types: []string{"application/json"}, never: http.StatusForbidden, knock: basic(h.Postmark),
		open: func(_ *http.Request, body []byte) (*letter, error) {
			var event struct {
				MessageID         string
				OriginalRecipient string
				RawEmail          *string
			}
			if err := json.Unmarshal(body, &event); err != nil {
				return nil, errForm
			}
			if event.RawEmail == nil {
				return nil, errNotRaw
			}
			// It tries for half a day.
			return &letter{raw: []byte(*event.RawEmail), to: []string{event.OriginalRecipient}, id: event.MessageID, good: 12 * time.Hour}, nil
		}}
}
