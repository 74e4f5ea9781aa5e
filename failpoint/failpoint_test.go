package failpoint_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pitpost.example/failpoint"
)

// TestMain lets this program be the process that is killed: it passes two failpoints in turn and prints each.
func TestMain(m *testing.M) {
	if os.Getenv("PITPOST_TEST_CLOCK") != "" {
		fmt.Println(failpoint.CurrentTime().Unix(), failpoint.ClockSpeed())
		return
	}
	if os.Getenv("PITPOST_TEST_PASS") == "" {
		os.Exit(m.Run())
	}
	defer func() {
		if recover() != nil {
			fmt.Println("poisoned")
		}
	}()
	for range 3 {
		failpoint.PanicIfPoisoned([]byte("a letter with arsenic in it"))
		failpoint.KillAt("door.locked")
		fmt.Println("locked")
		failpoint.KillAt("door.decided")
		fmt.Println("decided")
	}
}

func TestKilledWhereAsked(t *testing.T) {
	for at, passed := range map[string]int{"": 6, "nowhere": 6, "door.locked": 0, "door.decided": 1, "door.locked:2": 2, "door.decided:3": 5,
		"door.locked:4": 6, "door.locked:0": 0, "door.locked:x": 0} {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "PITPOST_TEST_PASS=1", "PITPOST_KILL_AT="+at)
		out, err := c.Output()
		if n := strings.Count(string(out), "\n"); n != passed {
			t.Errorf("%q: passed %d times, not %d", at, n, passed)
		}
		var exit *exec.ExitError
		killed := errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
		if killed != (passed < 6) {
			t.Errorf("%q: ended with %v", at, err)
		}
	}
}

func TestPoison(t *testing.T) {
	for words, said := range map[string]string{"": "locked", "hemlock": "locked", "arsenic": "poisoned"} {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "PITPOST_TEST_PASS=1", "PITPOST_POISON="+words)
		out, err := c.Output()
		if err != nil || !strings.HasPrefix(string(out), said) {
			t.Errorf("%q: %v, %s", words, err, out)
		}
	}
}

func TestNow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "clock")
	for text, want := range map[string]time.Duration{"": 0, "24h\n": 24 * time.Hour, "-1h30m": -90 * time.Minute, "tomorrow": 0} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, jump := range map[string]time.Duration{file: want, file + ".missing": 0, "": 0} {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), "PITPOST_TEST_CLOCK=1", "PITPOST_CLOCK="+name)
			before := time.Now().Add(jump).Unix()
			out, err := c.Output()
			if err != nil {
				t.Fatal(err)
			}
			said, haste, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
			got, err := strconv.ParseInt(said, 10, 64)
			if err != nil || haste != "1" || got < before || got > time.Now().Add(jump).Unix() {
				t.Errorf("%q in %q: %s, want %d or a little later (%v)", text, name, out, before, err)
			}
		}
	}
}

func TestAClockThatRunsTooFast(t *testing.T) {
	file := filepath.Join(t.TempDir(), "clock")
	since := time.Now().Unix() - 10
	if err := os.WriteFile(file, fmt.Appendf(nil, "1000x %d %d\n", since, since-5000), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "PITPOST_TEST_CLOCK=1", "PITPOST_CLOCK="+file)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	latest := since - 5000 + 1000*(time.Now().Unix()+1-since)
	var got int64
	var haste int
	if _, err := fmt.Sscan(string(out), &got, &haste); err != nil || haste != 1000 || got < since+5000 || got > latest {
		t.Errorf("%q, want between %d and %d at 1000 times the pace (%v)", out, since+5000, latest, err)
	}
}
