package hook

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	ourTopic = "arn:aws:sns:eu-west-1:123456789012:letters"
	certURL  = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem"
	joinURL  = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + ourTopic + "&Token=abc"
)

// amazonWeb answers requests to Amazon without a network.
type amazonWeb struct {
	mu    sync.Mutex
	pages map[string]string
	asked []string
	away  bool
}

func (a *amazonWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, r.URL.String())
	if a.away {
		return nil, errors.New("no way there")
	}
	text, ok := a.pages[r.URL.String()]
	code := http.StatusOK
	if !ok {
		code = http.StatusNotFound
	}
	return &http.Response{StatusCode: code, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}

// signer signs like SNS.
type signer struct {
	t   *testing.T
	key *rsa.PrivateKey
	pem string
}

func newSigner(t *testing.T, until time.Time) signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	cert := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sns.amazonaws.com"}, NotBefore: noon.Add(-time.Hour), NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return signer{t, key, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))}
}

// order lists the signed fields in the order of Amazon's documentation.
var order = map[string][]string{
	"Notification":             {"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"},
	"SubscriptionConfirmation": {"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"},
	"UnsubscribeConfirmation":  {"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"},
}

// sign returns the body of a POST, signed according to its SignatureVersion.
func (s signer) sign(fields map[string]string) []byte {
	s.t.Helper()
	var text bytes.Buffer
	for _, name := range order[fields["Type"]] {
		if value, ok := fields[name]; ok {
			text.WriteString(name + "\n" + value + "\n")
		}
	}
	var signature []byte
	var err error
	if fields["SignatureVersion"] == "1" {
		sum := sha1.Sum(text.Bytes())
		signature, err = rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA1, sum[:])
	} else {
		sum := sha256.Sum256(text.Bytes())
		signature, err = rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, sum[:])
	}
	if err != nil {
		s.t.Fatal(err)
	}
	fields["Signature"] = base64.StdEncoding.EncodeToString(signature)
	body, err := json.Marshal(fields)
	if err != nil {
		s.t.Fatal(err)
	}
	return body
}

// notification returns a notice in which SES reports a letter. more replaces fields.
func notification(id, to, content string, more ...string) map[string]string {
	message, _ := json.Marshal(map[string]any{"notificationType": "Received", "content": content,
		"mail":    map[string]any{"source": "ana@example.org"},
		"receipt": map[string]any{"recipients": []string{to}, "action": map[string]string{"type": "SNS", "encoding": "BASE64"}}})
	fields := map[string]string{"Type": "Notification", "MessageId": id, "TopicArn": ourTopic, "Message": string(message),
		"Timestamp": noon.Format("2006-01-02T15:04:05.000Z"), "SignatureVersion": "2", "SigningCertURL": certURL}
	for i := 0; i+1 < len(more); i += 2 {
		fields[more[i]] = more[i+1]
	}
	return fields
}

func openSES(t *testing.T) (*stand, signer, *amazonWeb) {
	s := newSigner(t, noon.Add(time.Hour))
	web := &amazonWeb{pages: map[string]string{certURL: s.pem, joinURL: "<ok/>"}}
	return open(t, &Hooks{Topic: ourTopic, Client: &http.Client{Transport: web}, MaxSize: 100_000}), s, web
}

const snsType = "text/plain; charset=UTF-8"

func TestSES(t *testing.T) {
	s, amazon, web := openSES(t)
	content := base64.StdEncoding.EncodeToString([]byte(plainLetter))
	for _, version := range []string{"1", "2"} {
		if code := s.post("/in/ses", snsType, amazon.sign(notification("m"+version, "play+x@pit.test", content, "SignatureVersion", version, "Subject", "Amazon SES"))); code != 200 {
			t.Fatalf("a good letter by version %s answers %d", version, code)
		}
		s.last("ses", "ana@example.org", "play+x@pit.test")
	}
	if code := s.post("/in/ses", snsType, amazon.sign(notification("m2", "play+x@pit.test", content, "Subject", "Amazon SES"))); code != 200 || s.came() != 3 {
		t.Errorf("the same again answers %d", code)
	}
	if len(web.asked) != 1 {
		t.Errorf("the certificate is fetched %d times", len(web.asked))
	}
	before := s.came()
	altered := bytes.Replace(amazon.sign(notification("a", "play+x@pit.test", content)), []byte("play+x"), []byte("play+y"), 1)
	other := base64.StdEncoding.EncodeToString([]byte("From: ana@example.org\r\n\r\n4 Bo\r\n"))
	stranger := newSigner(t, noon.Add(time.Hour))
	for _, c := range []struct {
		name string
		body []byte
		code int
	}{
		{"altered", altered, 401},
		{"another's key", stranger.sign(notification("b", "play@pit.test", content)), 401},
		{"unknown version", amazon.sign(notification("b", "play@pit.test", content, "SignatureVersion", "3")), 401},
		{"old", amazon.sign(notification("b", "play@pit.test", content, "Timestamp", noon.Add(-3*time.Hour).Format(time.RFC3339))), 401},
		{"future", amazon.sign(notification("b", "play@pit.test", content, "Timestamp", noon.Add(time.Hour).Format(time.RFC3339))), 401},
		{"another letter under its name", amazon.sign(notification("m2", "play+x@pit.test", other)), 409},
		{"nobody here", amazon.sign(notification("b", "bo@pit.test", content)), 422},
		{"not base64", amazon.sign(notification("b", "play@pit.test", "§§")), 400},
		{"letter kept elsewhere", amazon.sign(notification("b", "play@pit.test", "", "Message", `{"notificationType":"Received","receipt":{"recipients":["play@pit.test"]}}`)), 503},
		{"no JSON", []byte("{"), 400},
		{"over the limit", make([]byte, 2<<20), 413},
		{"a complaint", amazon.sign(notification("b", "play@pit.test", "", "Message", `{"notificationType":"Complaint"}`)), 200},
		{"a word of greeting", amazon.sign(notification("c", "play@pit.test", "", "Message", "Successfully validated SNS topic")), 200},
		{"the end", amazon.sign(notification("d", "", "", "Type", "UnsubscribeConfirmation", "SubscribeURL", joinURL, "Token", "abc")), 200},
	} {
		if code := s.post("/in/ses", snsType, c.body); code != c.code {
			t.Errorf("%s answers %d, want %d", c.name, code, c.code)
		}
	}
	if s.came() != before {
		t.Errorf("%d refused letters were taken", s.came()-before)
	}
}

