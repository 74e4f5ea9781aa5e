package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// sharedBuffers returns Postgres's shared_buffers for a machine: a sixteenth of its memory, and not more than
// Postgres's own default.
func sharedBuffers(memory uint64) string {
	return fmt.Sprintf("%dMB", min(max(memory>>20/16, 16), 128))
}

// MemoryLimit returns how many bytes this process may use: those of the machine, or fewer if its control group is
// limited.
func MemoryLimit() uint64 {
	least := uint64(8 << 30)
	var machine syscall.Sysinfo_t
	if syscall.Sysinfo(&machine) == nil {
		least = machine.Totalram * uint64(machine.Unit)
	}
	groups, _ := os.ReadFile("/proc/self/cgroup") // if it is missing there are none
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
		text, _ := os.ReadFile(file) // "max", which means no limit, is no number
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			least = min(least, n)
		}
	}
	return least
}
