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

// process is a server with all its children: a session and process group of
// its own. Some servers signal their whole group when they end, and that must
// not be the test run.
type process struct {
	name    string
	group   int
	prefix  []string // what a signal to it must be sent through, sudo or nothing
	log     string   // file of its output
	done    chan struct{}
	release func()
	stopped bool
}

// daemon is a mail server with its files in a folder of its own.
type daemon struct {
	dir   string
	run   *process
	begin func(testing.TB) // starts it, on the same ports each time
}

func (d *daemon) path(name string) string { return filepath.Join(d.dir, name) }

// Stop ends the server; its mail stays. Stopping a stopped one does nothing.
func (d *daemon) Stop(tb testing.TB) {
	tb.Helper()
	d.run.stop(tb)
}

// Restart stops the server if it runs and starts it again, with the same mail.
func (d *daemon) Restart(tb testing.TB) {
	tb.Helper()
	d.Stop(tb)
	d.begin(tb)
}

// startProcess runs cmd with its output in the file log. The caller stops it;
// should that never happen, its guard also removes the folder dir.
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
		_ = cmd.Wait() // how a server ends that was told to is of no interest
		close(p.done)
	}()
	p.release, err = guard(fmt.Sprintf(endGroup, strings.Join(prefix, " "), p.group, dir))
	if err != nil {
		p.stop(tb)
		tb.Fatal(err)
	}
	return p
}

// endGroup takes a command prefix, a process group and the server's folder.
// The kill of a small shell knows no --.
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

// stop ends the server and its children, and waits until they are gone. Stopping a stopped one
// does nothing.
func (p *process) stop(tb testing.TB) {
	tb.Helper()
	if p.stopped {
		return
	}
	p.stopped = true
	if p.release != nil {
		defer p.release()
	}
	_ = p.signal(syscall.SIGCONT) // a frozen one could not end
	_ = p.signal(syscall.SIGTERM)
	if p.gone(patience / 2) {
		return
	}
	_ = p.signal(syscall.SIGKILL)
	if !p.gone(patience / 2) {
		tb.Errorf("%s (process group %d) does not end", p.name, p.group)
	}
}

// gone waits for the end of the first process and then of the whole group.
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

// up waits until the server greets at addr, and fails with its log if it ends
// before.
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

// tail returns the end of the server's log.
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

// writeConfig fills in one of the configuration files of folder config, which anybody may read.
func writeConfig(tb testing.TB, file, name string, with map[string]any) {
	tb.Helper()
	var out bytes.Buffer
	Check(tb, configs.ExecuteTemplate(&out, name, with))
	Check(tb, os.WriteFile(file, out.Bytes(), 0o644))
}

// Program builds a program of this module, named by its folder such as cmd/pitpost, and gives its path. It looks at every file that the
// program may be made of, so that the go command, which keeps results of tests by what they
// looked at, does not give one that was had with other sources.
func Program(t testing.TB, folder string) string {
	t.Helper()
	return Must(Build(t.TempDir(), folder))(t)
}

// Build is Program for whoever has no test at hand; the program lies in dir.
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

// File writes a file in a folder of the test's own, and gives its path.
func File(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	Check(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// guard runs a shell script should this process die without calling release.
// A deferred call or a test's cleanup does not run on a panic, a timeout or a
// kill; a pipe closes whatever happens, and a small shell waits at its end.
// Keep release reachable as long as the guard is to stand.
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
		// A guard that is gone already has nothing left to do.
		_, _ = io.WriteString(pipe, "released\n")
		_ = pipe.Close()
		_ = cmd.Wait()
	}, nil
}
