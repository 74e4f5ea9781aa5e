// Package mailboxes serves the page of the built-in post office: all its mailboxes, each letter as its reader
// sees it, and forms to answer and to write. It has no login and shows everybody's mail, so only browsers on
// this machine may open it.
package mailboxes

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

//go:embed *.html postoffice.css postoffice.js
var files embed.FS

const (
	// listed is how many letters of a folder are shown at most.
	listed = 200
	// maxForm bounds what a browser may send, in bytes.
	maxForm = 1 << 20
	// policy lets a page load only its own style and script. The frames of
	// letters inherit it, and their pictures are data: URIs.
	policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// desk serves the pages of one post office in one language.
type desk struct {
	office *postoffice.Office
	house  string // the house's address
	pages  *template.Template
	print  func(engine.Phrase) string
}

// Handler serves the page only to loopback clients, only under loopback names, and not through a proxy. house
// is the house's address; game is a game that its pages suggest opening.
func Handler(office *postoffice.Office, house, game string, words *templates.Catalog) http.Handler {
	desks := map[string]http.Handler{}
	for _, tongue := range browser.Tongues {
		lang := tongue.String()
		d := &desk{office: office, house: house, print: words.Printer(lang, nil).Print}
		d.pages = template.Must(template.New("").Funcs(template.FuncMap{
			"lang": func() string { return lang }, "game": func() string { return engine.CapitaliseFirst(game) }, "say": d.say, "when": when, "size": size, "sender": sender,
			"mailbox": mailboxLink, "folder": folderLink, "letter": letterLink,
		}).ParseFS(files, "*.html"))
		desks[lang] = d.routes()
	}
	return browser.ServeBrowserHereOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Vary", "Accept-Language")
		desks[browser.PreferredLanguage(r)].ServeHTTP(w, r)
	}))
}

// say returns a text in the desk's language.
func (d *desk) say(key string, pairs ...any) string { return d.print(engine.Say(key, pairs...)) }

// routes returns the handlers for one language.
func (d *desk) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, show := range map[string]browser.Page{
		"GET /{$}":                                           d.boxes,
		"GET /open":                                          d.open,
		"GET /mailbox/{address}":                             d.mailbox,
		"GET /mailbox/{address}/compose":                     d.compose,
		"POST /mailbox/{address}/send":                       d.send,
		"GET /mailbox/{address}/letter/{uid}":                d.letter,
		"GET /mailbox/{address}/letter/{uid}/attachment/{n}": d.attachment,
		"/": browser.RefusingPage(d.refuse(http.StatusNotFound, "post.no-page")),
	} {
		mux.Handle(pattern, browser.ServePage(show, d.sorry, d.say("post.fails"), slog.New(slog.DiscardHandler)))
	}
	mux.Handle("GET /postoffice.css", http.FileServerFS(files))
	mux.Handle("GET /postoffice.js", http.FileServerFS(files))
	return mux
}

// refuse returns an error that tells the reader why a page is not shown.
func (d *desk) refuse(status int, key string, pairs ...any) error {
	return browser.NewRefusal(status, d.say(key, pairs...))
}

// when formats a time for a list of letters: only the hour for today, otherwise date and hour.
func when(t time.Time) string {
	t = t.Local()
	if now := time.Now(); now.Sub(t) < 12*time.Hour && now.YearDay() == t.YearDay() {
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// page holds the values for a template. A page with "Refresh" reloads that address by itself.
type page map[string]any

func (d *desk) show(w http.ResponseWriter, status int, name string, p page) error {
	return browser.ShowPage(w, status, d.pages, name, p)
}

func (d *desk) sorry(w http.ResponseWriter, _ *http.Request, status int, why string) error {
	return d.show(w, status, "sorry.html", page{"Title": d.say("post.sorry"), "Why": why})
}

// boxes lists every mailbox.
func (d *desk) boxes(w http.ResponseWriter, _ *http.Request) error {
	boxes, err := d.office.Boxes()
	if err != nil {
		return d.refuse(http.StatusInternalServerError, "post.fails")
	}
	return d.show(w, http.StatusOK, "boxes.html", page{"Title": d.say("post.boxes"), "Refresh": "/",
		"Domain": d.office.Domain(), "House": d.house, "Boxes": boxes})
}

// open redirects to the mailbox of an address or of a bare name.
func (d *desk) open(w http.ResponseWriter, r *http.Request) error {
	for _, address := range []string{r.FormValue("address"), r.FormValue("address") + "@" + d.office.Domain()} {
		if mailbox, ok := d.office.Owns(address); ok {
			http.Redirect(w, r, mailboxLink(mailbox), http.StatusSeeOther)
			return nil
		}
	}
	return d.refuse(http.StatusNotFound, "post.no-address", "domain", d.office.Domain())
}

// mailbox lists the letters of one folder.
func (d *desk) mailbox(w http.ResponseWriter, r *http.Request) error {
	address, err := d.addressed(r)
	if err != nil {
		return err
	}
	folder := folderOf(r)
	letters, err := d.office.Letters(address, folder, listed)
	folders, err2 := d.office.Folders(address)
	if err := errors.Join(err, err2); err != nil {
		return d.refuse(http.StatusNotFound, "post.no-folder")
	}
	return d.show(w, http.StatusOK, "mailbox.html", page{"Title": address, "Refresh": folderLink(address, folder),
		"Address": address, "Folder": folder, "Folders": folders, "Letters": letters, "Sent": r.FormValue("sent")})
}

// sender returns the sender's name for a list of letters, or the whole field if it has no single name.
func sender(from string) string {
	if name, _, ok := strings.Cut(from, " <"); ok && !strings.Contains(from, ">, ") {
		return strings.Trim(name, `"`)
	}
	return from
}

func folderOf(r *http.Request) string {
	return cmp.Or(r.FormValue("folder"), postoffice.Inbox)
}

func mailboxLink(address string) string { return "/mailbox/" + url.PathEscape(address) }

func folderLink(address, folder string) string {
	if folder == postoffice.Inbox {
		return mailboxLink(address)
	}
	return mailboxLink(address) + "?" + url.Values{"folder": {folder}}.Encode()
}

// letterLink returns the address of a letter's page, or of a path below it. show chooses the view, "" for the default.
func letterLink(address, folder string, uid uint32, below, show string) string {
	query := url.Values{}
	if folder != postoffice.Inbox {
		query.Set("folder", folder)
	}
	if show != "" {
		query.Set("show", show)
	}
	link := fmt.Sprintf("%s/letter/%d%s", mailboxLink(address), uid, below)
	if len(query) > 0 {
		link += "?" + query.Encode()
	}
	return link
}

// addressed returns the mailbox of the page.
func (d *desk) addressed(r *http.Request) (string, error) {
	address, ok := d.office.Owns(r.PathValue("address"))
	if !ok {
		return "", d.refuse(http.StatusNotFound, "post.not-ours", "domain", d.office.Domain())
	}
	return address, nil
}

// ServeClosed answers in place of the post office when the house is open to the world.
func ServeClosed() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "With PUBLIC_URL set, the page of the post office is closed: a proxy in front could show everybody's mail.", http.StatusForbidden)
	})
}
