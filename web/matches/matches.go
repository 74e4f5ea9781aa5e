// Package matches serves the pages behind the link in a letter: the letter as it was sent, the seat with its
// board and a field for commands, the host's box, and the board of a public match. Anybody who has the link can
// read the letter; only a code that is mailed to its reader opens the seat.
package matches

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

//go:embed match.html match.css match.js board.js
var files embed.FS

// policy lets a page of a match load its own style and script and ask its own house for news, and nothing else.
// Its pictures are data: URIs.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Pages serves the pages of matches. Words that prove something are made and checked by its functions, so that
// this package holds no secret key.
type Pages struct {
	House  *server.House
	Words  *templates.Catalog
	Public string // PUBLIC_URL
	Secure bool   // reached by https alone
	Now    func() time.Time
	// Notice returns the letter of a link's word; false if this house did not make it.
	Notice func(word string) (int64, bool)
	// Archived returns the word for a letter in its reader's list, and Unarchived the letter for a word; false
	// if this house did not make the word.
	Archived   func(letter int64) string
	Unarchived func(word string) (int64, bool)
	// Proof returns a proof that a form is ours, and Proved checks one.
	Proof  func(of string) string
	Proved func(of, proof string) bool
	Writer Writer

	pages *template.Template
	forms *browser.Rates[int64] // of each player
}

// A player may send formRate forms a second, and formBurst at once.
const (
	formRate  = 1
	formBurst = 60
)

// Writer writes for pages the same texts that letters have.
type Writer interface {
	// Present returns a seat's position; nil, nil before the match begins.
	Present(ctx context.Context, match int64, seat *model.Seat, now time.Time) (*model.Position, error)
	// PresentPublic returns what anybody may see; nil, nil if the match is not public.
	PresentPublic(ctx context.Context, match int64, lang string, now time.Time) (*model.Position, error)
	// PresentReferee returns the same to the referee of a match, public or not.
	PresentReferee(ctx context.Context, match int64, referee *model.Player, now time.Time) (*model.Position, error)
	// Answers returns the answers of a receipt to each line.
	Answers(ctx context.Context, receipt *model.Notice, now time.Time) ([]string, error)
}

// Handler serves the pages of letters, seats and public matches. A GET changes nothing.
func (m *Pages) Handler() http.Handler {
	m.pages = template.Must(browser.SiteTemplate().ParseFS(files, "match.html"))
	m.forms = browser.NewRates[int64](formRate, formBurst)
	mux := m.mux()
	return browser.GuardHeaders(policy, m.Secure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.Method == http.MethodPost && browser.IsFromOtherSite(r, m.Public) {
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
		"GET /seat/{match}":                m.present(m.seat),
		"POST /seat/{match}":               m.proved(atOwnSeat(m.play)),
		"GET /seat/{match}/letters":        m.present(atOwnSeat(m.letters)),
		"GET /seat/{match}/letters/{word}": m.present(atOwnSeat(m.oldLetter)),
		"POST /seat/{match}/host":          m.proved(m.host),
		"POST /seat/{match}/leave":         m.proved(m.leave),
		"GET /m/{match}":                   m.public,
		"/":                                browser.RefusingPage(browser.NewRefusal(http.StatusNotFound, "page.gone")),
	} {
		mux.Handle(pattern, browser.ServePage(show, m.sorry, "page.sorry", m.House.Log))
	}
	mux.HandleFunc("GET /seat/{match}/now", m.news)
	mux.HandleFunc("GET /m/{match}/now", m.publicNews)
	mux.Handle("GET /match.css", http.FileServerFS(files))
	mux.Handle("GET /match.js", http.FileServerFS(files))
	mux.Handle("GET /board.js", http.FileServerFS(files))
	return mux
}

// matchPage holds all values that a page of a match can show.
type matchPage struct {
	Lang, Title string
	Public      string // the title for link previews
	print       func(engine.Phrase) string

	Sheet  template.HTML // the position or letter
	Top    []string      // sentences above the sheet
	Wrong  string        // the error of the last form
	Result []string      // the result of the last line
	Links  []matchLink
	// Code is the path of the form that mails a code, Enter of the form that takes one.
	Code, Enter string
	// Play is the path of the form for a line.
	Play, Leave, Line, Proof string
	Once                     string   // a new random word, by which a form that is sent twice counts once
	model.Position                    // of the seat
	Now                      string   // the word that changes with the page
	Log                      []string // all that happened in a public match, newest first
	Live                     string   // the path at which a public match tells of news, which the page then shows
	Letters                  []matchLink
	Host                     *hostBox // nil for anybody but the host
}

type matchLink struct{ Text, Link string }

// Say returns a text in the reader's language.
func (p *matchPage) Say(key string, pairs ...any) string { return p.print(engine.Say(key, pairs...)) }

// begin begins a page in a language; zone is the reader's time zone.
func (m *Pages) begin(lang, zone string) *matchPage {
	return &matchPage{Lang: lang, Title: "Pitpost", Public: "Pitpost", print: m.Words.Printer(lang, model.ZoneLocation(zone)).Print}
}

func (m *Pages) show(w http.ResponseWriter, status int, p *matchPage) error {
	return browser.ShowPage(w, status, m.pages, "match.html", p)
}

// sorry answers with one sentence, and nothing about the match.
func (m *Pages) sorry(w http.ResponseWriter, r *http.Request, status int, key string) error {
	p := m.begin(browser.PreferredLanguage(r), "UTC")
	p.Top = []string{p.Say(key)}
	return m.show(w, status, p)
}

// public shows a match that is open to all; any other match is refused as if it did not exist.
func (m *Pages) public(w http.ResponseWriter, r *http.Request) error {
	lang, id := browser.PreferredLanguage(r), browser.MatchNumber(r)
	w.Header().Set("Vary", "Accept-Language")
	position, err := m.Writer.PresentPublic(r.Context(), id, lang, m.Now())
	if err != nil {
		return err
	}
	if position == nil {
		return browser.NewRefusal(http.StatusNotFound, "page.no-match")
	}
	p := m.begin(lang, "UTC")
	p.Title, p.Public = position.Head, position.Title // the other title is at the top of the sheet
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

// publicNow returns a word for what the page of a public match shows.
func (m *Pages) publicNow(match int64, position *model.Position) string {
	return m.Proof("now " + strconv.FormatInt(match, 10) + position.Title + position.HTML + strings.Join(position.News, "\n"))
}

// publicNews answers with a word that changes when the page of a public match changes.
func (m *Pages) publicNews(w http.ResponseWriter, r *http.Request) {
	id := browser.MatchNumber(r)
	position, err := m.Writer.PresentPublic(r.Context(), id, browser.PreferredLanguage(r), m.Now())
	if err != nil || position == nil {
		http.Error(w, "", http.StatusNotFound)
		return
	}
	browser.ServeUnlessCached(w, r, "text/plain; charset=utf-8", []byte(m.publicNow(id, position)))
}
