// Package web answers the addresses that a house has whatever games it plays: /healthz, /readyz and /metrics
// for monitoring, /calendar/ with a player's deadlines, and /stop/, where one click stops mail. The pages of
// matches, of the post office and for spectators are packages of their own.
package web

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// A request with NonceHeader asks /healthz to prove which house is serving; the proof is
// in ProofHeader of the answer. It covers the port, so that another server cannot forward
// the question to the house and present the answer as its own.
const (
	NonceHeader = "X-Pitpost-Nonce"
	ProofHeader = "X-Pitpost-Proof"
)

// readyFor is how long the answer of /readyz holds.
const readyFor = 200 * time.Millisecond

// maxNonce is how many bytes of a stranger's choice the house signs at most.
const maxNonce = 64

// ServeHealth answers /healthz (the process is alive), /readyz (it can do its work, or what ready says is missing) and
// /metrics, which metrics serves. prove returns the proof for a port and a nonce.
func ServeHealth(ready func(context.Context) error, metrics http.Handler, prove func(port, nonce string) string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		at, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if nonce := r.Header.Get(NonceHeader); at != nil && nonce != "" && len(nonce) <= maxNonce {
			w.Header().Set(ProofHeader, prove(strconv.Itoa(at.Port), nonce))
		}
		_, _ = w.Write([]byte("ok\n"))
	})
	var checking sync.Mutex // a check costs the database some work, and anybody may ask for it
	var checked time.Time
	var found error
	check := func(ctx context.Context) error {
		checking.Lock()
		defer checking.Unlock()
		if time.Since(checked) > readyFor {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
			defer cancel()
			found, checked = ready(ctx), time.Now()
		}
		return found
	}
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := check(r.Context()); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	})
	mux.Handle("GET /metrics", metrics)
	return mux
}
