package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"time"

	"pitpost.example/inbox/intake"
)

// formTypes lists the content types of forms.
var formTypes = []string{"multipart/form-data", "application/x-www-form-urlencoded"}

// partsMost limits the fields of a form. Attachments are inside the raw letter and do not count.
const partsMost = 200

// form parses the fields of a form and returns their bytes unchanged. If a name occurs several times, the
// first one counts.
func form(r *http.Request, body []byte) (map[string][]byte, error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, errForm
	}
	fields := map[string][]byte{}
	if kind != "multipart/form-data" {
		values, err := url.ParseQuery(string(body))
		if err != nil || len(values) > partsMost {
			return nil, errForm
		}
		for name, list := range values {
			fields[name] = []byte(list[0])
		}
		return fields, nil
	}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for range partsMost {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return fields, nil
		}
		if err != nil {
			return nil, errForm
		}
		value, err := io.ReadAll(part)
		if err != nil {
			return nil, errForm
		}
		if _, again := fields[part.FormName()]; !again {
			fields[part.FormName()] = value
		}
	}
	return nil, errForm
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
			from := intake.Envelope{From: cmp.Or(string(fields["sender"]), intake.NullSender), To: []string{string(fields["recipient"])}}
			return &letter{raw: raw, Envelope: from, id: token, good: mailgunOld + ahead}, nil
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
