package lab_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"pitpost.example/lab"
)

type tests func() int

func (t tests) Run() int { return t() }

// A package whose tests dial a default port fails, even if each test
// passes, and no setting of the machine's user reaches the tests.
func TestAlone(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/home/of/the/user")
	for _, name := range []string{"PITPOST_HTTP", "PITPOST_POST_SMTP", "PITPOST_POST_IMAP", "PITPOST_TEST_ETC", "PITPOST_GMAIL", "DATABASE_URL", "PGHOST"} {
		t.Setenv(name, "127.0.0.1:1")
	}
	quiet := lab.Alone{Tests: tests(func() int {
		if all := strings.Join(lab.Settings(), " ") + fmt.Sprint(os.Environ()); strings.Contains(all, "127.0.0.1:1 ") ||
			strings.Contains(all, "/home/of/the/user") || strings.Contains(all, "PITPOST_GMAIL") || strings.Contains(all, "PGHOST") {
			t.Errorf("what the user has set reaches the tests: %s", all)
		}
		return 0
	})}
	if code := quiet.Run(); code != 0 {
		t.Errorf("tests that dial nobody end with %d", code)
	}
	for _, name := range []string{"PITPOST_HTTP", "PITPOST_POST_SMTP", "PITPOST_POST_IMAP"} {
		stray := lab.Alone{Tests: tests(func() int {
			if answer, err := http.Get("http://" + os.Getenv(name)); err == nil {
				answer.Body.Close()
			}
			return 0
		})}
		if code := stray.Run(); code != 1 {
			t.Errorf("tests that dial the usual port of %s end with %d", name, code)
		}
	}
}

func TestNowhere(t *testing.T) {
	at := lab.Nowhere(t)
	if _, err := net.Dial("tcp", at); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("dialled: %v", err)
	}
	if l, err := net.Listen("tcp", at); err == nil {
		l.Close()
		t.Error("somebody else may listen there")
	}
}
