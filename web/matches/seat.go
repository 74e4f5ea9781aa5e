package matches

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/web/browser"
)

const (
	askCookie     = "pitpost_ask"
	sessionCookie = "pitpost_session"
	archived      = 500 // how many letters of a seat are listed at most
)

// cookie returns the full name of a cookie. Over HTTPS it begins with __Host-, so that no other host can set it.
func (m *Pages) cookie(name string) string {
	if m.Secure {
		return "__Host-" + name
	}
	return name
}

// setCookie sets a cookie; a life of 0 deletes it.
func (m *Pages) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	age := cmp.Or(int(life/time.Second), -1)
	http.SetCookie(w, &http.Cookie{Name: m.cookie(name), Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: m.Secure, SameSite: http.SameSiteStrictMode})
}

func seatPath(match int64) string { return "/seat/" + strconv.FormatInt(match, 10) }

// sitting is a signed-in player at one of their seats, or at a match whose referee they are.
type sitting struct {
	session string
	player  *model.Player
	table   *model.Table
	seat    *model.Seat // nil for the referee
}

// sitter returns the player who is signed in, at their seat of a match or as its referee. It returns nil if there is
// no session, or if its player has neither there (any more).
func (m *Pages) sitter(ctx context.Context, r *http.Request, match int64) (*sitting, error) {
	c, err := r.Cookie(m.cookie(sessionCookie))
	if err != nil {
		return nil, nil
	}
	id, err := m.House.SessionOf(ctx, c.Value, m.Now())
	if err != nil || id == 0 {
		return nil, err
	}
	t, err := m.House.DB.Fold(ctx, match, 0)
	if errors.Is(err, model.ErrNoMatch) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	seat := t.SeatTakenBy(id)
	if seat == nil && t.Row.Referee != id {
		return nil, nil
	}
	player, err := people.PlayerByID(ctx, m.House.DB, id)
	if err != nil || player == nil {
		return nil, err
	}
	return &sitting{session: c.Value, player: player, table: t, seat: seat}, nil
}

// atSeat answers a request for the signed-in player at the match in the path.
type atSeat func(http.ResponseWriter, *http.Request, *sitting) error

// atOwnSeat refuses the referee what only a seat has.
func atOwnSeat(show atSeat) atSeat {
	return func(w http.ResponseWriter, r *http.Request, s *sitting) error {
		if s.seat == nil {
			return browser.NewRefusal(http.StatusForbidden, "page.no-session")
		}
		return show(w, r, s)
	}
}

// present wraps a page of a match; it refuses anybody who is not signed in at a seat of it or as its referee.
func (m *Pages) present(show atSeat) browser.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		s, err := m.sitter(r.Context(), r, browser.MatchNumber(r))
		if err != nil {
			return err
		}
		if s == nil {
			return browser.NewRefusal(http.StatusForbidden, "page.no-session")
		}
		return show(w, r, s)
	}
}

// proved is present for forms: it also refuses a form whose page is too old or was not made by this house, and more of
// them than a person sends.
func (m *Pages) proved(do atSeat) browser.Page {
	return m.present(func(w http.ResponseWriter, r *http.Request, s *sitting) error {
		if !m.Proved("session "+s.session, r.PostFormValue("proof")) {
			return m.seatPage(w, r, s, http.StatusForbidden, func(p *matchPage) { p.Wrong = p.Say("page.late") })
		}
		if !m.forms.Allow(s.player.ID) {
			return browser.NewRefusal(http.StatusTooManyRequests, "page.sorry")
		}
		return do(w, r, s)
	})
}

// seat shows the seat's current position.
func (m *Pages) seat(w http.ResponseWriter, r *http.Request, s *sitting) error {
	return m.seatPage(w, r, s, http.StatusOK, func(*matchPage) {})
}

// refereePage shows what anybody may see of a match to its referee, with the host's box.
func (m *Pages) refereePage(w http.ResponseWriter, r *http.Request, s *sitting, status int, change func(*matchPage)) error {
	p := m.aside(s)
	id := s.table.Row.ID
	position, err := m.Writer.PresentReferee(r.Context(), id, s.player, m.Now())
	if err != nil {
		return err
	}
	if position == nil || position.HTML == "" {
		p.Top = []string{p.Say("page.not-begun")}
	} else {
		p.Sheet, p.Log = sheetOf(position.HTML, nil), position.News
	}
	p.Leave = seatPath(id) + "/leave"
	p.Proof, p.Once = m.Proof("session "+s.session), rand.Text()
	p.Host = boxOf(s)
	change(p)
	return m.show(w, status, p)
}

// seatPage shows the seat; change may add the result of the last form.
func (m *Pages) seatPage(w http.ResponseWriter, r *http.Request, s *sitting, status int, change func(*matchPage)) error {
	if s.seat == nil {
		return m.refereePage(w, r, s, status, change)
	}
	p := m.aside(s, "page.letters")
	id := s.table.Row.ID
	position, err := m.Writer.Present(r.Context(), id, s.seat, m.Now())
	if err != nil {
		return err
	}
	if position == nil {
		p.Top = []string{p.Say("page.not-begun")}
	} else {
		p.Position, p.Now = *position, m.seatNow(position)
		p.Sheet = sheetOf(position.HTML, position)
	}
	p.Play, p.Leave = seatPath(id), seatPath(id)+"/leave"
	p.Proof, p.Once = m.Proof("session "+s.session), rand.Text()
	p.Host = boxOf(s)
	change(p)
	return m.show(w, status, p)
}

