package lab

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Program builds a program of this module, named by its folder such as cmd/pitpost, and gives its path. It looks at every file that the
// program may be made of, so that the go command, which keeps results of tests by what they
// looked at, does not give one that was had with other sources.
func Program(t testing.TB, folder string) string {
	t.Helper()
	program, err := Build(t.TempDir(), folder)
	Check(t, err)
	return program
}

// Build is Program for whoever has no test at hand; the program lies in dir.
func Build(dir, folder string) (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("where this module is: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(out)))
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "bin" || name == "testdata") {
			return fs.SkipDir
		}
		_, err = os.ReadDir(path)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the sources of %s: %w", folder, err)
	}
	program := filepath.Join(dir, filepath.Base(folder))
	build := exec.Command("go", "build", "-C", root, "-o", program, "./"+folder)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", folder, err, out)
	}
	return program, nil
}

// File writes a file in a folder of the test's own, and gives its path.
func File(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	Check(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}
