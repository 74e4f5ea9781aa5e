package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// postgresOf counts the Postgres servers, and their watches, that work on a data folder.
func postgresOf(t *testing.T, data string) (n int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range lines {
		text, _ := os.ReadFile(name) // empty if the process has just ended
		line := strings.ReplaceAll(string(text), "\x00", " ")
		cwd, _ := os.Readlink(filepath.Join(filepath.Dir(name), "cwd"))
		if strings.Contains(line, data) && (strings.Contains(line, "postgres -D") || strings.Contains(line, "pitpost-watch")) || strings.HasPrefix(cwd, data+"/postgres/data") {
			n++
		}
	}
	return n
}

// A command that is broken off at any moment, whose reader goes away or that is killed, leaves no Postgres running: the
// data folder can be copied whole right after it.
func TestNoPostgresOutlivesItsCommand(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if out, err := exec.Command("pitpost", "migrate", "--data", data).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	leaves := func(what string) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); postgresOf(t, data) > 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %d processes are left", what, postgresOf(t, data))
			}
		}
		if _, err := os.Stat(filepath.Join(data, "postgres", "data", "postmaster.pid")); err == nil {
			t.Errorf("%s: it did not end cleanly", what)
		}
	}
	leaves("migrate")
	list := []string{"match", "list", "--data", data}
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL, syscall.SIGTERM} {
		for _, after := range []time.Duration{20, 150, 300, 600} {
			cmd := exec.Command("pitpost", list...)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(after * time.Millisecond)
			_ = syscall.Kill(-cmd.Process.Pid, by) // the group, as a terminal does
			_ = cmd.Wait()
			leaves(fmt.Sprintf("%v after %d ms", by, after))
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	piped := exec.Command("pitpost", list...)
	piped.Stdout = w
	r.Close()
	_ = piped.Run() // it may well fail
	w.Close()
	leaves("a closed pipe")

	serve, out := startServe(t, data)
	if _, err := out.Read(make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	if err := serve.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = serve.Wait()
	leaves("serve, killed")
}
