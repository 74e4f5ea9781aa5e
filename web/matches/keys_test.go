package matches_test

import (
	"fmt"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// tabTo presses Tab until what has the focus is what an expression wants.
func tabTo(t *testing.T, b *lab.Browser, want string) {
	t.Helper()
	for range 300 {
		if b.Eval("(e => "+want+")(document.activeElement)") == "true" {
			return
		}
		b.Press("Tab")
	}
	t.Fatalf("no key leads to %s at %s", want, b.Eval("location.pathname"))
}

// A player opens the seat and plays a move with the keyboard alone, on a phone's screen.
func TestAMoveIsPlayedInARealBrowserWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.Due()
	link, _ := g.Digest(address)
	b := lab.OpenBrowser(t, 390, 844, false)
	b.Open(g.Server.URL + link)
	g.Shot(b, "letter")
	if wide := b.Eval("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the letter's page is %s pixels wide", wide)
	}
	tabTo(t, b, `e.closest("form.code") && e.tagName === "BUTTON"`)
	b.Press("Enter")
	b.Until(`!!document.getElementById("code") && document.readyState === "complete"`)
	tabTo(t, b, `e.id === "code"`)
	b.Type(g.Code())
	b.Press("Enter")
	b.Until(fmt.Sprintf(`location.pathname === "/seat/%d" && document.readyState === "complete"`, g.ID))
	b.Until(`document.querySelectorAll(".spot[tabindex]").length > 0`)
	if wide := b.Eval("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the seat's page is %s pixels wide", wide)
	}

	// A place on the board writes its commands into the field, one after the other.
	tabTo(t, b, `e.classList.contains("spot")`)
	place := b.Eval(`document.activeElement.getAttribute("aria-label")`)
	b.Press("Enter")
	if line := b.Eval(`document.getElementById("line").value`); !strings.Contains(line, place) {
		t.Errorf("%s on the board wrote %q", place, line)
	}
	// So does the button of a card, and Enter in the field plays it.
	tabTo(t, b, `e.name === "pick"`)
	want := b.Eval("document.activeElement.value")
	b.Press(" ")
	b.Until(`document.activeElement.id === "line"`)
	if line := b.Eval(`document.activeElement.value`); line != want {
		t.Fatalf("the button %q wrote %q", want, line)
	}
	g.Shot(b, "seat")
	var before int
	count := "select count(*) from facts where match_id = $1 and seat = (select name from seats where match_id = $1 and no = $2)"
	if err := g.DB.Pool().QueryRow(t.Context(), count, g.ID, seat).Scan(&before); err != nil {
		t.Fatal(err)
	}
	b.Press("Enter")
	b.Until(`!!document.querySelector(".result")`)
	var after int
	if err := g.DB.Pool().QueryRow(t.Context(), count, g.ID, seat).Scan(&after); err != nil || after <= before {
		t.Errorf("%d facts of the seat before the move, %d after it: %v", before, after, err)
	}
	g.Shot(b, "played")
	// News while it is open are told without a reload: the next player writes.
	next, _ := g.Due()
	_, _ = g.Digest(next)
	h, _ := g.Read(next, "turn")
	if state, _ := g.Write(next, h.Get("Reply-To"), "", "say good morning"); state != "apply" {
		t.Fatalf("the others' word: %s", state)
	}
	b.Until(`!document.getElementById("news").hidden`)
	tabTo(t, b, `e.closest("nav") && e.href.endsWith("/letters")`)
	b.Press("Enter")
	b.Until(`!!document.querySelector(".letters a")`)
	tabTo(t, b, `!!e.closest(".letters")`)
	b.Press("Enter")
	b.Until(`location.pathname.includes("/letters/") && !!document.getElementById("sheet")`)
}

// The pages hold at both widths, by light and by dark.
func TestThePagesFitTheirScreens(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.Due()
	link, _ := g.Digest(address)
	for _, width := range []int{390, 800} {
		for _, dark := range []bool{false, true} {
			b := lab.OpenBrowser(t, width, 900, dark)
			b.Open(g.Server.URL + link)
			if wide := b.Eval("document.documentElement.scrollWidth"); wide != fmt.Sprint(width) {
				t.Errorf("%d pixels: the page is %s wide", width, wide)
			}
			ground := map[bool]string{false: "rgb(239, 233, 223)", true: "rgb(29, 26, 23)"}[dark]
			if got := b.Eval("getComputedStyle(document.body).backgroundColor"); got != ground {
				t.Errorf("dark %v: the ground is %s", dark, got)
			}
			g.Shot(b, fmt.Sprintf("letter-%d-%v", width, dark))
		}
	}
}
