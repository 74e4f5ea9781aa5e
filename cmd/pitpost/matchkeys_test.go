package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost/lab"
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
	address, seat := g.due()
	link, _ := g.digest(address)
	b := lab.OpenBrowser(t, 390, 844, false)
	b.Open(g.server.URL + link)
	g.shot(b, "letter")
	if wide := b.Eval("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the letter's page is %s pixels wide", wide)
	}
	tabTo(t, b, `e.closest("form.code") && e.tagName === "BUTTON"`)
	b.Press("Enter")
	b.Until(`!!document.getElementById("code") && document.readyState === "complete"`)
	tabTo(t, b, `e.id === "code"`)
	b.Type(g.code())
	b.Press("Enter")
	b.Until(fmt.Sprintf(`location.pathname === "/seat/%d" && document.readyState === "complete"`, g.match))
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
	g.shot(b, "seat")
	var before int
	count := "select count(*) from facts where match_id = $1 and seat = (select name from seats where match_id = $1 and no = $2)"
	if err := g.db.Pool().QueryRow(t.Context(), count, g.match, seat).Scan(&before); err != nil {
		t.Fatal(err)
	}
	b.Press("Enter")
	b.Until(`!!document.querySelector(".result")`)
	var after int
	if err := g.db.Pool().QueryRow(t.Context(), count, g.match, seat).Scan(&after); err != nil || after <= before {
		t.Errorf("%d facts of the seat before the move, %d after it: %v", before, after, err)
	}
	g.shot(b, "played")
	// News while it is open are told without a reload: the next player writes.
	next, _ := g.due()
	_, _ = g.digest(next)
	h, _ := g.read(next, "turn")
	if state, _ := g.write(next, h.Get("Reply-To"), "", "say good morning"); state != "apply" {
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
	address, _ := g.due()
	link, _ := g.digest(address)
	for _, width := range []int{390, 800} {
		for _, dark := range []bool{false, true} {
			b := lab.OpenBrowser(t, width, 900, dark)
			b.Open(g.server.URL + link)
			if wide := b.Eval("document.documentElement.scrollWidth"); wide != fmt.Sprint(width) {
				t.Errorf("%d pixels: the page is %s wide", width, wide)
			}
			ground := map[bool]string{false: "rgb(239, 233, 223)", true: "rgb(29, 26, 23)"}[dark]
			if got := b.Eval("getComputedStyle(document.body).backgroundColor"); got != ground {
				t.Errorf("dark %v: the ground is %s", dark, got)
			}
			g.shot(b, fmt.Sprintf("letter-%d-%v", width, dark))
		}
	}
}

// shot keeps a picture of the page where PITPOST_SHOTS names a folder.
func (g *gallery) shot(b *lab.Browser, name string) {
	g.t.Helper()
	dir := os.Getenv("PITPOST_SHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), b.Screenshot(), 0o600); err != nil {
		g.t.Fatal(err)
	}
}
