package hook

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"pitpost.example/inbox/intake"
)

// sendgridOld is a little longer than SendGrid tries to deliver a letter.
const sendgridOld = 74 * time.Hour

// SendGridKey parses the public key for signed webhooks, as SendGrid shows it.
func SendGridKey(text string) (*ecdsa.PublicKey, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("a SendGrid key is a line of base64")
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	key, ok := parsed.(*ecdsa.PublicKey)
	if err != nil || !ok {
		return nil, errors.New("a SendGrid key is an ECDSA public key")
	}
	return key, nil
}

// sendgrid takes SendGrid's Inbound Parse with "send raw". It requires what is configured: the signature over
// time and body, user and password, or both. SendGrid tries again after a 5xx. Whether it does after a 4xx is
// not documented, so the answer for "never" is 200.
func (h *Hooks) sendgrid() provider {
	p := provider{name: "sendgrid", set: len(h.SendGrid)+len(h.SendGridAuth) > 0, types: formTypes[:1], never: http.StatusOK, open: h.openSendGrid}
	if len(h.SendGridAuth) > 0 {
		p.precheck = basic(h.SendGridAuth)
	}
	return p
}

func (h *Hooks) openSendGrid(r *http.Request, body []byte) (*letter, error) {
	if len(h.SendGrid) > 0 {
		if err := h.sendgridSigned(r, body); err != nil {
			return nil, err
		}
	}
	fields, err := form(r, body)
	if err != nil {
		return nil, err
	}
	var envelope struct {
		To   []string `json:"to"`
		From string   `json:"from"`
	}
	if err := json.Unmarshal([]byte(fields.Get("envelope")), &envelope); err != nil {
		return nil, errForm
	}
	if !fields.Has("email") {
		return nil, errNotRaw
	}
	return &letter{raw: []byte(fields.Get("email")), Envelope: intake.Envelope{From: cmp.Or(envelope.From, intake.NullSender), To: append([]string{}, envelope.To...)}}, nil
}

func (h *Hooks) sendgridSigned(r *http.Request, body []byte) error {
	signature, err := base64.StdEncoding.DecodeString(r.Header.Get("X-Twilio-Email-Event-Webhook-Signature"))
	if err != nil || len(signature) == 0 {
		return errSignature
	}
	stamp := r.Header.Get("X-Twilio-Email-Event-Webhook-Timestamp")
	sum := sha256.Sum256(append([]byte(stamp), body...))
	for _, key := range h.SendGrid {
		if ecdsa.VerifyASN1(key, sum[:], signature) {
			return h.signedAt(stamp, sendgridOld)
		}
	}
	return errSignature
}
