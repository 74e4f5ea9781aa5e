package main

import (
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
)

// The operator sees the state of a match without its secrets. If they ask for the secrets, the players are told
// that the operator looked.
func TestMatchShowTellsNoSecretUnasked(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.GameNames() {
		t.Run(game, func(t *testing.T) {
			g := newGalleryWith(t, game, nil)
			for i := 0; i < 6 || g.MidTurn(); i++ {
				g.PlayFirst(i)
			}
			show := func(more ...string) string {
				code, out, wrong := g.command(append([]string{"match", "show", "1"}, more...)...)
				if code != done {
					t.Fatalf("match show: %d %s", code, wrong)
				}
				return out
			}
			before, facts := show(), g.Fold().Match.Seq
			if !g.Redeal(g.Fold(), "") {
				t.Fatal("nothing was dealt anew, so nothing is proved")
			}
			if after := show(); after != before || g.Fold().Match.Seq != facts {
				t.Errorf("what is shown changed with the secrets:\n%s\n---\n%s", before, after)
			}
			all := show("--secrets")
			for _, s := range g.Fold().Seats {
				if !strings.Contains(all, "\n"+s.Name+": ") {
					t.Errorf("with --secrets nothing is shown of %s:\n%s", s.Name, all)
				}
			}
			if f := g.Fold().Match.Facts(); f[len(f)-1].Event.Kind() != "match.opened" {
				t.Errorf("the last fact is %s: the seats do not hear that somebody looked", f[len(f)-1].Event.Kind())
			}
		})
	}
}
