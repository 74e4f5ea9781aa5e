package bench

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"pitpost.example/lab"
)

// folder holds the program, which is built once for all tests that measure it.
var folder string

var built = sync.OnceValues(func() (string, error) { return lab.Build(folder, "cmd/pitpost") })

// TestMain runs the tests, or compares versions where COMPARE_REFS names some.
func TestMain(m *testing.M) {
	if refs := strings.Fields(os.Getenv("COMPARE_REFS")); len(refs) > 0 {
		os.Exit(compareVersions(refs))
	}
	var err error
	if folder, err = os.MkdirTemp("", "pitpost-bench-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// The houses that are measured lie in memory: no test asks how fast a disk is.
	if err := os.Setenv("TMPDIR", lab.Memory()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = os.Unsetenv("GOGC") // what is measured collects garbage as it does in use
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// theProgram is the path of pitpost as it stands.
func theProgram(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}
