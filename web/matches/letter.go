package matches

import (
	"context"
	"errors"
	"html"
	"html/template"
	"net/http"
	"time"

	"pitpost.example/db"
	"pitpost.example/house"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/model"
)

// linkLife is how long the link in a letter opens its page, and how long after the end of
// its match at the most.
const linkLife = 30 * 24 * time.Hour

// linked finds the letter that a link is of, with the match and the reader; nil where it
// opens nothing (any more), whatever the reason.
func (m *Pages) linked(ctx context.Context, word string) (*model.Notice, *model.Table, *model.Player, error) {
	id, err := m.Notice(ctx, word)
	if err != nil || id == 0 {
		return nil, nil, nil, err
	}
	n, err := m.DB.NoticeByID(ctx, id)
	if err != nil || n == nil || n.Match == 0 || n.Player == 0 || len(n.Raw) == 0 || m.Now().Sub(n.QueuedAt) > linkLife {
		return nil, nil, nil, err
	}
	upto, _, err := m.DB.LinksStopped(ctx, n.Match, n.Seat)
	if err != nil || !n.QueuedAt.After(upto) {
		return nil, nil, nil, err
	}
	t, err := m.DB.Fold(ctx, n.Match, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	seat := house.SeatHeld(t, n.Player)
	if seat == nil || seat.No != n.Seat || t.Row.EndedAt != nil && m.Now().Sub(*t.Row.EndedAt) > linkLife {
		return nil, nil, nil, nil
	}
	player, err := m.DB.PlayerByID(ctx, n.Player)
	return n, t, player, err
}

// letter shows what a letter showed, to whoever has its link, and offers a code.
func (m *Pages) letter(w http.ResponseWriter, r *http.Request) {
	m.letterPage(w, r, http.StatusOK, "")
}

// letterPage shows a letter's page; key says how the last form went.
func (m *Pages) letterPage(w http.ResponseWriter, r *http.Request, status int, key string) {
	word := r.PathValue("word")
	n, t, player, err := m.linked(r.Context(), word)
	if err != nil {
		m.failed(w, r, err)
		return
	}
	if n == nil {
		m.sorry(w, r, http.StatusNotFound, "page.gone")
		return
	}
	later, err := m.DB.LaterDigest(r.Context(), n)
	if err != nil {
		m.failed(w, r, err)
		return
	}
	p := m.page(player.Lang, player.Zone)
	p.Title = p.say("page.title", "match", int(t.Row.ID))
	p.Top = []string{p.say("page.sent", "at", n.QueuedAt.UTC().Format(time.RFC3339))}
	if later {
		p.Top = append(p.Top, p.say("page.newer"))
	}
	p.Links = []matchLink{{p.say("page.seat"), seatPath(t.Row.ID)}}
	p.Sheet = letterSheet(n.Raw)
	p.Code, p.Proof = "/letter/"+word+"/code", m.Proof("letter "+word)
	if _, err := r.Cookie(m.cookie(askCookie)); err == nil || key == "page.code-sent" {
		p.Enter = "/letter/" + word + "/enter"
	}
	switch key {
	case "":
	case "page.code-sent":
		p.Result = []string{p.say(key)}
	default:
		p.Wrong = p.say(key)
	}
	m.show(w, status, p)
}

// letterSheet is a letter that was sent, as a page shows it.
func letterSheet(raw []byte) template.HTML {
	l := postoffice.Parse(raw)
	if l.HTML != "" {
		return sheetOf(l.HTML, nil)
	}
	return template.HTML(`<pre class="fixed whole">` + html.EscapeString(l.Text) + `</pre>`) // #nosec G203 -- escaped
}

// provedLetter is the letter that a form on its page is about; nil where the form is refused.
func (m *Pages) provedLetter(w http.ResponseWriter, r *http.Request) *model.Notice {
	word := r.PathValue("word")
	n, _, _, err := m.linked(r.Context(), word)
	switch {
	case err != nil:
		m.failed(w, r, err)
	case n == nil:
		m.sorry(w, r, http.StatusNotFound, "page.gone")
	case !m.Proved("letter "+word, r.PostFormValue("proof")):
		m.letterPage(w, r, http.StatusForbidden, "page.late")
	default:
		return n
	}
	return nil
}

// mailCode mails a code to the reader of a letter.
func (m *Pages) mailCode(w http.ResponseWriter, r *http.Request) {
	n := m.provedLetter(w, r)
	if n == nil {
		return
	}
	nonce, err := m.House.MailCode(r.Context(), n.Player, m.Now())
	if errors.Is(err, house.ErrManyCodes) {
		m.letterPage(w, r, http.StatusTooManyRequests, "page.code-many")
		return
	}
	if err != nil {
		m.failed(w, r, err)
		return
	}
	m.setCookie(w, askCookie, nonce, db.CodeLife)
	m.letterPage(w, r, http.StatusOK, "page.code-sent")
}

// enter opens a session with the code that was mailed.
func (m *Pages) enter(w http.ResponseWriter, r *http.Request) {
	n := m.provedLetter(w, r)
	if n == nil {
		return
	}
	session := ""
	var err error
	if ask, cookieErr := r.Cookie(m.cookie(askCookie)); cookieErr == nil {
		session, err = m.House.EnterCode(r.Context(), ask.Value, r.PostFormValue("code"), m.Now())
	}
	if err != nil {
		m.failed(w, r, err)
		return
	}
	if session == "" {
		m.letterPage(w, r, http.StatusForbidden, "page.code-wrong")
		return
	}
	m.setCookie(w, askCookie, "", 0)
	m.setCookie(w, sessionCookie, session, house.SessionLife)
	http.Redirect(w, r, seatPath(n.Match), http.StatusSeeOther)
}
