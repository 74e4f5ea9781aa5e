package rights

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/settings"
)

// nobodys is the id of the user nobody, to whom the tests give folders.
const nobodys = 65534

func goToOwner(t *testing.T, name string) int {
	t.Helper()
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

func write(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// byRoot reports whether the test can change owners. If it does not run as root, it checks that handing over fails.
func byRoot(t *testing.T, s *settings.Settings) bool {
	t.Helper()
	if os.Geteuid() == 0 {
		return true
	}
	write(t, filepath.Join(s.Data, "post", "a"))
	if err := handOver(s, nobodys, nobodys); err == nil {
		t.Error("somebody who is not root gives files away")
	}
	return false
}

// The owner of a folder replaces a folder in it with a link while root walks through it.
func TestNothingOutsideIsHandedOverThroughALink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := &settings.Settings{Values: settings.Values{Data: filepath.Join(folder, "data")}}
	if !byRoot(t, s) {
		return
	}
	for i := range 20_000 {
		write(t, filepath.Join(s.Data, "post", "0big", fmt.Sprintf("f%05d", i)))
	}
	for i := range 3 {
		name := string("amz"[i])
		write(t, filepath.Join(s.Data, "post", name, "mail"))
		write(t, filepath.Join(folder, "outside", "shadow"+name))
	}
	begun, done := filepath.Join(s.Data, "post", "0big"), make(chan error, 1)
	some, err := os.ReadDir(begun)
	must(t, err)
	stop := time.Now().Add(time.Minute)
	go func() {
		for at := 0; time.Now().Before(stop); at = (at + 997) % len(some) {
			info, err := os.Lstat(filepath.Join(begun, some[at].Name()))
			if err == nil && info.Sys().(*syscall.Stat_t).Uid == nobodys {
				for _, name := range []string{"a", "m", "z"} {
					was := filepath.Join(s.Data, "post", name)
					if err := os.Rename(was, filepath.Join(folder, "was"+name)); err != nil {
						done <- err
						return
					}
					if err := os.Symlink(filepath.Join(folder, "outside"), was); err != nil {
						done <- err
						return
					}
				}
				done <- nil
				return
			}
		}
		done <- fmt.Errorf("nothing was given in time")
	}()
	must(t, handOver(s, nobodys, nobodys))
	must(t, <-done)
	swapped := 0
	for _, name := range []string{"a", "m", "z"} {
		if owner := goToOwner(t, filepath.Join(folder, "outside", "shadow"+name)); owner != 0 {
			t.Errorf("a file of root's outside was given to %d", owner)
		}
		if goToOwner(t, filepath.Join(folder, "was"+name)) == 0 {
			swapped++ // before root got there
		}
	}
	if swapped == 0 {
		t.Error("no folder was swapped in time: the test proves nothing")
	}
	if owner := goToOwner(t, filepath.Join(begun, some[0].Name())); owner != nobodys {
		t.Errorf("what is in the folder belongs to %d", owner)
	}
}

// Links, files with a second name elsewhere and files of other users keep their owners.
func TestOnlyWhatIsRootsIsHandedOver(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := &settings.Settings{Values: settings.Values{Data: filepath.Join(folder, "data"), SecretFile: filepath.Join(folder, "data", "keys", "secret")}}
	if !byRoot(t, s) {
		return
	}
	write(t, s.SecretFile)
	write(t, filepath.Join(s.Data, "post", "mail"))
	write(t, filepath.Join(s.Data, "notes"))
	write(t, filepath.Join(s.Data, "post", "others"))
	must(t, os.Chown(filepath.Join(s.Data, "post", "others"), 12345, 12345))
	write(t, filepath.Join(folder, "shadow"))
	must(t, os.Link(filepath.Join(folder, "shadow"), filepath.Join(s.Data, "post", "hard")))
	must(t, os.Symlink(filepath.Join(folder, "shadow"), filepath.Join(s.Data, "post", "soft")))
	must(t, os.Symlink(filepath.Join(folder, "shadow"), filepath.Join(s.Data, "pitpost.yaml")))
	write(t, filepath.Join(s.Data, "postgres", "data", "PG_VERSION"))
	must(t, os.Chown(filepath.Join(s.Data, "postgres", "data"), 777, 777)) // as after an earlier start by root
	must(t, os.Chown(filepath.Join(s.Data, "postgres", "data", "PG_VERSION"), 777, 777))
	must(t, handOver(s, nobodys, nobodys))
	for name, want := range map[string]int{
		"data": nobodys, "data/keys": 0, "data/keys/secret": nobodys, "data/post": nobodys, "data/post/mail": nobodys, "data/notes": 0,
		"data/post/others": 12345, "data/post/hard": 0, "data/post/soft": 0, "data/pitpost.yaml": 0, "shadow": 0,
		"data/postgres/data/PG_VERSION": nobodys,
	} {
		if owner := goToOwner(t, filepath.Join(folder, name)); owner != want {
			t.Errorf("%s belongs to %d instead of %d", name, owner, want)
		}
	}
	must(t, os.Symlink(folder, filepath.Join(folder, "link")))
	for _, data := range []string{filepath.Join(folder, "link", "data"), filepath.Join(folder, "link")} {
		if err := handOver(&settings.Settings{Values: settings.Values{Data: data}}, nobodys, nobodys); err == nil || !strings.Contains(err.Error(), "is a link") {
			t.Errorf("%s: %v", data, err)
		}
	}
	if err := handOver(&settings.Settings{Values: settings.Values{Data: filepath.Join(folder, "new", "data")}}, nobodys, nobodys); err != nil || goToOwner(t, filepath.Join(folder, "new", "data")) != nobodys {
		t.Errorf("a new folder: %v", err)
	}
}
