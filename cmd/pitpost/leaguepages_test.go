package main

import (
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost/engine/league"
	"pitpost/house"
	"pitpost/house/season"
	"pitpost/lab"
)

// seasonOf opens a league of so many players ten days ago, in a gallery.
func seasonOf(t *testing.T, players int) *gallery {
	t.Helper()
	g := newGallery(t)
	g.clock = time.Now().Add(-10 * 24 * time.Hour).Truncate(time.Second)
	_, err := g.house.NewLeague(t.Context(), house.LeagueOrder{Name: "winter", Organiser: "ana@example.org",
		Options: []string{"group=4", "groups=2", "lead=0", "waves=1", "round=14", "pace=60h", "bank=12h", "size=9", "growth=1", "move=2"}}, g.clock)
	if err != nil {
		t.Fatal(err)
	}
	var people []season.SignUp
	for i := range players {
		people = append(people, season.SignUp{Line: i + 2, Name: []string{"Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}[i%7], Address: fmt.Sprintf("p%d@example.com", i)})
	}
	if _, err := g.house.ImportLeague(t.Context(), "winter", people, g.clock); err != nil {
		t.Fatal(err)
	}
	if _, err := g.db.Pool().Exec(t.Context(), "update entrants set state = 'entered'"); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *gallery) league(words string) {
	g.t.Helper()
	if said, err := g.house.OperateLeague(g.t.Context(), "league "+words, g.clock); err != nil || !said.Done {
		g.t.Fatalf("%s: %+v, %v", words, said, err)
	}
}

// later lets so much time pass in which nobody writes.
func (g *gallery) later(span time.Duration) {
	g.t.Helper()
	for until := g.clock.Add(span); ; {
		for {
			n, err := g.house.Sweep(g.t.Context(), g.clock)
			if err != nil {
				g.t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		var next *time.Time
		if err := g.db.Pool().QueryRow(g.t.Context(), "select min(at) from due").Scan(&next); err != nil {
			g.t.Fatal(err)
		}
		if next == nil || next.After(until) {
			g.clock = until
			return
		}
		g.clock = *next
	}
}

func (g *gallery) count(sql string, args ...any) int {
	g.t.Helper()
	var n int
	if err := g.db.Pool().QueryRow(g.t.Context(), sql, args...).Scan(&n); err != nil {
		g.t.Fatal(err)
	}
	return n
}

// season is what standings.json says.
type seasonData struct {
	Season           int
	State            string
	Commitment, Seed string
	Rules            league.Rules
	Standings        []struct {
		Division, Rank int
		Name, Points   string
	}
	Groups []struct {
		No, Division, Round int
		Seats               []string
	}
}

func (g *gallery) data() (s seasonData) {
	g.t.Helper()
	code, text := g.visitor().get("/league/winter/standings.json")
	if err := json.Unmarshal([]byte(text), &s); err != nil || code != http.StatusOK {
		g.t.Fatalf("%d %v %.200s", code, err, text)
	}
	return s
}

// A league is seen by anybody from its sign-up on: who is in, the tables, the seed of its
// draw, from which the groups can be drawn again; and never an address.
func TestALeagueIsSeenByAnybody(t *testing.T) {
	t.Parallel()
	g := seasonOf(t, 18)
	v := g.visitor()
	_, page := v.get("/league/winter")
	if !strings.Contains(page, "Who is in") || !strings.Contains(page, "18 are in") || g.data().Seed != "" || len(g.data().Commitment) != 64 {
		t.Errorf("before the draw: %+v\n%s", g.data(), tags.ReplaceAllString(page, " "))
	}
	for _, none := range []string{"/league/summer", "/league/winter?season=2", "/league/winter?season=x", "/league/summer/standings.csv", "/league/winter/else"} {
		if code, _ := v.get(none); code != http.StatusNotFound {
			t.Errorf("%s: %d", none, code)
		}
	}
	// No names of the league can be trusted on a page or in a sheet.
	if _, err := g.db.Pool().Exec(t.Context(), "update entrants set name = '=<b>1+1' where name = 'Jo'"); err != nil {
		t.Fatal(err)
	}
	g.league("muster winter")
	g.league("draw winter")
	g.later(time.Hour)
	_, page = v.get("/league/winter")
	_, sheet := v.get("/league/winter/standings.csv")
	_, text := v.get("/league/winter/standings.json")
	if strings.Contains(page, "<b>1") || !strings.Contains(page, "=&lt;b&gt;1") || strings.Contains(sheet, "\n1,1,=") || !strings.Contains(sheet, ",'=<b>1+1,") {
		t.Errorf("a name that is code:\n%s\n%s", sheet, page)
	}
	if untold(page) != "" || strings.Contains(page, "standings.") != strings.Contains(page, "standings.csv") {
		t.Errorf("without words: %q", untold(page))
	}
	for _, all := range []string{page, sheet, text} {
		if strings.Contains(all, "@example") {
			t.Errorf("an address: %s", all)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(sheet)).ReadAll()
	if err != nil || len(rows) != 19 || rows[0][2] != "name" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	g.drawnAgain()
	for _, size := range []struct {
		name          string
		width, height int
		dark          bool
	}{{"league-390-dark", 390, 900, true}, {"league-800", 800, 1100, false}} {
		b := lab.OpenBrowser(t, size.width, size.height, size.dark)
		b.Open(g.server.URL + "/league/winter")
		b.Eval(`(() => { for (const d of document.querySelectorAll("details")) d.open = true; return ""; })()`)
		if wide := b.Eval("document.documentElement.scrollWidth"); wide != fmt.Sprint(size.width) {
			t.Errorf("%s is %s wide", size.name, wide)
		}
		g.shot(b, size.name)
	}
}

// drawnAgain repeats the draw from what is published, as another program could.
func (g *gallery) drawnAgain() {
	g.t.Helper()
	d := g.data()
	var seed [32]byte
	if n, err := hex.Decode(seed[:], []byte(d.Seed)); err != nil || n != 32 {
		g.t.Fatalf("seed %q: %v", d.Seed, err)
	}
	var entrants []league.Entrant
	for _, s := range d.Standings {
		entrants = append(entrants, league.Entrant{Name: s.Name, Division: s.Division})
	}
	groups := league.Draw(seed, d.Season, &d.Rules, entrants, league.NewHistory())
	if len(groups) != len(d.Groups) {
		g.t.Fatalf("%d groups are published, %d are drawn", len(d.Groups), len(groups))
	}
	for i, got := range groups {
		if !slices.Equal(got.Seats, d.Groups[i].Seats) {
			g.t.Errorf("group %d: %v is published, %v is drawn", got.No, d.Groups[i].Seats, got.Seats)
		}
	}
}

// Every week each player hears how they stand, once, and who runs the league what needs a
// look, with words that mend it.
func TestAWeekOfALeague(t *testing.T) {
	t.Parallel()
	g := seasonOf(t, 12)
	g.league("muster winter")
	g.league("draw winter")
	g.later(8 * 24 * time.Hour)
	if n := g.count("select count(*) from outbox where purpose = 'standings'"); n != 12 {
		t.Fatalf("%d letters of standings to 12", n)
	}
	if _, err := g.db.Pool().Exec(t.Context(), "update outbox set queued_at = now() where purpose in ('standings', 'organise')"); err != nil {
		t.Fatal(err)
	}
	h, text := g.read("p3@example.com", "standings")
	for _, want := range []string{"Gus, you are number", "Division 1", "| >", "standings off", g.server.URL + "/league/winter", "is under way: Saboteur with"} {
		if !strings.Contains(text, want) {
			t.Errorf("standings without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "@example") || !strings.Contains(h.Get("List-Unsubscribe"), "standings%20off") {
		t.Errorf("an address, or no way out (%s):\n%s", h.Get("List-Unsubscribe"), text)
	}
	h, text = g.read("ana@example.org", "organise")
	var match int64
	if err := g.db.Pool().QueryRow(t.Context(), "select match_id from league_matches where state = 'running' order by no limit 1").Scan(&match); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The slowest seats", fmt.Sprintf("#%d extend 24h", match), fmt.Sprintf("#%d nudge", match), "Matches at risk", "turns missed in this match: 0; asked "} {
		if !strings.Contains(text, want) {
			t.Errorf("the organiser's letter without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "@example") {
		t.Errorf("the organiser's letter shows an address:\n%s", text)
	}
	g.mends(match, h.Get("Reply-To"))
	if state, _ := g.write("Gus <p3@example.com>", "play@pit.test", "Subject: standings off\r\n", ""); state != "apply" {
		t.Errorf("standings off: %s", state)
	}
	g.later(7 * 24 * time.Hour)
	if n := g.count("select count(*) from outbox where purpose = 'standings'"); n != 12+11 {
		t.Errorf("%d letters of standings after two weeks, one player wanting no more", n)
	}
}

// mends answers the organiser's letter, and lets others try the same.
func (g *gallery) mends(match int64, to string) {
	g.t.Helper()
	facts := func() int { return g.count("select count(*) from facts where match_id = $1", match) }
	before := facts()
	if state, _ := g.write("Bo <bo@example.net>", "play@pit.test", "", fmt.Sprintf("#%d extend 24h", match)); facts() != before {
		g.t.Errorf("a stranger to the league extends a match of it: %s", state)
	}
	if state, _ := g.write("Ana <ana@example.org>", to, "", fmt.Sprintf("#%d extend 24h\n#%d nudge", match, match)); state != "apply" {
		g.t.Errorf("the organiser's answer: %s", state)
	}
	if g.count("select count(*) from facts where match_id = $1 and kind = 'match.extended'", match) != 1 || g.count("select count(*) from outbox where match_id = $1 and purpose = 'nudge'", match) != 1 {
		g.t.Error("the organiser's words did nothing")
	}
	if state, _ := g.write("Ana <ana@example.org>", "play@pit.test", "", fmt.Sprintf("#%d rewind 1", match)); facts() != before+1 {
		g.t.Errorf("an organiser rewinds a match: %s", state)
	}
	var seat string
	if err := g.db.Pool().QueryRow(g.t.Context(), "select s.name from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat where c.match_id = $1", match).Scan(&seat); err != nil {
		g.t.Fatal(err)
	}
	g.write("Ana <ana@example.org>", to, "", fmt.Sprintf("#%d kick %s", match, seat))
	h, text := g.read("ana@example.org", "receipt")
	if facts() != before+1 {
		g.t.Errorf("a player is thrown out without a question: %s", text)
	}
	g.write("Ana <ana@example.org>", h.Get("Reply-To"), "", "yes")
	if g.count("select count(*) from facts where match_id = $1 and kind = 'match.replaced' and data->>'of' = $2", match, seat) != 1 {
		_, text = g.read("ana@example.org", "receipt")
		g.t.Errorf("%s sits there after the organiser's yes:\n%s", seat, text)
	}
}

// doctor reckons the letters of the leagues and holds them against SEND_LIMIT; the command
// line prints the same tables.
func TestTheMailOfALeagueIsReckoned(t *testing.T) {
	t.Parallel()
	g := seasonOf(t, 16)
	for limit, want := range map[int]string{0: "no SEND_LIMIT holds them up", 10_000: "SEND_LIMIT 10000 carries that", 20: "SEND_LIMIT 20 does not carry that", 30: "carries the turns, and standings wait"} {
		said, err := leagueMail(t.Context(), g.keeping, limit)
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, want) || !strings.Contains(said, "winter, 16 players in 4 matches at once") || (err != nil) != (limit == 20) {
			t.Errorf("limit %d: %s, %v", limit, said, err)
		}
	}
	g.league("muster winter")
	g.league("draw winter")
	var out strings.Builder
	s, err := season.ReadSheet(t.Context(), g.house.DB, "Winter", 0)
	if err != nil || s == nil {
		t.Fatal(s, err)
	}
	if err := (&desk{out: &out}).printStandings(s); err != nil || strings.Count(out.String(), " 0, 0 played") != 16 || strings.Count(out.String(), "Division ") != 2 {
		t.Errorf("%v\n%s", err, out.String())
	}
}
