package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func (c *Server) path(names ...string) string {
	return filepath.Join(append([]string{c.dir}, names...)...)
}

// initialise runs initdb in another folder and renames it at the end, so that a half-made data folder is
// never used.
func (c *Server) initialise(ctx context.Context) error {
	fresh := c.path("data.new")
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := c.give(fresh); err != nil {
		return err
	}
	args := []string{"--auth=trust", "--username=" + superuser, "--encoding=UTF8", "--locale=C.UTF-8",
		"--no-instructions", "--data-checksums"}
	cmd, folder, err := c.command(ctx, "initdb", fresh, args...)
	if err != nil {
		return err
	}
	defer folder.Close()
	// It ends with this process. What the system watches is the thread that starts it, so that must not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, c.why(out))
	}
	return os.Rename(fresh, c.path("data"))
}

// socketPrefix begins the names of our socket folders.
const socketPrefix = "pitpost-"

// socketFolder creates a private folder with a short path for the socket. The server does not start if the
// path of its socket is longer than 107 bytes, as it easily is inside a data folder.
func (c *Server) socketFolder() (string, error) {
	base := os.TempDir()
	if len(base) > 40 {
		base = "/tmp"
	}
	folder, err := os.MkdirTemp(base, socketPrefix)
	if err != nil {
		return "", err
	}
	return folder, c.give(folder)
}

// removeSocket removes a socket folder, if it is one of ours.
func removeSocket(folder string) {
	if strings.HasPrefix(filepath.Base(folder), socketPrefix) {
		os.RemoveAll(folder)
	}
}

// give makes the user that the server runs as the owner of a folder.
func (c *Server) give(folder string) error {
	if c.as == nil {
		return nil
	}
	return os.Chown(folder, int(c.as.Uid), int(c.as.Gid))
}

// handedOver is the path by which a server of another user reaches its data folder.
const handedOver = "/proc/self/fd/3"

// command prepares a server program for a data folder. The caller must close the returned file once the
// program runs.
//
// A program run as another user gets the folder as an open file, because it may not be allowed to reach it by
// its path, for example through a home folder.
func (c *Server) command(ctx context.Context, program, data string, args ...string) (*exec.Cmd, *os.File, error) {
	folder, err := os.Open(data)
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, program))
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// Its own process group, so that Ctrl-C reaches only us, who still write to it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.as}
	if c.as != nil {
		cmd.ExtraFiles = []*os.File{folder}
		data = handedOver
	}
	cmd.Args = append(cmd.Args, append([]string{"-D", data}, args...)...)
	return cmd, folder, nil
}

// LastErrorLine returns the last line of a program's output that contains the first of the marks, or else the next,
// without what a server puts before it. If there is none it returns the last line of all.
func LastErrorLine(out []byte, marks ...string) string {
	lines := strings.Split(strings.TrimSpace(string(bytes.ToValidUTF8(out, nil))), "\n")
	for _, mark := range marks {
		for _, line := range slices.Backward(lines) {
			if at := strings.Index(line, mark); at >= 0 {
				if mark == strings.ToUpper(mark) { // the time and the process stand before it
					line = line[at:]
				}
				return strings.TrimSpace(line)
			}
		}
	}
	return lines[len(lines)-1]
}

// remedy says what to do about an error of the disk, after a semicolon, or "".
func remedy(err error) string {
	switch said := err.Error(); {
	case errors.Is(err, syscall.ENOSPC), strings.Contains(said, syscall.ENOSPC.Error()), strings.Contains(said, "No space left"):
		return "; make room on that disk, or name another folder with --data"
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EACCES):
		return "; make the folder writable for this user, or name another with --data"
	}
	return ""
}

// pidFile is what a running server writes about itself into postmaster.pid.
type pidFile struct {
	pid    int
	socket string
}

func (c *Server) running() (pidFile, bool) {
	text, err := os.ReadFile(c.path("data", "postmaster.pid"))
	if err != nil {
		return pidFile{}, false
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 5 {
		return pidFile{}, false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	return pidFile{pid: pid, socket: strings.TrimSpace(lines[4])}, err == nil && pid > 1
}

// lock waits for a flock on a file in the server's folder. The system frees it when the file is closed or the
// process dies.
func (c *Server) lock(ctx context.Context, name string, how int) (*os.File, error) {
	file, err := os.OpenFile(c.path(name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			file.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		if err := pause(ctx); err != nil {
			file.Close()
			return nil, fmt.Errorf("wait for %s: %w", name, err)
		}
	}
}
