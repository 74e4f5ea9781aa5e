package main

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
)

// runAs gives root up for the user that RUN_AS names, for good and before anything is
// opened: no letter is ever read by root. What the house keeps in the data folder becomes
// that user's. Ports below 1024 are then out of reach, and stay the affair of a proxy or of
// systemd's capabilities.
func runAs(s *settings) error {
	if s.RunAs == "" {
		return nil
	}
	uid, gid, err := account(s.RunAs)
	if err != nil {
		return err
	}
	if os.Geteuid() == uid {
		return nil
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("RUN_AS=%s needs to be started as root, or as %s", s.RunAs, s.RunAs)
	}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	if err := handOver(s, uid, gid); err != nil {
		return fmt.Errorf("RUN_AS: the data folder cannot be handed over: %w", err)
	}
	if err := errors.Join(syscall.Setgroups([]int{gid}), syscall.Setresgid(gid, gid, gid), syscall.Setresuid(uid, uid, uid)); err != nil {
		return fmt.Errorf("RUN_AS: root cannot be given up: %w", err)
	}
	if syscall.Setuid(0) == nil {
		return errors.New("RUN_AS: root was given up and came back")
	}
	return nil
}

// account is a user by name, root excepted.
func account(name string) (uid, gid int, err error) {
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

// handOver gives a user what the house keeps in the data folder, and nothing else that may
// lie there. Files of a database that runs under another user are left to it.
func handOver(s *settings, uid, gid int) error {
	if err := stopped(filepath.Join(s.Data, "postgres", "data"), uid); err != nil {
		return err
	}
	if err := os.Lchown(s.Data, uid, gid); err != nil {
		return err
	}
	for _, name := range []string{s.SecretFile, filepath.Join(s.Data, "pitpost.yaml"), s.OAuthRefreshFile, filepath.Join(s.Data, "postgres"), filepath.Join(s.Data, "post")} {
		if name == "" || !within(name, s.Data) {
			continue
		}
		err := filepath.WalkDir(name, func(path string, _ fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			return os.Lchown(path, uid, gid) // a link stays a link: nothing outside is given away
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stopped refuses where a server runs on the files of a cluster under another user than uid.
func stopped(cluster string, uid int) error {
	info, err := os.Stat(cluster)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(cluster, "postmaster.pid"))
	owner, ok := info.Sys().(*syscall.Stat_t)
	if err != nil || !ok || int(owner.Uid) == uid {
		return nil
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if pid, err := strconv.Atoi(strings.TrimSpace(first)); err == nil && pid > 1 && syscall.Kill(pid, 0) == nil {
		return fmt.Errorf("its database runs under another user (process %d): stop the house that uses it first", pid)
	}
	return nil
}
