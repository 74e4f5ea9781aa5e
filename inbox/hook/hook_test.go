package hook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
)

// noon is the house's time in these tests.
var noon = time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)

const plainLetter = "From: Ana <ana@example.org>\r\nTo: play@pit.test\r\nSubject: hello\r\nMessage-ID: <1@example.org>\r\n\r\n3 C5 \xe9\r\n"

// house is a Taker that records the letters it gets.
type house struct {
	mu    sync.Mutex
	raws  []string
	doors []intake.Source
	fate  intake.Fate
	err   error
	panic bool
}

func (h *house) take(_ context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.raws, h.doors = append(h.raws, string(raw)), append(h.doors, door)
	if h.panic {
		panic("no code is ready for this")
	}
	return h.fate, h.err
}

func (h *house) came() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.raws)
}

// stand is a running server with webhooks.
type stand struct {
	*house
	t    *testing.T
	url  string
	logs *strings.Builder
}

func open(t *testing.T, hooks *Hooks) *stand {
	t.Helper()
	s := &stand{house: &house{fate: intake.Processed}, t: t, logs: new(strings.Builder)}
	hooks.Take, hooks.Now = s.take, func() time.Time { return noon }
	hooks.Ours = func(to string) bool { return strings.HasPrefix(to, "play") && strings.HasSuffix(to, "@pit.test") }
	hooks.Seen = remembered()
	hooks.Log = slog.New(slog.NewTextHandler(s.logs, nil))
	server := httptest.NewServer(hooks.Handler())
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// post sends a request and returns the status.
func (s *stand) post(path, kind string, body []byte, headers ...string) int {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header[headers[i]] = []string{headers[i+1]}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, secret := range []string{"sesame", "3 C5", "the database"} {
		if strings.Contains(string(text), secret) || strings.Contains(s.logs.String(), secret) && secret != "the database" {
			s.t.Errorf("%q is told: %s", secret, text)
		}
	}
	return answer.StatusCode
}

// multi returns a multipart form.
func multi(t *testing.T, fields ...string) (kind string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

func urlencoded(fields ...string) []byte {
	v := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	return []byte(v.Encode())
}

// last checks the last letter.
func (s *stand) last(door, from string, to ...string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.raws) == 0 {
		s.t.Fatal("no letter came")
	}
	d := s.doors[len(s.doors)-1]
	if raw := s.raws[len(s.raws)-1]; raw != plainLetter {
		s.t.Errorf("the letter came as %q", raw)
	}
	if string(d.Name) != door || d.Envelope == nil || d.Envelope.From != from || !slices.Equal(d.Envelope.To, to) || !d.ReceivedAt.IsZero() {
		s.t.Errorf("door %+v, envelope %+v", d, d.Envelope)
	}
}

func TestNoSecretNoDoor(t *testing.T) {
	if new(Hooks).Handler() != nil || len(new(Hooks).Paths()) != 0 {
		t.Error("webhooks are open although none is set up")
	}
	s := open(t, &Hooks{Plain: []string{"sesame"}})
	for _, path := range []string{"/in/mailgun/mime", "/in/postmark", "/in/sendgrid", "/in/ses", "/in/cloudflare"} {
		if code := s.post(path, "application/json", []byte("{}")); code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, code)
		}
	}
}

// Providers get a status that makes them try again for "later", and one that stops them for "never".
func TestFatesAndAnswers(t *testing.T) {
	s := open(t, &Hooks{Plain: []string{"old", "sesame"}, MaxSize: 2000})
	bearer := []string{"Authorization", "Bearer sesame"}
	send := func(body string) int { return s.post("/in/mail", "message/rfc822", []byte(body), bearer...) }
	for _, c := range []struct {
		name  string
		fate  intake.Fate
		err   error
		panic bool
		code  int
	}{
		{"taken", intake.Processed, nil, false, 200},
		{"set aside", intake.SetAside, nil, false, 200},
		{"later", intake.Later, nil, false, 503},
		{"database away", intake.Later, errors.New("the database is away"), false, 503},
		{"panic", intake.Processed, nil, true, 503},
	} {
		s.mu.Lock()
		s.fate, s.err, s.panic = c.fate, c.err, c.panic
		s.mu.Unlock()
		if code := send(plainLetter); code != c.code {
			t.Errorf("%s answers %d, want %d", c.name, code, c.code)
		}
	}
	s.house.panic, s.house.err, s.house.fate = false, nil, intake.Processed
	if code := send(plainLetter + strings.Repeat("x", 3000)); code != 200 || !s.doors[len(s.doors)-1].TooBig {
		t.Errorf("a letter over the limit answers %d and is not noted as too big", code)
	}
	before := s.came()
	if code := send(plainLetter + strings.Repeat("x", 2<<20)); code != 413 || s.came() != before {
		t.Errorf("a body without end answers %d", code)
	}
	r, err := http.Get(s.url + "/in/mail")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "POST" {
		t.Errorf("GET answers %d", r.StatusCode)
	}
}

// remembered is a Seen that works like the house's: a token is valid for one letter, however often that
// comes.
func remembered() func(context.Context, string, string, [32]byte, time.Time, time.Time) (bool, error) {
	var mu sync.Mutex
	under := map[string][32]byte{}
	return func(_ context.Context, door, token string, letter [32]byte, _, _ time.Time) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		before, ok := under[door+" "+token]
		if !ok {
			under[door+" "+token] = letter
		}
		return !ok || before == letter, nil
	}
}
