// Package mailboxes is the page of the built-in post office: every mailbox on it, each letter as its
// reader sees it, and boxes to answer and to write. Everybody's mail lies open in it, so only people
// on this machine get it.
package mailboxes

import (
	"cmp"
	"embed"
	"errors"
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
	// listed is how many letters of a folder are shown.
	listed = 200
	// maxForm bounds what a browser may send, in bytes.
	maxForm = 1 << 20
	// policy lets a page load its own style and script and nothing else; frames of letters
	// inherit it, and their pictures are data: URIs.
	policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// desk serves the pages of one post office in one language.
type desk struct {
	office *postoffice.Office
	house  string // the address the house is written to
	game   string // one that can be opened there
	pages  *template.Template
	print  func(engine.Phrase) string
}

// Handler serves the page, to loopback peers only, under loopback names only, and nothing that a
// proxy passed on. house is the address to write to, game one that can be opened there.
func Handler(office *postoffice.Office, house, game string, words *templates.Catalog) http.Handler {
	desks := map[string]http.Handler{}
	for _, lang := range browser.Tongues {
		d := &desk{office: office, house: house, game: game, print: words.Printer(lang, nil).Print}
		d.pages = template.Must(template.New("").Funcs(template.FuncMap{"when": when, "say": d.say, "lang": func() string { return lang }, "game": func() string { return game }}).ParseFS(files,
			"boxes.html", "compose.html", "layout.html", "letter.html", "mailbox.html", "sorry.html"))
		desks[lang] = d.routes()
	}
	return browser.OnlyHere(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Vary", "Accept-Language")
		desks[browser.Asked(r)].ServeHTTP(w, r)
	}))
}

// say says something in the language of the desk.
func (d *desk) say(key string, pairs ...any) string { return d.print(engine.Say(key, pairs...)) }

// routes are the pages of one language.
func (d *desk) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, show := range map[string]browser.Page{
		"GET /{$}":                                           d.boxes,
		"GET /open":                                          d.open,
		"GET /mailbox/{address}":                             d.mailbox,
		"GET /mailbox/{address}/compose":                     d.compose,
		"POST /mailbox/{address}/send":                       d.send,
		"GET /mailbox/{address}/letter/{uid}":                d.letter,
		"POST /mailbox/{address}/letter/{uid}/delete":        d.remove,
		"GET /mailbox/{address}/letter/{uid}/attachment/{n}": d.attachment,
		"/": func(http.ResponseWriter, *http.Request) error { return d.refuse(http.StatusNotFound, "post.no-page") },
	} {
		mux.Handle(pattern, browser.Answer(show, d.sorry, d.say("post.fails"), slog.New(slog.DiscardHandler)))
	}
	mux.Handle("GET /postoffice.css", http.FileServerFS(files))
	mux.Handle("GET /postoffice.js", http.FileServerFS(files))
	return mux
}

// refuse says why a page is not shown.
func (d *desk) refuse(status int, key string, pairs ...any) error {
	return browser.Refuse(status, d.say(key, pairs...))
}

