// Package matches is the pages behind the link in a letter: the letter as it was sent, the seat with
// its board and a field for commands, the box of the host, and the board of a public match. Whoever
// has a link may read its letter; only a code that is mailed to its reader opens the seat.
package matches

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/hex"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

//go:embed match.html match.css match.js board.js
var files embed.FS

// matchPolicy lets a page of a match load its own style and script, and ask its own house
// for news, and nothing else; its pictures are data: URIs.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Pages are the pages of matches. Words that prove something come in and go out through
// its functions, so that the pages hold no key.
type Pages struct {
	House  *house.House
	Words  *templates.Catalog
	Public string // PUBLIC_URL
	Secure bool   // reached by https alone
	Now    func() time.Time
	// Notice is the letter that a link's word names; 0 for none of ours.
	Notice func(ctx context.Context, word string) (int64, error)
	// Archived is the word for a letter in its reader's list, and Unarchived the letter of a
	// word; false for none of ours.
	Archived   func(letter int64) string
	Unarchived func(word string) (int64, bool)
	// Proof proves that a form is ours, and Proved checks that.
	Proof  func(of string) string
	Proved func(of, proof string) bool
	Writer Writer

	pages *template.Template
}

// Writer writes what pages show as letters do.
type Writer interface {
	// Present shows a seat's position; nil, nil before the start.
	Present(ctx context.Context, match int64, seat *model.Seat, now time.Time) (*model.Position, error)
	// PresentPublic shows what anybody may see; nil, nil where nothing is public.
	PresentPublic(ctx context.Context, match int64, lang string, now time.Time) (*model.Position, error)
	// Outcome is what a receipt says of the lines it answers.
	Outcome(ctx context.Context, receipt *model.Notice, now time.Time) ([]string, error)
}

// Handler serves the page of a letter, of a seat, and of a public match. A GET changes
// nothing.
func (m *Pages) Handler() http.Handler {
	m.pages = template.Must(browser.Site().ParseFS(files, "match.html"))
	mux := m.mux()
	return browser.Guarded(policy, m.Secure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.Method == http.MethodPost && browser.FromElsewhere(r, m.Public) {
			_ = m.sorry(w, r, http.StatusForbidden, "page.late")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
		mux.ServeHTTP(w, r)
	}))
}

func (m *Pages) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, show := range map[string]browser.Page{
		"GET /letter/{word}":               m.letter,
		"GET /letter/{word}/seat":          m.letterSeat,
		"POST /letter/{word}/code":         m.provedLetter(m.mailCode),
		"POST /letter/{word}/enter":        m.provedLetter(m.enter),
		"GET /seat/{match}":                m.seated(m.seat),
		"POST /seat/{match}":               m.proved(m.play),
		"GET /seat/{match}/letters":        m.seated(m.letters),
		"GET /seat/{match}/letters/{word}": m.seated(m.oldLetter),
		"POST /seat/{match}/host":          m.proved(m.host),
		"POST /seat/{match}/leave":         m.proved(m.leave),
		"GET /m/{match}":                   m.public,
		"/": func(http.ResponseWriter, *http.Request) error {
			return browser.Refuse(http.StatusNotFound, "page.gone")
		},
	} {
		mux.Handle(pattern, browser.Answer(show, m.sorry, "page.sorry", m.House.Log))
	}
	mux.HandleFunc("GET /seat/{match}/now", m.news)
	mux.HandleFunc("GET /m/{match}/now", m.publicNews)
	mux.Handle("GET /match.css", http.FileServerFS(files))
	mux.Handle("GET /match.js", http.FileServerFS(files))
	mux.Handle("GET /board.js", http.FileServerFS(files))
	return mux
}

// matchPage is all that a page of a match can show.
type matchPage struct {
	Lang, Title string
	Public      string // the title that a preview of the link may show
	print       func(engine.Phrase) string

	Sheet  template.HTML // the position or letter
	Top    []string      // sentences above it
	Wrong  string        // what went wrong with the last form
	Result []string      // what was done with the last line
	Links  []matchLink
	// Code offers a code, Enter takes one; both lead to the page of the letter.
	Code, Enter string
	// Play takes a line, at the address of the seat.
	Play, Leave, Line, Proof, Once string
	model.Position                          // of the seat
	Now                            string   // what a newer state is told from
	Log                            []string // all that happened in a public match, the newest first
	Live                           string   // where a public match tells of news, which are shown at once
	Letters                        []matchLink
	Host                           *hostBox // nil for who is not the host
}

type matchLink struct{ Text, Link string }

// Say is a text of the page in its reader's language.
func (p *matchPage) Say(key string, pairs ...any) string { return p.print(engine.Say(key, pairs...)) }

// begin begins a page in a language; zone is where its reader's clock stands.
func (m *Pages) begin(lang, zone string) *matchPage {
	return &matchPage{Lang: lang, Title: "Pitpost", Public: "Pitpost", print: m.Words.Printer(lang, model.Location(zone)).Print}
}

func (m *Pages) show(w http.ResponseWriter, status int, p *matchPage) error {
	return browser.Show(w, status, m.pages, "match.html", p)
}

// sorry says one sentence and nothing of the match.
func (m *Pages) sorry(w http.ResponseWriter, r *http.Request, status int, key string) error {
	p := m.begin(browser.Asked(r), "UTC")
	p.Top = []string{p.Say(key)}
	return m.show(w, status, p)
}

// once is the number of a form.
func once() string {
	var b [12]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// public shows a match to anybody, if it is open to all; else there is none.
func (m *Pages) public(w http.ResponseWriter, r *http.Request) error {
	lang, id := browser.Asked(r), browser.Number(r, "match")
	w.Header().Set("Vary", "Accept-Language")
	position, err := m.Writer.PresentPublic(r.Context(), id, lang, m.Now())
	if err != nil {
		return err
	}
	if position == nil {
		return browser.Refuse(http.StatusNotFound, "page.no-match")
	}
	p := m.begin(lang, "UTC")
	p.Title, p.Public = position.Head, position.Title // the sheet has the other above it
	if position.HTML == "" {
		p.Top = []string{p.Say("page.not-begun")}
		return m.show(w, http.StatusOK, p)
	}
	p.Top = []string{p.Say("page.public")}
	p.Sheet, p.Log = sheetOf(position.HTML, nil), position.News
	path := "/m/" + strconv.FormatInt(id, 10)
	if position.Over {
		p.Links = []matchLink{{p.Say("replay.link"), path + "/replay"}}
	} else {
		p.Now, p.Live = m.publicNow(id, position), path+"/now"
	}
	return m.show(w, http.StatusOK, p)
}

// publicNow is a word for what the page of a public match shows.
func (m *Pages) publicNow(match int64, position *model.Position) string {
	return m.Proof("now " + strconv.FormatInt(match, 10) + position.Title + position.HTML + strings.Join(position.News, "\n"))
}

// publicNews gives a word that is another one when the page of a public match is.
func (m *Pages) publicNews(w http.ResponseWriter, r *http.Request) {
	id := browser.Number(r, "match")
	position, err := m.Writer.PresentPublic(r.Context(), id, browser.Asked(r), m.Now())
	if err != nil || position == nil {
		http.Error(w, "", http.StatusNotFound)
		return
	}
	browser.Fresh(w, r, "text/plain; charset=utf-8", []byte(m.publicNow(id, position)))
}
