package clients

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/lab"
)

var update = flag.Bool("update", false, "take the pictures in docs/pictures anew")

// heaviest is the maximum size of a picture in the README, in bytes.
const heaviest = 200_000

// album takes the pictures for the README.
type album struct {
	t      *testing.T
	b      *lab.Browser
	letter *httptest.Server
	page   string
}

// shows compares what the browser shows with the stored picture of it.
func (a *album) shows(name string) {
	a.t.Helper()
	a.b.Until(`document.readyState === "complete"`)
	shot := a.b.Screenshot()
	if len(shot) > heaviest {
		a.t.Errorf("%s has %d bytes", name, len(shot))
	}
	lab.Resembles(a.t, "../../docs/pictures/"+name+".png", shot, *update)
}

// letterShows opens a letter and compares it with its picture.
func (a *album) letterShows(name string, l *letter, width, height int, dark bool) {
	a.t.Helper()
	a.page = l.page
	a.b.Resize(width, height)
	a.b.Colours(dark)
	a.b.Open(a.letter.URL + "/" + name)
	a.shows(name)
}

// The README's pictures show letters and pages as they are. "make pictures" takes them again.
func TestPictures(t *testing.T) {
	t.Parallel()
	a := &album{t: t}
	a.letter = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, a.page)
	}))
	t.Cleanup(a.letter.Close) // after the browser, which may still request an icon
	a.b = lab.OpenBrowser(t, 700, 900, false)

	g := sit(t, "saboteur rounds=1 watch=on")
	first, _ := g.Due()
	a.letterShows("first-letter", g.last("opening", first, "turn"), 700, 1000, false)

	for range 9 {
		g.move()
	}
	var move engine.Aim
	g.until(func(engine.View) bool {
		due, no := g.Due()
		now := g.Fold()
		state, seat := now.Match.State(), now.Seats[no]
		move = state.(engine.Pointed).Aim(seat.Name, g.sensible(state, seat.Name))
		return due == "ana@example.org" && move.Card != "" && move.Place != ""
	})
	late := g.last("late digest", "ana@example.org", "turn")
	a.letterShows("late-letter", late, 390, 844, true)

	// Ana chooses a card and a place.
	a.b.Colours(false)
	a.b.Resize(390, 844)
	g.Sits(a.b, "ana@example.org")
	a.b.Until(`!!document.querySelector(".tray")`)
	a.b.Click(fmt.Sprintf(`.spot[data-name=%q]`, move.Card))
	a.b.Click(fmt.Sprintf(`.spot[data-name=%q]`, move.Place))
	a.shows("seat")

	g.until(func(engine.View) bool { return false })
	a.letterShows("end", g.last("end", "ana@example.org", "end"), 700, 1000, false)

	a.b.Colours(true)
	a.b.Resize(900, 900)
	a.b.Open(fmt.Sprintf("%s/m/%d/replay", g.Server.URL, g.ID))
	a.b.Eval(`(() => { const s = document.querySelector("input[type=range]"); s.value = s.max - 3; s.dispatchEvent(new Event("input")); })()`)
	a.shows("replay")

	g.SignUp(7)
	g.League("muster winter")
	g.League("draw winter")
	g.Later(time.Hour)
	for range 3 { // of the league's matches
		if g.ID = int64(g.Count("select coalesce(min(id), 0) from matches where phase = 'running'")); g.ID == 0 {
			break
		}
		g.until(func(engine.View) bool { return false })
		g.Later(time.Hour)
	}
	a.b.Colours(false)
	a.b.Resize(900, 660)
	a.b.Open(g.Server.URL + "/league/winter")
	a.shows("league")

	kept, err := os.ReadDir("../../docs/pictures")
	lab.Check(t, err)
	if len(kept) != 6 {
		t.Errorf("docs/pictures holds %d files, want the six that are taken here", len(kept))
	}
}
