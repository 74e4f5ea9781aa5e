package backup

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// addMail adds the files of the post office below a folder of its own, but for one folder.
func addMail(t *tar.Writer, post, below, but string, at time.Time) error {
	err := filepath.WalkDir(below, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir() && path == but:
			return fs.SkipDir
		case !e.Type().IsRegular() || e.Name() == "lock":
			return nil
		}
		name, _ := filepath.Rel(post, path) // it lies below
		return addFile(t, postFolder+filepath.ToSlash(name), path, at)
	})
	if err != nil {
		return fmt.Errorf("the post office's mail cannot be read: %w", err)
	}
	return nil
}

func addText(t *tar.Writer, name string, text []byte, at time.Time) error {
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(text)), ModTime: at}); err != nil {
		return err
	}
	_, err := t.Write(text)
	return err
}

// addFile adds a file as long as it is now: the post office's only grow, and what comes
// half is passed over when it is read.
func addFile(t *tar.Writer, name, path string, at time.Time) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: at}); err != nil {
		return err
	}
	_, err = io.CopyN(t, file, info.Size())
	return err
}
