// Package rights looks to whose a house's files are: what is secret is closed to others on the
// machine, and root hands the data folder over and is given up before anything is opened.
package rights

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"pitpost.example/cmd/pitpost/settings"
)

// Close looks that what only the house may read is closed to others: its data folder
// and its secret, and the files with passwords and keys that settings name. What lies in the
// data folder is mended, and that is logged; of what lies elsewhere, by others' care, only a
// warning is written. A secret that others could write is refused.
func Close(s *settings.Settings, log *slog.Logger) error {
	if wide, err := Others(s.Data, 0o077); err != nil {
		return err
	} else if wide && ourFolder(s.Data) {
		if err := os.Chmod(s.Data, 0o700); err != nil {
			return fmt.Errorf("the data folder is open to others and cannot be closed: %w", err)
		}
		log.Warn("the data folder was open to others on this machine and was closed", "folder", s.Data)
	}
	for _, name := range s.SecretFiles() {
		if err := closeFile(name, s.Data, log); err != nil {
			return err
		}
	}
	return nil
}

func closeFile(name, data string, log *slog.Logger) error {
	if wide, err := Others(name, 0o077); err != nil || !wide {
		return err
	}
	if _, ours := within(name, data); ours && os.Chmod(name, 0o600) == nil {
		log.Warn("a file with a secret was open to others on this machine and was closed", "file", name)
		return nil
	}
	if writable, err := Others(name, 0o022); err != nil {
		return err
	} else if writable {
		return fmt.Errorf("%s holds a secret and others on this machine may write it: chmod 600 it", name)
	}
	log.Warn("others on this machine may read a file with a secret; chmod 600 it unless that is meant", "file", name)
	return nil
}

// Others says whether others than its owner may do with a file what bits says; a file that is not
// there is open to nobody.
func Others(name string, bits fs.FileMode) (bool, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s cannot be looked at: %w", name, err)
	}
	return info.Mode().Perm()&bits != 0, nil
}

// within is a file's name below a folder, if it lies there.
func within(name, folder string) (rel string, ours bool) {
	rel, err := filepath.Rel(folder, name)
	return rel, err == nil && filepath.IsLocal(rel)
}

// ourFolder says whether a folder is the house's own to close: it is our user's, holds what a
// house keeps or nothing, and is no folder for all, as /tmp is.
func ourFolder(name string) bool {
	info, err := os.Stat(name)
	if err != nil || info.Mode()&fs.ModeSticky != 0 {
		return false
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Geteuid() {
		return false
	}
	entries, err := os.ReadDir(name)
	ours := func(e fs.DirEntry) bool { return slices.Contains([]string{"secret", "postgres", "post"}, e.Name()) }
	return err == nil && (len(entries) == 0 || slices.ContainsFunc(entries, ours))
}
