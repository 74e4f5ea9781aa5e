package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// startingName is a file that is there while a server starts and has perhaps not written its own yet.
const startingName = "starting"

// watcher is what the watch of a server does. The system frees the lock of a process that dies, however it dies, so
// whoever gets all of use.lock knows that nobody uses the server any more. It then keeps others from starting one, and
// stops it. It makes no file, because by then the folder may have been removed.
const watcher = `
trap '' HUP INT TERM PIPE
cd "$1" 2>/dev/null || exit 0
exec 8<watch.lock 2>/dev/null
flock -n 8 || exit 0
while :; do
	exec 7<use.lock
	flock 7
	exec 7<&-
	exec 9<start.lock
	flock 9
	exec 7<use.lock
	flock -n 7 && break
	exec 7<&- 9<&-
done
n=0
while [ -e starting ] && [ ! -s data/postmaster.pid ] && [ $n -lt 50 ]; do
	sleep 0.1
	n=$((n + 1))
done
pid= socket= n=0
while read -r line; do
	n=$((n + 1))
	case $n in 1) pid=$line ;; 5) socket=$line ;; esac
done <data/postmaster.pid
alive() {
	kill -0 "$pid" || return 1
	[ -e /proc/self/stat ] || return 0
	read -r stat <"/proc/$pid/stat" || return 1
	case $stat in *") Z "*) return 1 ;; *"(postgres)"*) return 0 ;; esac
	return 1
}
for how in INT QUIT; do
	alive && kill -$how "$pid"
	n=0
	while alive && [ $n -lt 600 ]; do
		sleep 0.1
		n=$((n + 1))
	done
done
case ${socket##*/} in pitpost-*) rm -rf "$socket" ;; esac
rm -f starting
`

// watch starts a process that outlives this one and stops the server when no process of ours uses it any more, for
// one that is killed or broken off cannot do so itself. Of many watches of a folder only one stays. Without the program
// flock there is none, and a server that is left behind runs until the next process of ours adopts it.
func (c *Server) watch() error {
	flock, err := exec.LookPath("flock")
	if err != nil {
		c.log.Debug("nobody watches the built-in Postgres: there is no program flock here", "err", err)
		return nil
	}
	for _, name := range []string{"watch.lock", "use.lock"} {
		file, err := os.OpenFile(c.path(name), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		file.Close()
	}
	cmd := exec.Command("/bin/sh", "-c", watcher, "pitpost-watch", c.dir)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin:" + filepath.Dir(flock), "LC_ALL=C"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // so that what ends this process by its terminal does not end the watch
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // so that it does not stay as a zombie
	return nil
}
