package matches_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
)

// spot returns the selector of a card or place that can be pointed at.
func spot(name string) string { return fmt.Sprintf(`.spot[data-name=%q]`, name) }

const inField = `document.getElementById("line").value`

// hand plays a move on the page that a browser shows.
type hand func(t *testing.T, b *lab.Browser, m model.Move)

// byMouse clicks on the card, then on its place, again until the card lies the right way round, and on Play.
func byMouse(t *testing.T, b *lab.Browser, m model.Move) {
	if m.Card != "" {
		b.Click(spot(m.Card))
	}
	if m.Place != "" {
		for range 3 {
			b.Click(spot(m.Place))
			if b.Eval(inField) == m.Command {
				break
			}
		}
		if b.Eval(`document.querySelectorAll(".table > svg .ghost image").length`) != "1" {
			t.Fatalf("no ghost shows %q", m.Command)
		}
	}
	if got := b.Eval(inField); m.Place == "" && got != m.Command {
		b.Click(fmt.Sprintf(".loose button[value=%q]", m.Command))
		return
	} else if got != m.Command {
		t.Fatalf("%+v was pointed at, and %q is chosen", m, got)
	}
	b.Click(".ghostplay")
}

// byKeys plays a move with Tab, the arrow keys, Enter and the space bar.
func byKeys(t *testing.T, b *lab.Browser, m model.Move) {
	if m.Card != "" {
		walk(t, b, m.Card)
		b.Press("Enter")
	}
	if m.Place == "" && b.Eval(inField) != m.Command {
		tabTo(t, b, fmt.Sprintf(`e.matches(".loose button") && e.value === %q`, m.Command))
	} else if m.Place != "" {
		walk(t, b, m.Place)
		for range 3 {
			if b.Eval(inField) == m.Command {
				break
			}
			b.Press(" ")
		}
		if got := b.Eval(inField); got != m.Command {
			t.Fatalf("%+v was pointed at with keys, and %q is chosen", m, got)
		}
	}
	b.Press("Enter")
}

// byTurns plays moves by mouse and with keys in turn.
func byTurns() hand {
	keys := false
	return func(t *testing.T, b *lab.Browser, m model.Move) {
		if keys = !keys; keys {
			byKeys(t, b, m)
		} else {
			byMouse(t, b, m)
		}
	}
}

// walk moves the focus to a spot, with arrow keys if they lead nearer, otherwise with Tab.
func walk(t *testing.T, b *lab.Browser, name string) {
	t.Helper()
	tabTo(t, b, fmt.Sprintf(`e.classList.contains("spot") && e.ownerSVGElement === document.querySelector(%q).ownerSVGElement`, spot(name)))
	for i := range 12 {
		arrow := b.Eval(fmt.Sprintf(`(() => {
			const from = document.activeElement.getBoundingClientRect(), to = document.querySelector(%q).getBoundingClientRect(), x = to.x - from.x, y = to.y - from.y;
			if (x && (%d %% 2 === 0 || !y)) return x > 0 ? "ArrowRight" : "ArrowLeft";
			return y > 0 ? "ArrowDown" : y < 0 ? "ArrowUp" : "";
		})()`, spot(name), i))
		if arrow == "" {
			return
		}
		b.Press(arrow)
	}
	tabTo(t, b, fmt.Sprintf(`e.dataset.name === %q`, name))
}

// round plays as Ana by pointing until the round is over, and returns how many cards were laid.
func (g *gallery) round(b *lab.Browser, play hand) (laid int) {
	g.T.Helper()
	loose, turned := 0, 0
	g.Sits(b, "ana@example.org")
	for n := 0; g.Fold().Row.Phase == model.PhaseRunning; n++ {
		if n > 200 {
			g.T.Fatal("the round does not end")
		}
		if b.Eval(`!!document.querySelector(".clock.due") && !!document.getElementById("pointing")`) != "true" {
			if _, err := g.House.Sweep(g.T.Context(), g.Clock); err != nil { // lets bots play that have not moved yet
				g.T.Fatal(err)
			}
			b.Open(fmt.Sprintf("%s/seat/%d", g.Server.URL, g.ID))
			continue
		}
		b.Until(`!!document.querySelector(".tray")`)
		var p model.Pointing
		if err := json.Unmarshal([]byte(b.Eval(`document.getElementById("pointing").textContent`)), &p); err != nil {
			g.T.Fatal(err)
		}
		// A card is laid two times out of three, and turned as soon as one can be.
		m := p.Moves[n*7%len(p.Moves)]
		for _, one := range p.Moves {
			if one.Turned && turned == 0 || one.Place != "" && m.Place == "" && (laid == 0 || n%3 < 2) {
				m = one
			}
		}
		step := b.Eval(`document.querySelector("input[name=step]").value`)
		b.Eval(`(document.body.dataset.left = "no", "")`)
		play(g.T.(*testing.T), b, m)
		b.Until(`document.body.dataset.left === undefined && document.readyState === "complete" && !!document.querySelector(".result, .wrong")`)
		if wrong := b.Eval(`document.querySelector(".wrong")?.textContent ?? ""`); wrong != "" {
			g.T.Fatalf("%q at step %s: %s", m.Command, step, wrong)
		}
		if played := g.Count("select count(*) from letters where door = 'page' and state = 'apply'"); played != laid+loose+1 {
			g.T.Fatalf("%q at step %s: %s", m.Command, step, b.Eval(`document.querySelector(".result").textContent`))
		}
		if m.Place == "" {
			loose++
		} else {
			laid++
		}
		if m.Turned {
			turned++
		}
	}
	g.T.Logf("%d cards laid, %d of them turned, %d other moves", laid, turned, loose)
	return laid
}

