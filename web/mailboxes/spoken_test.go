package mailboxes

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"pitpost.example/web/browser"
)

var unsaid = regexp.MustCompile(`post\.[a-z-]+|no value|\{\{`)

// Each page of the post office is in the browser's language, and in English if it is none of the seven.
func TestPostOfficeSpeaksTheBrowsersLanguage(t *testing.T) {
	s := open(t)
	s.submit("From: bo@pit.localhost\nTo: ana@pit.localhost\nMessage-ID: <1@pit.localhost>\n\nhello\n", "ana@pit.localhost")
	english := map[string]string{}
	for _, tongue := range append(browser.Tongues, language.Finnish) {
		lang := tongue.String()
		for _, path := range []string{"/", "/mailbox/ana@pit.localhost", "/mailbox/cy@pit.localhost?sent=1", "/mailbox/ana@pit.localhost?folder=Sent", "/mailbox/ana@pit.localhost/letter/1",
			"/mailbox/ana@pit.localhost/compose", "/nothing", "/mailbox/ana@x.example", "/open?address=a%20b"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("Accept-Language", lang+";q=0.9, *;q=0.1")
			w := s.ask(r)
			page := w.Body.String()
			want := lang
			if lang == "fi" {
				want = "en"
			}
			if !strings.Contains(page, `<html lang="`+want+`">`) || w.Header().Get("Vary") != "Accept-Language" {
				t.Errorf("%s in %s: %s", path, lang, page)
			}
			if found := unsaid.FindString(page); found != "" {
				t.Errorf("%s in %s holds %q", path, lang, found)
			}
			switch body := page[strings.Index(page, "<main>"):]; {
			case lang == "en":
				english[path] = body
			case want != "en" && body == english[path]:
				t.Errorf("%s is English in %s", path, lang)
			}
		}
	}
}
