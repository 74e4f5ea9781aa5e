package inbox

import (
	"testing"
	"time"

	"pitpost.example/lab"
)

// What one letter may cost, whatever is in it.
const (
	cpuMost  = 2 * time.Second
	heapMost = 64 << 20
)

// within fails the test when deed costs more than a letter may.
func within(t *testing.T, deed func()) {
	t.Helper()
	cpu, heap := lab.Cost(deed)
	t.Logf("%v of the processor, %.1f MB", cpu.Round(time.Millisecond), float64(heap)/(1<<20))
	if cpu > cpuMost || heap > heapMost {
		t.Errorf("%v of the processor and %d MB; a letter may cost %v and %d MB", cpu, heap>>20, cpuMost, heapMost>>20)
	}
}
