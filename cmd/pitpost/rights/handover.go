package rights

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pitpost.example/cmd/pitpost/settings"
)

// handing gives files to a user. Root does it in a folder that the user may own already, and
// so may rebuild meanwhile: every step goes by an open descriptor, no link is followed, and
// what is given is what was looked at.
type handing struct {
	uid, gid int
	// from are the users whose files are given: root, and who had the folder and its database
	// so far. What belongs to anybody else was put there and is left alone.
	from []uint32
}

// deepest bounds the walk: nothing that the house keeps lies so deep.
const deepest = 32

// handOver gives a user what the house keeps in the data folder, and nothing else that may
// lie there.
func handOver(s *settings.Settings, uid, gid int) error {
	data, err := makeFolder(s.Data)
	if err != nil {
		return err
	}
	defer unix.Close(data)
	h := handing{uid: uid, gid: gid, from: []uint32{0}}
	for _, name := range []string{".", "postgres/data"} {
		if err := lookAt(data, name, h.had); err != nil {
			return err
		}
	}
	for _, name := range []string{s.SecretFile, filepath.Join(s.Data, "pitpost.yaml"), s.OAuthRefreshFile, filepath.Join(s.Data, "postgres"), filepath.Join(s.Data, "post")} {
		if name == "" || !within(name, s.Data) {
			continue
		}
		rel, err := filepath.Rel(s.Data, name)
		if err == nil {
			err = lookAt(data, rel, h.whole)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return lookAt(data, ".", h.give)
}

// named is a file of any kind, opened only to be named.
type named struct {
	fd int
	unix.Stat_t
}

func (f *named) is(kind uint32) bool { return f.Mode&unix.S_IFMT == kind }

// openPath opens what a name in a folder stands for, a link itself too.
func openPath(folder int, name string) (*named, error) {
	fd, err := unix.Openat(folder, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := &named{fd: fd}
	if err := unix.Fstat(fd, &f.Stat_t); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return f, nil
}

// makeFolder opens a folder by its path from the root, through no link, and makes what is
// not there.
func makeFolder(path string) (fd int, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return 0, err
	}
	at, err := openPath(unix.AT_FDCWD, "/")
	if err != nil {
		return 0, err
	}
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		next, err := openPath(at.fd, name)
		if errors.Is(err, unix.ENOENT) {
			if err = unix.Mkdirat(at.fd, name, 0o700); err == nil || errors.Is(err, unix.EEXIST) {
				next, err = openPath(at.fd, name)
			}
		}
		unix.Close(at.fd)
		switch {
		case err != nil:
			return 0, fmt.Errorf("the folder %s of %s: %w", name, path, err)
		case !next.is(unix.S_IFDIR):
			unix.Close(next.fd)
			return 0, fmt.Errorf("%s of %s is a link or no folder: DATA must name the folder by its own path", name, path)
		}
		at = next
	}
	return at.fd, nil
}

// lookAt hands a file below a folder to do; one that is not there, or behind a link, is left
// alone.
func lookAt(folder int, rel string, do func(*named) error) error {
	at, err := openPath(folder, ".")
	for _, name := range strings.Split(rel, "/") {
		if err != nil {
			break
		}
		var next *named
		next, err = openPath(at.fd, name)
		unix.Close(at.fd)
		at = next
	}
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(at.fd)
	return do(at)
}

// had notes who had a file so far.
func (h *handing) had(f *named) error {
	h.from = append(h.from, f.Uid)
	return nil
}

// whole gives a file, or a folder with all that is in it.
func (h *handing) whole(f *named) error { return h.below(f, 0) }

func (h *handing) below(f *named, depth int) error {
	if f.is(unix.S_IFDIR) {
		if depth == deepest {
			return errors.New("its folders lie too deep")
		}
		names, err := list(f)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := lookAt(f.fd, name, func(f *named) error { return h.below(f, depth+1) }); err != nil {
				return err
			}
		}
	}
	return h.give(f)
}

// list names what is in a folder.
func list(f *named) ([]string, error) {
	fd, err := unix.Openat(f.fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	folder := os.NewFile(uintptr(fd), "folder")
	defer folder.Close()
	return folder.Readdirnames(-1)
}

// give gives one file by its descriptor. A link, and a file that has a second name, may be
// somewhere else's.
func (h *handing) give(f *named) error {
	if f.is(unix.S_IFLNK) || !f.is(unix.S_IFDIR) && f.Nlink > 1 || !slices.Contains(h.from, f.Uid) {
		return nil
	}
	return unix.Fchownat(f.fd, "", h.uid, h.gid, unix.AT_EMPTY_PATH)
}
