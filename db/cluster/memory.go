package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// sharedBuffers is what the server keeps of its tables in memory: a sixteenth of what there is, and
// no more than Postgres takes where nobody says anything.
func sharedBuffers(memory uint64) string {
	return fmt.Sprintf("%dMB", min(max(memory>>20/16, 16), 128))
}

// Memory is how many bytes we may use: all of the machine's, or what our control group is given.
func Memory() uint64 {
	least := uint64(8 << 30)
	var machine syscall.Sysinfo_t
	if syscall.Sysinfo(&machine) == nil {
		least = machine.Totalram * uint64(machine.Unit)
	}
	groups, _ := os.ReadFile("/proc/self/cgroup") // without it there are none
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		file := ""
		switch parts[1] {
		case "":
			file = filepath.Join("/sys/fs/cgroup", parts[2], "memory.max")
		case "memory":
			file = filepath.Join("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")
		default:
			continue
		}
		text, _ := os.ReadFile(file) // "max" is no number
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			least = min(least, n)
		}
	}
	return least
}
