package hook

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"
)

// hexMAC computes the signature of Mailgun and of our own worker independently of the code under test.
func hexMAC(key, text string) string {
	mac := hmac.New(sha256.New, []byte(key))
	fmt.Fprint(mac, text)
	return hex.EncodeToString(mac.Sum(nil))
}

func unix(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// mailgunFields returns the fields of a route's POST.
func mailgunFields(key, token string, at time.Time, raw string) []string {
	return []string{"recipient", "play+abc@pit.test", "sender", "ana@example.org", "timestamp", unix(at), "token", token,
		"signature", hexMAC(key, unix(at)+token), "body-mime", raw}
}

func TestMailgunWebhookBadSignatureOldFutureReplayed(t *testing.T) {
	s := open(t, &Hooks{Mailgun: []string{"next", "sesame"}, MaxSize: 100_000})
	post := func(fields []string) int {
		kind, body := multi(t, fields...)
		return s.post("/in/mailgun/mime", kind, body)
	}
	if code := post(mailgunFields("sesame", "t1", noon, plainLetter)); code != 200 {
		t.Fatalf("a good letter answers %d", code)
	}
	s.last("mailgun", "ana@example.org", "play+abc@pit.test")
	if code := s.post("/in/mailgun/mime", "application/x-www-form-urlencoded", urlencoded(mailgunFields("next", "t2", noon, plainLetter)...)); code != 200 {
		t.Errorf("the other key, urlencoded, answers %d", code)
	}
	s.last("mailgun", "ana@example.org", "play+abc@pit.test")
	// Case 75: the same event comes again and again for eight hours.
	for range 16 {
		if code := post(mailgunFields("sesame", "t1", noon, plainLetter)); code != 200 {
			t.Errorf("the same event again answers %d", code)
		}
	}
	if code := post(mailgunFields("sesame", "t9", noon.Add(-8*time.Hour), plainLetter)); code != 200 {
		t.Errorf("the last of its tries answers %d", code)
	}
	before := s.came()
	altered := mailgunFields("sesame", "t3", noon, plainLetter)
	altered[7] = "t4"
	bounced := mailgunFields("sesame", "t6", noon, plainLetter)
	bounced[1] = "somebody@else.test"
	parsed := mailgunFields("sesame", "t7", noon, plainLetter)[:10]
	for name, c := range map[string]struct {
		fields []string
		code   int
	}{
		"wrong key":                      {mailgunFields("guess", "t3", noon, plainLetter), 401},
		"altered token":                  {altered, 401},
		"old":                            {mailgunFields("sesame", "t3", noon.Add(-10*time.Hour), plainLetter), 401},
		"future":                         {mailgunFields("sesame", "t3", noon.Add(10*time.Minute), plainLetter), 401},
		"no token":                       {mailgunFields("sesame", "", noon, plainLetter), 401},
		"replayed token, another letter": {mailgunFields("sesame", "t1", noon, plainLetter+"4 Bo\r\n"), 409},
		"for nobody here":                {bounced, 406},
		"without the raw letter":         {parsed, 503},
		"body over the limit":            {mailgunFields("sesame", "t8", noon, string(make([]byte, 2<<20))), 406},
	} {
		if code := post(c.fields); code != c.code {
			t.Errorf("%s answers %d, want %d", name, code, c.code)
		}
	}
	if code := s.post("/in/mailgun/mime", "application/json", []byte("{}")); code != 415 {
		t.Errorf("wrong content type answers %d", code)
	}
	if code := s.post("/in/mailgun/mime", "multipart/form-data; boundary=x", []byte("--x\r\nbroken")); code != 400 {
		t.Errorf("a broken form answers %d", code)
	}
	if s.came() != before {
		t.Errorf("%d refused letters were taken", s.came()-before)
	}
}

func TestPostmark(t *testing.T) {
	s := open(t, &Hooks{Postmark: []string{"post:sesame"}})
	// JSON is Unicode, so Postmark replaces invalid bytes of a letter.
	letter := "From: Ana <ana@example.org>\r\nTo: play@pit.test\r\n\r\n3 C5\r\n"
	event := func(id, to, raw string) []byte {
		text, err := json.Marshal(map[string]any{"MessageID": id, "OriginalRecipient": to, "RawEmail": raw, "TextBody": "not this"})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	login := func(pair string) []string {
		return []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}
	}
	for _, c := range []struct {
		name string
		pair string
		body []byte
		code int
	}{
		{"good", "post:sesame", event("a", "play+x@pit.test", letter), 200},
		{"the same again", "post:sesame", event("a", "play+x@pit.test", letter), 200},
		{"another letter under its name", "post:sesame", event("a", "play+x@pit.test", letter+"4 Bo"), 409},
		{"wrong password", "post:guess", event("b", "play+x@pit.test", letter), 401},
		{"nobody here", "post:sesame", event("c", "cy@pit.test", letter), 403},
		{"no raw letter", "post:sesame", []byte(`{"MessageID":"d","OriginalRecipient":"play@pit.test","TextBody":"3 C5"}`), 503},
		{"no JSON", "post:sesame", []byte(`{"MessageID":`), 400},
	} {
		if code := s.post("/in/postmark", "application/json; charset=utf-8", c.body, login(c.pair)...); code != c.code {
			t.Errorf("%s answers %d, want %d", c.name, code, c.code)
		}
	}
	if code := s.post("/in/postmark", "application/json", event("e", "play@pit.test", letter)); code != 401 {
		t.Errorf("without a password answers %d", code)
	}
	if s.came() != 2 || s.raws[0] != letter || s.doors[0].Envelope.To[0] != "play+x@pit.test" || s.doors[0].Envelope.From != "" {
		t.Errorf("%d came, %q, %+v", s.came(), s.raws, s.doors[0].Envelope)
	}
}

func TestSendGridSignatureOverAReserialisedBody(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	public, err := SendGridKey(base64.StdEncoding.EncodeToString(der))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := SendGridKey("sesame"); err == nil {
		t.Error("any word is a key")
	}
	s := open(t, &Hooks{SendGrid: []*ecdsa.PublicKey{public}, SendGridAuth: []string{"grid:sesame"}})
	sign := func(at time.Time, body []byte) string {
		sum := sha256.Sum256([]byte(unix(at) + string(body)))
		signature, err := ecdsa.SignASN1(rand.Reader, key, sum[:])
		if err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(signature)
	}
	login := "Basic " + base64.StdEncoding.EncodeToString([]byte("grid:sesame"))
	kind, body := multi(t, "envelope", `{"to":["play+x@pit.test"],"from":"ana@example.org"}`, "email", plainLetter, "text", "not this")
	kindAgain, bodyAgain := multi(t, "envelope", `{"to":["play+x@pit.test"],"from":"ana@example.org"}`, "email", plainLetter, "text", "not this")
	kindTo, bodyTo := multi(t, "envelope", `{"to":["bo@pit.test"],"from":"ana@example.org"}`, "email", plainLetter)
	kindRaw, bodyRaw := multi(t, "envelope", `{"to":["play@pit.test"],"from":""}`, "text", "3 C5")
	for _, c := range []struct {
		name, kind string
		body       []byte
		login      string
		at         time.Time
		signature  string
		code       int
		came       int
	}{
		{"good", kind, body, login, noon, sign(noon, body), 200, 1},
		{"two days later", kind, body, login, noon.Add(-48 * time.Hour), sign(noon.Add(-48*time.Hour), body), 200, 2},
		{"altered body", kindTo, bodyTo, login, noon, sign(noon, body), 401, 2},
		{"written out anew", kindAgain, bodyAgain, login, noon, sign(noon, body), 401, 2},
		{"altered time", kind, body, login, noon.Add(-time.Second), sign(noon, body), 401, 2},
		{"old", kind, body, login, noon.Add(-99 * time.Hour), sign(noon.Add(-99*time.Hour), body), 401, 2},
		{"future", kind, body, login, noon.Add(time.Hour), sign(noon.Add(time.Hour), body), 401, 2},
		{"no signature", kind, body, login, noon, "", 401, 2},
		{"no password", kind, body, "", noon, sign(noon, body), 401, 2},
		{"nobody here", kindTo, bodyTo, login, noon, sign(noon, bodyTo), 200, 2},
		{"no raw letter", kindRaw, bodyRaw, login, noon, sign(noon, bodyRaw), 503, 2},
		{"no form", kind, []byte("--"), login, noon, sign(noon, []byte("--")), 400, 2},
	} {
		code := s.post("/in/sendgrid", c.kind, c.body, "Authorization", c.login,
			"X-Twilio-Email-Event-Webhook-Signature", c.signature, "X-Twilio-Email-Event-Webhook-Timestamp", unix(c.at))
		if code != c.code || s.came() != c.came {
			t.Errorf("%s answers %d, want %d; %d came, want %d", c.name, code, c.code, s.came(), c.came)
		}
	}
	s.last("sendgrid", "ana@example.org", "play+x@pit.test")
}

func TestSignedPost(t *testing.T) {
	s := open(t, &Hooks{Cloudflare: []string{"sesame"}, Plain: []string{"sesame2"}, MaxSize: 100_000})
	post := func(path, key string, at time.Time, from, to, raw string, alter ...string) int {
		headers := []string{"X-Pitpost-Timestamp", unix(at), "X-Envelope-From", from, "X-Envelope-To", to,
			"X-Pitpost-Signature", hexMAC(key, unix(at)+"\n"+from+"\n"+to+"\n"+raw)}
		return s.post(path, "message/rfc822", []byte(raw), append(headers, alter...)...)
	}
	const ana, play = "ana@example.org", "play+x@pit.test"
	if code := post("/in/cloudflare", "sesame", noon, ana, play, plainLetter); code != 200 {
		t.Fatalf("a good letter answers %d", code)
	}
	s.last("cloudflare", ana, play)
	if code := post("/in/mail", "sesame2", noon.Add(-5*time.Minute), "", "cy@pit.test,"+play, plainLetter); code != 200 {
		t.Fatalf("a good letter answers %d", code)
	}
	s.last("webhook", "<>", play)
	before := s.came()
	for name, got := range map[string][2]int{
		"the secret of the other door": {post("/in/cloudflare", "sesame2", noon, ana, play, plainLetter), 401},
		"old":                          {post("/in/cloudflare", "sesame", noon.Add(-time.Hour), ana, play, plainLetter), 401},
		"future":                       {post("/in/cloudflare", "sesame", noon.Add(time.Hour), ana, play, plainLetter), 401},
		"altered recipient":            {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "X-Envelope-To", "play+y@pit.test"), 401},
		"altered sender":               {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "X-Envelope-From", "bo@example.org"), 401},
		"altered time":                 {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "X-Pitpost-Timestamp", unix(noon.Add(1e9))), 401},
		"no signature":                 {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "X-Pitpost-Signature", ""), 401},
		"not hex":                      {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "X-Pitpost-Signature", "zz"), 401},
		"bearer where none is taken":   {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "Authorization", "Bearer sesame"), 401},
		"wrong bearer":                 {post("/in/mail", "sesame2", noon, ana, play, plainLetter, "Authorization", "Bearer sesame"), 401},
		"nobody here":                  {post("/in/cloudflare", "sesame", noon, ana, "di@pit.test", plainLetter), 422},
		"over the limit":               {post("/in/cloudflare", "sesame", noon, ana, play, string(make([]byte, 2<<20))), 413},
		"wrong content type":           {post("/in/cloudflare", "sesame", noon, ana, play, plainLetter, "Content-Type", "application/json"), 415},
	} {
		if got[0] != got[1] {
			t.Errorf("%s answers %d, want %d", name, got[0], got[1])
		}
	}
	if s.came() != before {
		t.Errorf("%d refused letters were taken", s.came()-before)
	}
	for _, headers := range [][]string{{"X-Original-To", play}, {"X-Envelope-To", play}} {
		if code := s.post("/in/mail", "message/rfc822", []byte(plainLetter), append(headers, "Authorization", "bearer sesame2", "X-Envelope-From", ana)...); code != 200 {
			t.Errorf("a bearer with %s answers %d", headers[0], code)
		}
		s.last("webhook", ana, play)
	}
	if code := s.post("/in/mail?to="+"play%2Bx%40pit.test", "message/rfc822", []byte(plainLetter), "Authorization", "Bearer sesame2"); code != 200 {
		t.Errorf("a bearer with a query answers %d", code)
	}
	s.last("webhook", "", play)
	if code := s.post("/in/mail", "message/rfc822", []byte(plainLetter), "Authorization", "Bearer sesame2"); code != 200 || s.doors[len(s.doors)-1].Envelope != nil {
		t.Errorf("without an envelope: %d", code)
	}
}
