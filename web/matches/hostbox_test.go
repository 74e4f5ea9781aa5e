package matches_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pitpost.example/lab"
	"pitpost.example/lab/friends"
)

// The host's box is closed at first, asks before acts that cannot be undone, and works with the keyboard alone.
func TestTheHostsBoxInARealBrowser(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.AnaLink()
	b := lab.OpenBrowser(t, 390, 1000, false)
	g.Sits(b, "ana@example.org")
	if open := b.Eval(`document.querySelector("details.host").open`); open != "false" {
		t.Error("the box stands open before anybody wants it")
	}
	tabTo(t, b, `e.tagName === "SUMMARY"`)
	b.Press("Enter")
	b.Until(`document.querySelector("details.host").open`)
	b.Looks("host")
	b.Resize(390, 1000)
	tabTo(t, b, `e.name === "act" && e.value === "abort"`)
	b.Press("Enter")
	b.Until(`!!document.querySelector(".asked") && document.readyState === "complete"`)
	// The page takes the focus when it is first painted, a moment after it has loaded.
	b.Until(`document.activeElement.value === "not"`)
	b.Looks("host-asked")
	b.Press("Enter")
	b.Until(`!document.querySelector(".asked") && document.readyState === "complete"`)
	for _, s := range g.Fold().Seats {
		if s.State != "joined" {
			t.Errorf("%s is %s after a no", s.Name, s.State)
		}
	}
}

func TestTheHostsBoxIsTheHostsAlone(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	ana, bo := g.Visitor(), g.Visitor()
	page := ana.SignIn(g.AnaLink())
	if !strings.Contains(page, `class="host"`) {
		t.Fatal("the host has no box")
	}
	for range 3 {
		if address, _ := g.Due(); address == "bo@example.net" {
			break
		}
		g.PlayFirst(g.Fold().Match.Seq)
	}
	link, _ := g.Digest("bo@example.net")
	other := bo.SignIn(link)
	if strings.Contains(other, `class="host"`) {
		t.Error("the box is on the page of a guest")
	}
	path := fmt.Sprintf("/seat/%d/host", g.ID)
	before := g.state()
	f := friends.Fields(other)
	for name, v := range map[string]*friends.Visitor{"a guest": bo, "nobody": g.Visitor()} {
		if code, _ := v.Post(path, "proof", f["proof"], "once", "1", "act", "kick", "seat", "Cy"); code != http.StatusForbidden {
			t.Errorf("%s: %d", name, code)
		}
		if code, _ := v.Post(path, "proof", f["proof"], "once", "2", "act", "sure", "line", "abort"); code != http.StatusForbidden {
			t.Errorf("%s: sure %d", name, code)
		}
	}
	if code, _ := ana.Post(path, "proof", f["proof"], "once", "3", "act", "pause"); code != http.StatusForbidden {
		t.Errorf("with the proof of another's form: %d", code)
	}
	if g.state() != before {
		t.Error("something was changed")
	}
	// Only acts of a host can be sent by this form.
	f = friends.Fields(page)
	for i, line := range []string{"resign", "pass 1", "say hello", "stop", "", strings.Repeat("x", 5000)} {
		_, page := ana.Post(path, "proof", f["proof"], "once", fmt.Sprint("n", i), "act", "sure", "line", line)
		if !strings.Contains(page, `class="wrong"`) {
			t.Errorf("%.20q was taken: %s", line, page)
		}
	}
	if m := g.Fold(); m.Row.Phase != "running" || m.Seats[0].State != "joined" {
		t.Errorf("the match is %s, Ana %s", m.Row.Phase, m.Seats[0].State)
	}
}
