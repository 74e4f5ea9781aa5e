package inbox

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pitpost.example/lab"
)

// What one letter may cost, whatever is in it: two seconds of a quiet processor, on which the
// yardstick takes 30 ms. A busy machine, or a slower one, takes longer for both.
const (
	yardsMost = 60
	heapMost  = 64 << 20
)

// yard is work that nothing in a letter changes, of the same sort as reading one.
var yard = strings.Repeat("<p>a <b>b</b></p>\n", 12_000)

// yards is what deed costs of the processor beside the yardstick, measured just before it, and by
// how much the heap grows. A deed that seems to cost more than most yards is tried again: the
// machine may have had other work meanwhile.
func yards(deed func(), most float64) (cost float64, heap uint64) {
	for range 4 {
		stick, _ := lab.Cost(func() { _, _ = html.Parse(strings.NewReader(yard)) }) // a reader of a text does not fail
		var cpu time.Duration
		cpu, heap = lab.Cost(deed)
		if cost = float64(cpu) / float64(max(stick, time.Millisecond)); cost <= most {
			break
		}
	}
	return cost, heap
}

// within fails the test when deed costs more than a letter may, and says how many yards it cost.
func within(t *testing.T, deed func()) float64 {
	t.Helper()
	cost, heap := yards(deed, yardsMost)
	t.Logf("%.1f yards of the processor, %.1f MB", cost, float64(heap)/(1<<20))
	if cost > yardsMost || heap > heapMost {
		t.Errorf("%.1f yards of the processor and %d MB; a letter may cost %d and %d MB", cost, heap>>20, yardsMost, heapMost>>20)
	}
	return cost
}
