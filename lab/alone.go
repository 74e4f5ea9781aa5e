package lab

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Alone runs the tests of a package that starts pitpost, isolated from the machine's configuration: no setting of the
// user's reaches them, their data is in a folder of its own, and the ports that pitpost uses by default are traps. A
// connection to such a port fails the package, because beside a running house it would have gone to that house.
type Alone struct{ Tests interface{ Run() int } }

// Settings returns the environment variables that isolate a program, for one that is started without the
// environment of this process.
func Settings() []string {
	var list []string
	for _, name := range append([]string{"XDG_DATA_HOME", "PITPOST_TEST_ETC"}, trapped...) {
		list = append(list, name+"="+os.Getenv(name))
	}
	return list
}

// trapped lists the settings of the ports.
var trapped = []string{"PITPOST_HTTP", "PITPOST_POST_SMTP", "PITPOST_POST_IMAP"}

// Run runs the tests.
func (a *Alone) Run() int {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); usersOwn(name) {
			_ = os.Unsetenv(name)
		}
	}
	data, err := os.MkdirTemp("", "pitpost-alone-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(data)
	_ = os.Setenv("XDG_DATA_HOME", data)
	_ = os.Setenv("PITPOST_TEST_ETC", os.DevNull+"/pitpost") // where no settings of the machine can be
	traps, caught := make([]net.Listener, len(trapped)), make([][]string, len(trapped))
	var watching sync.WaitGroup
	for i, name := range trapped {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return failed(err)
		}
		traps[i] = l
		_ = os.Setenv(name, l.Addr().String())
		watching.Go(func() { caught[i] = watch(name, l) })
	}
	code := a.Tests.Run()
	for _, l := range traps {
		l.Close()
	}
	watching.Wait()
	for _, what := range slices.Concat(caught...) {
		code = failed(fmt.Errorf("%s: give each program a port of its own, 127.0.0.1:0 for any", what))
	}
	return code
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, "lab:", err)
	return 1
}

// usersOwn reports whether a variable is read by pitpost or by clients of Postgres. GOGC, which make test sets,
// is for the tests only: a house that they start must collect garbage as usual, because its memory is measured.
func usersOwn(name string) bool {
	switch name {
	case "DATABASE_URL", "IMAP_URL", "SMTP_URL", "PUBLIC_URL", "GOGC":
		return true
	}
	return strings.HasPrefix(name, "PITPOST_") || strings.HasPrefix(name, "PG")
}

// watch records what clients of a trap send first, until the trap is closed.
func watch(name string, l net.Listener) (caught []string) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return caught
		}
		first := make([]byte, 200)
		_ = conn.SetDeadline(time.Now().Add(time.Second))
		n, _ := conn.Read(first)
		caught = append(caught, fmt.Sprintf("something dialled the usual port of %s and said %q", name, first[:n]))
		conn.Close()
	}
}

// Nowhere returns an address of this machine at which nobody listens, nor can while the test runs.
func Nowhere(tb testing.TB) string {
	tb.Helper()
	fd := Must(syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0))(tb)
	tb.Cleanup(func() { syscall.Close(fd) })
	Check(tb, syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	at := Must(syscall.Getsockname(fd))(tb)
	return loopback(at.(*syscall.SockaddrInet4).Port)
}
