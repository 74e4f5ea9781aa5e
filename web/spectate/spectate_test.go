package spectate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/server"
)

// gallery is a house with pages and a match of Ana, Bo and Cy.
type gallery struct{ *friends.Match }

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryOf(t, "saboteur") }

func newGalleryOf(t *testing.T, game string) *gallery {
	t.Helper()
	return &gallery{friends.Play(t, game)}
}

// finish plays the match to its end; each seat that is due plays its first legal command.
func (g *gallery) finish() {
	g.T.Helper()
	for i := 0; g.Fold().Row.Phase == "running"; i++ {
		if i > 2000 {
			g.T.Fatal("the match does not end")
		}
		g.PlayFirst(i)
	}
	if _, err := g.House.Sweep(g.T.Context(), g.Clock.Add(1)); err != nil {
		g.T.Fatal(err)
	}
}

func (g *gallery) open() {
	g.T.Helper()
	if _, err := g.DB.Pool().Exec(g.T.Context(), "update matches set listed = true, stamp = stamp + 1"); err != nil {
		g.T.Fatal(err)
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

var unsaid = regexp.MustCompile(`(replay|statistics|page|match|` + strings.Join(catalog.GameNames(), "|") + `)\.[a-z]+[a-z.-]*|no value|\{\{`)

// untold returns a key that a page shows instead of its text, "" if there is none.
func untold(page string) string { return unsaid.FindString(tags.ReplaceAllString(page, " ")) }

// The page of a public match updates itself and leads, once the match is over, to a replay with all secrets, to
// statistics and to data, in each game.
func TestAPublicMatchFromItsBoardToItsReplay(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.GameNames() {
		t.Run(game, func(t *testing.T) {
			g := newGalleryOf(t, game)
			g.PlayFirst(0)
			v := g.Visitor()
			path := fmt.Sprintf("/m/%d", g.ID)
			api := fmt.Sprintf("/api/v1/matches/%d", g.ID)
			for _, closed := range []string{path, path + "/replay", path + "/replay.json", api, api + "/events", api + "/record"} {
				if code, page := v.Get(closed); code != http.StatusNotFound {
					t.Errorf("%s of a match that is not open: %d %s", closed, code, page)
				}
			}
			g.open()
			b := lab.OpenBrowser(t, 800, 1000, false)
			b.Open(g.Server.URL + path)
			was := b.Eval(`document.querySelector("main").innerText`)
			for i := 1; i < 4; i++ {
				g.PlayFirst(i)
			}
			b.Eval(`(window.dispatchEvent(new Event("focus")), "")`)
			b.Until(`document.querySelector("main").innerText !== ` + fmt.Sprintf("%q", was))
			b.Looks("public-" + game)
			if code, _ := v.Get(path + "/replay"); code != http.StatusNotFound {
				t.Errorf("the replay of a running match: %d", code)
			}
			if code, said := v.Get(api + "/record"); code != http.StatusConflict || !strings.Contains(said, "still runs") {
				t.Errorf("the record of a running match: %d %s", code, said)
			}
			_, seat := g.Due()
			if _, err := g.House.TakePage(t.Context(), server.PageWords{Player: g.Fold().Seats[seat].Player, Match: g.ID, Seat: seat, Once: "talk", Words: "say Left is stone.", Now: g.Clock}); err != nil {
				t.Fatal(err)
			}
			if _, page := v.Get(path); strings.Contains(page, "Left is stone") {
				t.Error("the page of a running match tells what its players say")
			}
			g.finish()
			if _, page := v.Get(path); !strings.Contains(page, path+"/replay") {
				t.Errorf("no link to the replay: %s", tags.ReplaceAllString(page, " "))
			} else if text := tags.ReplaceAllString(page, " "); !strings.Contains(text, "How it went") || strings.Contains(text, ", move ") {
				t.Errorf("the page of a match that is over does not begin with its end: %s", text)
			}
			b.Open(g.Server.URL + path)
			b.Until(`!!document.querySelector('nav a[href$="/replay"]')`)
			g.replayHolds(b, path)
			g.dataHolds(v, game, api)
		})
	}
}

// replayHolds goes through the replay with and without its script, and checks how it looks.
func (g *gallery) replayHolds(b *lab.Browser, path string) {
	g.T.Helper()
	v := g.Visitor()
	code, page := v.Get(path + "/replay?step=7")
	if code != 200 || untold(page) != "" || !strings.Contains(page, "<use ") {
		g.T.Errorf("replay: %d, %q in %s", code, untold(page), page)
	}
	var data struct {
		Sprites []string
		Steps   []struct {
			Lines []string
			Width int
			Seats []struct{ Hand []string }
		}
	}
	_, text := v.Get(path + "/replay.json")
	if err := json.Unmarshal([]byte(text), &data); err != nil || len(data.Steps) < 10 || len(data.Steps[5].Seats) != 3 || len(data.Steps[5].Seats[0].Hand) == 0 ||
		unsaid.MatchString(text) || !strings.Contains(text, "“Left is stone.”") {
		g.T.Fatalf("replay.json: %v, %.300s", err, text)
	}
	b.Open(g.Server.URL + path + "/replay?step=7")
	b.Until(`document.querySelectorAll("#board use").length > 5 && document.getElementById("where").textContent.startsWith("7 /")`)
	told := b.Eval(`document.getElementById("told").innerText`)
	b.Eval(`(() => { const s = document.getElementById("at"); s.value = 12; s.dispatchEvent(new Event("input")); return ""; })()`)
	b.Until(`document.getElementById("where").textContent.startsWith("12 /") && document.getElementById("told").innerText !== ` + fmt.Sprintf("%q", told))
	b.Looks("replay-" + g.Fold().Row.Game)
}

// dataHolds reads the match's data as a program would.
func (g *gallery) dataHolds(v *friends.Visitor, game, api string) {
	g.T.Helper()
	var match struct {
		Game, Phase, Commitment string
		Events                  int
		Result                  struct{ Winners []string }
		View                    map[string]any
	}
	_, text := v.Get(api)
	if err := json.Unmarshal([]byte(text), &match); err != nil || match.Game != game || match.Phase != "over" || len(match.Result.Winners) == 0 || len(match.View) == 0 {
		g.T.Errorf("%v: %s", err, text)
	}
	var events struct{ Events []struct{ N int } }
	_, text = v.Get(api + "/events?after=2")
	if err := json.Unmarshal([]byte(text), &events); err != nil || len(events.Events) != match.Events-2 || events.Events[0].N != 3 {
		g.T.Errorf("%v: %d events of %d: %.300s", err, len(events.Events), match.Events, text)
	}
	_, text = v.Get(api + "/record")
	rec, err := record.NewReader("record", bytes.NewReader([]byte(text)))
	if err != nil {
		g.T.Fatal(err)
	}
	one, err := rec.Next()
	if err == nil {
		_, _, err = one.Facts("record", nil)
	}
	if err != nil {
		g.T.Errorf("the record does not verify: %v", err)
	}
	if code, said := v.Get(api + "/events?after=x"); code != http.StatusBadRequest || !strings.Contains(said, `"error"`) {
		g.T.Errorf("after=x: %d %s", code, said)
	}
	_, text = v.Get("/api/v1/matches")
	if !strings.Contains(text, fmt.Sprintf(`"match":%d`, g.ID)) {
		g.T.Errorf("the list: %s", text)
	}
	req, err := http.NewRequestWithContext(g.T.Context(), http.MethodGet, g.Server.URL+api, nil)
	if err != nil {
		g.T.Fatal(err)
	}
	_, _, h := v.Ask(req)
	req.Header.Set("If-None-Match", h.Get("ETag"))
	if code, _, _ := v.Ask(req); code != http.StatusNotModified || h.Get("Access-Control-Allow-Origin") != "*" {
		g.T.Errorf("the same again: %d, %v", code, h)
	}
}

// A finished match is in the statistics once, however often the house sweeps or counts anew. The page works in
// every language and fits its screens.
func TestStatisticsCountEachMatchOnce(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.finish()
	v := g.Visitor()
	_, first := v.Get("/api/v1/statistics?game=saboteur")
	if !strings.Contains(first, `"what":"match","key":"","n":1`) || !strings.Contains(first, `"what":"role","key":"miner"`) || !strings.Contains(first, `"what":"place","key":"3","n":1`) {
		t.Fatalf("sums: %s", first)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "insert into due (owner, owner_id, seat, what, at) values ('match', $1, -1, 'tally', $2)", g.ID, g.Clock); err != nil {
		t.Fatal(err)
	}
	if _, err := g.House.Sweep(t.Context(), g.Clock.Add(1)); err != nil {
		t.Fatal(err)
	}
	if _, again := v.Get("/api/v1/statistics?game=saboteur"); again != first {
		t.Errorf("counted twice:\n%s\n%s", first, again)
	}
	if _, page := v.Get("/statistics"); untold(page) != "" || strings.Count(page, `class="plot"`) < 5 {
		t.Errorf("%q in %s", untold(page), page)
	}
	if code, said := v.Get("/api/v1/statistics?game=chess"); code != 404 || !strings.Contains(said, `{"error":`) {
		t.Errorf("sums of a game that is none: %d %s", code, said)
	}
	if code, page := v.Get("/statistics?game=clonk&edition=none&seats=x"); code != 200 || strings.Contains(page, `class="plot"`) {
		t.Errorf("nothing to show: %d %s", code, page)
	}
	b := lab.OpenBrowser(t, 390, 2200, false)
	b.Open(g.Server.URL + "/statistics")
	b.Looks("statistics")
	// With more cases than a test plays, the numbers beside the bars stay inside their card on a phone too.
	if _, err := g.DB.Pool().Exec(t.Context(), "update tallies set n = n * 1234"); err != nil {
		t.Fatal(err)
	}
	b.Resize(390, 900)
	b.Open(g.Server.URL + "/statistics")
	b.Until(`document.querySelectorAll(".plot text").length > 9`)
	if out := b.Eval(`[...document.querySelectorAll(".plot")].filter(p => [...p.querySelectorAll("text")].some(t =>
		t.getBoundingClientRect().right > p.parentElement.getBoundingClientRect().right)).map(p => p.textContent).join("; ")`); fmt.Sprint(out) != "" {
		t.Errorf("numbers reach out of their card: %v", out)
	}
}
