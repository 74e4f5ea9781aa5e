package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Starts a whole house as root, with its own Postgres, and checks the user of each of its threads. Started by
// another user it says what is missing.
func TestServeGivesRootUp(t *testing.T) {
	t.Parallel()
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "pitpost-runas-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "data")
	serve := func(who string) *exec.Cmd {
		cmd := exec.Command("pitpost", "serve", "--data", data, "--run-as", who, "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		return cmd
	}
	for who, want := range map[string]string{"root": "is root", "no-such-user": "there is no user"} {
		if out, err := serve(who).CombinedOutput(); err == nil || !strings.Contains(string(out), want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("RUN_AS=%s: %v %s", who, err, out)
		}
	}
	if os.Geteuid() != 0 {
		if out, err := serve("nobody").CombinedOutput(); err == nil || !strings.Contains(string(out), "needs to be started as root") {
			t.Errorf("RUN_AS=nobody: %v %s", err, out)
		}
		return
	}
	for range 2 { // it first creates the data, then finds it
		servedAs(t, serve("nobody"), nobody.Uid, data)
	}
}

// servedAs runs a house until it is ready, checks which user it runs as, and stops it.
func servedAs(t *testing.T, cmd *exec.Cmd, uid, data string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	ready := make([]byte, 6)
	if n, err := out.Read(ready); err != nil || string(ready[:n]) != "ready " {
		t.Fatalf("it is not ready: %q %v\n%s", ready[:n], err, said.String())
	}
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", cmd.Process.Pid))
	if err != nil || len(tasks) < 2 {
		t.Fatalf("%d threads: %v", len(tasks), err)
	}
	want := "Uid:\t" + uid + "\t" + uid + "\t" + uid + "\t" + uid + "\n"
	for _, name := range tasks {
		status, err := os.ReadFile(name)
		if err != nil {
			continue // that thread has ended
		}
		if !strings.Contains(string(status), want) || !strings.Contains(string(status), "CapEff:\t0000000000000000") {
			t.Errorf("a thread is somebody else:\n%s", status)
		}
	}
	for _, name := range []string{"", "secret", "postgres", "postgres/data", "post"} {
		info, err := os.Stat(filepath.Join(data, name))
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; fmt.Sprint(owner) != uid || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s belongs to %d, mode %o", name, owner, info.Mode().Perm())
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v\n%s", err, said.String())
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("it does not stop")
	}
}
