package bench

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"pitpost.example/lab"
)

// folder is where the program is, which is built once for all tests.
var folder string

var built = sync.OnceValues(func() (string, error) { return lab.Build(folder, "cmd/pitpost") })

// TestMain runs the tests or, if COMPARE_REFS names versions, compares them.
func TestMain(m *testing.M) {
	if refs := strings.Fields(os.Getenv("COMPARE_REFS")); len(refs) > 0 {
		os.Exit(compareVersions(refs))
	}
	var err error
	if folder, err = os.MkdirTemp("", "pitpost-bench-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// The data of the measured houses is in memory, because no test measures a disk.
	if err := os.Setenv("TMPDIR", lab.Memory()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = os.Unsetenv("GOGC") // so that the measured programs collect garbage as usual
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// theProgram returns the path of pitpost, built from this tree.
func theProgram(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}
