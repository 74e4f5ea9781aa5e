// Package web answers at the addresses that a house has whatever is played on it: /healthz, /readyz
// and /metrics for who watches it, /calendar/ with a player's deadlines, and /stop/, where one click
// ends the mail. The pages of matches, of the post office and for spectators are rooms of their own.
package web

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"
)

// NonceHeader asks /healthz for a proof that it is the server of a certain house, which stands in
// ProofHeader of the answer. The port is part of what is proved, so that nobody passes the
// question on to that house and the answer off as their own.
const (
	NonceHeader = "X-Pitpost-Nonce"
	ProofHeader = "X-Pitpost-Proof"
)

// maxNonce keeps what strangers can have signed to a few bytes.
const maxNonce = 64

// Health answers /healthz (the process lives), /readyz (it can do its work) and /metrics,
// which metrics serves. prove shows who serves at that port, for that nonce.
func Health(ready func(context.Context) error, metrics http.Handler, prove func(port, nonce string) string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		at, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if nonce := r.Header.Get(NonceHeader); at != nil && nonce != "" && len(nonce) <= maxNonce {
			w.Header().Set(ProofHeader, prove(strconv.Itoa(at.Port), nonce))
		}
		_, _ = w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		if err := ready(ctx); err != nil {
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	})
	mux.Handle("GET /metrics", metrics)
	return mux
}
