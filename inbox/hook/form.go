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

// formTypes are the content types of forms.
var formTypes = []string{"multipart/form-data", "application/x-www-form-urlencoded"}

// partsMost is how many fields a form may have; attachments in the raw letter are none.
const partsMost = 200

// form reads the fields of a form as the bytes they are, the first of each name.
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
			return &letter{raw: raw, from: cmp.Or(string(fields["sender"]), intake.NullSender), to: []string{string(fields["recipient"])},
				id: token, good: mailgunOld + ahead}, nil
		}}
}

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
