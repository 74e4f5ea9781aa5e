package faults

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	dbcluster "pitpost.example/db/cluster"
)

// diskSize is the size of the database's disk, if one can be created.
const diskSize = "1g"

// slots is the server's limit of connections, enough for four processes.
const slots = 90

// server is a Postgres of its own, on a small disk, that can be killed.
type server struct {
	data, socket, program string
	disk                  string // mount point of the small disk, "" if it could not be created
	as                    *syscall.Credential
	cmd                   *exec.Cmd
	gone                  chan struct{}
	hogs                  []*pgx.Conn
}

// startPostgres creates the cluster with the house's own code, but then runs the server itself, so that nothing
// else restarts a killed server.
func startPostgres(t *testing.T, dir string) *server {
	t.Helper()
	s := &server{disk: filepath.Join(dir, "disk"), socket: filepath.Join(dir, "socket")}
	if err := errors.Join(os.Mkdir(s.disk, 0o755), os.Mkdir(s.socket, 0o755)); err != nil {
		t.Fatal(err)
	}
	folder := s.disk
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+diskSize+",mode=755", "tmpfs", s.disk).CombinedOutput(); err != nil {
		t.Logf("no disk of its own for the database (%s): a limit on file sizes stands in for a full one", strings.TrimSpace(string(out)))
		s.disk = ""
	} else {
		t.Cleanup(func() { _ = exec.Command("umount", "-l", folder).Run() })
	}
	cluster, err := dbcluster.StartServer(t.Context(), filepath.Join(folder, "postgres"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s.data = filepath.Join(folder, "postgres", "data")
	s.adopt(t)
	if err := errors.Join(cluster.CreateDatabase(t.Context(), "pitpost"), cluster.Stop()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.unhog()
		s.kill()
	})
	s.heal(t)
	return s
}

// adopt finds out the program and the user of the running server.
func (s *server) adopt(t *testing.T) {
	t.Helper()
	pid, err := os.ReadFile(filepath.Join(s.data, "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(pid), "\n")
	if s.program, err = os.Readlink("/proc/" + first + "/exe"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.data)
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	if os.Geteuid() == 0 {
		s.as = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
		if err := os.Chown(s.socket, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Dir(s.data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func (s *server) url() string {
	return "postgres:///pitpost?host=" + s.socket + "&user=pitpost&port=5432&sslmode=disable"
}

func (s *server) connect(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, s.url()) }

// connect opens a connection of the lab to the house's database.
func (w *world) connect(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, w.database) }

func (s *server) launch() error {
	out, err := os.OpenFile(filepath.Join(s.socket, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	s.cmd = exec.Command(s.program, "-D", s.data, "-c", "listen_addresses=", "-c", "port=5432", "-c", "unix_socket_directories="+s.socket,
		"-c", "max_connections="+strconv.Itoa(slots), "-c", "max_wal_size=96MB", "-c", "min_wal_size=32MB", "-c", "timezone=UTC", "-c", "logging_collector=off")
	s.cmd.Dir, s.cmd.Env = "/", []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	s.cmd.Stdout, s.cmd.Stderr = out, out
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.as, Pdeathsig: syscall.SIGQUIT}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.gone = make(chan struct{})
	go func(cmd *exec.Cmd, gone chan struct{}) {
		_ = cmd.Wait() // how it ended is in its log
		close(gone)
	}(s.cmd, s.gone)
	return nil
}

// kill ends the server and all its backends by SIGKILL.
func (s *server) kill() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Signal(syscall.SIGSTOP) // so that it starts no backend that is not among its children yet
	children := childrenOf(s.cmd.Process.Pid)
	_ = s.cmd.Process.Kill()
	for _, pid := range children {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	<-s.gone
}

// restart ends the server with SIGINT, as an impatient operator would, and starts it again.
func (s *server) restart() {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	select {
	case <-s.gone:
	case <-time.After(20 * time.Second):
		s.kill()
	}
}

func childrenOf(parent int) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(parent) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// hog closes the house's connections and takes every free one.
func (s *server) hog() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for range 2 * slots {
		conn, err := s.connect(ctx)
		if err != nil {
			return
		}
		s.hogs = append(s.hogs, conn)
		_, _ = conn.Exec(ctx, "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pitpost %'")
	}
}

func (s *server) unhog() {
	for _, conn := range s.hogs {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_ = conn.Close(ctx)
		cancel()
	}
	s.hogs = nil
}

// fill leaves no space for the database: it fills the disk or, without one, forbids the files to grow.
func (s *server) fill() error {
	if s.disk == "" {
		return s.limit("8192")
	}
	f, err := os.Create(filepath.Join(s.disk, "ballast"))
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, endless{})
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk is not full: %w", err)
	}
	return nil
}

// limit sets how large the server's files may become. It must work for the server itself; backends may have ended.
func (s *server) limit(bytes string) error {
	for _, pid := range append(childrenOf(s.cmd.Process.Pid), s.cmd.Process.Pid) {
		cmd := exec.Command("prlimit", "--pid", strconv.Itoa(pid), "--fsize="+bytes+":")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as} // root in a container may not do this to another user's process
		if out, err := cmd.CombinedOutput(); err != nil && pid == s.cmd.Process.Pid && !closed(s.gone) {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// heal removes all limits and waits until the server answers.
func (s *server) heal(t *testing.T) {
	t.Helper()
	s.unhog()
	if s.disk != "" {
		_ = os.Remove(filepath.Join(s.disk, "ballast"))
	} else if s.cmd != nil && !closed(s.gone) {
		if err := s.limit("unlimited"); err != nil {
			t.Error(err)
		}
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if s.cmd == nil || closed(s.gone) {
			if err := s.launch(); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		conn, err := s.connect(ctx)
		if err == nil {
			_ = conn.Close(ctx)
			cancel()
			return
		}
		cancel()
		if time.Now().After(end) {
			out, _ := os.ReadFile(filepath.Join(s.socket, "log"))
			t.Fatalf("Postgres does not come back: %v\n%s", err, out[max(0, len(out)-3000):])
		}
	}
}

// said counts the lines in the server's log that contain words.
func (s *server) said(words string) int {
	out, _ := os.ReadFile(filepath.Join(s.socket, "log")) // if there is no log yet, the server has not written anything
	return strings.Count(string(out), words)
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
