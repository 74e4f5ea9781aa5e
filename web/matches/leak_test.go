package matches_test

import (
	"fmt"
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
)

// When all that a seat may not know is dealt anew, neither the seat's page, nor its word for news, nor the
// public page changes by a byte, in any game.
func TestPagesDoNotChangeWithWhatTheirReaderMayNotKnow(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.GameNames() {
		t.Run(game, func(t *testing.T) {
			g := newGalleryOf(t, game)
			for i := 0; i < 6 || g.MidTurn(); i++ {
				g.PlayFirst(i)
			}
			if _, err := g.DB.Pool().Exec(t.Context(), "update matches set listed = true"); err != nil {
				t.Fatal(err)
			}
			address, seat := g.Due()
			link, _ := g.Digest(address)
			v := g.Visitor()
			v.SignIn(link)
			table := g.Fold()
			paths := []string{fmt.Sprintf("/seat/%d", g.ID), fmt.Sprintf("/seat/%d/now", g.ID), link, fmt.Sprintf("/seat/%d/letters", g.ID)}
			g.alike(v, table, table.Seats[seat].Name, paths)
			g.alike(g.Visitor(), g.Fold(), "", []string{fmt.Sprintf("/m/%d", g.ID), fmt.Sprintf("/m/%d/now", g.ID),
				fmt.Sprintf("/api/v1/matches/%d", g.ID), fmt.Sprintf("/api/v1/matches/%d/events", g.ID), "/api/v1/matches"})
		})
	}
}

// alike compares pages before and after what a seat may not know is dealt anew.
func (g *gallery) alike(v *friends.Visitor, table *model.Table, seat string, paths []string) {
	g.T.Helper()
	before := map[string]string{}
	for _, path := range paths {
		code, page := v.Get(path)
		if code != 200 {
			g.T.Fatalf("%s: %d", path, code)
		}
		before[path] = body(page)
	}
	if !g.Redeal(table, seat) {
		g.T.Fatalf("%q: nothing was dealt anew, so nothing is proved", seat)
	}
	for _, path := range paths {
		if _, page := v.Get(path); body(page) != before[path] {
			g.T.Errorf("%s changed with what %q may not know:\n%s\n---\n%s", path, seat, before[path], body(page))
		}
	}
}

// body returns a page without the random word of its form.
func body(page string) string {
	if once := friends.Fields(page)["once"]; once != "" {
		page = strings.ReplaceAll(page, once, "")
	}
	return page
}
