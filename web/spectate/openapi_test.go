package spectate_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The description of the API is complete and has each address that is served, and the answers of a running
// server match it in every field.
func TestAnswersAreAsOpenAPISays(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	v := g.Visitor()
	_, text := v.Get("/api/v1/openapi.yaml")
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("spectate.go")
	if err != nil {
		t.Fatal(err)
	}
	served := regexp.MustCompile(`"GET (/api/v1/[^"]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(served) != doc.Paths.Len()+1 { // plus the description itself
		t.Errorf("%d addresses are served, %d are described", len(served)-1, doc.Paths.Len())
	}
	game := "saboteur"
	holds := func(path, query string, want int) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.Server.URL+strings.NewReplacer("{match}", fmt.Sprint(g.ID), "{game}", game).Replace(path)+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		code, body, header := v.Ask(req)
		if doc.Paths.Find(path) == nil || code != want {
			t.Errorf("%s%s: %d, want %d", path, query, code, want)
			return
		}
		kind, _, _ := strings.Cut(header.Get("Content-Type"), ";")
		said := doc.Paths.Find(path).Get.Responses.Status(code)
		if said == nil || said.Value.Content[kind] == nil {
			t.Errorf("%s%s answers %d with %s, which is not described", path, query, code, kind)
			return
		}
		if kind != "application/json" {
			return
		}
		var answer any
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Errorf("%s: %v", path, err)
		} else if err := said.Value.Content[kind].Schema.Value.VisitJSON(answer); err != nil {
			t.Errorf("%s%s: %v", path, query, err)
		}
	}
	const one = "/api/v1/matches/{match}"
	holds(one, "", http.StatusNotFound)
	g.open()
	g.PlayFirst(0)
	for _, path := range []string{one, one + "/events", "/api/v1/matches", "/api/v1/statistics"} {
		holds(path, "", http.StatusOK)
	}
	holds(one+"/record", "", http.StatusConflict)
	holds(one+"/events", "?after=x", http.StatusBadRequest)
	holds("/api/v1/statistics", "?game=chess", http.StatusNotFound)
	holds("/api/v1/rules/{game}", "?edition=it&seats=5&lang=de&picks=ask", http.StatusOK)
	holds("/api/v1/rules/{game}", "?edition=xx&seats=99&lang=zz&colour=red", http.StatusOK)
	game = "chess"
	holds("/api/v1/rules/{game}", "", http.StatusNotFound)
	g.finish()
	for _, path := range []string{one, one + "/events", one + "/record", "/api/v1/matches", "/api/v1/statistics"} {
		holds(path, "", http.StatusOK)
	}
}
