package web

import (
	"context"
	"net/http"
	"strings"
)

// Stop answers /stop/TOKEN, the link of List-Unsubscribe. Only a POST acts, as
// RFC 8058 has it: link scanners fetch what they find. do says whether the
// token is one of ours; acting twice is acting once.
func Stop(do func(ctx context.Context, token string) (ok bool, err error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.URL.Path, "/stop/")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			_, _ = w.Write([]byte(stopPage(`<p>No more mail about this match?</p><form method="post"><button>Stop the mail</button></form>`)))
			return
		}
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", "GET, POST")
			http.Error(w, "this takes a POST", http.StatusMethodNotAllowed)
			return
		}
		ok, err := do(r.Context(), token)
		switch {
		case err != nil:
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(stopPage(`<p>That did not work just now. Please try again in a minute.</p>`)))
		case !ok:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(stopPage(`<p>This link is not one of ours any more.</p>`)))
		default:
			_, _ = w.Write([]byte(stopPage(`<p>Done: no more mail about this match.</p><p>If you sat in it, a bot sits in for you, and a letter that says “back” undoes it within seven days. If you were invited, nobody can invite you here again.</p>`)))
		}
	})
}

func stopPage(body string) string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<title>Pitpost</title><style>body{font:18px/1.5 Georgia,serif;max-width:32em;margin:4em auto;padding:0 1em}button{font:inherit;padding:.4em 1em}</style>` +
		body + `</html>`
}
