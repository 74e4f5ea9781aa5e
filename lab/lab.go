// Package lab starts real servers for tests: Postgres, Dovecot, Postfix, a scripted SMTP server, a name server
// and a browser. They listen on free ports of the loopback interface, and stop with the test binary, however
// that ends. If a server is not installed, the test fails; nothing is skipped.
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

// patience is how long a server may take to start or stop on a busy machine.
const patience = time.Minute

// pollStep is the interval of checks while a server starts or stops.
const pollStep = 20 * time.Millisecond

// Check fails the test if err is not nil.
func Check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Must returns a value together with a check of its error: Must(f())(t) is the value, or fails the test.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		Check(tb, err)
		return value
	}
}

// folder creates a folder that is removed when the test ends. It is in /tmp and not in tb.TempDir(), because
// that can only be entered by its owner, and its path may be too long for a socket.
func folder(tb testing.TB) string {
	tb.Helper()
	dir := Must(os.MkdirTemp("/tmp", "pitpost-lab-"))(tb)
	tb.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// given contains the ports that this process has used. A port must not be found again between the moment it is
// found free and the moment its server opens it.
var given sync.Map

// freePorts returns different free TCP ports of the loopback interface. They are below the range for outgoing
// connections, so that none of those takes one in between.
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

// waitFor calls ready until it returns nil, and fails the test if it never does.
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

// greets returns nil if a server at addr begins with a line that has the prefix.
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

// unprivileged returns the user for a server that should not run as root; nil if we are not root.
func unprivileged(tb testing.TB) *syscall.Credential {
	tb.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	return Must(dbcluster.LookupAccount("nobody"))(tb)
}

// program finds a program on PATH or in the folders of system programs, which a user's PATH may not have.
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

// Cost runs work and returns the CPU time that all threads of this process took, and by how many bytes the heap
// grew at most. Nothing else should run in the process at that time. The heap is measured each millisecond,
// with frequent garbage collections.
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
	before := CPUUsed()
	work()
	cpu = CPUUsed() - before
	close(stop)
	return cpu, <-peak - start
}

func heapNow() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// CPUUsed returns the CPU time that all threads of this process have taken so far; 0 if it cannot be told.
func CPUUsed() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
