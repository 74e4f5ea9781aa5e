package hook

import (
	"cmp"
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"pitpost.example/inbox/intake"
)

// sesOld is how old a notice may be. SNS tries for an hour.
const sesOld = 2 * time.Hour

// Until a certificate is fetched nothing proves that Amazon sent a notice, so whoever knows the topic can have it
// fetched. fetchBurst such requests go out at once, then one each fetchEvery.
const (
	fetchEvery = 10 * time.Second
	fetchBurst = 6
)

// ses takes what Amazon SES publishes to its SNS topic. SNS gives up after any 4xx and tries again after a
// 5xx.
func (h *Hooks) ses() provider {
	return provider{name: "ses", set: h.Topic != "", types: []string{"text/plain", "application/json"}, never: http.StatusUnprocessableEntity,
		open: func(r *http.Request, body []byte) (*letter, error) {
			var n notice
			if err := json.Unmarshal(body, &n); err != nil {
				return nil, errForm
			}
			// A signature only proves that SNS sent the notice, for any of its customers, so the topic must
			// be ours.
			if n.TopicArn != h.Topic {
				return nil, &refusal{http.StatusForbidden, "this topic is not ours"}
			}
			if err := h.verify(r.Context(), &n); err != nil {
				return nil, err
			}
			at, err := time.Parse(time.RFC3339, n.Timestamp)
			if err != nil {
				return nil, errTime
			}
			if err := h.fresh(at, sesOld); err != nil {
				return nil, err
			}
			switch n.Type {
			case "Notification":
				return sesLetter(&n)
			case "SubscriptionConfirmation":
				return nil, h.subscribe(r.Context(), &n)
			}
			h.Log.Warn("Amazon no longer brings letters: the topic's subscription was ended", "door", "ses")
			return nil, nil
		}}
}

// sesLetter returns the letter in a notice. If a notice has everything but the letter, the setup in Amazon is
// wrong and would lose letters, so SNS must send it again.
func sesLetter(n *notice) (*letter, error) {
	var event struct {
		NotificationType string
		Mail             struct{ Source string }
		Receipt          struct {
			Recipients []string
			Action     struct{ Encoding string }
		}
		Content *string
	}
	if !strings.HasPrefix(strings.TrimSpace(n.Message), "{") {
		return nil, nil // Amazon's test whether the topic works
	}
	if err := json.Unmarshal([]byte(n.Message), &event); err != nil {
		return nil, errForm
	}
	if event.NotificationType != "Received" {
		return nil, nil
	}
	if event.Content == nil {
		return nil, errNotRaw
	}
	raw := []byte(*event.Content)
	if strings.EqualFold(event.Receipt.Action.Encoding, "base64") {
		var err error
		if raw, err = base64.StdEncoding.DecodeString(*event.Content); err != nil {
			return nil, errForm
		}
	}
	from := intake.Envelope{From: cmp.Or(strings.Trim(event.Mail.Source, "<>"), intake.NullSender), To: append([]string{}, event.Receipt.Recipients...)}
	return &letter{raw: raw, Envelope: from, id: n.MessageID, good: sesOld + ahead}, nil
}

// notice is what SNS posts.
type notice struct {
	Type, TopicArn, Message, Timestamp          string
	Signature, SignatureVersion, SigningCertURL string
	SubscribeURL, Token                         string
	MessageID                                   string `json:"MessageId"`
	Subject                                     *string
}

// text returns what SNS signs: certain fields, with each name and value on a line of its own.
func (n *notice) text() string {
	fields := []string{"Message", n.Message, "MessageId", n.MessageID}
	switch {
	case n.Type != "Notification":
		fields = append(fields, "SubscribeURL", n.SubscribeURL, "Timestamp", n.Timestamp, "Token", n.Token)
	case n.Subject != nil:
		fields = append(fields, "Subject", *n.Subject, "Timestamp", n.Timestamp)
	default:
		fields = append(fields, "Timestamp", n.Timestamp)
	}
	return strings.Join(append(fields, "TopicArn", n.TopicArn, "Type", n.Type, ""), "\n")
}

// verify checks a notice's signature with the certificate that it names.
func (h *Hooks) verify(ctx context.Context, n *notice) error {
	signature, err := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil {
		return errSignature
	}
	if err := amazon(n.SigningCertURL, certificatePath); err != nil {
		return err
	}
	cert, err := h.certificate(ctx, n.SigningCertURL)
	if err != nil {
		return fmt.Errorf("the certificate of SNS: %w", err)
	}
	if now := h.Now(); now.Before(cert.NotBefore) || now.After(cert.NotAfter) {
		return errSignature
	}
	// SNS signs by version 1 unless the topic is configured for version 2.
	algorithm := map[string]x509.SignatureAlgorithm{"1": x509.SHA1WithRSA, "2": x509.SHA256WithRSA}[n.SignatureVersion]
	key, ok := cert.PublicKey.(*rsa.PublicKey)
	if !ok || key.Size() < 256 || cert.CheckSignature(algorithm, []byte(n.text()), signature) != nil {
		return errSignature
	}
	return nil
}

// subscribe confirms the subscription of our topic.
func (h *Hooks) subscribe(ctx context.Context, n *notice) error {
	if err := amazon(n.SubscribeURL, anyQuery); err != nil {
		return err
	}
	if _, err := h.fetch(ctx, n.SubscribeURL); err != nil {
		return fmt.Errorf("confirming the subscription: %w", err)
	}
	h.Log.Info("Amazon's topic is subscribed to", "door", "ses")
	return nil
}

var (
	amazonHost      = regexp.MustCompile(`^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$`)
	certificatePath = regexp.MustCompile(`^/SimpleNotificationService-[A-Za-z0-9-]{1,64}\.pem$`)
	anyQuery        = regexp.MustCompile(`^/(\?.*)?$`)
)

// amazon refuses URLs that are not SNS's own, so that a notice cannot make us fetch others. path is for the path and
// the query: each certificate has one address, under which it is kept.
func amazon(raw string, path *regexp.Regexp) error {
	u, err := url.Parse(raw)
	if err != nil || !isPlainHTTPS(u) || !amazonHost.MatchString(u.Host) || !path.MatchString(u.RequestURI()) {
		return &refusal{http.StatusForbidden, "this address is not Amazon's"}
	}
	return nil
}

// isPlainHTTPS reports whether a URL is https, and has nothing but a host, a path and a query.
func isPlainHTTPS(u *url.URL) bool {
	return u.Scheme == "https" && u.User == nil && u.Fragment == "" && u.Opaque == ""
}

// fetch gets a small response from Amazon. Its errors hold no URL, because one of them contains a token.
func (h *Hooks) fetch(ctx context.Context, address string) ([]byte, error) {
	client := cmp.Or(h.Client, &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the address cannot be asked")
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, errors.Unwrap(err) // without the url.Error, which has the URL
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answered %d", answer.StatusCode)
	}
	return io.ReadAll(io.LimitReader(answer.Body, 64<<10))
}

// certificate returns one of Amazon's certificates, cached after the first time.
func (h *Hooks) certificate(ctx context.Context, address string) (*x509.Certificate, error) {
	if kept, ok := h.certs.Load(address); ok {
		return kept.(*x509.Certificate), nil
	}
	if !h.fetches.AllowN(h.Now(), 1) {
		return nil, errors.New("too many were asked for; SNS will try again")
	}
	text, err := h.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("it is no PEM")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	h.certs.Store(address, cert)
	return cert, nil
}
