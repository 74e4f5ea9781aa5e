package matches

import (
	"cmp"
	"context"
	"errors"
	"html"
	"html/template"
	"net/http"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/web/browser"
)

// linkLife is how long the link in a letter opens its page, counted from when the letter was queued. If the
// match ends, the link opens it at most that long after the end.
const linkLife = 30 * 24 * time.Hour

// linked returns the letter of a link, with its match and reader. It refuses every link that opens nothing, or
// no longer, with the same answer, whatever the reason.
func (m *Pages) linked(ctx context.Context, word string) (*model.Notice, *model.Table, *model.Player, error) {
	gone := browser.NewRefusal(http.StatusNotFound, "page.gone")
	id, ok := m.Notice(word)
	if !ok {
		return nil, nil, nil, gone
	}
	n, err := mail.NoticeByID(ctx, m.House.DB, id)
	if err != nil || n == nil || !hasPage(n) || m.Now().Sub(n.QueuedAt) > linkLife {
		return nil, nil, nil, cmp.Or(err, gone)
	}
	upto, _, err := lookup.ReadLinksStopped(ctx, m.House.DB, n.Match, n.Seat)
	if err != nil || !n.QueuedAt.After(upto) {
		return nil, nil, nil, cmp.Or(err, gone)
	}
	t, err := m.House.DB.Fold(ctx, n.Match, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	seat := t.SeatTakenBy(n.Player)
	theirs := seat != nil && seat.No == n.Seat || seat == nil && n.Seat == model.NoSeat && t.Row.Referee == n.Player
	if !theirs || t.Row.EndedAt != nil && m.Now().Sub(*t.Row.EndedAt) > linkLife {
		return nil, nil, nil, gone
	}
	player, err := people.PlayerByID(ctx, m.House.DB, n.Player)
	return n, t, player, err
}

// hasPage reports whether a letter was written to a player of a match, and its bytes are still kept.
func hasPage(n *model.Notice) bool {
	return n.Match != 0 && n.Player != 0 && len(n.Raw) > 0
}

// letter shows a letter again to anybody who has its link, and offers to mail a code to its reader.
func (m *Pages) letter(w http.ResponseWriter, r *http.Request) error {
	return m.letterPage(w, r, http.StatusOK, "")
}

// letterSeat redirects a player who is signed in to the seat that a letter was written to, and anybody else to
// the letter's page, which offers a code.
func (m *Pages) letterSeat(w http.ResponseWriter, r *http.Request) error {
	word := r.PathValue("word")
	n, _, _, err := m.linked(r.Context(), word)
	if err != nil {
		return err
	}
	path := "/letter/" + word
	if s, err := m.sitter(r.Context(), r, n.Match); err != nil {
		return err
	} else if s != nil && (s.seat == nil && n.Seat == model.NoSeat || s.seat != nil && s.seat.No == n.Seat) {
		path = seatPath(n.Match)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// letterPage shows a letter's page; key is the text about the last form, "" for none.
func (m *Pages) letterPage(w http.ResponseWriter, r *http.Request, status int, key string) error {
	word := r.PathValue("word")
	n, t, player, err := m.linked(r.Context(), word)
	if err != nil {
		return err
	}
	later, err := mail.HasLaterDigest(r.Context(), m.House.DB, n)
	if err != nil {
		return err
	}
	p := m.begin(player.Lang, player.Zone)
	p.Title = p.Say("page.title", "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title"))
	p.Top = []string{p.Say("page.sent", "at", engine.FormatMoment(n.QueuedAt))}
	if later {
		p.Top = append(p.Top, p.Say("page.newer"))
	}
	p.Links = []matchLink{{p.Say("page.seat"), seatPath(t.Row.ID)}}
	p.Sheet = letterSheet(n.Raw)
	p.Code, p.Proof = "/letter/"+word+"/code", m.Proof("letter "+word)
	sent := key != "" && status == http.StatusOK // a code
	if _, err := r.Cookie(m.cookie(askCookie)); err == nil || sent {
		p.Enter = "/letter/" + word + "/enter"
	}
	switch {
	case sent:
		p.Result = []string{p.Say(key)}
	case key != "":
		p.Wrong = p.Say(key)
	}
	return m.show(w, status, p)
}

// letterSheet returns a letter that was sent as HTML for a page.
func letterSheet(raw []byte) template.HTML {
	l := postoffice.ParseLetter(raw)
	if l.HTML != "" {
		return sheetOf(l.HTML, nil)
	}
	return template.HTML(`<pre class="fixed whole">` + html.EscapeString(l.Text) + `</pre>`) // #nosec G203 -- escaped
}

// ofLetter carries out a form on a letter's page.
type ofLetter func(http.ResponseWriter, *http.Request, *model.Notice) error

// provedLetter finds the letter of a form and passes it to do. It refuses a
// form whose page is too old or was not made by this house.
func (m *Pages) provedLetter(do ofLetter) browser.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		word := r.PathValue("word")
		n, _, _, err := m.linked(r.Context(), word)
		switch {
		case err != nil:
			return err
		case !m.Proved("letter "+word, r.PostFormValue("proof")):
			return m.letterPage(w, r, http.StatusForbidden, "page.late")
		}
		return do(w, r, n)
	}
}

// mailCode mails a code to the reader of a letter.
func (m *Pages) mailCode(w http.ResponseWriter, r *http.Request, n *model.Notice) error {
	nonce, err := m.House.MailCode(r.Context(), n.Player, m.Now())
	if errors.Is(err, server.ErrManyCodes) {
		return m.letterPage(w, r, http.StatusTooManyRequests, "page.code-many")
	}
	if err != nil {
		return err
	}
	m.setCookie(w, askCookie, nonce, people.CodeLife)
	return m.letterPage(w, r, http.StatusOK, "page.code-sent")
}

// enter opens a session with the code that was mailed.
func (m *Pages) enter(w http.ResponseWriter, r *http.Request, n *model.Notice) error {
	ask, err := r.Cookie(m.cookie(askCookie))
	if err != nil {
		return m.letterPage(w, r, http.StatusForbidden, "page.code-wrong")
	}
	session, err := m.House.EnterCode(r.Context(), ask.Value, r.PostFormValue("code"), m.Now())
	if err != nil {
		return err
	}
	if session == "" {
		return m.letterPage(w, r, http.StatusForbidden, "page.code-wrong")
	}
	m.setCookie(w, askCookie, "", 0)
	m.setCookie(w, sessionCookie, session, server.SessionLife)
	http.Redirect(w, r, seatPath(n.Match), http.StatusSeeOther)
	return nil
}
