package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A server proves which house it is for a nonce and the port of the request, and signs no long nonce.
func TestHealthProvesWhoServes(t *testing.T) {
	server := httptest.NewServer(ServeHealth(func(context.Context) error { return nil }, http.NotFoundHandler(),
		func(port, nonce string) string { return port + " proves " + nonce }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for nonce, want := range map[string]string{"": "", "n1": port + " proves n1", strings.Repeat("n", 65): ""} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(NonceHeader, nonce)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got := answer.Header.Get(ProofHeader); got != want || answer.StatusCode != http.StatusOK {
			t.Errorf("%q: %q, want %q", nonce, got, want)
		}
	}
}

// Anybody may ask whether the house is ready, and a check costs the database some work: those who ask at once share one.
func TestManyWhoAskForReadinessShareOneCheck(t *testing.T) {
	checks := 0
	health := ServeHealth(func(context.Context) error { checks++; return nil }, http.NotFoundHandler(), nil)
	begun := time.Now()
	for range 100 {
		w := httptest.NewRecorder()
		health.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if w.Code != http.StatusOK {
			t.Fatalf("a house that is ready answers %d", w.Code)
		}
	}
	if most := 1 + int(time.Since(begun)/readyFor); checks > most {
		t.Errorf("100 requests made %d checks", checks)
	}
}