// play passes a line to the house, or, for the button of a command, writes that command into the field.
func (m *Pages) play(w http.ResponseWriter, r *http.Request, s *sitting) error {
	line := r.PostFormValue("line")
	if pick := r.PostFormValue("pick"); pick != "" {
		return m.seatPage(w, r, s, http.StatusOK, func(p *matchPage) { p.Line = pick })
	}
	step, err := strconv.Atoi(r.PostFormValue("step"))
	if err != nil || strings.TrimSpace(line) == "" || r.PostFormValue("once") == "" {
		return m.seatPage(w, r, s, http.StatusBadRequest, func(p *matchPage) { p.Wrong = p.Say("page.empty") })
	}
	key, err := m.House.TakePage(r.Context(), server.PageWords{Player: s.player.ID, Match: s.table.Row.ID, Seat: s.seat.No, Step: step,
		Once: r.PostFormValue("once"), Words: line, Now: m.Now()})
	if err != nil {
		return err
	}
	receipt, err := mail.NoticeByKey(r.Context(), m.House.DB, key)
	var said []string
	if err == nil && receipt != nil {
		said, err = m.Writer.Answers(r.Context(), receipt, m.Now())
	}
	if err != nil {
		return err
	}
	return m.again(w, r, func(p *matchPage) {
		if p.Result = said; len(said) == 0 {
			p.Result = []string{p.Say("page.taken")}
		}
	})
}

// again shows the seat after an act that may have taken it from the player or ended the session.
func (m *Pages) again(w http.ResponseWriter, r *http.Request, change func(*matchPage)) error {
	return m.present(func(w http.ResponseWriter, r *http.Request, s *sitting) error {
		return m.seatPage(w, r, s, http.StatusOK, change)
	})(w, r)
}

// aside begins a page for a seated player, with links to other pages of the seat.
func (m *Pages) aside(s *sitting, links ...string) *matchPage {
	p := m.begin(s.player.Lang, s.player.Zone)
	id := s.table.Row.ID
	p.Title = p.Say("page.title", "match", int(id), "game", engine.Say(s.table.Row.Game+".title"))
	paths := map[string]string{"page.seat": seatPath(id), "page.letters": seatPath(id) + "/letters"}
	p.Links = engine.MapList(links, func(key string) matchLink { return matchLink{p.Say(key), paths[key]} })
	return p
}

// news answers with a word that changes when the seat's page changes.
func (m *Pages) news(w http.ResponseWriter, r *http.Request) {
	s, err := m.sitter(r.Context(), r, browser.MatchNumber(r))
	if err != nil || s == nil || s.seat == nil {
		http.Error(w, "", http.StatusForbidden)
		return
	}
	position, err := m.Writer.Present(r.Context(), s.table.Row.ID, s.seat, m.Now())
	if err != nil || position == nil {
		http.Error(w, "", http.StatusServiceUnavailable)
		return
	}
	browser.ServeUnlessCached(w, r, "text/plain; charset=utf-8", []byte(m.seatNow(position)))
}

// seatNow returns a word for what the seat's page shows. It leaves out the
// remaining time, which changes all the time and is no news.
func (m *Pages) seatNow(p *model.Position) string {
	return m.Proof(fmt.Sprint("now ", p.Step, p.Title, p.HTML, p.News, p.Until))
}

// letters lists the digests that this player got for the seat.
func (m *Pages) letters(w http.ResponseWriter, r *http.Request, s *sitting) error {
	id := s.table.Row.ID
	all, err := mail.ListDigests(r.Context(), m.House.DB, id, s.seat.No, s.player.ID, archived)
	if err != nil {
		return err
	}
	p := m.aside(s, "page.seat")
	p.Letters = engine.MapList(all, func(n model.Notice) matchLink {
		return matchLink{p.Say("page.letter", "at", engine.FormatMoment(n.QueuedAt)), seatPath(id) + "/letters/" + m.Archived(n.ID)}
	})
	if len(all) == 0 {
		p.Top = []string{p.Say("page.no-letters")}
	}
	return m.show(w, http.StatusOK, p)
}

// oldLetter shows one of the listed letters.
func (m *Pages) oldLetter(w http.ResponseWriter, r *http.Request, s *sitting) error {
	letter, ok := m.Unarchived(r.PathValue("word"))
	if !ok {
		return browser.NewRefusal(http.StatusNotFound, "page.gone")
	}
	n, err := mail.NoticeByID(r.Context(), m.House.DB, letter)
	if err != nil {
		return err
	}
	if n == nil || n.Match != s.table.Row.ID || n.Seat != s.seat.No || n.Player != s.player.ID || len(n.Raw) == 0 {
		return browser.NewRefusal(http.StatusNotFound, "page.gone")
	}
	p := m.aside(s, "page.seat", "page.letters")
	p.Top = []string{p.Say("page.sent", "at", engine.FormatMoment(n.QueuedAt))}
	p.Sheet = letterSheet(n.Raw)
	return m.show(w, http.StatusOK, p)
}

// leave ends the session.
func (m *Pages) leave(w http.ResponseWriter, r *http.Request, s *sitting) error {
	if err := m.House.EndSession(r.Context(), s.session); err != nil {
		return err
	}
	m.setCookie(w, sessionCookie, "", 0)
	return m.sorry(w, r, http.StatusOK, "page.left")
}
