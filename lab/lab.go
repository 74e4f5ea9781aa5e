// Package lab starts the real servers that tests talk to: Postgres, Dovecot,
// Postfix, a scripted SMTP server, a name server and a browser. All listen on free ports of the loopback interface, and none outlives the test
// binary, however that dies. A server that is missing fails the test; nothing
// is skipped.
package lab

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	dbcluster "pitpost.example/db/cluster"
)

// patience is how long a server may take to come up or go down on a busy
// machine.
const patience = time.Minute

// pollStep is how often a server coming up or going down is looked at.
const pollStep = 20 * time.Millisecond

// Check ends the test at an error.
func Check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Must gives a value to a test, which ends at the error that stands beside it.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		Check(tb, err)
		return value
	}
}

// folder makes a work folder that goes when the test ends. It lies in /tmp and
// not in the test's own folder: that one may be entered by its owner only, and
// its path may be too long for a socket.
func folder(tb testing.TB) string {
	tb.Helper()
	dir := Must(os.MkdirTemp("/tmp", "pitpost-lab-"))(tb)
	tb.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// given are the ports that this process was given once: between the moment one is found free
// and the moment its server opens it, it must not be found again.
var given sync.Map

// freePorts finds free TCP ports on the loopback interface, no two of them the same, below the range
// the system hands to outgoing connections, so that none takes one meanwhile.
func freePorts(tb testing.TB, n int) (ports []int) {
	tb.Helper()
	for range 200 * n {
		port := 20000 + rand.IntN(12000)
		l, err := net.Listen("tcp", loopback(port))
		if err != nil {
			continue
		}
		defer l.Close() // held until all are found
		if _, before := given.LoadOrStore(port, true); before {
			continue
		}
		if ports = append(ports, port); len(ports) == n {
			return ports
		}
	}
	tb.Fatal("no free port on the loopback interface")
	return nil
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// waitFor calls ready until it is content, and fails the test when it never is.
func waitFor(tb testing.TB, what string, ready func() error) {
	tb.Helper()
	giveUp := time.Now().Add(patience)
	for {
		err := ready()
		if err == nil {
			return
		}
		if time.Now().After(giveUp) {
			tb.Fatalf("%s: %v", what, err)
		}
		time.Sleep(pollStep)
	}
}

// greets tells whether a server at addr opens with a line that has the prefix.
func greets(addr, prefix string) error {
	conn, err := net.DialTimeout("tcp", addr, 2*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	greeting := make([]byte, len(prefix))
	if _, err := io.ReadFull(conn, greeting); err != nil {
		return err
	}
	if string(greeting) != prefix {
		return fmt.Errorf("%s opens with %q", addr, greeting)
	}
	return nil
}

// unprivileged is whom root starts a server as that wants no privileges; nil
// for ourselves.
func unprivileged(tb testing.TB) *syscall.Credential {
	tb.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	return Must(dbcluster.Account("nobody"))(tb)
}

// program finds a program on PATH or among the folders of system programs,
// which a user's PATH leaves out.
func program(tb testing.TB, name, debianPackage string) string {
	tb.Helper()
	for _, candidate := range []string{name, "/usr/sbin/" + name, "/usr/bin/" + name, "/sbin/" + name} {
		if path, err := exec.LookPath(candidate); err == nil {
			return path
		}
	}
	tb.Fatalf("%s is not installed: run make setup, or apt-get install %s", name, debianPackage)
	return ""
}

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
