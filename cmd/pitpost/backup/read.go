package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
	"pitpost.example/disk"
	"pitpost.example/failpoint"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/token"
)

// Backup is a backup file that was unpacked and checked. Close removes the unpacked files.
type Backup struct {
	About  About
	secret []byte
	Dump   string // path of the file
	post   string // path of the folder; "" if the backup has no mail
	folder string // the folder with all unpacked files
}

// UnpackBackup unpacks a backup into the data folder that it is for, and checks it.
func UnpackBackup(name, data string) (b *Backup, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the backup cannot be read: %w", err)
	}
	defer file.Close()
	left, _ := filepath.Glob(filepath.Join(data, ".restore-*")) // left by an attempt that was killed; they include a secret
	for _, name := range left {
		_ = os.RemoveAll(name)
	}
	b = &Backup{}
	if b.folder, err = os.MkdirTemp(data, ".restore-*"); err != nil {
		return nil, fmt.Errorf("the data folder cannot be written to: %w", err)
	}
	b.Dump = filepath.Join(b.folder, dumpName)
	if err := b.unpack(tar.NewReader(file)); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s is no whole backup of pitpost: %w", name, err)
	}
	known, err := archive.SchemaVersion()
	if err == nil && b.About.Schema > known {
		err = fmt.Errorf("the backup is of a newer pitpost (tables %d, here %d): install that one", b.About.Schema, known)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close removes the unpacked files.
func (b *Backup) Close() { _ = os.RemoveAll(b.folder) }

func (b *Backup) unpack(t *tar.Reader) error {
	sum := sha256.New()
	for {
		h, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch {
		case h.Name == aboutName:
			err = json.NewDecoder(io.LimitReader(t, 1<<20)).Decode(&b.About)
		case h.Name == secretName:
			b.secret, err = io.ReadAll(io.LimitReader(t, 1<<20))
		case h.Name == dumpName:
			err = unpackFile(b.Dump, io.TeeReader(t, sum))
		case strings.HasPrefix(h.Name, postFolder) && filepath.IsLocal(h.Name) && h.Typeflag == tar.TypeReg:
			b.post = filepath.Join(b.folder, "post")
			err = unpackFile(filepath.Join(b.folder, filepath.FromSlash(h.Name)), t)
		default:
			err = fmt.Errorf("nobody knows what %q in it is", h.Name)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case b.About.Backup != 1:
		return errors.New("it is of another form")
	case hex.EncodeToString(sum.Sum(nil)) != b.About.Dump:
		return errors.New("its dump is damaged or missing")
	}
	_, err := token.ParseKeys(b.secret)
	return err
}

func unpackFile(name string, from io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// RestoreSecret writes the secret file. If a different secret is there already, it stays first, so that it
// makes new tokens, and the backup's secret is added, so that old letters can still be answered.
func (b *Backup) RestoreSecret(name string) (said string, err error) {
	write := func(text string) error {
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), disk.WriteFile(name, text))
		if err != nil {
			return fmt.Errorf("the secret file cannot be written: %w", err)
		}
		return nil
	}
	there, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", write(string(b.secret))
	}
	if err != nil {
		return "", fmt.Errorf("the secret file cannot be read: %w", err)
	}
	lines := strings.Split(strings.TrimRight(string(there), "\n"), "\n")
	missing := 0
	for line := range strings.SplitSeq(string(b.secret), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !slices.Contains(lines, line) {
			lines, missing = append(lines, line), missing+1
		}
	}
	if missing == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s held another secret: it stays the first, and the backup's stands below it", name), write(strings.Join(lines, "\n") + "\n")
}

// KnowsSecret returns an error unless the house's secret file contains the backup's secret.
func (b *Backup) KnowsSecret(name string) error {
	there, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("the secret file cannot be read: %w", err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(b.secret)), "\n")
	if !slices.Contains(strings.Split(string(there), "\n"), first) {
		return fmt.Errorf("the backup's secret is not that of %s: it is of another house", name)
	}
	return nil
}

// RestorePost restores the mail of the built-in post office, unless there is mail already.
func (b *Backup) RestorePost(s *settings.Settings) (said string, err error) {
	if b.post == "" {
		return "", nil
	}
	place := filepath.Join(s.Data, "post")
	if _, err := os.Stat(place); err == nil {
		letters := 0
		err := withOffice(place, s.Domain(), func(o *postoffice.Office) (err error) { letters, err = o.Count(); return err })
		if err != nil {
			return "", err
		}
		if letters > 0 {
			return fmt.Sprintf("%s holds %d letters: it stays as it is, and the backup's mail was left out", place, letters), nil
		}
		if err := os.RemoveAll(place); err != nil {
			return "", err
		}
	}
	if err := withOffice(b.post, s.Domain(), (*postoffice.Office).Renumber); err != nil {
		return "", err
	}
	return "", errors.Join(os.Rename(b.post, place), disk.SyncFolder(s.Data))
}

func withOffice(dir, domain string, do func(*postoffice.Office) error) error {
	o, err := postoffice.Open(dir, domain)
	if err != nil {
		return err
	}
	return errors.Join(do(o), o.Close())
}

// RestoreDatabase loads the dump, unless an earlier attempt has done so, and binds the data folder to the house in it.
func (b *Backup) RestoreDatabase(ctx context.Context, s *settings.Settings, url string) error {
	if err := stores.CheckRestoreFits(ctx, s, url, b.About.House, b.KnowsSecret(s.SecretFile) == nil); err != nil {
		return err
	}
	if err := b.load(ctx, url); err != nil {
		return err
	}
	return stores.BindDataFolder(ctx, s, url)
}

func (b *Backup) load(ctx context.Context, url string) error {
	u, err := archive.CheckRestoreTarget(ctx, url)
	if err != nil {
		return err
	}
	if u == nil {
		failpoint.KillAt("restore.empty")
		err := archive.RestoreDump(ctx, url, b.Dump, b.About.Of)
		failpoint.KillAt("restore.loaded")
		return err
	}
	if !u.Of.Equal(b.About.Of) {
		return fmt.Errorf("a restore to %s is not finished here, and this backup is of %s: take that one again, or another database",
			u.Of.Format(time.RFC3339), b.About.Of.Format(time.RFC3339))
	}
	return nil
}

// MakeSafe migrates a restored house and makes sure that letters from the lost time cannot be taken for answers
// to something else. Calling it again changes nothing.
func (b *Backup) MakeSafe(ctx context.Context, s *settings.Settings, log *slog.Logger, now time.Time) (matches int, err error) {
	kept, err := stores.Options{Log: log, Restoring: true, Begin: true}.Open(ctx, s)
	if err != nil {
		return 0, err
	}
	defer kept.Close()
	if _, err := kept.DB.KeepIdentity(ctx, b.About.Address); err != nil { // an older version's backup has it beside the dump alone
		return 0, err
	}
	u, err := archive.FindUnfinished(ctx, kept.DB)
	if err != nil || u == nil {
		return 0, err
	}
	if err := kept.House.CreditDowntime(ctx, now); err != nil {
		return 0, err
	}
	if err := archive.RenumberRestored(ctx, kept.DB, u, now); err != nil {
		return 0, err
	}
	failpoint.KillAt("restore.numbered")
	if matches, err = kept.House.MoveToSafeSteps(ctx, now); err != nil {
		return 0, err
	}
	if _, err := kept.House.ForgetAgain(ctx, now); err != nil { // a restore brings nobody back who was forgotten since
		return 0, err
	}
	return matches, archive.FinishRestore(ctx, kept.DB)
}
