// Package disk writes files so that a power cut or a full disk leaves the old file or the new one, and never half of it.
package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes a file that only its owner can read. It writes to a temporary file beside it and renames that.
func Replace(name string, fill func(*os.File) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(fill(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(file.Name(), name), Sync(filepath.Dir(name)))
}

// Write is Replace for a text.
func Write(name, text string) error {
	return Replace(name, func(file *os.File) error { _, err := file.WriteString(text); return err })
}

// Sync makes sure that new names in a folder survive a power cut.
func Sync(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
