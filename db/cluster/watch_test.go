package cluster

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain runs the tests or, if PITPOST_TEST_USES names a folder, uses the server there until it is killed.
func TestMain(m *testing.M) {
	dir := os.Getenv("PITPOST_TEST_USES")
	if dir == "" {
		os.Exit(m.Run())
	}
	if _, err := StartServer(context.Background(), dir, slog.New(slog.DiscardHandler), "fsync=off"); err != nil {
		panic(err)
	}
	fmt.Println("uses it")
	time.Sleep(time.Hour)
}

// runUser starts a process that uses the server in a folder.
func runUser(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PITPOST_TEST_USES="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "uses it\n" {
		t.Fatalf("it says %q: %v", line, err)
	}
	return cmd
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
}

// gone waits until a server has ended.
func gone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); isServer(pid); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server still runs")
		}
	}
}

// When the last process that uses a server is killed, the server ends, and its socket folder goes. Until then it stays,
// whoever started it.
func TestAServerEndsWithTheLastWhoUsesItHoweverItEnds(t *testing.T) {
	dir := t.TempDir()
	c := &Server{dir: dir}
	first := runUser(t, dir)
	pid := serverPID(t, c)
	found, _ := c.running()
	second := runUser(t, dir)
	if got := serverPID(t, c); got != pid {
		t.Fatalf("a second server %d beside %d", got, pid)
	}
	kill(t, first)
	time.Sleep(500 * time.Millisecond)
	if !isServer(pid) {
		t.Fatal("the server ended while it was in use")
	}
	kill(t, second)
	gone(t, pid)
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(found.socket); os.IsNotExist(err) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("its socket folder is left behind")
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "postgres.log"))
	if err != nil || !strings.Contains(string(log), "database system is shut down") {
		t.Errorf("it did not shut down cleanly: %v\n%s", err, log)
	}
	// Whoever comes at once adopts the server or starts it anew; either way it stays for them.
	third := runUser(t, dir)
	kill(t, third)
	again := startForTest(t, dir)
	time.Sleep(time.Second)
	if got := query(t, again.URL("postgres"), "SELECT 'still here'"); got != "still here" {
		t.Error(got)
	}
}

// A process that is killed while its server still starts leaves none either.
func TestAServerThatStillStartsEndsToo(t *testing.T) {
	dir := t.TempDir()
	if err := startForTest(t, dir).Stop(); err != nil {
		t.Fatal(err)
	}
	for wait := range 4 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "PITPOST_TEST_USES="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, startingName)); err == nil {
				break
			}
		}
		time.Sleep(time.Duration(wait) * 6 * time.Millisecond)
		kill(t, cmd)
		// The gate opens only once the watch is done.
		if err := startForTest(t, dir).Stop(); err != nil {
			t.Fatal(err)
		}
		if found, ok := (&Server{dir: dir}).running(); ok {
			t.Fatalf("server %d runs", found.pid)
		}
	}
}
