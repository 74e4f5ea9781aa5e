package signin

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// provider is an OAuth server on loopback, with a page that redirects back with a code, codes to type, and
// tokens. Whoever requests the page is signed in by that.
type provider struct {
	*httptest.Server
	Access  func() string // returns a new access token
	Expires int           // lifetime of a refresh token in seconds, sent with it; 0 is not sent
	Asks    int           // how many requests for the token come before the code has been typed

	mu        sync.Mutex
	challenge map[string]string // by code
	refresh   string            // the valid refresh token
}

// startProvider starts a provider, which stops when the test ends.
func startProvider(t testing.TB, access func() string) *provider {
	t.Helper()
	s := &provider{Access: access, challenge: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /page", s.page)
	mux.HandleFunc("POST /device", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"device_code":"device","user_code":"HJKL-7","verification_uri":"%s/type","expires_in":900,"interval":1}`, s.URL)
	})
	mux.HandleFunc("POST /token", s.token)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func (s *provider) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" || q.Get("access_type") != "offline" {
		http.Error(w, "no proof of who asks", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	s.challenge[code] = q.Get("code_challenge")
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
}

func (s *provider) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	refuse := func(why string) {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":%q}`, why)
	}
	switch r.PostFormValue("grant_type") {
	case "urn:ietf:params:oauth:grant-type:device_code":
		if s.Asks--; s.Asks >= 0 {
			refuse("authorization_pending")
			return
		}
	case "authorization_code":
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		want, known := s.challenge[r.PostFormValue("code")]
		if !known || base64.RawURLEncoding.EncodeToString(sum[:]) != want {
			refuse("invalid_grant")
			return
		}
		delete(s.challenge, r.PostFormValue("code"))
	case "refresh_token":
		if s.refresh == "" || r.PostFormValue("refresh_token") != s.refresh {
			refuse("invalid_grant")
			return
		}
	default:
		refuse("unsupported_grant_type")
		return
	}
	s.refresh = rand.Text()
	expires := ""
	if s.Expires > 0 {
		expires = fmt.Sprintf(`,"refresh_token_expires_in":%d`, s.Expires)
	}
	fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600,"refresh_token":%q%s}`, s.Access(), s.refresh, expires)
}
