package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"pitpost.example/inbox/intake"
)

// formTypes lists the content types of forms.
var formTypes = []string{"multipart/form-data", "application/x-www-form-urlencoded"}

// form parses the fields of a form. Their bytes are unchanged.
func form(r *http.Request, body []byte) (url.Values, error) {
	r.Body = io.NopCloser(bytes.NewReader(body))
	if r.ParseForm() != nil {
		return nil, errForm
	}
	if err := r.ParseMultipartForm(int64(len(body))); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return nil, errForm
	}
	return r.PostForm, nil
}

// mailgunOld is how old a signature may be. Mailgun repeats it with every try, for eight hours.
const mailgunOld = 9 * time.Hour

// mailgun takes the POST of a Mailgun route. The route's URL must end in "mime", so that Mailgun sends the
// raw letter. Its signature does not cover the letter, so a token is only valid for one letter. Mailgun gives
// up only after a 406.
func (h *Hooks) mailgun() provider {
	return provider{name: "mailgun", set: len(h.Mailgun) > 0, types: formTypes, never: http.StatusNotAcceptable,
		open: func(r *http.Request, body []byte) (*letter, error) {
			fields, err := form(r, body)
			if err != nil {
				return nil, err
			}
			token, stamp := fields.Get("token"), fields.Get("timestamp")
			if token == "" || !signed(h.Mailgun, fields.Get("signature"), []byte(stamp), []byte(token)) {
				return nil, errSignature
			}
			if err := h.signedAt(stamp, mailgunOld); err != nil {
				return nil, err
			}
			if !fields.Has("body-mime") {
				return nil, errNotRaw
			}
			from := intake.Envelope{From: cmp.Or(fields.Get("sender"), intake.NullSender), To: []string{fields.Get("recipient")}}
			return &letter{raw: []byte(fields.Get("body-mime")), Envelope: from, id: token, good: mailgunOld + ahead}, nil
		}}
}

// postmark takes the JSON of a Postmark inbound stream with the raw letter in it. Postmark signs nothing;
// user and password are in the URL that it is given. It gives up after a 403.
func (h *Hooks) postmark() provider {
	return provider{name: "postmark", set: len(h.Postmark) > 0, types: []string{"application/json"}, never: http.StatusForbidden, precheck: basic(h.Postmark),
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
			// Postmark tries for half a day.
			to := intake.Envelope{To: []string{event.OriginalRecipient}}
			return &letter{raw: []byte(*event.RawEmail), Envelope: to, id: event.MessageID, good: 12 * time.Hour}, nil
		}}
}
