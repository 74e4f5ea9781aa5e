package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// seasonOf opens a league with a number of players, ten days ago.
func seasonOf(t *testing.T, players int) *gallery {
	t.Helper()
	g := newGallery(t)
	g.SignUp(players)
	return g
}

// Every week each player gets their standing once, and the organiser
// gets what needs attention, with commands that fix it.
func TestAWeekOfALeague(t *testing.T) {
	t.Parallel()
	g := seasonOf(t, 12)
	g.League("muster winter")
	g.League("draw winter")
	g.Later(8 * 24 * time.Hour)
	if n := g.Count("select count(*) from outbox where purpose = 'standings'"); n != 12 {
		t.Fatalf("%d letters of standings to 12", n)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "update outbox set queued_at = now() where purpose in ('standings', 'organise')"); err != nil {
		t.Fatal(err)
	}
	h, text := g.Read("p3@example.com", "standings")
	for _, want := range []string{"Gus, you are in place", "Division 1", "\n> ", "standings off", g.Server.URL + "/league/winter", "is under way: Saboteur with"} {
		if !strings.Contains(text, want) {
			t.Errorf("standings without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "@example") || !strings.Contains(h.Get("List-Unsubscribe"), "standings%20off") {
		t.Errorf("an address, or no way out (%s):\n%s", h.Get("List-Unsubscribe"), text)
	}
	h, text = g.Read("ana@example.org", "organise")
	var match int64
	if err := g.DB.Pool().QueryRow(t.Context(), "select match_id from league_matches where state = 'running' order by no limit 1").Scan(&match); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The slowest seats", fmt.Sprintf("#%d extend 24h", match), fmt.Sprintf("#%d nudge", match), "Matches at risk", "turns missed in this match: 0; on turn for "} {
		if !strings.Contains(text, want) {
			t.Errorf("the organiser's letter without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "@example") {
		t.Errorf("the organiser's letter shows an address:\n%s", text)
	}
	g.mends(match, h.Get("Reply-To"))
	if state, _ := g.Write("Gus <p3@example.com>", "play@pit.test", "Subject: standings off\r\n", ""); state != "apply" {
		t.Errorf("standings off: %s", state)
	}
	g.Later(7 * 24 * time.Hour)
	if n := g.Count("select count(*) from outbox where purpose = 'standings'"); n != 12+11 {
		t.Errorf("%d letters of standings after two weeks, one player wanting no more", n)
	}
}

// mends answers the organiser's letter, and checks that others cannot do the same.
func (g *gallery) mends(match int64, to string) {
	g.T.Helper()
	facts := func() int { return g.Count("select count(*) from facts where match_id = $1", match) }
	before := facts()
	if state, _ := g.Write("Bo <bo@example.net>", "play@pit.test", "", fmt.Sprintf("#%d extend 24h", match)); facts() != before {
		g.T.Errorf("a stranger to the league extends a match of it: %s", state)
	}
	if state, _ := g.Write("Ana <ana@example.org>", to, "", fmt.Sprintf("#%d extend 24h\n#%d nudge", match, match)); state != "apply" {
		g.T.Errorf("the organiser's answer: %s", state)
	}
	if g.Count("select count(*) from facts where match_id = $1 and kind = 'match.extended'", match) != 1 || g.Count("select count(*) from outbox where match_id = $1 and purpose = 'nudge'", match) != 1 {
		g.T.Error("the organiser's words did nothing")
	}
	if state, _ := g.Write("Ana <ana@example.org>", "play@pit.test", "", fmt.Sprintf("#%d rewind 1", match)); facts() != before+1 {
		g.T.Errorf("an organiser rewinds a match: %s", state)
	}
	var seat string
	if err := g.DB.Pool().QueryRow(g.T.Context(), "select s.name from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat where c.match_id = $1", match).Scan(&seat); err != nil {
		g.T.Fatal(err)
	}
	g.Write("Ana <ana@example.org>", to, "", fmt.Sprintf("#%d kick %s", match, seat))
	h, text := g.Read("ana@example.org", "receipt")
	if facts() != before+1 {
		g.T.Errorf("a player is thrown out without a question: %s", text)
	}
	g.Write("Ana <ana@example.org>", h.Get("Reply-To"), "", "yes")
	if g.Count("select count(*) from facts where match_id = $1 and kind = 'match.replaced' and data->>'of' = $2", match, seat) != 1 {
		_, text = g.Read("ana@example.org", "receipt")
		g.T.Errorf("%s sits there after the organiser's yes:\n%s", seat, text)
	}
}

// The doctor computes how many letters the leagues send and compares that
// with SEND_LIMIT. The command line prints the same tables.
func TestTheMailOfALeagueIsReckoned(t *testing.T) {
	t.Parallel()
	g := seasonOf(t, 16)
	said := func(limit int) string {
		s := *g.kept.Settings
		s.SendLimit = limit
		return checkup(t, &s, "leagues")["leagues"]
	}
	var digests, receipts, reminders, others int
	_, letters, _ := strings.Cut(said(0), "busiest day ")
	if _, err := fmt.Sscanf(letters, "%d digests + %d receipts + %d reminders + %d others", &digests, &receipts, &reminders, &others); err != nil || digests < 16 || others < 3 {
		t.Fatalf("%q: %v", said(0), err)
	}
	needed := digests + receipts + reminders
	for limit, want := range map[int]string{0: "no SEND_LIMIT holds them up", 10_000: "SEND_LIMIT 10000 carries that", needed - 1: "does not carry that", needed: "carries the turns, and standings wait"} {
		said := said(limit)
		if !strings.Contains(said, want) || !strings.Contains(said, "winter, 16 players in 4 matches at once") || strings.HasPrefix(said, "ill: ") != (limit == needed-1) {
			t.Errorf("limit %d: %s", limit, said)
		}
	}
	g.League("muster winter")
	g.League("draw winter")
	var out strings.Builder
	s, err := g.House.SeasonSheet(t.Context(), "Winter", 0)
	if err != nil || s == nil {
		t.Fatal(s, err)
	}
	(&desk{out: &out}).printStandings(s)
	if strings.Count(out.String(), " 0, 0 played") != 16 || strings.Count(out.String(), "Division ") != 2 {
		t.Error(out.String())
	}
}