// A whole round is played on a seat's page, by mouse and with the keyboard alone.
func TestARoundIsPlayedByPointing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, game, options string
		width               int
		dark                bool
		play                hand
	}{
		{"mouse", "saboteur", "seats=4 rounds=1", 390, true, byMouse},
		{"keys", "saboteur", "seats=4 rounds=1", 900, false, byKeys},
		{"both", "clonk", "", 390, true, byTurns()},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := &gallery{friends.Practise(t, c.game, c.options)}
			if laid := g.round(lab.OpenBrowser(t, c.width, 900, c.dark), c.play); laid == 0 {
				t.Error("no card was laid in the whole round")
			}
		})
	}
}

// News is shown at once, but only announced to a player who has chosen a card.
func TestNewsTakeNoCardOutOfTheHand(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.AnaLink()
	b := lab.OpenBrowser(t, 900, 900, false)
	g.Sits(b, "ana@example.org")
	b.Until(`!!document.querySelector(".tray")`)
	const look = `(window.dispatchEvent(new Event("focus")), "")`
	card := b.Eval(`document.querySelector("#sheet .table:last-of-type .spot")?.dataset.name ?? JSON.parse(document.getElementById("pointing").textContent).moves.find((m) => m.card).card`)
	b.Click(spot(card))
	say := func(words string) {
		t.Helper()
		if state, _ := g.Write("bo@example.net", g.At(1), "", "say "+words); state != string(model.LetterApply) {
			t.Fatalf("Bo's words: %s", state)
		}
	}
	say("good morning")
	b.Eval(look)
	b.Until(`!document.getElementById("news").hidden`)
	if b.Eval(fmt.Sprintf("document.querySelector(%q).classList.contains('chosen')", spot(card))) != "true" {
		t.Error("news took the card away")
	}
	b.Press("Escape")
	b.Eval(look)
	b.Until(`document.querySelector("main").innerText.includes("good morning") && document.getElementById("news").hidden`)
	say("and a good evening")
	b.Eval(look)
	b.Until(`document.querySelector("main").innerText.includes("good evening")`)
	if !strings.Contains(b.Eval(`document.title`), "Your turn") {
		t.Errorf("the page is called %s", b.Eval("document.title"))
	}
}

// canLay reports whether a player is due and at the beginning of a turn in which a card can be laid.
func (g *gallery) canLay(address string) bool {
	g.T.Helper()
	due, seat := g.Due()
	match := g.Fold().Match
	name, state := g.Fold().Seats[seat].Name, match.State()
	return due == address && !match.MidTurn(name) && slices.ContainsFunc(state.Legal(name), func(command string) bool {
		return state.(engine.Pointed).Aim(name, command).Place != ""
	})
}

// pointed reports whether moves of a game can be made by pointing.
func pointed(g engine.Game) bool {
	_, is := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: []string{"Ana", "Bo", "Cy"}}).(engine.Pointed)
	return is
}

// A seat's page fits all screens while a card is being placed, in each game that is played by pointing.
func TestASeatMidMove(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.GameNames() {
		if g := catalog.FindGame(game); !pointed(g) {
			continue
		}
		t.Run(game, func(t *testing.T) {
			g := newGalleryOf(t, game)
			for i := 10; i < 16 || !g.canLay("ana@example.org"); i++ {
				g.PlayFirst(i)
			}
			b := lab.OpenBrowser(t, 390, 1800, false)
			g.Sits(b, "ana@example.org")
			b.Until(`!!document.querySelector(".tray")`)
			b.Looks("seat-" + game)
			var m model.Move
			if err := json.Unmarshal([]byte(b.Eval(`JSON.stringify(JSON.parse(document.getElementById("pointing").textContent).moves.find((m) => m.place) ?? {})`)), &m); err != nil {
				t.Fatal(err)
			}
			if m.Place == "" {
				t.Fatal("no card can be laid")
			}
			b.Click(spot(m.Card))
			b.Looks("seat-card-" + game)
			// On a phone, the place, Play and the hand are visible together.
			b.Resize(390, 844)
			b.Click(spot(m.Place))
			b.Shot("seat-phone-" + game)
			for _, part := range []string{".ghost .rim", ".ghostplay", spot(m.Card), ".tray"} {
				if b.Eval(fmt.Sprintf(`(r => r.top >= 0 && r.bottom <= innerHeight + 1)(document.querySelector(%q).getBoundingClientRect())`, part)) != "true" {
					t.Errorf("%s is out of sight on a phone", part)
				}
			}
			if b.Eval(`(r => document.elementFromPoint(r.x + r.width / 2, r.bottom - 3).className)(document.querySelector(".ghostplay").getBoundingClientRect())`) != "main ghostplay" {
				t.Error("Play is covered on a phone")
			}
			b.Looks("seat-ghost-" + game)
		})
	}
}
