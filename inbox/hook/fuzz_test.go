package hook

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
)

// FuzzProviders posts anything to each provider's path, with valid request headers and, where the signature
// does not cover the body, with a valid signature. There must be no panic, no unexpected status, and no
// letter for anybody else.
func FuzzProviders(f *testing.F) {
	const login = "Basic cG9zdDpzZXNhbWU=" // post:sesame
	kind, body := "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"recipient\"\r\n\r\nplay@pit.test\r\n--x--\r\n"
	f.Add("mailgun/mime", kind, body)
	f.Add("mailgun/mime", "application/x-www-form-urlencoded", string(urlencoded(mailgunFields("sesame", "t", noon, plainLetter)...)))
	f.Add("sendgrid", kind, strings.ReplaceAll(body, "recipient", "envelope"))
	f.Add("sendgrid", kind, "--x\r\nContent-Disposition: form-data; name=envelope\r\n\r\n{\"to\":[\"play@pit.test\"],\"from\":\"a@b.c\"}\r\n--x\r\nContent-Disposition: form-data; name=email\r\n\r\n3 C5\r\n--x--\r\n")
	text, err := json.Marshal(map[string]any{"MessageID": "a", "OriginalRecipient": "play@pit.test", "RawEmail": plainLetter})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("postmark", "application/json", string(text))
	f.Add("ses", "text/plain; charset=UTF-8", `{"Type":"Notification","TopicArn":"arn:aws:sns:eu-west-1:123456789012:in","Message":"{\"content\":\"`+base64.StdEncoding.EncodeToString([]byte("3 C5"))+`\"}","SigningCertURL":"https://sns.eu-west-1.amazonaws.com/x.pem"}`)
	f.Add("cloudflare", "message/rfc822", plainLetter)
	f.Add("mail", "message/rfc822", plainLetter)
	ours := func(to string) bool { return to == "play@pit.test" }
	f.Fuzz(func(t *testing.T, path, kind, body string) {
		h := &Hooks{Mailgun: []string{"sesame"}, Postmark: []string{"post:sesame"}, SendGridAuth: []string{"post:sesame"}, Cloudflare: []string{"sesame"}, Plain: []string{"sesame"},
			Topic: "arn:aws:sns:eu-west-1:123456789012:in", MaxSize: 10_000, Ours: ours, Seen: remembered(), Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
			Client: &http.Client{Transport: nowhere{}},
			Take: func(_ context.Context, _ []byte, door intake.Source) (intake.Fate, error) {
				for _, to := range envelopeOf(door).To {
					if !ours(to) {
						t.Errorf("a letter for %q is taken", to)
					}
				}
				return intake.Processed, nil
			}}
		r := httptest.NewRequest(http.MethodPost, "http://pit.test"+Prefix+"mail", bytes.NewReader([]byte(body)))
		r.URL.Path = Prefix + strings.TrimLeft(path, "/")
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", login)
		if strings.HasPrefix(path, "mail") && !strings.HasPrefix(path, "mailgun") {
			r.Header.Set("Authorization", "Bearer sesame")
		}
		r.Header.Set("X-Pitpost-Timestamp", unix(noon))
		r.Header.Set("X-Pitpost-Signature", hexMAC("sesame", unix(noon)+"\n\n\n"+body))
		w := &patientRecorder{httptest.NewRecorder()}
		h.Handler().ServeHTTP(w, r)
		switch w.Code {
		case 200, 301, 307, 308, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 503:
		default:
			t.Errorf("%s answers %d", path, w.Code)
		}
	})
}

func envelopeOf(door intake.Source) intake.Envelope {
	if door.Envelope == nil {
		return intake.Envelope{}
	}
	return *door.Envelope
}

// patientRecorder accepts read deadlines, as a real ResponseWriter does.
type patientRecorder struct{ *httptest.ResponseRecorder }

func (*patientRecorder) SetReadDeadline(time.Time) error { return nil }

// nowhere is a transport that reaches nothing.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed }
