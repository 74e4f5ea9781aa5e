package matches_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pitpost.example/db/mail"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/letter"
)

// A referee's page shows the public board and the host's box; no page of a seat opens for them.
func TestTheRefereesPageShowsThePublicBoardAndTheHostsBox(t *testing.T) {
	t.Parallel()
	g := &gallery{friends.Open(t).Serve()}
	g.Write("Hal <hal@example.org>", friends.Address, "Subject: new saboteur seat=no with ana@example.org, bo@example.net, cy@example.net\r\n", "")
	for _, guest := range []string{"ana@example.org", "bo@example.net", "cy@example.net"} {
		h, _ := g.Read(guest, "invite")
		g.Write(guest, h.Get("Reply-To"), "", "yes")
	}
	lab.Check(t, g.DB.Pool().QueryRow(t.Context(), "select id from matches where phase = 'running'").Scan(&g.ID))
	link := g.refereeLink()

	v := g.Visitor()
	_, page := v.Get(link)
	_, page = v.Post(link+"/code", "proof", friends.Fields(page)["proof"])
	code, page := v.Post(link+"/enter", "proof", friends.Fields(page)["proof"], "code", v.Code())
	if code != http.StatusOK || !strings.Contains(page, `class="host"`) || !strings.Contains(page, `class="sheet"`) {
		t.Fatalf("the referee's page: %d %s", code, page)
	}
	seat := fmt.Sprint("/seat/", g.ID)
	for _, hidden := range []string{`id="line"`, `id="pointing"`, "Your hand", "You are a", seat + "/letters", "data-news"} {
		if strings.Contains(page, hidden) {
			t.Errorf("the referee's page holds %q", hidden)
		}
	}
	f := friends.Fields(page)
	for _, path := range []string{seat + "/letters", seat + "/now"} {
		if code, _ := v.Get(path); code != http.StatusForbidden {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, _ := v.Post(seat, "proof", f["proof"], "once", f["once"], "step", "1", "line", "1 B3"); code != http.StatusForbidden {
		t.Errorf("a move of the referee: %d", code)
	}
	if _, page = v.Post(seat+"/host", "proof", f["proof"], "once", f["once"], "act", "pause"); !strings.Contains(page, `class="result"`) {
		t.Errorf("the referee pauses: %s", page)
	}
	if g.Fold().Row.Phase != "paused" {
		t.Error("the match is not paused")
	}
	if code, page := v.Get(link + "/seat"); code != http.StatusOK || !strings.Contains(page, `class="host"`) {
		t.Errorf("the link of a letter in a session: %d", code)
	}
	// Whoever has the chair no longer sees nothing there.
	g.Write("hal@example.org", friends.Address, fmt.Sprintf("Subject: #%d stop\r\n", g.ID), "")
	if code, page := v.Get(seat); code != http.StatusForbidden || strings.Contains(page, `class="sheet"`) {
		t.Errorf("after they stopped: %d %s", code, page)
	}
}

// refereeLink writes the last letter with the public board to the referee, and returns the path of its page.
func (g *gallery) refereeLink() string {
	g.T.Helper()
	var id int64
	lab.Check(g.T, g.DB.Pool().QueryRow(g.T.Context(), "select id from outbox where purpose = 'watch' and seat = -1 order by id desc limit 1").Scan(&id))
	n := lab.Must(mail.NoticeByID(g.T.Context(), g.DB, id))(g.T)
	l := lab.Must(g.Out.WriteFrom(g.T.Context(), nil, n, g.Clock))(g.T)
	_, err := g.DB.Pool().Exec(g.T.Context(), "update outbox set raw = $2, address = $3, state = 'written' where id = $1", id, l.Raw, l.To)
	lab.Check(g.T, err)
	return "/letter/" + letter.PageWord(g.Keys, id)
}
