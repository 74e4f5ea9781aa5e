// Package backup writes everything that a house stores into one file, and restores such a file into an empty house.
package backup

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/disk"
	"pitpost.example/inbox/postoffice"
)

// The parts of a backup, which is a tar file, in this order: the secret, the house's own mailbox, the database dump,
// all other mailboxes, and the description. So a letter in the house's mailbox may also be noted in the dump, where it
// is recognised and counts once; and a letter to a player that is in the dump is never missing from the mailboxes.
const (
	aboutName  = "backup.json"
	secretName = "secret"
	dumpName   = "database.dump"
	postFolder = "post/"
)

// About describes a backup.
type About struct {
	Backup  int       `json:"backup"` // the version of the file format, 1
	Of      time.Time `json:"of"`     // everything done before this time is in the backup
	Schema  int64     `json:"schema"`
	Matches int       `json:"matches"`
	Dump    string    `json:"dump"` // SHA-256 of the dump in hex
	Address string    `json:"address"`

	House    string   `json:"house,omitempty"`    // its id; "" in backups of older versions
	Settings []string `json:"settings,omitempty"` // names of the settings that were not left as they are by default
}

// WriteBackup writes a backup under a temporary name beside the file and renames it, so that an incomplete backup
// never has the file's name. It returns the size in bytes.
func WriteBackup(ctx context.Context, s *settings.Settings, url, name string) (a *About, size int64, err error) {
	if err := replaceable(name); err != nil {
		return nil, 0, err
	}
	var unread error // an error in reading the house's data
	err = disk.ReplaceFile(name, func(file *os.File) error {
		dump, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
		if err != nil {
			return err
		}
		defer os.Remove(dump.Name())
		defer dump.Close()
		if a, unread = fillBackup(ctx, s, url, file, dump); unread != nil {
			return unread
		}
		size, err = file.Seek(0, io.SeekCurrent)
		return err
	})
	if err != nil && unread == nil {
		err = fmt.Errorf("the backup cannot be written: %w", err)
	}
	if err = cmp.Or(unread, err); err == nil {
		err = stores.MergeForgotten(stores.ForgottenFile(s.Data), stores.ForgottenFile(filepath.Dir(name)))
	}
	return a, size, err
}

// replaceable returns an error unless a backup may take a name: nothing is there, an empty file or another
// backup. Root could otherwise replace even a device such as /dev/null.
func replaceable(name string) error {
	if _, err := os.Stat(filepath.Dir(name)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s: make it, or name another", filepath.Dir(name))
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return nil
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it, such as %s", name, filepath.Join(name, "pitpost.tar"))
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file that can be replaced: name one on a disk", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer file.Close()
	if first, err := tar.NewReader(file).Next(); err != nil || first.Name != secretName {
		return fmt.Errorf("%s is there and is no backup: name another file", name)
	}
	return nil
}

func fillBackup(ctx context.Context, s *settings.Settings, url string, file, dump *os.File) (*About, error) {
	a := &About{Backup: 1, Address: s.Address, Settings: s.Given()}
	house, err := db.FindHouse(ctx, url)
	if err != nil {
		return nil, err
	}
	if house != nil {
		a.House, a.Address = house.ID, cmp.Or(house.Address, s.Address)
	}
	if a.Schema, a.Matches, a.Of, err = archive.ReadDumpInfo(ctx, url); err != nil {
		return nil, err
	}
	secret, err := os.ReadFile(s.SecretFile)
	if err != nil {
		return nil, fmt.Errorf("the secret file cannot be read: %w", err)
	}
	t := tar.NewWriter(file)
	if err := add(t, secretName, bytes.NewReader(secret), int64(len(secret)), a.Of); err != nil {
		return nil, fmt.Errorf("the backup cannot be written: %w", err)
	}
	post := filepath.Join(s.Data, "post")
	_, domain, _ := strings.Cut(a.Address, "@")
	own := postoffice.MailboxFolder(post, domain, a.Address)
	if s.BuiltIn() {
		if err := addMail(t, post, own, "", a.Of); err != nil {
			return nil, err
		}
	}
	if err := archive.DumpDatabase(ctx, url, dump); err != nil {
		return nil, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(dump, 0, math.MaxInt64)); err != nil {
		return nil, fmt.Errorf("the backup cannot be read again: %w", err)
	}
	a.Dump = hex.EncodeToString(sum.Sum(nil))
	if err := addFile(t, dumpName, dump.Name(), a.Of); err != nil {
		return nil, err
	}
	if s.BuiltIn() {
		if err := addMail(t, post, post, own, a.Of); err != nil {
			return nil, err
		}
	}
	text, _ := json.Marshal(a) // numbers and strings only, so it cannot fail
	if err := errors.Join(add(t, aboutName, bytes.NewReader(text), int64(len(text)), a.Of), t.Close()); err != nil {
		return nil, fmt.Errorf("the backup cannot be written: %w", err)
	}
	return a, nil
}

// addMail adds the files below a folder of the post office, except those in the folder but.
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
		name, _ := filepath.Rel(post, path) // cannot fail, since path is below post
		return addFile(t, postFolder+filepath.ToSlash(name), path, at)
	})
	if err != nil {
		return fmt.Errorf("the post office's mail cannot be read: %w", err)
	}
	return nil
}

// add adds the next size bytes of a reader under a name.
func add(t *tar.Writer, name string, from io.Reader, size int64, at time.Time) error {
	err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: at})
	if err == nil {
		_, err = io.CopyN(t, from, size)
	}
	return err
}

// addFile adds a file with the length that it has now. The post office only appends to its files, and a letter
// that is cut off is skipped when it is read.
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
	return add(t, name, file, info.Size(), at)
}
