// Package disk writes files so that a power cut or a full disk leaves the old file or the new one, and never half of it.
package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file that only its owner can read. It writes to a temporary file beside it and renames that.
func ReplaceFile(name string, fill func(*os.File) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(fill(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(file.Name(), name), SyncFolder(filepath.Dir(name)))
}

// WriteFile is ReplaceFile for a text.
func WriteFile(name, text string) error {
	return ReplaceFile(name, func(file *os.File) error { _, err := file.WriteString(text); return err })
}

// SyncFolder makes sure that new names in a folder survive a power cut.
func SyncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
