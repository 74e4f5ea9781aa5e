package hook

import (
	"net/http"
	"time"
)

// mailgunOld is how old a signature may be: it may come with every try, over eight hours.
const mailgunOld = 9 * time.Hour

// mailgun takes a route's POST; a URL that ends in "mime" brings the raw letter. Its
// signature does not cover the letter, so a token is good for one letter only. It gives up
// at 406 and at nothing else.
func (h *Hooks) mailgun() provider {
	return provider{name: "mailgun", set: len(h.Mailgun) > 0, types: formTypes, never: http.StatusNotAcceptable,
		open: func(r *http.Request, body []byte) (*letter, error) {
			fields, err := form(r, body)
			if err != nil {
				return nil, err
			}
			token := string(fields["token"])
			if token == "" || !signed(h.Mailgun, string(fields["signature"]), fields["timestamp"], fields["token"]) {
				return nil, errSignature
			}
			if err := h.signedAt(string(fields["timestamp"]), mailgunOld); err != nil {
				return nil, err
			}
			raw, ok := fields["body-mime"]
			if !ok {
				return nil, errNotRaw
			}
			return &letter{raw: raw, from: returnAddress(string(fields["sender"])), to: []string{string(fields["recipient"])},
				id: token, good: mailgunOld + ahead}, nil
		}}
}
