package lab

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"
)

// process is a server with its child processes, in a session and process group of their own. Some servers
// signal their whole group when they end, which must not reach the tests.
type process struct {
	name    string
	group   int
	prefix  []string // command through which signals are sent: sudo or nothing
	log     string   // path of the file with its output
	done    chan struct{}
	release func()
	stopped bool
}

// daemon is a mail server with a folder of its own.
type daemon struct {
	dir   string
	run   *process
	begin func(testing.TB) // starts it, always on the same ports
}

func (d *daemon) path(name string) string { return filepath.Join(d.dir, name) }

// Stop stops the server, which keeps its mail. It does nothing if the server is stopped already.
func (d *daemon) Stop(tb testing.TB) {
	tb.Helper()
	d.run.stop(tb)
}

// Restart stops the server if it is running and starts it again, with the same mail.
func (d *daemon) Restart(tb testing.TB) {
	tb.Helper()
	d.Stop(tb)
	d.begin(tb)
}

// startProcess runs cmd with its output in the file log. The caller must stop it; if that does not happen, its
// guard does, and also removes the folder dir.
func startProcess(tb testing.TB, name string, cmd *exec.Cmd, dir, log string, prefix ...string) *process {
	tb.Helper()
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	Check(tb, err)
	defer out.Close()
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = out, out
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setsid = true
	if as := cmd.SysProcAttr.Credential; as != nil {
		Check(tb, out.Chown(int(as.Uid), int(as.Gid)))
	}
	if err := cmd.Start(); err != nil {
		tb.Fatalf("start %s: %v", name, err)
	}
	p := &process{name: name, group: cmd.Process.Pid, prefix: prefix, log: log, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ends after a signal does not matter
		close(p.done)
	}()
	p.release, err = guard(fmt.Sprintf(endGroup, strings.Join(prefix, " "), p.group, dir))
	if err != nil {
		p.stop(tb)
		tb.Fatal(err)
	}
	return p
}

// endGroup is a script; its arguments are a command prefix, a process group and the server's folder. It uses no
// --, which kill in a small shell does not know.
const endGroup = `
via='%s' group=%d
$via kill -CONT -$group; $via kill -TERM -$group
for i in $(seq 100); do
	$via kill -0 -$group 2>/dev/null || break
	[ $i -lt 100 ] || $via kill -KILL -$group
	sleep 0.1
done
$via rm -rf '%s'`

// signal sends a signal to the whole group.
func (p *process) signal(s syscall.Signal) error {
	if len(p.prefix) == 0 {
		return syscall.Kill(-p.group, s)
	}
	args := append(p.prefix[1:len(p.prefix):len(p.prefix)], "kill", fmt.Sprintf("-%d", int(s)), "--", fmt.Sprintf("-%d", p.group))
	return exec.Command(p.prefix[0], args...).Run()
}

// stop stops the server and its children, and waits until they are
// gone. It does nothing if the server is stopped already.
func (p *process) stop(tb testing.TB) {
	tb.Helper()
	if p.stopped {
		return
	}
	p.stopped = true
	if p.release != nil {
		defer p.release()
	}
	_ = p.signal(syscall.SIGCONT) // a frozen process cannot end
	_ = p.signal(syscall.SIGTERM)
	if p.gone(patience / 2) {
		return
	}
	_ = p.signal(syscall.SIGKILL)
	if !p.gone(patience / 2) {
		tb.Errorf("%s (process group %d) does not end", p.name, p.group)
	}
}

// gone waits until first the main process and then the whole group has ended.
func (p *process) gone(within time.Duration) bool {
	giveUp := time.Now().Add(within)
	select {
	case <-p.done:
	case <-time.After(within):
		return false
	}
	for time.Now().Before(giveUp) {
		if p.signal(0) != nil {
			return true
		}
		time.Sleep(pollStep)
	}
	return false
}

// up waits until the server greets at addr. If the server ends before that, the test fails with its log.
func (p *process) up(tb testing.TB, addr, greeting string) {
	tb.Helper()
	waitFor(tb, p.name+" does not come up", func() error {
		select {
		case <-p.done:
			tb.Fatalf("%s ended at once: %s", p.name, p.tail())
		default:
		}
		return greets(addr, greeting)
	})
}

// tail returns the end of the server's output.
func (p *process) tail() string {
	out, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(out[max(0, len(out)-2000):]))
}

//go:embed config
var configFiles embed.FS

var configs = template.Must(template.ParseFS(configFiles, "config/*"))

// writeConfig fills in one of the templates in the folder config; anybody may read the file.
func writeConfig(tb testing.TB, file, name string, with map[string]any) {
	tb.Helper()
	var out bytes.Buffer
	Check(tb, configs.ExecuteTemplate(&out, name, with))
	Check(tb, os.WriteFile(file, out.Bytes(), 0o644))
}

// Program builds a program of this module, named by its folder such as cmd/pitpost, and returns its path. It
// looks at every file that the program may be built from, so that the go command does not reuse a cached test
// result from other sources.
func Program(t testing.TB, folder string) string {
	t.Helper()
	return Must(Build(t.TempDir(), folder))(t)
}

// Build is Program without a test; it writes the program to dir.
func Build(dir, folder string) (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("where this module is: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(out)))
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "bin" || name == "testdata") {
			return fs.SkipDir
		}
		_, err = os.ReadDir(path)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the sources of %s: %w", folder, err)
	}
	program := filepath.Join(dir, filepath.Base(folder))
	build := exec.Command("go", "build", "-C", root, "-o", program, "./"+folder)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", folder, err, out)
	}
	return program, nil
}

// File writes a file into a folder of the test's own and returns its path.
func File(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	Check(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// guard runs a shell script if this process dies without calling release. Deferred calls and test cleanups do
// not run after a panic, a timeout or a kill; but a pipe is always closed, and a small shell waits for that.
// release must be kept reachable for as long as the guard is needed.
func guard(script string) (release func(), err error) {
	cmd := exec.Command("/bin/sh", "-c", "read -r released || { "+script+"\n}")
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the guard: %w", err)
	}
	return func() {
		// If the guard has ended already, there is nothing to do.
		_, _ = io.WriteString(pipe, "released\n")
		_ = pipe.Close()
		_ = cmd.Wait()
	}, nil
}
