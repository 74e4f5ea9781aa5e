package lab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func tables(t *testing.T, url string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var n int
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func run(url, statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

func TestPostgresIsFreshEachTime(t *testing.T) {
	first, second := Postgres(t), Postgres(t)
	// The server must survive garbage collections.
	runtime.GC()
	runtime.GC()
	time.Sleep(10 * pollStep)
	if err := run(first, "CREATE TABLE tunnel (n int)"); err != nil {
		t.Fatal(err)
	}
	if a, b := tables(t, first), tables(t, second); a != 1 || b != 0 {
		t.Errorf("tables: %d and %d, want 1 and 0", a, b)
	}
}

// migrations counts over all runs of the test in one process.
var migrations atomic.Int64

func TestTemplateIsMigratedOnce(t *testing.T) {
	migrate := func(url string) error {
		migrations.Add(1)
		return run(url, "CREATE TABLE tunnel (n int)")
	}
	for range 4 {
		t.Run("clone", func(t *testing.T) {
			t.Parallel()
			url := Template(t, migrate)
			if n := tables(t, url); n != 1 {
				t.Errorf("a clone has %d tables", n)
			}
			if err := run(url, "CREATE TABLE own (n int)"); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		if n := migrations.Load(); n != 1 {
			t.Errorf("migrated %d times", n)
		}
	})
}

// The guard must run even if its process is killed by SIGKILL.
func TestGuardActsWhenItsProcessIsKilled(t *testing.T) {
	if os.Getenv("LAB_GUARD_MARK") != "" {
		if _, err := guard("touch '" + os.Getenv("LAB_GUARD_MARK") + "'"); err != nil {
			t.Fatal(err)
		}
		fmt.Println("guard standing")
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	// Only the parent creates the folder, because the child dies and could not remove its own.
	mark := filepath.Join(t.TempDir(), "mark")
	child := exec.Command(os.Args[0], "-test.run=^TestGuardActsWhenItsProcessIsKilled$")
	child.Env = append(os.Environ(), "LAB_GUARD_MARK="+mark)
	if out, err := child.CombinedOutput(); err == nil || !strings.Contains(string(out), "guard standing") {
		t.Fatalf("the child should have died: %v\n%s", err, out)
	}
	waitFor(t, "the guard's mark", func() error {
		_, err := os.Stat(mark)
		return err
	})
}

func TestGuardRestsWhenReleased(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	release, err := guard("touch '" + mark + "'")
	if err != nil {
		t.Fatal(err)
	}
	release() // waits until the shell has ended
	time.Sleep(pollStep)
	if _, err := os.Stat(mark); err == nil {
		t.Error("the guard acted though released")
	}
}
