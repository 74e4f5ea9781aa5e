// Package archive dumps a whole database and restores it from a dump. After a restore it renumbers what is to
// come, so that a letter from the lost time is never taken for another. It also deletes what is older than
// the house may keep.
package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/cluster"
)

// DumpDatabase writes a whole database to a file in pg_dump's custom format: one snapshot, whatever others write
// meanwhile. It takes the pg_dump of the server's own major version or else the next newer one; ErrNoDumper
// if there is none. pg_dump writes to the file itself, so it is the one to report a full disk.
func DumpDatabase(ctx context.Context, url string, to *os.File) error {
	dir, err := clientPrograms(ctx, url)
	if err != nil {
		return err
	}
	cmd := clientCommand(ctx, filepath.Join(dir, "pg_dump"), url, "--format=custom", "--no-owner", "--no-privileges")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = to, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("pg_dump: %w: %s", err, cluster.LastErrorLine(said.Bytes(), "error:"))
	}
	return nil
}

// ErrNoDumper means that pg_dump and its like are missing, or older than the server.
var ErrNoDumper = errors.New("pg_dump, pg_restore and psql of the database server's version or a newer one are missing: " +
	"install Debian's package postgresql-client")

// load restores a dump into an empty database and then runs the statements in last, in one transaction. If
// anything fails before the end, the database stays empty.
func load(ctx context.Context, url, dump, last string) error {
	dir, err := clientPrograms(ctx, url)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	unpack := exec.CommandContext(ctx, filepath.Join(dir, "pg_restore"), "--no-owner", "--no-privileges", "--no-tablespaces", "--file=-", dump)
	carry := clientCommand(ctx, filepath.Join(dir, "psql"), url, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-")
	var unpackSaid, carrySaid bytes.Buffer
	unpack.Stderr, carry.Stderr = &unpackSaid, &carrySaid
	unpack.Env = carry.Env
	in, err := carry.StdinPipe()
	if err != nil {
		return err
	}
	out, err := unpack.StdoutPipe()
	if err != nil {
		return err
	}
	if err := carry.Start(); err != nil {
		return fmt.Errorf("psql: %w", err)
	}
	if err := unpack.Start(); err != nil {
		cancel()
		_ = carry.Wait() // cancelled just now
		return fmt.Errorf("pg_restore: %w", err)
	}
	// The commit is the last line. If psql does not get it, it rolls everything back.
	_, err = io.WriteString(in, "begin;\n")
	if err == nil {
		_, err = io.Copy(in, out)
	}
	if failed := unpack.Wait(); err == nil && failed != nil {
		err = fmt.Errorf("pg_restore: %w: %s", failed, cluster.LastErrorLine(unpackSaid.Bytes(), "error:"))
	}
	if err == nil {
		// The dump leaves the search path empty.
		_, err = io.WriteString(in, "\nset search_path to public;\n"+last+"\ncommit;\n")
	}
	if err != nil {
		cancel()
	}
	_ = in.Close()
	if failed := carry.Wait(); failed != nil && carrySaid.Len() > 0 {
		return fmt.Errorf("psql: %w: %s", failed, cluster.LastErrorLine(carrySaid.Bytes(), "ERROR:"))
	} else if err == nil && failed != nil {
		return fmt.Errorf("psql: %w", failed)
	}
	return err
}

// clientCommand prepares a program of libpq for a database. The password goes by the environment, because
// everybody on the machine can read a command line.
func clientCommand(ctx context.Context, program, database string, args ...string) *exec.Cmd {
	bare, password := withoutPassword(database)
	cmd := exec.CommandContext(ctx, program, append(args, "--dbname="+bare, "--no-password")...)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PGOPTIONS=-c statement_timeout=0"}
	for _, name := range []string{"HOME", "PGPASSFILE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY", "PGSSLMODE"} {
		if value, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	return cmd
}

// withoutPassword separates a URL from its password, and drops the parameters that only pgx understands.
func withoutPassword(database string) (bare, password string) {
	u, err := url.Parse(database)
	if err != nil {
		return "", ""
	}
	if u.User != nil {
		password, _ = u.User.Password()
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	if p := query.Get("password"); p != "" {
		password = p
	}
	for name := range query {
		if name == "password" || strings.HasPrefix(name, "pool_") || strings.HasSuffix(name, "_cache_capacity") || name == "default_query_exec_mode" {
			query.Del(name)
		}
	}
	u.RawQuery = query.Encode()
	return u.String(), password
}

// clientPrograms returns the folder of the programs that fit the server of url.
func clientPrograms(ctx context.Context, url string) (string, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", db.ExplainUnreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	number, err := db.QueryValue[int](ctx, conn, "select current_setting('server_version_num')::int")
	if err != nil {
		return "", fmt.Errorf("database: %w", err)
	}
	best, dir := 0, ""
	for _, d := range cluster.ProgramFolders("pg_dump") {
		if major := clientMajor(d); major >= number/10000 && (best == 0 || major < best) {
			best, dir = major, d
		}
	}
	if dir == "" {
		return "", ErrNoDumper
	}
	return dir, nil
}

// clientMajor returns the major version of the programs in dir; 0 if some are missing.
func clientMajor(dir string) int {
	for _, name := range []string{"pg_restore", "psql"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return 0
		}
	}
	version, _ := cluster.MajorVersion(filepath.Join(dir, "pg_dump"))
	n, _ := strconv.Atoi(version)
	return n
}

// walk describes how a table is gone through, in the order of its rows' numbers, to delete what is old.
type walk struct {
	name, table string
	at          string // the column with a row's age
	keep        func(Keep) time.Duration
	// statements are run for the rows with numbers above $1 up to $2. Each must check itself whether a row is
	// older than $3 or has a number of at most $4.
	statements []string
}

// ended is the condition that nobody will send a letter out any more.
const ended = "state in ('sent', 'failed', 'superseded')"

// walks lists all walks. Running a statement again on the same rows does no harm.
var walks = []walk{
	{"letters", "letters", "taken_at", func(k Keep) time.Duration { return k.Letters }, []string{
		// A copy that comes later is judged the same again, and does nothing then either.
		"delete from letters where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and state in ('drop', 'set-aside')",
		"update letters set kept = '', raw = null where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and (kept <> '' or raw is not null)",
	}},
	{"raw", "letters", "taken_at", func(Keep) time.Duration { return 0 }, []string{
		"update letters set raw = null where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and raw is not null",
	}},
	{"senders", "letters", "taken_at", func(k Keep) time.Duration { return k.Traces }, []string{
		// The hash stays, and what became of the letter, so that a copy that comes years later is recognised
		// and does nothing.
		`update letters set message_id = '', sender = '', subject = '', why = '' where id > $1 and id <= $2 and (taken_at < $3 or id <= $4)
			and (message_id <> '' or sender <> '' or subject <> '' or why <> '')`,
	}},
	{"mail", "outbox", "queued_at", func(k Keep) time.Duration { return k.Mail }, []string{
		// The digest that asked a seat for the choice it still owes keeps its bytes, however late the answer
		// comes: they show what the answer quotes of it.
		`update outbox o set raw = null, params = case when purpose = 'receipt' then '{}' else params end
			where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and ` + ended + ` and (raw is not null or purpose = 'receipt' and params <> '{}')
			and not exists (select from clocks c where c.match_id = o.match_id and c.seat = o.seat and c.step = o.step)`,
	}},
	{"rows of mail", "outbox", "queued_at", func(k Keep) time.Duration { return k.Traces }, []string{
		// While a match is open, these rows show what its seats have been told.
		`delete from outbox o where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and ` + ended + `
			and not exists (select from matches m where m.id = o.match_id and (m.ended_at is null or m.ended_at >= $3))`,
	}},
	{"questions", "asks", "asked_at", func(k Keep) time.Duration { return k.Traces }, []string{
		`delete from seat_offers s using matches m where s.ask_id > $1 and s.ask_id <= $2 and (s.offered_at < $3 or s.ask_id <= $4)
			and m.id = s.match_id and m.ended_at < $3`,
		`delete from asks a where id > $1 and id <= $2 and (asked_at < $3 or id <= $4) and lapses_at < $3
			and not exists (select from seat_offers s where s.ask_id = a.id)`,
	}},
	{"calls of webhooks", "webhook_calls", "queued_at", func(Keep) time.Duration { return keepMade }, []string{
		`delete from webhook_calls where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and (state in ('sent', 'superseded')
			or state = 'failed' and queued_at < $3::timestamptz - interval '` + keepFailedOn + `')`,
	}},
}

// How long webhook calls are kept after they were queued: those that were made, and how much longer those
// that were given up.
const (
	keepMade     = 30 * 24 * time.Hour
	keepFailedOn = "60 days"
)
