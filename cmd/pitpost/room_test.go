package main

import (
	"math"
	"runtime/debug"
	"testing"

	"pitpost.example/db/cluster"
)

// The garbage collector is limited to a quarter of the memory, unless the operator has set a limit.
func TestASmallMachineLeavesRoomForPostgres(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	for said, want := range map[int64]int64{math.MaxInt64: int64(cluster.MemoryLimit() / 4), 77 << 20: 77 << 20} {
		debug.SetMemoryLimit(said)
		giveRoom()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("with a limit of %d it is %d, not %d", said, got, want)
		}
	}
}
