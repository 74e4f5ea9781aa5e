package lab

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	dbcluster "pitpost.example/db/cluster"
)

// cluster starts the one Postgres of this test process when it is
// first needed. Its guard stops it when the process ends.
var cluster = sync.OnceValues(startCluster)

// held keeps the guard of that cluster reachable. If it were garbage
// collected, its pipe would close, and it would stop the server.
var held []func()

// migrated holds the result of preparing the template database.
var migrated struct {
	sync.Once
	err error
}

// databases counts the databases created, for their names.
var databases atomic.Int64

const templateName = "template_pitpost"

// Postgres returns the URL of a new, empty database in a server that this test process starts once. The
// server's data would not survive a power cut. The database is dropped when the test ends.
func Postgres(tb testing.TB) string {
	tb.Helper()
	return clone(tb, "template0")
}

// Template returns the URL of a new copy of a database that migrate has prepared. migrate is called once per
// test process, with the URL of an empty database. So all callers must pass an equivalent function, and it must
// close its connections. The copy is dropped when the test ends.
func Template(tb testing.TB, migrate func(url string) error) string {
	tb.Helper()
	server := Must(cluster())(tb)
	migrated.Do(func() {
		migrated.err = errors.New("migrate did not return")
		if migrated.err = server.CreateDatabase(context.Background(), templateName); migrated.err == nil {
			migrated.err = migrate(server.URL(templateName))
		}
	})
	if migrated.err != nil {
		tb.Fatalf("migrate the template database: %v", migrated.err)
	}
	return clone(tb, templateName)
}

// Dumped returns the URL of a database made from a gzipped dump in plain SQL, with rows as insert statements.
// It is dropped when the test ends.
func Dumped(tb testing.TB, name string) string {
	tb.Helper()
	file := Must(os.Open(name))(tb)
	defer file.Close()
	plain := Must(gzip.NewReader(file))(tb)
	sql := Must(io.ReadAll(plain))(tb)
	url := Postgres(tb)
	Check(tb, execute(url, string(sql)))
	return url
}

func clone(tb testing.TB, from string) string {
	tb.Helper()
	server := Must(cluster())(tb)
	name := fmt.Sprintf("test_%d", databases.Add(1))
	// FILE_COPY takes a third of the work; nothing here needs to survive a crash.
	create := fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY", name, from)
	waitFor(tb, "create a test database", func() error {
		err := execute(server.URL("postgres"), create)
		var refused *pgconn.PgError
		// object_in_use: a connection to the template has not been closed completely yet.
		if errors.As(err, &refused) && refused.Code != "55006" {
			tb.Fatalf("create a test database: %v", err)
		}
		return err
	})
	tb.Cleanup(func() {
		Check(tb, execute(server.URL("postgres"), fmt.Sprintf("DROP DATABASE IF EXISTS %s WITH (FORCE)", name)))
	})
	return server.URL(name)
}

// Role returns the URL of a test's database for a new role that has only the rights given by these statements, in which
// ROLE stands for its name and DATABASE for the database's name. The role is dropped when the test ends.
func Role(tb testing.TB, database string, rights ...string) string {
	tb.Helper()
	u := Must(url.Parse(database))(tb)
	names := strings.NewReplacer("ROLE", fmt.Sprintf("role_%d", databases.Add(1)), "DATABASE", strings.TrimPrefix(u.Path, "/"))
	do := func(statements ...string) {
		tb.Helper()
		for _, one := range statements {
			Check(tb, execute(database, names.Replace(one)))
		}
	}
	do("create role ROLE login")
	tb.Cleanup(func() { do("drop owned by ROLE cascade", "drop role ROLE") })
	do(rights...)
	query := u.Query()
	query.Set("user", names.Replace("ROLE"))
	u.RawQuery = query.Encode()
	return u.String()
}

// execute runs statements over a new connection. It does not use the
// test's context, because it must also work after that has ended.
func execute(database string, statements ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, one := range statements {
		if _, err := conn.Exec(ctx, one); err != nil {
			return fmt.Errorf("%.200s: %w", one, err)
		}
	}
	return nil
}

func startCluster() (*dbcluster.Server, error) {
	dir, err := os.MkdirTemp(Memory(), "pitpost-lab-")
	if err != nil {
		return nil, err
	}
	// Nobody calls release: the guard stops the server however the process ends. It reads the process number only then.
	release, err := guard(fmt.Sprintf(stopPostgres, filepath.Join(dir, "data", "postmaster.pid"), dir))
	if err != nil {
		return nil, err
	}
	held = append(held, release)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return dbcluster.StartServer(ctx, dir, slog.New(slog.DiscardHandler), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
}

// Memory returns the folder for files that need not survive a crash, such as those of a test's server. If there
// is enough room, it is a folder in memory, because a database has a thousand files, and copying them on a disk
// takes four times as much CPU time. Containers often have only 64 MB there; then it is the folder for
// temporary files. It is not for programs, which many systems do not execute from memory.
func Memory() string {
	const shared, room = "/dev/shm", 4 << 30
	var disk syscall.Statfs_t
	if err := syscall.Statfs(shared, &disk); err != nil || int64(disk.Bavail)*disk.Bsize < room {
		return "/tmp"
	}
	return shared
}

// stopPostgres is a script; its arguments are the server's pid file and the folder with its files.
const stopPostgres = `
file='%s'
if [ -s "$file" ]; then
	pid=$(sed -n 1p "$file") socket=$(sed -n 5p "$file")
	kill -INT "$pid"
	for i in $(seq 300); do [ -e "$file" ] || break; sleep 0.1; done
	case "$socket" in */pitpost-*) rm -rf "$socket";; esac
fi
rm -rf '%s'`

// Replicated returns the URL of an empty database in a server of its own. After standby(name), its commits wait
// for a standby server of that name, which never comes, until they are given up. standby("") ends that.
func Replicated(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	dir := folder(tb)
	release := Must(guard(fmt.Sprintf(stopPostgres, filepath.Join(dir, "data", "postmaster.pid"), dir)))(tb)
	tb.Cleanup(release)
	server := Must(dbcluster.StartServer(tb.Context(), dir, slog.New(slog.DiscardHandler)))(tb)
	tb.Cleanup(func() { Check(tb, server.Stop()) })
	Check(tb, server.CreateDatabase(tb.Context(), "pitpost"))
	url = server.URL("pitpost")
	return url, func(name string) {
		tb.Helper()
		ctx := context.WithoutCancel(tb.Context())
		conn := Must(pgx.Connect(ctx, url))(tb)
		defer conn.Close(ctx)
		Check(tb, execute(url, "alter system set synchronous_standby_names = '"+name+"'", "select pg_reload_conf()"))
		for now := name + "?"; now != name; time.Sleep(10 * time.Millisecond) {
			Check(tb, conn.QueryRow(ctx, "show synchronous_standby_names").Scan(&now))
		}
		time.Sleep(100 * time.Millisecond) // other sessions read the setting between two statements
	}
}
