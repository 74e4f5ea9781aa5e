package hook

import (
	"bytes"
	"cmp"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"

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

// returnAddress is a sender as inbox.Envelope has it, of a provider that always names one.
func returnAddress(from string) string {
	return cmp.Or(from, intake.NullSender)
}
