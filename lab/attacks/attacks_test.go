package attacks

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"pitpost.example/lab"
)

// Each attack adds one line to the report, which go test -v prints.
var (
	mu              sync.Mutex
	report          []string
	tried, withheld int
)

// program builds pitpost once for all attacks, and returns its path.
var program = sync.OnceValues(func() (string, error) { return lab.Build(folder, "cmd/pitpost") })

// folder is where the program is.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "pitpost-attacks-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = os.Setenv("PITPOST_TEST_ETC", os.DevNull+"/pitpost") // where no settings of the machine can be
	_ = os.Unsetenv("GOGC")                                  // so that the house collects garbage as usual, since its memory is measured
	code := m.Run()
	_ = os.RemoveAll(folder)
	if len(report) > 0 {
		fmt.Printf("\n%s\n\n%d attacks, %d held", strings.Join(report, "\n"), tried, withheld)
		if left := len(report) - tried; left > 0 {
			fmt.Printf("; %d not tried", left)
		}
		fmt.Println()
	}
	os.Exit(code)
}

// attack is one attempt and its result.
type attack struct {
	*testing.T
	tries  string
	broken []string
}

// try begins an attack; what describes it in a line.
func try(t *testing.T, what string) *attack {
	t.Helper()
	a := &attack{T: t, tries: what}
	t.Cleanup(a.tell)
	return a
}

// broke records that the attack succeeded, and how.
func (a *attack) broke(form string, args ...any) {
	a.Helper()
	how := fmt.Sprintf(form, args...)
	a.broken = append(a.broken, how)
	a.Error(how)
}

// heavy skips an attack that takes long, or much memory if it succeeds, unless ATTACKS=all is set.
func (a *attack) heavy() {
	a.Helper()
	if os.Getenv("ATTACKS") != "all" {
		a.Skip("only with ATTACKS=all, as make attacks has it")
	}
}

// tell adds the attack's line to the report.
func (a *attack) tell() {
	line := a.Name() + ": "
	mu.Lock()
	defer mu.Unlock()
	switch {
	case a.Skipped():
		report = append(report, line+"NOT TRIED: "+a.tries)
		return
	case len(a.broken) > 0:
		line += "BROKEN: " + strings.Join(a.broken, "; ")
	case a.Failed():
		line += "FAILED before it could be judged: " + a.tries
	default:
		withheld++
		line += "held: " + a.tries
	}
	tried++
	report = append(report, line)
}
