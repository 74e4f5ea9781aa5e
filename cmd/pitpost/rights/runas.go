package rights

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"pitpost.example/cmd/pitpost/settings"
)

// DropRoot changes from root to the user in RUN_AS, for good and before anything is opened, so that root never
// reads a letter. The house's files in the data folder are given to that user. Ports below 1024 are then not
// available; a proxy or systemd's capabilities can provide them.
func DropRoot(s *settings.Settings) error {
	if s.RunAs == "" {
		return nil
	}
	uid, gid, err := LookupUser(s.RunAs)
	if err != nil {
		return err
	}
	if os.Geteuid() == uid {
		return nil
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("RUN_AS=%s needs to be started as root, or as %s", s.RunAs, s.RunAs)
	}
	if err := stopped(filepath.Join(s.Data, "postgres", "data"), uid); err != nil {
		return fmt.Errorf("RUN_AS: the data folder cannot be handed over: %w", err)
	}
	if err := handOver(s, uid, gid); err != nil {
		return fmt.Errorf("RUN_AS: the data folder cannot be handed over: %w", err)
	}
	if err := become(uid, gid); err != nil {
		return fmt.Errorf("RUN_AS: root cannot be given up: %w", err)
	}
	if syscall.Setuid(0) == nil {
		return errors.New("RUN_AS: root was given up and came back")
	}
	return nil
}

// BecomeOwner changes from root to the user to whom the data folder belongs, for good: that user will run the house, as
// the package's unit does, and could not read what root writes there. A folder that is root's or not there changes nothing.
func BecomeOwner(data string) error {
	info, err := os.Stat(data)
	if err != nil || os.Geteuid() != 0 {
		return nil // a folder that cannot be looked at is told by whoever makes it
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	if err := become(int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("the data folder belongs to the user %d, whom root cannot become: %w", owner.Uid, err)
	}
	return nil
}

// become changes the user of this process for good.
func become(uid, gid int) error {
	return errors.Join(syscall.Setgroups([]int{gid}), syscall.Setresgid(gid, gid, gid), syscall.Setresuid(uid, uid, uid))
}

// LookupUser looks up a user by name. It refuses root.
func LookupUser(name string) (uid, gid int, err error) {
	found, err := user.Lookup(name)
	if err != nil {
		return 0, 0, fmt.Errorf("RUN_AS: there is no user %s", name)
	}
	uid, err = strconv.Atoi(found.Uid)
	if err == nil {
		gid, err = strconv.Atoi(found.Gid)
	}
	if err != nil || uid == 0 || gid == 0 {
		return 0, 0, fmt.Errorf("RUN_AS=%s is root, or no user of this machine's kind", name)
	}
	return uid, gid, nil
}

// stopped returns an error if Postgres runs on a cluster's files under a user other than uid.
func stopped(cluster string, uid int) error {
	info, err := os.Stat(cluster)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(cluster, "postmaster.pid"))
	if owner, ok := info.Sys().(*syscall.Stat_t); err != nil || !ok || int(owner.Uid) == uid {
		return nil
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if pid, err := strconv.Atoi(strings.TrimSpace(first)); err == nil && pid > 1 && syscall.Kill(pid, 0) == nil {
		return fmt.Errorf("its database runs under another user (process %d): stop the house that uses it first", pid)
	}
	return nil
}
