package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

// serve prints that it is ready, and also that the mailbox cannot be reached. It goes on and stops properly if
// nobody reads its log any more.
func TestServeSaysThatItsMailboxIsNotReached(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("pitpost", "serve", "--data", t.TempDir(), "--database-url", emptyHouse(t), "--address", "play@example.org",
		"--imap-url", "imap://play:word@"+lab.Nowhere(t), "--smtp-url", "smtp://"+lab.Nowhere(t), "--http", "127.0.0.1:0")
	cmd.Env = os.Environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	log.Close()
	said := bufio.NewReader(out)
	ready, _ := said.ReadString('\n')
	but, _ := said.ReadString('\n')
	if !strings.HasPrefix(ready, "ready ") || !strings.HasPrefix(but, "but the mailbox was not read yet") {
		t.Errorf("serve says %q %q", ready, but)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("without a reader of its log, serve ends with %v", err)
	}
}

// Closing the terminal stops a house like any other signal, with its own Postgres. A house that is still
// starting also stops, and that is no failure.
func TestAHouseIsStoppedWholeAtAnyTime(t *testing.T) {
	t.Parallel()
	hangUps := make(chan os.Signal, 1) // who starts the tests by nohup has them ignore SIGHUP, and what they start too
	signal.Notify(hangUps, syscall.SIGHUP)
	defer signal.Stop(hangUps)
	data := t.TempDir()
	early := exec.Command("pitpost", "serve", "--data", data, "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
	early.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := early.Start(); err != nil {
		t.Fatal(err)
	}
	for _, err := os.Stat(filepath.Join(data, "postgres")); err != nil; _, err = os.Stat(filepath.Join(data, "postgres")) {
		time.Sleep(10 * time.Millisecond)
	}
	if err := early.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := early.Wait(); err != nil {
		t.Errorf("stopped as it begins: %v", err)
	}
	cmd, out := startServe(t, data)
	if ready, _ := bufio.NewReader(out).ReadString('\n'); !strings.HasPrefix(ready, "ready ") {
		t.Fatalf("serve says %q", ready)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(data, "postgres", "data", "postmaster.pid")); err == nil {
		t.Error("its Postgres still runs")
	}
}

// Of two processes only one reads the mailbox. The other one is ready too, so a proxy may send requests to it.
func TestWhoFollowsIsReadyToo(t *testing.T) {
	t.Parallel()
	first := newLife(t)
	first.start()
	second := &life{t: t, data: t.TempDir(), url: first.url, lmtp: first.lmtp + "2"}
	t.Cleanup(second.kill)
	// Without the house's secret the process does not create a new
	// one, which could not open the letters that were sent.
	if said, err := exec.Command("pitpost", "match", "list", "--data", second.data, "--database-url", first.url).CombinedOutput(); err == nil || !strings.Contains(string(said), "the secret file is gone") {
		t.Errorf("a house whose secret is gone says %v %s", err, said)
	}
	secret, err := os.ReadFile(filepath.Join(first.data, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(second.data, "secret"), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	second.start()
	for name, l := range map[string]*life{"first": first, "second": second} {
		for giveUp := time.Now().Add(30 * time.Second); l.get("/readyz") != "ready\n"; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(giveUp) {
				t.Fatalf("the %s says %q", name, l.get("/readyz"))
			}
		}
	}
}

// A house ends when its own Postgres is killed, so that a supervisor starts both again.
func TestServeEndsWithItsPostgres(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	cmd := exec.Command("pitpost", "serve", "--data", data, "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if ready, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(ready, err)
	}
	text, err := os.ReadFile(filepath.Join(data, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := strings.Cut(string(text), "\n")
	number, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(number, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(said.String(), "the built-in Postgres has ended") {
		t.Errorf("serve ends with %v: %s", err, said.String())
	}
}

// startServe starts a house of its own in a folder, whose output is out. It ends with the test program.
func startServe(t *testing.T, data string) (cmd *exec.Cmd, out io.Reader) {
	t.Helper()
	cmd = exec.Command("pitpost", "serve", "--data", data, "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// While the disk is full the house says that it is not ready, and why: its database answers and small changes still fit,
// but no letter can be kept. Once there is room it goes on by itself.
func TestAHouseWithoutRoomIsNotReady(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=200m,mode=755", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be made here: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", disk).Run() })
	cmd, out := startServe(t, filepath.Join(disk, "house"))
	t.Cleanup(func() { _ = cmd.Process.Signal(syscall.SIGTERM); _ = cmd.Wait() })
	ready, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(ready, err)
	}
	at := map[string]string{}
	for _, field := range strings.Fields(ready)[1:] {
		name, addr, _ := strings.Cut(field, "=")
		at[name] = addr
	}
	says := func(want string) {
		t.Helper()
		said := ""
		for end := time.Now().Add(30 * time.Second); said != want; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("it says %q in place of %q", said, want)
			}
			res, err := http.Get("http://" + at["http"] + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			said = string(body)
		}
	}
	says("ready\n")
	ballast := filepath.Join(disk, "ballast")
	if err := exec.Command("dd", "if=/dev/zero", "of="+ballast, "bs=4k").Run(); err == nil {
		t.Fatal("the disk is not full")
	}
	says("not ready: the database has no room on its disk\n")
	if err := os.Truncate(ballast, 0); err != nil {
		t.Fatal(err)
	}
	says("ready\n")
}

// A program that is older than the schema changes nothing.
func TestTablesOfANewerVersion(t *testing.T) {
	t.Parallel()
	url := emptyHouse(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "insert into goose_db_version (version_id, is_applied) values (999999, true)"); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("pitpost", "match", "list", "--data", t.TempDir(), "--database-url", url).CombinedOutput(); err == nil || !strings.Contains(string(said), "of a newer version") {
		t.Errorf("it says %v %s", err, said)
	}
}

// If the database is away, the doctor says so once, and does not tell anybody to set the clock because of it.
func TestDoctorSaysOnceThatTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("pitpost", "doctor", "--data", t.TempDir(), "--database-url", "postgres://pitpost@"+lab.Nowhere(t)+"/pitpost", "--http", lab.Nowhere(t), "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0")
	said, _ := cmd.Output() // it exits with an error
	if n := strings.Count(string(said), "connection refused"); !strings.Contains(string(said), "ill   database ") || n > 2 {
		t.Errorf("%d times: %s", n, said)
	}
	for _, name := range []string{"clock", "leagues", "letters out"} {
		if !strings.Contains(string(said), "\n?     "+name) {
			t.Errorf("of %s it says something: %s", name, said)
		}
	}
}
