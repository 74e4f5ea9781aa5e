// Package rights takes care of the owners and modes of a house's files: secret files are closed to others on the
// machine, and root gives the data folder to another user and changes to that user before anything is opened.
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

// ForbidOthersToRead makes sure that others cannot read the house's data folder, its secret, and the files with passwords and keys
// that settings name. Modes in the data folder are corrected, with a line in the log. For files elsewhere, which others
// may manage, it only logs a warning. It returns an error for a secret that others could write.
func ForbidOthersToRead(s *settings.Settings, log *slog.Logger) error {
	if wide, err := PermissionsOfOthers(s.Data); err != nil {
		return err
	} else if wide != 0 && ourFolder(s.Data) {
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
	wide, err := PermissionsOfOthers(name)
	if err != nil || wide == 0 {
		return err
	}
	if _, ours := within(name, data); ours && os.Chmod(name, 0o600) == nil {
		log.Warn("a file with a secret was open to others on this machine and was closed", "file", name)
		return nil
	}
	if wide&0o022 != 0 {
		return fmt.Errorf("%s holds a secret and others on this machine may write it: chmod 600 it", name)
	}
	log.Warn("others on this machine may read a file with a secret; chmod 600 it unless that is meant", "file", name)
	return nil
}

// PermissionsOfOthers returns the permissions that anybody but the owner has for a file, 0 for a file that does not
// exist.
func PermissionsOfOthers(name string) (fs.FileMode, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("%s cannot be looked at: %w", name, err)
	}
	return info.Mode().Perm() & 0o077, nil
}

// within returns a file's path relative to a folder; ours is false if it is outside.
func within(name, folder string) (rel string, ours bool) {
	rel, err := filepath.Rel(folder, name)
	return rel, err == nil && filepath.IsLocal(rel)
}

// ourFolder reports whether a folder's mode may be changed: it belongs to our user, is empty or contains files
// of a house, and is not sticky, as /tmp is.
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
