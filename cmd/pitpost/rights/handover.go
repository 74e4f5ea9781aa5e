package rights

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"pitpost.example/cmd/pitpost/settings"
)

// handing changes the owner of files. Root does this in a folder that may already belong to another user, who
// could change it at the same time. So every step uses an open descriptor, no link is followed, and only a file
// that was checked is changed.
type handing struct {
	uid, gid int
	// from lists the owners whose files are changed: root, and the owners of the data folder and of its
	// database so far. Files of anybody else were put there by others and are left alone.
	from []uint32
}

// deepest limits the depth of the walk; nothing that the house stores is that deep.
const deepest = 32

// handOver gives a user what the house stores in the data folder, and nothing else in it.
func handOver(s *settings.Settings, uid, gid int) error {
	data, err := makeFolder(filepath.Clean(s.Data))
	if err != nil {
		return err
	}
	defer unix.Close(data)
	h := handing{uid: uid, gid: gid, from: []uint32{0}}
	for _, name := range []string{".", "postgres/data"} {
		had := func(f *named) error { h.from = append(h.from, f.Uid); return nil }
		if err := lookAt(data, name, had); err != nil {
			return err
		}
	}
	for _, name := range []string{s.SecretFile, filepath.Join(s.Data, "pitpost.yaml"), filepath.Join(s.Data, "house.json"), s.OAuthRefreshFile, filepath.Join(s.Data, "postgres"), filepath.Join(s.Data, "post")} {
		rel, ours := within(name, s.Data)
		if !ours {
			continue
		}
		if err := lookAt(data, rel, func(f *named) error { return h.whole(f, 0) }); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return lookAt(data, ".", h.give)
}

// named is a file of any kind, opened with O_PATH, which gives no access to its content.
type named struct {
	fd int
	unix.Stat_t
}

func (f *named) is(kind uint32) bool { return f.Mode&unix.S_IFMT == kind }

// open opens a path below a folder with O_PATH and the given flags. It fails if any part of the path is a link.
func open(folder int, path string, flags uint64) (fd int, err error) {
	return unix.Openat2(folder, path, &unix.OpenHow{Flags: flags | unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
}

// makeFolder opens a folder without following links, and creates what is missing.
func makeFolder(path string) (fd int, err error) {
	fd, err = open(unix.AT_FDCWD, path, unix.O_DIRECTORY)
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENOTDIR):
		return 0, fmt.Errorf("%s is a link or no folder, or lies behind one: DATA must name the folder by its own path", path)
	case !errors.Is(err, unix.ENOENT):
		return fd, err
	}
	parent, err := makeFolder(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	defer unix.Close(parent)
	if err := unix.Mkdirat(parent, filepath.Base(path), 0o700); err != nil && !errors.Is(err, unix.EEXIST) {
		return 0, fmt.Errorf("the folder %s: %w", path, err)
	}
	return open(parent, filepath.Base(path), unix.O_DIRECTORY)
}

// lookAt opens a file below a folder and passes it to do; a link is not followed but passed itself. A file that
// does not exist or is behind a link is skipped.
func lookAt(folder int, rel string, do func(*named) error) error {
	fd, err := open(folder, rel, unix.O_NOFOLLOW)
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR), errors.Is(err, unix.ELOOP):
		return nil
	case err != nil:
		return err
	}
	defer unix.Close(fd)
	f := &named{fd: fd}
	if err := unix.Fstat(fd, &f.Stat_t); err != nil {
		return err
	}
	return do(f)
}

// whole gives a file, or a folder with everything in it. depth is how deep the file is.
func (h *handing) whole(f *named, depth int) error {
	if f.is(unix.S_IFDIR) {
		if depth == deepest {
			return errors.New("its folders lie too deep")
		}
		names, err := list(f)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := lookAt(f.fd, name, func(f *named) error { return h.whole(f, depth+1) }); err != nil {
				return err
			}
		}
	}
	return h.give(f)
}

// list returns the names in a folder.
func list(f *named) ([]string, error) {
	fd, err := unix.Openat(f.fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	folder := os.NewFile(uintptr(fd), "folder")
	defer folder.Close()
	return folder.Readdirnames(-1)
}

// give changes the owner of one file, by its descriptor. It skips links and files with a second name, which
// could belong to another folder, and files of other owners.
func (h *handing) give(f *named) error {
	if f.is(unix.S_IFLNK) || !f.is(unix.S_IFDIR) && f.Nlink > 1 || !slices.Contains(h.from, f.Uid) {
		return nil
	}
	return unix.Fchownat(f.fd, "", h.uid, h.gid, unix.AT_EMPTY_PATH)
}