func TestSNSSubscriptionConfirmationFromAForeignTopicSigningCertURLOnAnotherHost(t *testing.T) {
	s, amazon, web := openSES(t)
	join := func(more ...string) []byte {
		return amazon.sign(notification("j", "", "", append([]string{"Type", "SubscriptionConfirmation", "Token", "abc", "SubscribeURL", joinURL, "Message", "You have chosen"}, more...)...))
	}
	for name, body := range map[string][]byte{
		"a foreign topic":          join("TopicArn", strings.Replace(ourTopic, "letters", "other", 1)),
		"a foreign confirmation":   join("SubscribeURL", "https://evil.example/?Token=abc"),
		"another host":             join("SigningCertURL", "https://evil.example/SimpleNotificationService-0123abcd.pem"),
		"a host that looks alike":  join("SigningCertURL", "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123abcd.pem"),
		"a bucket of anybody's":    join("SigningCertURL", "https://bucket.s3.amazonaws.com/SimpleNotificationService-0123abcd.pem"),
		"a user in front":          join("SigningCertURL", "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123abcd.pem"),
		"another user":             join("SigningCertURL", strings.Replace(certURL, "//", "//ana@", 1)),
		"a fragment":               join("SigningCertURL", certURL+"#1"),
		"without TLS":              join("SigningCertURL", strings.Replace(certURL, "https", "http", 1)),
		"another port":             join("SigningCertURL", "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123abcd.pem"),
		"a query":                  join("SigningCertURL", certURL+"?1"), // each would be fetched and kept
		"another path":             join("SigningCertURL", "https://sns.eu-west-1.amazonaws.com/?Action=x"),
		"a path that leaves again": join("SigningCertURL", "https://sns.eu-west-1.amazonaws.com/../SimpleNotificationService-1.pem"),
	} {
		if code := s.post("/in/ses", snsType, body); code != 403 {
			t.Errorf("%s answers %d", name, code)
		}
	}
	for _, asked := range web.asked {
		if asked != certURL {
			t.Errorf("%s was asked for", asked)
		}
	}
	if code := s.post("/in/ses", snsType, join()); code != 200 || web.asked[len(web.asked)-1] != joinURL {
		t.Errorf("our own topic answers %d, asked %q", code, web.asked)
	}
	if strings.Contains(s.logs.String(), "abc") {
		t.Error("the log holds the token")
	}
}

// Whoever knows our topic cannot make us ask Amazon for certificates as often as they like. The one we know is not fetched
// again, so letters come in meanwhile.
func TestForgedNoticesFetchFewCertificates(t *testing.T) {
	s, amazon, web := openSES(t)
	letter := func(id string) []byte {
		return amazon.sign(notification(id, "play@pit.test", base64.StdEncoding.EncodeToString([]byte(plainLetter))))
	}
	if code := s.post("/in/ses", snsType, letter("m1")); code != 200 {
		t.Fatalf("a good letter answers %d", code)
	}
	for i := range 100 {
		forged := notification("f", "play@pit.test", "", "SigningCertURL", fmt.Sprintf("https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-%d.pem", i))
		if code := s.post("/in/ses", snsType, amazon.sign(forged)); code != 503 {
			t.Fatalf("a certificate that nobody has answers %d", code)
		}
	}
	if n := len(web.asked); n > 6 {
		t.Errorf("100 forged notices made %d requests to Amazon", n-1)
	}
	if code := s.post("/in/ses", snsType, letter("m2")); code != 200 {
		t.Errorf("after them a good letter answers %d", code)
	}
}

// While Amazon's certificate cannot be fetched, letters are put off and not refused.
func TestSNSCertificate(t *testing.T) {
	s, amazon, web := openSES(t)
	content := base64.StdEncoding.EncodeToString([]byte(plainLetter))
	body := amazon.sign(notification("m", "play@pit.test", content))
	web.away = true
	if code := s.post("/in/ses", snsType, body); code != 503 || s.came() != 0 {
		t.Errorf("Amazon away answers %d", code)
	}
	web.away, web.pages[certURL] = false, "no certificate"
	if code := s.post("/in/ses", snsType, body); code != 503 {
		t.Errorf("no certificate answers %d", code)
	}
	old := newSigner(t, noon.Add(-time.Minute))
	web.pages[certURL] = old.pem
	if code := s.post("/in/ses", snsType, old.sign(notification("m", "play@pit.test", content))); code != 401 {
		t.Errorf("a certificate that is over answers %d", code)
	}
	if s.came() != 0 {
		t.Error("a letter was taken")
	}
	// The default client returns in time.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := new(Hooks).fetch(ctx, certURL); err == nil || strings.Contains(err.Error(), "amazonaws") {
		t.Errorf("fetching without time: %v", err)
	}
}
