package backup

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// mailFile is a file held in memory, since it must be as it was before the dump.
type mailFile struct {
	name string
	text []byte
}

func (k mailFile) under(dir string) string {
	return strings.TrimPrefix(filepath.ToSlash(k.name), filepath.ToSlash(dir)+"/")
}

// mailFiles reads the folders of one mailbox.
func mailFiles(dir string) ([]mailFile, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return nil, err
	}
	var files []mailFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the post office's mail cannot be read: %w", err)
		}
		files = append(files, mailFile{name, text})
	}
	return files, nil
}

// addOthers adds all mailboxes but one.
func addOthers(t *tar.Writer, post, but string, at time.Time) error {
	err := filepath.WalkDir(post, func(path string, e fs.DirEntry, err error) error {
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
		return addFile(t, postFolder+mailFile{name: path}.under(post), path, at)
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
