package web

import (
	"bytes"
	"context"
	"html/template"
	"io"
	"net/http"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

// stopPage is the page with the button that stops mail, in the browser's language.
type stopPage struct {
	Lang, Button string
	Lines        []string
}

var stopForm = template.Must(template.New("stop").Parse(`<!doctype html><html lang="{{.Lang}}"><meta charset="utf-8">` +
	`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Pitpost</title>` +
	`<style>body{font:18px/1.5 Georgia,serif;max-width:32em;margin:4em auto;padding:0 1em}button{font:inherit;padding:.4em 1em}</style>` +
	`{{range .Lines}}<p>{{.}}</p>{{end}}{{with .Button}}<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>{{.}}</button></form>{{end}}</html>`))

// stopPolicy forbids framing, because a click that is meant for a page around it would stop mail.
const stopPolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeUnsubscribe answers /stop/TOKEN, the link of List-Unsubscribe. Only a POST acts, as RFC 8058 requires, since link scanners
// fetch whatever they find. ok is false for a token that this house did not make. A second POST changes nothing more.
func ServeUnsubscribe(words *templates.Catalog,
	do func(ctx context.Context, token string) (ok bool, err error)) http.Handler {
	return browser.GuardHeaders(stopPolicy, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.URL.Path, "/stop/")
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("Vary", "Accept-Language")
		lang := browser.PreferredLanguage(r)
		say := words.Printer(lang, nil)
		show := func(status int, button string, keys ...string) {
			p := stopPage{Lang: lang, Lines: engine.MapList(keys, func(key string) string { return say.Print(engine.Say(key)) })}
			if button != "" {
				p.Button = say.Print(engine.Say(button))
			}
			w.WriteHeader(status)
			_ = stopForm.Execute(w, p) // an error means that the client has gone
		}
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			show(http.StatusOK, "stop.button", "stop.ask")
			return
		}
		if r.Method != http.MethodPost {
			h.Set("Allow", "GET, POST")
			show(http.StatusMethodNotAllowed, "", "stop.post")
			return
		}
		if !saysOneClick(r) { // some scanners post to every link
			show(http.StatusBadRequest, "stop.button", "stop.ask")
			return
		}
		ok, err := do(r.Context(), token)
		switch {
		case err != nil:
			show(http.StatusServiceUnavailable, "", "stop.later")
		case !ok:
			show(http.StatusNotFound, "", "stop.gone")
		default:
			show(http.StatusOK, "", "stop.done", "stop.then")
		}
	}))
}

// bodyMost is how much of a POST is read, in bytes. What is asked for is much shorter, in whatever form it comes.
const bodyMost = 4 << 10

// saysOneClick reports whether a POST has the field that RFC 8058 asks for, as a mail program's button or ours sends it.
func saysOneClick(r *http.Request) bool {
	body, _ := io.ReadAll(io.LimitReader(r.Body, bodyMost)) // half of a form may say it too
	_, after, found := bytes.Cut(body, []byte("List-Unsubscribe"))
	return found && bytes.Contains(after, []byte("One-Click"))
}
