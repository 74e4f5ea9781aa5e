package faults

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

// recipe is the folder with the files that operators copy; the lab runs them unchanged.
const recipe = "../../docs/hosting/many"

// network is a separate network of namespaces, with the machines of the recipe at their own addresses. It is
// not connected to anything else.
type network struct {
	dir      string
	machines []*machine
}

// machine is one of those that keep the database: etcd, Patroni and Postgres in namespaces of their own for
// processes, mounts and network, so that it can lose power, freeze or be disconnected as a whole.
type machine struct {
	name, address string
	dir           string // its disk
	cmd           *exec.Cmd
	gone          chan struct{}
}

// insideEnv marks the run of this test inside its own network.
const insideEnv = "LAB_INSIDE"

// inside runs this test again in a network and a process tree of its own, and reports whether this is that run.
func inside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideEnv) != "" {
		return true
	}
	args := []string{"unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
		"/bin/sh", "-c", `"$0" "$@"; exit $?`, // the first process of the tree reaps orphans
		os.Args[0], "-test.run=^" + t.Name() + "$", "-test.v=true", "-test.timeout=30m"}
	if os.Geteuid() != 0 {
		args = append([]string{"sudo", "-n", "--preserve-env"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), insideEnv+"=yes", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Run(); err != nil {
		t.Fatalf("in a network of its own: %v", err)
	}
	return false
}

// newNetwork creates the network and starts the recipe's machines.
func newNetwork(t *testing.T) *network {
	t.Helper()
	dir, err := os.MkdirTemp(lab.Memory(), "pitpost-many-")
	lab.Check(t, err)
	n := &network{dir: dir}
	t.Cleanup(func() {
		for _, m := range n.machines {
			m.kill()
		}
		os.RemoveAll(dir)
	})
	lab.Check(t, os.Chmod(dir, 0o755))
	run(t, "ip", "link", "set", "lo", "up")
	run(t, "ip", "link", "add", "lan", "type", "bridge")
	run(t, "ip", "addr", "add", "192.0.2.1/24", "dev", "lan")
	run(t, "ip", "link", "set", "lan", "up")
	for i := 1; i <= 3; i++ {
		m := &machine{name: fmt.Sprint("db", i), address: fmt.Sprint("192.0.2.1", i)}
		m.dir = filepath.Join(dir, m.name)
		m.install(t)
		n.machines = append(n.machines, m)
	}
	for _, m := range n.machines {
		m.start(t)
	}
	return n
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// install copies the recipe's files to where its page says, with the changes that it says.
func (m *machine) install(t *testing.T) {
	t.Helper()
	for _, folder := range []string{"etc", "postgresql", "etcd", "run"} {
		lab.Check(t, os.MkdirAll(filepath.Join(m.dir, folder), 0o755))
	}
	run(t, "chown", "postgres:", filepath.Join(m.dir, "postgresql"), filepath.Join(m.dir, "run"))
	run(t, "chown", "etcd:", filepath.Join(m.dir, "etcd"))
	lab.Check(t, os.Chmod(filepath.Join(m.dir, "etcd"), 0o700))
	here := strings.NewReplacer("db1", m.name, "192.0.2.11", m.address)
	for _, file := range []string{"etcd", "patroni_env.conf", "patroni.yml"} {
		text, err := os.ReadFile(filepath.Join(recipe, file))
		lab.Check(t, err)
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if file != "patroni.yml" && !strings.HasPrefix(line, "ETCD_INITIAL_CLUSTER=") {
				lines[i] = here.Replace(line)
			}
			lines[i] = strings.ReplaceAll(lines[i], "/15/", "/"+newestPostgres(t)+"/")
		}
		lab.Check(t, os.WriteFile(filepath.Join(m.dir, "etc", file), []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// newestPostgres returns the newest version of Postgres that is installed.
func newestPostgres(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	lab.Check(t, err)
	newest := 0
	for _, path := range found {
		if n, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))); err == nil {
			newest = max(newest, n)
		}
	}
	return strconv.Itoa(newest)
}

// boot is the script of the machine's first process. It waits for the network and starts what Debian's units
// start, with their users, files and restarts.
const boot = `
mount --bind "$DIR/postgresql" /var/lib/postgresql && mount --bind "$DIR/etcd" /var/lib/etcd && mount --bind "$DIR/run" /run/postgresql || exit 1
until ip link show eth0 >/dev/null 2>&1; do sleep 0.02; done
ip link set lo up && ip addr add "$ADDRESS/24" dev eth0 && ip link set eth0 up || exit 1
(
	set -a; ETCD_DATA_DIR=/var/lib/etcd/default; . "$DIR/etc/etcd"; set +a; cd /
	while :; do setpriv --reuid=etcd --regid=etcd --init-groups etcd; sleep 1; done
) >>"$DIR/etcd.log" 2>&1 &
(
	set -a; . "$DIR/etc/patroni_env.conf"; set +a; cd /
	while :; do setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql patroni "$DIR/etc/patroni.yml"; sleep 1; done
) >>"$DIR/patroni.log" 2>&1 &
wait`

// start switches the machine on.
func (m *machine) start(t *testing.T) {
	t.Helper()
	m.cmd = exec.Command("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c", boot)
	m.cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DIR=" + m.dir, "ADDRESS=" + m.address}
	out, err := os.OpenFile(filepath.Join(m.dir, "boot.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	lab.Check(t, err)
	defer out.Close()
	m.cmd.Stdout, m.cmd.Stderr = out, out
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	lab.Check(t, m.cmd.Start())
	m.gone = make(chan struct{})
	go func(cmd *exec.Cmd, gone chan struct{}) {
		_ = cmd.Wait() // it ends by being killed
		close(gone)
	}(m.cmd, m.gone)
	ours, err := os.Readlink("/proc/self/ns/net")
	lab.Check(t, err)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		theirs, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", m.cmd.Process.Pid))
		if err == nil && theirs != ours {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%s does not start: %v", m.name, err)
		}
	}
	run(t, "ip", "link", "add", m.name, "type", "veth", "peer", "name", "eth0", "netns", strconv.Itoa(m.cmd.Process.Pid))
	run(t, "ip", "link", "set", m.name, "master", "lan", "up")
}

// kill switches the machine off. First its network goes down, so that no connection is closed properly, then
// all its processes end at once.
func (m *machine) kill() {
	if m.cmd == nil || closed(m.gone) {
		return
	}
	_ = exec.Command("ip", "link", "set", m.name, "down").Run() // it may be down already
	_ = m.cmd.Process.Kill()                                    // the kernel kills all processes in its namespace
	<-m.gone
	_ = exec.Command("ip", "link", "del", m.name).Run() // it would go with the namespace, but only a moment later
}

// unplug disconnects the machine from the network without closing connections.
func (m *machine) unplug(t *testing.T) { run(t, "ip", "link", "set", m.name, "down") }

func (m *machine) plug(t *testing.T) { run(t, "ip", "link", "set", m.name, "up") }

// shun cuts the machine off from the other machines, while the house can still reach it. Its packets to them go
// to a hardware address that nobody has.
func (n *network) shun(t *testing.T, m *machine) {
	for _, other := range n.machines {
		if other != m {
			m.run(t, "ip", "neigh", "replace", other.address, "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent")
		}
	}
}

func (n *network) unshun(t *testing.T, m *machine) {
	for _, other := range n.machines {
		if other != m {
			m.run(t, "ip", "neigh", "del", other.address, "dev", "eth0")
		}
	}
}

// run runs a program on the machine.
func (m *machine) run(t *testing.T, args ...string) string {
	t.Helper()
	return run(t, "nsenter", append([]string{"--target", strconv.Itoa(m.cmd.Process.Pid), "--net", "--mount", "--"}, args...)...)
}

// freeze stops every process of the machine. Its kernel still answers for them, which is the worst case.
func (m *machine) freeze(t *testing.T) {
	t.Helper()
	for range 3 { // for processes that start in between
		m.signal(t, syscall.SIGSTOP)
	}
}

func (m *machine) thaw(t *testing.T) { m.signal(t, syscall.SIGCONT) }

func (m *machine) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	for _, pid := range m.processes(t) {
		_ = syscall.Kill(pid, s) // it may have ended
	}
}

// processes returns the processes in its network, except the one that holds the namespace.
func (m *machine) processes(t *testing.T) (pids []int) {
	t.Helper()
	own, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", m.cmd.Process.Pid))
	lab.Check(t, err)
	entries, err := os.ReadDir("/proc")
	lab.Check(t, err)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == m.cmd.Process.Pid {
			continue
		}
		if ns, err := os.Readlink("/proc/" + e.Name() + "/ns/net"); err == nil && ns == own {
			pids = append(pids, pid)
		}
	}
	return pids
}

// postgres connects to the machine's server as its superuser.
func (m *machine) postgres(ctx context.Context) (*pgx.Conn, error) {
	return pgx.Connect(ctx, "postgres://postgres:change-me-first@"+m.address+"/postgres?connect_timeout=2&sslmode=disable")
}

// state returns what the machine's Postgres does: "leads", "follows", "stands" if neither, "" if it does not answer.
func (m *machine) state(ctx context.Context) (state string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := m.postgres(ctx)
	if err != nil {
		return ""
	}
	defer conn.Close(ctx)
	if err := conn.QueryRow(ctx, `select case when not pg_is_in_recovery() then 'leads'
		when exists (select from pg_stat_wal_receiver where status = 'streaming') then 'follows' else 'stands' end`).Scan(&state); err != nil {
		return ""
	}
	return state
}

// whole waits until one machine leads and two follow, one of which each commit waits for. It returns the leader.
func (n *network) whole(t *testing.T, within time.Duration) (leader *machine) {
	t.Helper()
	for end := time.Now().Add(within); ; time.Sleep(200 * time.Millisecond) {
		leader = nil
		var states []string
		waited := 0
		for _, m := range n.machines {
			state := m.state(t.Context())
			if state == "leads" {
				leader = m
			} else if m.waitedFor(t.Context()) {
				waited++
			}
			states = append(states, state)
		}
		if slices.Equal(slices.Sorted(slices.Values(states)), []string{"follows", "follows", "leads"}) && waited == 1 {
			return leader
		}
		if time.Now().After(end) {
			t.Fatalf("the three are not whole: %q, %d waited for\n%s", states, waited, n.tail())
		}
	}
}

// waitedFor reports whether each commit waits for this machine, so that it may lead next.
func (m *machine) waitedFor(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+m.address+":8008/sync", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// tail returns the end of the machines' logs.
func (n *network) tail() string {
	var all bytes.Buffer
	for _, m := range n.machines {
		for _, log := range []string{"boot.log", "patroni.log", "etcd.log"} {
			out, _ := os.ReadFile(filepath.Join(m.dir, log)) // empty if there is no log yet
			fmt.Fprintf(&all, "%s, %s:\n%s\n", m.name, log, out[max(0, len(out)-3000):])
		}
	}
	return all.String()
}
