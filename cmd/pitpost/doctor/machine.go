package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/stores"
)

// freeBytes is how much disk space must be free for data. It is no share of the disk, because a house is as large on a
// small disk as on a large one.
const freeBytes = 1 << 30

// files checks who can read the house's secret files.
func files(v *visit, _ context.Context) (string, error) {
	var wide []string
	for _, name := range append([]string{v.set.Data}, v.set.SecretFiles()...) {
		open, err := rights.PermissionsOfOthers(name)
		if err != nil {
			return "", err
		}
		if open != 0 {
			wide = append(wide, name)
		}
	}
	if len(wide) > 0 {
		return "", errors.New("others on this machine may look into " + strings.Join(wide, ", "))
	}
	return "closed to others", nil
}

// user reports which user the house runs as.
func user(v *visit, _ context.Context) (string, error) {
	if v.set.RunAs != "" {
		_, _, err := rights.LookupUser(v.set.RunAs)
		return "serve gives root up for " + v.set.RunAs, err
	}
	if os.Geteuid() == 0 {
		return "root; RUN_AS with the name of a user has serve give that up", nil
	}
	return fmt.Sprintf("number %d, not root", os.Geteuid()), nil
}

// data checks whether the data folder can be written to. One that does not exist yet is not made.
func data(v *visit, _ context.Context) (string, error) {
	if _, err := os.Stat(v.set.Data); errors.Is(err, fs.ErrNotExist) {
		dir := nearestFolder(v.set.Data)
		if err := syscall.Access(dir, 2|1); err != nil { // permission to write and to enter
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		return v.set.Data + ", which is not there yet", nil
	}
	name := filepath.Join(v.set.Data, ".doctor")
	return v.set.Data, cmp.Or(os.WriteFile(name, []byte("x"), 0o600), os.Remove(name))
}

// secret checks the secret file. If there is none, only the database can tell whether one is missing, so it is opened.
func secret(v *visit, ctx context.Context) (string, error) {
	_, err := stores.ReadKeys(v.set.SecretFile)
	if !errors.Is(err, fs.ErrNotExist) {
		return v.set.SecretFile, err
	}
	kept, err := stores.Options{Log: slog.New(slog.DiscardHandler), AsIs: v.running()}.Open(ctx, v.set)
	if err == nil {
		kept.Close()
	}
	if v.away = errors.Is(err, stores.ErrSecretGone); v.away {
		return "", err
	}
	return v.set.SecretFile, nil // other errors are reported by the check of the database
}

// backups checks whether backups can be written to their folder. It creates nothing, because the folder must
// belong to the server's user.
func backups(v *visit, _ context.Context) (string, error) {
	dir := nearestFolder(v.set.BackupTo)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is no folder", dir)
	}
	if err := syscall.Access(dir, 2|1); err != nil { // permission to write and to enter
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return "go to " + v.set.BackupTo, nil
}

// nearestFolder returns a folder, or the nearest existing folder above it.
func nearestFolder(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// disk checks the free disk space for data.
func disk(v *visit, _ context.Context) (string, error) {
	dir := nearestFolder(v.set.Data)
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return "", fmt.Errorf("the disk of %s cannot be asked: %w", dir, err)
	}
	free, whole := fs.Bavail*uint64(fs.Bsize), fs.Blocks*uint64(fs.Bsize)
	said := fmt.Sprintf("%d MiB free of %d MiB", free>>20, whole>>20)
	if free < freeBytes {
		return "", errors.New(said)
	}
	return said, nil
}

// ports checks whether the post office's ports are free, or used by the running server of this house.
func ports(v *visit, _ context.Context) (string, error) {
	if v.running() {
		return "in use, as they should be: your own server is running", nil
	}
	for _, addr := range []string{v.set.PostSMTP, v.set.PostIMAP, v.set.HTTP} {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return "", fmt.Errorf("no server of this house is running, and another program holds %s: %w", addr, err)
		}
		_ = l.Close()
	}
	return "its ports are free", nil
}

// strangers reports variables that look like settings but are none.
func strangers(v *visit, _ context.Context) (string, error) {
	return "", errors.New(strings.Join(v.set.Strange, "; "))
}
