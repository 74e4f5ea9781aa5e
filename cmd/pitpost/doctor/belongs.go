package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	accounts "os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// house checks that the settings have the address that is kept with the data.
func house(v *visit, _ context.Context) (string, error) {
	kept := v.kept.Identity.Address
	switch {
	case kept == "":
		return "not served yet", nil
	case !strings.EqualFold(kept, v.set.Address):
		return "", fmt.Errorf("the data belong to %s, and the address here is %s", kept, v.set.Address)
	}
	return kept, nil
}

// owners checks whose the files below the data folder are. Until that is right, no check that reads them is made.
func owners(v *visit, _ context.Context) (string, error) {
	if err := v.wrongOwner(); err != nil {
		v.away = true
		return "", err
	}
	return "all of one user", nil
}

// readable reports whether the files of the house are there for this user to look at.
func (v *visit) readable() bool { return v.wrongOwner() == nil }

// wrongOwner returns an error that says which file belongs to somebody else than the house's user, and what to do.
func (v *visit) wrongOwner() error {
	if v.owned == nil {
		err := wrongOwner(v.set.Data, os.Geteuid(), v.set.RunAs)
		v.owned = &err
	}
	return *v.owned
}

func wrongOwner(data string, self int, runAs string) error {
	owner, err := goToOwner(data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w: run this as the user who serves the house (sudo -u pitpost pitpost doctor)", err)
	case self == 0 && runAs != "":
		return nil // serve hands the files over
	case self != 0 && self != owner:
		return fmt.Errorf("%s belongs to %s, and this is %s: run this as %s (sudo -u %s pitpost doctor); or, if %s is to serve the house, have root run `chown -R %s: %s`",
			data, userName(owner), userName(self), userName(owner), userName(owner), userName(self), userName(self), data)
	}
	return filepath.WalkDir(data, func(path string, e fs.DirEntry, err error) error {
		if owner == 0 && path == filepath.Join(data, "postgres", "data") {
			return fs.SkipDir // of a house that root serves; its Postgres runs as another user
		}
		of, wrong := goToOwner(path)
		if errors.Is(wrong, fs.ErrNotExist) {
			return nil // a file of the database that has just gone
		}
		if wrong == nil && of != owner {
			wrong = fmt.Errorf("%s belongs to %s, and the folder of the house to %s: stop the house, have root run `chown -R %s: %s`, and start it again", path, userName(of), userName(owner), userName(owner), data)
		}
		if wrong == nil {
			wrong = err
		}
		return wrong
	})
}

func goToOwner(path string) (int, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	return int(info.Sys().(*syscall.Stat_t).Uid), nil
}

// userName returns the name of a user, or the number as sudo and chown take it.
func userName(uid int) string {
	if found, err := accounts.LookupId(strconv.Itoa(uid)); err == nil {
		return found.Username
	}
	return strconv.Itoa(uid)
}
