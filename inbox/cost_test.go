package inbox

import (
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/reply"
	"pitpost.example/lab"
)

// yardsMost and heapMost limit what one letter may cost, whatever it holds. The yardstick takes 30 ms on
// a quiet processor, so a letter may take two seconds there. On a busy or slower machine both take
// longer.
const (
	yardsMost = 60
	heapMost  = 64 << 20
)

// yard is a page of a fixed size. Parsing it is work of the same kind as reading a letter.
var yard = strings.Repeat("<p>a <b>b</b></p>\n", 24_000)

// readAnew is ReadLetter by a reader that remembers no lines.
func readAnew(raw []byte, ours ...[]byte) (*reply.Letter, error) {
	return readerOf(catalog.AllGames()).Read(raw, ours...)
}

// processor returns the processor time that all threads of this process take while deed runs.
func processor(deed func()) time.Duration {
	runtime.GC()
	before := lab.CPUUsed()
	deed()
	return lab.CPUUsed() - before
}

// yards returns the processor time of deed in units of the yardstick, measured just before, and how much
// the heap grew. If deed seems to cost more than half of most, or of heapMost, it is measured again, and the best of four
// times counts, because the machine may have been busy with something else.
func yards(deed func(), most float64) (cost float64, heap uint64) {
	cost, heap = math.Inf(1), math.MaxUint64
	for range 4 {
		stick := processor(func() { _, _ = html.Parse(strings.NewReader(yard)) }) // reading from a string cannot fail
		cpu := processor(deed)
		_, grown := lab.Cost(deed) // apart, because it collects garbage far more often than a house does
		cost, heap = min(cost, float64(cpu)/float64(max(stick, time.Millisecond))), min(heap, grown)
		if cost <= most/2 && heap <= heapMost/2 {
			break
		}
	}
	return cost, heap
}

// within fails the test if deed costs more than a letter may, and returns its cost in yards.
func within(t *testing.T, deed func()) float64 {
	t.Helper()
	cost, heap := yards(deed, yardsMost)
	t.Logf("%.1f yards of the processor, %.1f MB", cost, float64(heap)/(1<<20))
	if cost > yardsMost || heap > heapMost {
		t.Errorf("%.1f yards of the processor and %d MB; a letter may cost %d and %d MB", cost, heap>>20, yardsMost, heapMost>>20)
	}
	return cost
}
