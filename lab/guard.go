package lab

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

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
