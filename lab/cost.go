package lab

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"
)

// Cost runs work and returns what it took of the processor, all threads of this process
// together, and by how many bytes the heap grew at most. Nothing else should be at work in
// the process meanwhile. The heap is looked at each millisecond, and garbage collected early.
func Cost(work func()) (cpu time.Duration, heap uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	start, stop, peak := heapNow(), make(chan struct{}), make(chan uint64)
	go func() {
		most := start
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, heapNow())
			case <-stop:
				peak <- max(most, heapNow())
				return
			}
		}
	}()
	before := cpuUsed()
	work()
	cpu = cpuUsed() - before
	close(stop)
	return cpu, <-peak - start
}

func heapNow() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func cpuUsed() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
