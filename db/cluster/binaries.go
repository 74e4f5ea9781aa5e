package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrNoPostgres means that the programs of the PostgreSQL server were not found.
var ErrNoPostgres = errors.New("the PostgreSQL server programs are missing: " +
	"install Debian's package postgresql (apt-get install postgresql), or set DATABASE_URL to a running server")

// debianBins is where Debian and Ubuntu keep a folder of programs for each major version. These folders are
// not on PATH.
const debianBins = "/usr/lib/postgresql/*/bin"

// findBinaries returns the folder that holds initdb and postgres. Only the major version that made a data folder can
// open it, so unless want is empty the version must be want.
func findBinaries(want string) (string, error) {
	var seen []string
	for _, dir := range ProgramFolders("postgres") {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
			continue
		}
		major, err := MajorVersion(filepath.Join(dir, "postgres"))
		if err != nil {
			continue
		}
		if want == "" || major == want {
			return dir, nil
		}
		seen = append(seen, major)
	}
	if len(seen) > 0 {
		return "", fmt.Errorf("the database was made by PostgreSQL %s, but only version %s is installed: "+
			"install the package postgresql-%s", want, strings.Join(slices.Compact(seen), ", "), want)
	}
	return "", ErrNoPostgres
}

// ProgramFolders lists the folders in which a program of Postgres may be. First comes the one on PATH, with links
// resolved, since there is no initdb beside a link in /usr/local/bin; then come Debian's, newest first.
func ProgramFolders(program string) []string {
	var dirs []string
	if path, err := exec.LookPath(program); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	debian, _ := filepath.Glob(debianBins)
	slices.SortFunc(debian, func(a, b string) int { return debianMajor(b) - debianMajor(a) })
	return append(dirs, debian...)
}

// debianMajor returns 15 for /usr/lib/postgresql/15/bin, and 0 for versions such as 9.6.
func debianMajor(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

// MajorVersion runs a program of Postgres with --version and returns the major version.
func MajorVersion(program string) (string, error) {
	cmd := exec.Command(program, "--version")
	cmd.Dir = "/"
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", program, err)
	}
	for _, word := range strings.Fields(string(out)) {
		if word[0] >= '1' && word[0] <= '9' {
			return word[:len(word)-len(strings.TrimLeft(word, "0123456789"))], nil
		}
	}
	return "", fmt.Errorf("%s --version answers %q", program, out)
}

// serverUser returns the user to run the server as, nil for our own. Postgres refuses to run as root, so root
// runs it as the owner of the data folder or else as the user postgres or nobody.
func serverUser(data string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	if info, err := os.Stat(data); err == nil {
		if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
			return &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		if as, err := LookupAccount(name); err == nil {
			return as, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

// LookupAccount returns a user of this machine, to run a program as.
func LookupAccount(name string) (*syscall.Credential, error) {
	account, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, wrong := strconv.ParseUint(account.Uid, 10, 32)
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(wrong, err)
}
