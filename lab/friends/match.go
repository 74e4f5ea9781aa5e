package friends

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/redeal"
	"pitpost.example/inbox/reply"
	"pitpost.example/lab"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/server"
)

// Match is a house with pages, a clock, and a match of Ana, Bo and Cy.
type Match struct {
	*Study
	Server *httptest.Server
	Clock  time.Time
	ID     int64
}

// Play opens a house with pages and a match of a game, with all three players seated.
func Play(t testing.TB, game string) *Match {
	t.Helper()
	return Open(t).Play(game)
}

// Play opens a match in an existing house.
func (s *Study) Play(game string) *Match {
	s.T.Helper()
	m := s.Serve()
	m.Write("Ana <ana@example.org>", Address, "Subject: new "+game+" with bo@example.net, cy@example.net\r\n", "")
	for _, guest := range []string{"bo@example.net", "cy@example.net"} {
		h, _ := m.Read(guest, "invite")
		if state, _ := m.Write(guest, h.Get("Reply-To"), "", "yes"); state != string(model.LetterApply) {
			m.T.Fatalf("the yes of %s: %s", guest, state)
		}
	}
	m.find()
	return m
}

// Practise opens a house with pages and a match of Ana's against bots, with options such as seats=5.
func Practise(t testing.TB, game, options string) *Match {
	t.Helper()
	m := Open(t).Serve()
	m.Write("Ana <ana@example.org>", Address, "Subject: new practice "+game+" "+options+"\r\n", "")
	m.find()
	return m
}

// Serve starts the pages of a house without a running match.
func (s *Study) Serve() *Match {
	m := &Match{Study: s, Clock: time.Now().Truncate(time.Second)}
	m.Server = httptest.NewUnstartedServer(nil)
	m.T.Cleanup(m.Server.Close)
	m.Out.PublicURL = "http://" + m.Server.Listener.Addr().String()
	m.Server.Config.Handler = m.Pages()
	m.Server.Start()
	return m
}

// find sets ID to that of the running match.
func (m *Match) find() {
	m.T.Helper()
	lab.Check(m.T, m.DB.Pool().QueryRow(m.T.Context(), "select id from matches where phase = 'running'").Scan(&m.ID))
}

// Now returns the house's time.
func (m *Match) Now() time.Time { return m.Clock }

// Digest writes the last digest to a player and returns the path of its link.
func (m *Match) Digest(player string) (path string, n *model.Notice) {
	m.T.Helper()
	var id int64
	err := m.DB.Pool().QueryRow(m.T.Context(), `select o.id from outbox o join addresses a on a.player_id = o.player_id
		where a.address = $1 and o.purpose in ('turn', 'each', 'round') order by o.id desc limit 1`, player).Scan(&id)
	if err != nil {
		m.T.Fatalf("%s has no digest: %v", player, err)
	}
	n = lab.Must(mail.NoticeByID(m.T.Context(), m.DB, id))(m.T)
	l, err := m.Out.WriteFrom(m.T.Context(), nil, n, m.Clock)
	raw, to := l.Raw, l.To
	lab.Check(m.T, err)
	lab.Check(m.T, m.DB.Pool().QueryRow(m.T.Context(), `update outbox set raw = coalesce(raw, $2), address = $3, state = case state when 'queued' then 'written' else state end
		where id = $1 returning raw`, id, raw, to).Scan(&n.Raw))
	word := letter.PageWord(m.Keys, id)
	if text := reply.QuotableText(raw); !strings.Contains(text, m.Server.URL+"/letter/"+word) {
		m.T.Fatalf("the letter has no link to its page:\n%s", text)
	}
	return "/letter/" + word, n
}

// AnaLink plays until the host, Ana, is due and returns the path of the page of her digest.
func (m *Match) AnaLink() string {
	m.T.Helper()
	for range 3 {
		if address, _ := m.Due(); address == "ana@example.org" {
			break
		}
		m.PlayFirst(int(m.ID))
	}
	link, _ := m.Digest("ana@example.org")
	return link
}

