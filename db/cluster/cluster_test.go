package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// startForTest starts a server that trades durability for speed and stops it when the test ends.
func startForTest(t *testing.T, dir string) *Server {
	t.Helper()
	return startWith(t, dir, "fsync=off", "full_page_writes=off", "synchronous_commit=off")
}

func startWith(t *testing.T, dir string, settings ...string) *Server {
	t.Helper()
	c, err := StartServer(t.Context(), dir, slog.New(slog.DiscardHandler), settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func query(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var answer string
	if err := conn.QueryRow(t.Context(), sql).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return answer
}

func serverPID(t *testing.T, c *Server) int {
	t.Helper()
	found, ok := c.running()
	if !ok {
		t.Fatal("no server runs")
	}
	return found.pid
}

func TestClusterKeepsDataOverRestart(t *testing.T) {
	dir := t.TempDir()
	c := startForTest(t, dir)
	for range 2 { // creating it twice is no error
		if err := c.CreateDatabase(t.Context(), "pit post"); err != nil {
			t.Fatal(err)
		}
	}
	query(t, c.URL("pit post"), "SELECT lo_from_bytea(4711, 'kept')::text")
	pid, socket := serverPID(t, c), c.socket
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	if isServer(pid) {
		t.Error("the server still runs after Stop")
	}
	if _, err := os.Stat(socket); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket folder is left behind: %v", err)
	}
	again := startForTest(t, dir)
	if got := query(t, again.URL("pit post"), "SELECT convert_from(lo_get(4711), 'UTF8')"); got != "kept" {
		t.Errorf("after restart: %q", got)
	}
}

func TestClusterIsPrivate(t *testing.T) {
	c := startForTest(t, t.TempDir())
	if got := query(t, c.URL("postgres"), "SHOW listen_addresses"); got != "" {
		t.Errorf("listens on %q", got)
	}
	if got, want := query(t, c.URL("postgres"), "SHOW shared_buffers"), sharedBuffers(MemoryLimit()); got != want {
		t.Errorf("keeps %s of its tables in memory, want %s", got, want)
	}
	for memory, want := range map[uint64]string{128 << 20: "16MB", 512 << 20: "32MB", 64 << 30: "128MB"} {
		if got := sharedBuffers(memory); got != want {
			t.Errorf("on a machine of %d MB: %s, want %s", memory>>20, got, want)
		}
	}
	info, err := os.Stat(c.socket)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("socket folder is %v", info.Mode())
	}
}

// A second process of ours, or a new one after a SIGKILL, finds the server running. It must adopt the server,
// and the last to leave must stop it.
func TestClusterIsAdoptedAndShared(t *testing.T) {
	dir := t.TempDir()
	first := startForTest(t, dir)
	pid := serverPID(t, first)
	second := startForTest(t, dir)
	if got := serverPID(t, second); got != pid {
		t.Fatalf("a second server %d beside %d", got, pid)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	query(t, second.URL("postgres"), "SELECT 'still here'")
	if err := second.Stop(); err != nil {
		t.Fatal(err)
	}
	if isServer(pid) {
		t.Error("the last one out did not stop the server")
	}
}

func TestClusterStartsAfterServerWasKilled(t *testing.T) {
	dir := t.TempDir()
	c := startWith(t, dir)
	query(t, c.URL("postgres"), "SELECT lo_from_bytea(4711, 'kept')::text")
	if err := syscall.Kill(serverPID(t, c), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again := startWith(t, dir)
	if got := query(t, again.URL("postgres"), "SELECT convert_from(lo_get(4711), 'UTF8')"); got != "kept" {
		t.Errorf("after the kill: %q", got)
	}
}

func TestClusterIgnoresPidFileOfAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	c := startForTest(t, dir)
	text, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(text), "\n", 2)
	// The number of this test process: it lives and is no server.
	stale := strconv.Itoa(os.Getpid()) + "\n" + lines[1]
	if err := os.WriteFile(filepath.Join(dir, "data", "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	query(t, startForTest(t, dir).URL("postgres"), "SELECT 'up'")
}

// The data folder has a long path, inside a folder that only its owner may enter, as in a clone below a home
// folder.
func TestClusterInDeepPrivateFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("deep", 20), strings.Repeat("er", 30))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	query(t, startForTest(t, dir).URL("postgres"), "SELECT 'up'")
}

// A server that cannot be made or started is told by the line that says why.
func TestLastLineSaysWhy(t *testing.T) {
	full := "creating configuration files ... ok\n" +
		"running bootstrap script ... 2026-11-26 01:19:13.305 UTC [2301] FATAL:  could not extend file \"base/1/2691\": No space left on device\n" +
		"2026-11-26 01:19:13.305 UTC [2301] HINT:  Check free disk space.\nAborted\ninitdb: removing data directory \"d\"\n"
	for _, c := range []struct{ out, want string }{
		{full, `FATAL:  could not extend file "base/1/2691": No space left on device`},
		{"initdb: error: invalid locale name\ninitdb: hint: choose another\n", "initdb: error: invalid locale name"},
		{"a\nb\n", "b"},
	} {
		if got := LastErrorLine([]byte(c.out), "FATAL:", "error:"); got != c.want {
			t.Errorf("LastLine: %q, want %q", got, c.want)
		}
	}
	for _, err := range []error{errors.New(full), fmt.Errorf("mkdir: %w", syscall.EROFS), fmt.Errorf("mkdir: %w", syscall.EACCES)} {
		if r := remedy(err); !strings.HasSuffix(r, "with --data") {
			t.Errorf("%v: %q", err, r)
		}
	}
	if r := remedy(errors.New("exit status 1")); r != "" {
		t.Errorf("no error of the disk: %q", r)
	}
}

// A server whose settings or files are broken is told with the reason, the folder and where all of it is said.
func TestAServerThatDoesNotStartSaysWhy(t *testing.T) {
	dir := t.TempDir()
	if err := startForTest(t, dir).Stop(); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "data")
	for file, why := range map[string]string{"postgresql.auto.conf": data + "/postgresql.auto.conf", "global/pg_control": "/pg_control", "pg_wal": "pg_wal"} {
		was, away := filepath.Join(data, file), filepath.Join(dir, "away")
		if err := os.Rename(was, away); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "conf") {
			if err := os.WriteFile(was, []byte("no setting\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c, err := StartServer(t.Context(), dir, slog.New(slog.DiscardHandler), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
		if err == nil {
			_ = c.Stop()
			t.Errorf("the server starts without %s", file)
		} else if said := err.Error(); !strings.Contains(said, why) || !strings.Contains(said, filepath.Join(dir, "postgres.log")) || strings.Contains(said, "starting up") {
			t.Errorf("without %s: %s", file, said)
		}
		if err := os.Rename(away, was); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindBinaries(t *testing.T) {
	bin, err := findBinaries("")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	if got, err := findBinaries(""); err != nil || got != bin {
		t.Errorf("on PATH: %q, %v", got, err)
	}
	if _, err := findBinaries("9"); err == nil || !strings.Contains(err.Error(), "postgresql-9") {
		t.Errorf("for a folder of version 9: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := findBinaries(""); err != nil {
		t.Errorf("Debian's folders are not looked at: %v", err)
	}
}
