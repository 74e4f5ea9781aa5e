package spectate_test

import (
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine/league"
	"pitpost.example/lab"
)

// seasonData is what standings.json contains.
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
	g.T.Helper()
	code, text := g.Visitor().Get("/league/winter/standings.json")
	if err := json.Unmarshal([]byte(text), &s); err != nil || code != http.StatusOK {
		g.T.Fatalf("%d %v %.200s", code, err, text)
	}
	return s
}

// Anybody can see a league from its sign-up on: who is in, the tables, and the seed, with which the groups can
// be drawn again; but never an address.
func TestALeagueIsSeenByAnybody(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.SignUp(18)
	v := g.Visitor()
	_, page := v.Get("/league/winter")
	if !strings.Contains(page, "With people as they are, half of the matches will take up to ") {
		t.Errorf("no word of how long it will take: %s", tags.ReplaceAllString(page, " "))
	}
	if !strings.Contains(page, "Players") || !strings.Contains(page, "Signed up so far: 18.") || g.data().Seed != "" || len(g.data().Commitment) != 64 {
		t.Errorf("before the draw: %+v\n%s", g.data(), tags.ReplaceAllString(page, " "))
	}
	for _, none := range []string{"/league/summer", "/league/winter?season=2", "/league/winter?season=x", "/league/summer/standings.csv", "/league/winter/else"} {
		if code, _ := v.Get(none); code != http.StatusNotFound {
			t.Errorf("%s: %d", none, code)
		}
	}
	// Names in a league are not trusted on a page or in a spreadsheet.
	if _, err := g.DB.Pool().Exec(t.Context(), "update entrants set name = '=<b>1+1' where name = 'Jo'"); err != nil {
		t.Fatal(err)
	}
	g.League("muster winter")
	g.League("draw winter")
	g.Later(time.Hour)
	_, page = v.Get("/league/winter")
	_, sheet := v.Get("/league/winter/standings.csv")
	_, text := v.Get("/league/winter/standings.json")
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
	b := lab.OpenBrowser(t, 390, 900, false)
	b.Open(g.Server.URL + "/league/winter")
	b.Eval(`(() => { for (const d of document.querySelectorAll("details")) d.open = true; return ""; })()`)
	b.Looks("league")
}

// drawnAgain repeats the draw from the published data, as any program could.
func (g *gallery) drawnAgain() {
	g.T.Helper()
	d := g.data()
	var seed [32]byte
	if n, err := hex.Decode(seed[:], []byte(d.Seed)); err != nil || n != 32 {
		g.T.Fatalf("seed %q: %v", d.Seed, err)
	}
	var entrants []league.Entrant
	for _, s := range d.Standings {
		entrants = append(entrants, league.Entrant{Name: s.Name, Division: s.Division})
	}
	groups := league.DrawGroups(seed, d.Season, &d.Rules, entrants, league.History{})
	if len(groups) != len(d.Groups) {
		g.T.Fatalf("%d groups are published, %d are drawn", len(d.Groups), len(groups))
	}
	for i, got := range groups {
		if !slices.Equal(got.Seats, d.Groups[i].Seats) {
			g.T.Errorf("group %d: %v is published, %v is drawn", got.No, d.Groups[i].Seats, got.Seats)
		}
	}
}