// Due returns the address and the seat of the player who is due.
func (m *Match) Due() (address string, seat int) {
	m.T.Helper()
	lab.Check(m.T, m.DB.Pool().QueryRow(m.T.Context(), "select seat from clocks where match_id = $1 order by seat limit 1", m.ID).Scan(&seat))
	err := m.DB.Pool().QueryRow(m.T.Context(), `select a.address from seats s join addresses a on a.player_id = s.player_id and a.first
		where s.match_id = $1 and s.no = $2`, m.ID, seat).Scan(&address)
	lab.Check(m.T, err)
	return address, seat
}

// Fold returns the current state of the match.
func (m *Match) Fold() *model.Table { m.T.Helper(); return m.FoldOf(m.ID) }

// FoldOf returns the current state of a match.
func (m *Match) FoldOf(match int64) *model.Table {
	m.T.Helper()
	return lab.Must(m.DB.Fold(m.T.Context(), match, 0))(m.T)
}

// MidTurn reports whether the player who is due has begun a turn, and so gets no digest for the rest of it.
func (m *Match) MidTurn() bool {
	m.T.Helper()
	_, seat := m.Due()
	table := m.Fold()
	return table.Match.MidTurn(table.Seats[seat].Name)
}

// looksAtGoal matches commands that look at a goal card. A look cannot be taken back, so no rewind goes back beyond it.
var looksAtGoal = regexp.MustCompile(` I[135]$`)

// PlayFirst plays for the player who is due: the first legal command that does more than the safe one, or else
// the first. i tells one call from another.
func (m *Match) PlayFirst(i int) {
	m.T.Helper()
	m.playOf(i, func(string) bool { return true })
}

// PlayBlind is PlayFirst without commands that show somebody a card, so that it can be taken back.
func (m *Match) PlayBlind(i int) {
	m.T.Helper()
	m.playOf(i, func(command string) bool { return !looksAtGoal.MatchString(command) })
}

func (m *Match) playOf(i int, may func(command string) bool) {
	m.T.Helper()
	_, seat := m.Due()
	table := m.Fold()
	s := table.Seats[seat]
	legal := table.Match.State().Legal(s.Name)
	if len(legal) == 0 {
		m.T.Fatalf("%s is due and can do nothing", s.Name)
	}
	safe, _, _ := strings.Cut(table.Match.State().Idle(s.Name), " ")
	first := slices.IndexFunc(legal, func(command string) bool { // matches in which players only rest end soon
		verb, _, _ := strings.Cut(command, " ")
		return may(command) && verb != safe
	})
	if first < 0 {
		first = slices.IndexFunc(legal, may)
	}
	lab.Must(m.House.TakePage(m.T.Context(), server.PageWords{Player: s.Player, Match: m.ID, Seat: seat, Step: table.Match.Chair(s.Name).Steps + 1,
		Once: fmt.Sprint(i), Words: legal[first], Now: m.Clock}))(m.T)
}

// Redeal replaces the log with that of another deal that looks the same to a seat ("" for the public). It
// reports whether the other deal differs at all.
func (m *Match) Redeal(table *model.Table, seat string) (changed bool) {
	m.T.Helper()
	var log []engine.Fact
	for _, f := range table.Match.Facts() {
		if strings.HasPrefix(f.Event.Kind(), table.Row.Game+".") {
			log = append(log, f)
		}
	}
	dice := engine.Dice{Seed: [32]byte{7}}
	other := redeal.WithRedealing(table.Match.Game).(engine.Redealing).Redeal(table.Match.Setup, log, seat, dice.For("redeal"))
	if len(other) != len(log) {
		m.T.Fatalf("%d facts were dealt for %d", len(other), len(log))
	}
	exec := func(sql string, args ...any) {
		m.T.Helper()
		lab.Must(m.DB.Pool().Exec(m.T.Context(), sql, args...))(m.T)
	}
	// Only the owner of the table can do this to a log.
	exec("alter table facts disable trigger facts_stand")
	for i := range log {
		one := lab.Must(json.Marshal(log[i].Event))(m.T)
		two := lab.Must(json.Marshal(other[i].Event))(m.T)
		if string(one) != string(two) {
			changed = true
			exec("update facts set data = $1 where match_id = $2 and seq = $3", two, m.ID, log[i].Seq)
		}
	}
	exec("alter table facts enable always trigger facts_stand")
	return changed
}