// when tells a time as a list of letters does: the hour today, the day before that.
func when(t time.Time) string {
	t = t.Local()
	if now := time.Now(); now.Sub(t) < 12*time.Hour && now.YearDay() == t.YearDay() {
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// page is what every page has.
type page struct {
	Title   string
	Refresh string // address to load again by itself, "" for none
}

func (d *desk) show(w http.ResponseWriter, status int, name string, data any) error {
	return browser.Show(w, status, d.pages, name, data)
}

func (d *desk) sorry(w http.ResponseWriter, _ *http.Request, status int, why string) error {
	return d.show(w, status, "sorry.html", struct {
		page
		Why string
	}{page{Title: d.say("post.sorry")}, why})
}

// boxes lists every mailbox.
func (d *desk) boxes(w http.ResponseWriter, _ *http.Request) error {
	boxes, err := d.office.Boxes()
	if err != nil {
		return d.refuse(http.StatusInternalServerError, "post.fails")
	}
	type row struct {
		postoffice.Box
		Link string
	}
	data := struct {
		page
		Domain, House, Game string
		Boxes               []row
	}{page{Title: d.say("post.boxes"), Refresh: "/"}, d.office.Domain(), d.house, d.game, nil}
	data.Boxes = engine.Each(boxes, func(b postoffice.Box) row { return row{b, mailboxLink(b.Address)} })
	return d.show(w, http.StatusOK, "boxes.html", data)
}

// open goes to the mailbox of any address, or of a bare name.
func (d *desk) open(w http.ResponseWriter, r *http.Request) error {
	for _, address := range []string{r.FormValue("address"), r.FormValue("address") + "@" + d.office.Domain()} {
		if mailbox, ok := d.office.Owns(address); ok {
			http.Redirect(w, r, mailboxLink(mailbox), http.StatusSeeOther)
			return nil
		}
	}
	return d.refuse(http.StatusNotFound, "post.no-address", "domain", d.office.Domain())
}

// tab is a folder to choose.
type tab struct {
	postoffice.FolderCount
	Label, Link string
	Chosen      bool
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
	type row struct {
		postoffice.Summary
		Who, Link string
	}
	data := struct {
		page
		Address, Link, Notice string
		Tabs                  []tab
		Letters               []row
	}{page{address, folderLink(address, folder)}, address, mailboxLink(address), "", d.tabs(address, folder, folders), nil}
	if r.FormValue("sent") != "" {
		data.Notice = d.say("post.on-its-way")
	}
	for _, l := range letters {
		who := l.From
		if name, _, ok := strings.Cut(who, " <"); ok && !strings.Contains(who, ">, ") {
			who = strings.Trim(name, `"`) // as in any list of letters: the name will do
		}
		if folder == postoffice.Sent {
			who = d.say("post.to-whom", "to", l.To)
		}
		data.Letters = append(data.Letters, row{l, who, letterLink(address, folder, l.UID, "", "")})
	}
	return d.show(w, http.StatusOK, "mailbox.html", data)
}

// tabs shows the folders that have letters, with the inbox and what was sent always.
func (d *desk) tabs(address, chosen string, folders []postoffice.FolderCount) []tab {
	var list []tab
	for _, f := range folders {
		if f.Letters == 0 && f.Name != chosen && f.Name != postoffice.Inbox && f.Name != postoffice.Sent {
			continue
		}
		label := f.Name
		if label == postoffice.Inbox {
			label = d.say("post.inbox")
		}
		list = append(list, tab{f, label, folderLink(address, f.Name), f.Name == chosen})
	}
	return list
}

func folderOf(r *http.Request) string {
	return cmp.Or(r.FormValue("folder"), postoffice.Inbox)
}

func folderLink(address, folder string) string {
	if folder == postoffice.Inbox {
		return mailboxLink(address)
	}
	return mailboxLink(address) + "?" + url.Values{"folder": {folder}}.Encode()
}

// letterLink is the address of a letter, in a view where show names one, or of what belongs to it
// and lies below.
func letterLink(address, folder string, uid uint32, below, show string) string {
	query := url.Values{}
	if folder != postoffice.Inbox {
		query.Set("folder", folder)
	}
	if show != "" {
		query.Set("show", show)
	}
	link := mailboxLink(address) + "/letter/" + uidText(uid) + below
	if len(query) > 0 {
		link += "?" + query.Encode()
	}
	return link
}

// addressed returns the mailbox that the page is about.
func (d *desk) addressed(r *http.Request) (string, error) {
	address, ok := d.office.Owns(r.PathValue("address"))
	if !ok {
		return "", d.refuse(http.StatusNotFound, "post.not-ours", "domain", d.office.Domain())
	}
	return address, nil
}

// Closed stands in the post office's place in a house that is open to the world.
func Closed() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "With PUBLIC_URL set, the page of the post office is closed: a proxy in front could show everybody's mail.", http.StatusForbidden)
	})
}
