package spectate_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/lab"
)

var homeLink = regexp.MustCompile(`href="(/[^"]*)"`)

// All that anybody may see can be reached from the front page, and each page links back.
func TestFromTheFrontPageEverythingIsFound(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.SignUp(8)
	v := g.Visitor()
	path := fmt.Sprintf("/m/%d", g.ID)
	if _, page := v.Get("/"); strings.Contains(page, path) {
		t.Errorf("a match that is not public stands on the front page: %s", page)
	}
	g.open()
	seen := map[string]string{}
	for queue := []string{"/"}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if _, known := seen[at]; known || strings.Contains(at, "?") {
			continue
		}
		code, page := v.Get(at)
		if code != http.StatusOK {
			t.Errorf("%s, which a page leads to: %d", at, code)
		}
		seen[at] = page
		if !strings.Contains(page, "<html") {
			continue
		}
		if bad := untold(page); bad != "" {
			t.Errorf("%s says %q", at, bad)
		}
		for _, m := range homeLink.FindAllStringSubmatch(page, -1) {
			queue = append(queue, m[1])
		}
		if !strings.Contains(page, `<a href="/">`) {
			t.Errorf("%s does not lead back to the front page", at)
		}
	}
	for _, want := range []string{path, "/league/", "/league/winter", "/statistics", "/rules/saboteur", "/rules/clonk", "/favicon.svg", "/match.css"} {
		if seen[want] == "" {
			t.Errorf("nothing leads to %s: %d pages", want, len(seen))
		}
	}
	if !strings.Contains(seen["/"], g.House.Rules.Address) || !strings.Contains(seen["/"], "Bo") {
		t.Errorf("the front page: %s", seen["/"])
	}
	if code, _ := v.Get("/rules/chess"); code != http.StatusNotFound {
		t.Errorf("the rules of a game that is none: %d", code)
	}
	for query, says := range map[string]string{"": "Play goes clockwise.", "?edition=it": "although play goes the other way", "?edition=pt&seats=5": "saboteurs 2, miners 4", "?picks=ask": "each of you is asked by letter"} {
		if _, page := v.Get("/rules/saboteur" + query); !strings.Contains(page, says) {
			t.Errorf("/rules/saboteur%s does not say %q", query, says)
		}
	}
	b := lab.OpenBrowser(t, 390, 1400, false)
	for name, at := range map[string]string{"home": "/", "rules": "/rules/"} {
		b.Open(g.Server.URL + at)
		b.Looks(name)
	}
}
