package matches_test

import (
	"fmt"
	"testing"

	"pitpost.example/lab"
)

// tabTo presses Tab until the expression want holds for the focused element e.
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
	b.Shot("letter")
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

	// A move can also be typed.
	tabTo(t, b, `e.id === "line"`)
	b.Type(b.Eval(`JSON.parse(document.getElementById("pointing").textContent).moves[0].command`))
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
	b.Shot("played")
	// News is shown without a reload while the page is open: the next player writes.
	next, _ := g.Due()
	_, _ = g.Digest(next)
	h, _ := g.Read(next, "turn")
	if state, _ := g.Write(next, h.Get("Reply-To"), "", "say good morning"); state != "apply" {
		t.Fatalf("the others' word: %s", state)
	}
	b.Eval(`(window.dispatchEvent(new Event("focus")), "")`)
	b.Until(`document.querySelector("main").innerText.includes("good morning")`)
	tabTo(t, b, `e.closest("nav") && e.href.endsWith("/letters")`)
	b.Press("Enter")
	b.Until(`!!document.querySelector(".letters a")`)
	tabTo(t, b, `!!e.closest(".letters")`)
	b.Press("Enter")
	b.Until(`location.pathname.includes("/letters/") && !!document.getElementById("sheet")`)
}

// The page of a letter fits all screens.
func TestALettersPageFitsItsScreens(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.Due()
	link, _ := g.Digest(address)
	b := lab.OpenBrowser(t, 390, 900, true)
	b.Open(g.Server.URL + link)
	if got := b.Eval("getComputedStyle(document.body).backgroundColor"); got != "rgb(29, 26, 23)" {
		t.Errorf("the ground is %s in the dark", got)
	}
	b.Looks("letter")
}
