package phrases

import (
	"os"
	"strings"
	"testing"
)

// TestBatch prints how new lines are understood: those in the folder that BATCH names, with tables as in
// testdata/own. Their talk is sent in both games.
func TestBatch(t *testing.T) {
	folder := os.Getenv("BATCH")
	if folder == "" {
		t.Skip("BATCH=folder go test ./lab/phrases -run Batch -v runs this")
	}
	_, _, table := measured(t, folder, 1)
	var out strings.Builder
	all := &count{}
	for _, k := range sortedKeys(table) {
		table[k].print(&out, k.String())
		all.add(table[k])
	}
	all.print(&out, "all")
	t.Logf("\n%s", out.String())
	said, found := placedOnce(t, "talk of "+folder, func() (lines []*line) {
		for _, l := range linesIn(t, folder) {
			for _, game := range games {
				if l.talk() {
					one := *l
					one.game = game
					lines = append(lines, &one)
				}
			}
		}
		return lines
	}, 1)
	printHarm(t, "talk", harmOf(t, said, found))
}
