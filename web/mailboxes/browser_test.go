package mailboxes

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
	"pitpost.example/web/browser"
)

// The form for an answer is beside the letter: one click on a command in the letter fills it in, a second one sends it.
func TestALetterIsAnsweredWithTwoClicks(t *testing.T) {
	s := open(t)
	s.submit(digest, "ana@pit.localhost")
	s.submit("From: play@pit.localhost\nTo: ana@pit.localhost\nSubject: hello\n\nWords alone.\n", "ana@pit.localhost")
	mux := http.NewServeMux()
	mux.Handle("/", s.page)
	mux.Handle("/favicon.svg", browser.ServeIcon())
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b := lab.OpenBrowser(t, 900, 900, false)
	for name, path := range map[string]string{"boxes": "/", "box": "/mailbox/ana@pit.localhost", "compose": "/mailbox/ana@pit.localhost/compose",
		"office-words": "/mailbox/ana@pit.localhost/letter/2", "office-letter": "/mailbox/ana@pit.localhost/letter/1"} {
		b.Open(server.URL + path)
		b.Looks(name)
	}
	b.Resize(390, 844)
	b.Open(server.URL + "/mailbox/ana@pit.localhost/letter/1")
	b.Until(`document.querySelector("iframe").contentDocument.querySelectorAll("a[target=_top]").length === 1`)
	var at struct{ X, Y float64 }
	lab.Check(t, json.Unmarshal([]byte(b.Eval(`(() => {
		const frame = document.querySelector("iframe").getBoundingClientRect(), chip = document.querySelector("iframe").contentDocument.querySelector("a[target=_top]").getBoundingClientRect();
		return JSON.stringify({x: frame.x + chip.x + chip.width / 2, y: frame.y + chip.y + chip.height / 2});
	})()`)), &at))
	b.ClickAt(at.X, at.Y)
	b.Until(`document.querySelector(".reply textarea")?.value.startsWith("3 C5")`)
	b.Shot("office-answer")
	b.Click(".reply button.main")
	b.Until(`location.search === "?sent=1"`)
	if l, err := s.office.Read("play@pit.localhost", postoffice.Inbox, 1); err != nil || l.Text[:4] != "3 C5" {
		t.Errorf("what was sent: %+v, %v", l, err)
	}
}
