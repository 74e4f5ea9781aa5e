package hook

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pitpost.example/lab"
)

// The largest accepted letter costs no more than any letter may, 2 s of processor time and 64 MB, even if it
// comes inside JSON.
func TestTheLargestLetterCostsLittle(t *testing.T) {
	letter := plainLetter[:len(plainLetter)-4] + strings.Repeat("words and words and words\r\n", 370_000)
	text, err := json.Marshal(map[string]any{"MessageID": "a", "OriginalRecipient": "play@pit.test", "RawEmail": letter})
	if err != nil {
		t.Fatal(err)
	}
	hooks := &Hooks{Plain: []string{"sesame"}, Postmark: []string{"post:sesame"}}
	s := open(t, hooks)
	door := hooks.Handler()
	for _, c := range []struct{ path, kind, login, body string }{
		{"mail", "message/rfc822", "Bearer sesame", letter},
		{"postmark", "application/json", "Basic " + base64.StdEncoding.EncodeToString([]byte("post:sesame")), string(text)},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://pit.test"+Prefix+c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		r.Header.Set("Authorization", c.login)
		w := &patientRecorder{httptest.NewRecorder()}
		cpu, heap := lab.Cost(func() { door.ServeHTTP(w, r) })
		t.Logf("%s: %v, %.1f MB", c.path, cpu, float64(heap)/(1<<20))
		if w.Code != http.StatusOK || cpu > 2*time.Second || heap > 64<<20 {
			t.Errorf("%s answers %d after %v and %d MB", c.path, w.Code, cpu, heap>>20)
		}
	}
	if s.came() != 2 {
		t.Errorf("%d letters were taken", s.came())
	}
}
