package lead_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/mail"
)

// begunBy opens a session, named like that of a process, which stops in the middle of a message with rows
// locked. The server waits for the rest, and none of its timeouts ends that.
func begunBy(t *testing.T, url, name string, sql ...string) {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["application_name"] = name
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "1s"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	says := conn.PgConn().Frontend()
	for _, sql := range append([]string{"begin"}, sql...) {
		says.SendParse(&pgproto3.Parse{Query: sql})
		says.SendBind(&pgproto3.Bind{})
		says.SendExecute(&pgproto3.Execute{})
	}
	if err := says.Flush(); err != nil { // without a Sync, which would end the message
		t.Fatal(err)
	}
}

// name returns the application_name of the sessions of d.
func name(t *testing.T, d *db.DB) (name string) {
	t.Helper()
	if err := d.Pool().QueryRow(t.Context(), "select current_setting('application_name')").Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

// A process that is frozen while it writes would keep its locks. Another process must end its sessions after
// ten silent seconds and take over. A living process must end what is left of a connection of its own that
// broke. A command of the operator, which has no heartbeat, may take its time as long as it only reads.
func TestTheSessionsOfWhoIsGoneAreEnded(t *testing.T) {
	t.Parallel() // it takes long and mostly waits
	url := fresh(t)
	d := open(t, url)
	id, other := dbtest.StartMatch(t, d), dbtest.StartMatch(t, d)
	letter := dbtest.QueueNote(t, d, "k")
	if _, err := d.Pool().Exec(t.Context(), "update outbox set holder = 'pitpost 00ff 7', state = 'written', raw = 'x', next_at = $1", dbtest.Noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	begunBy(t, url, "pitpost 00ff 7", fmt.Sprintf("select from outbox where id = %d for update", letter), fmt.Sprintf("select from matches where id = %d for update", id))
	begunBy(t, url, "pitpost 00ee 8", "select from outbox")
	dbtest.WaitUntil(t, "both wait", func() bool {
		return count(t, d, "select count(*) from pg_stat_activity where application_name in ('pitpost 00ff 7', 'pitpost 00ee 8') and wait_event = 'ClientRead' and state = 'active'") == 2
	})
	dbtest.StartHeartbeat(t, d)
	soon, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := mail.ReleaseLettersOfDead(soon, d, dbtest.Noon); err != nil {
		t.Errorf("what is locked holds up the others: %v", err)
	}
	// A living process has lost a connection in the middle of a command.
	begunBy(t, url, name(t, d), fmt.Sprintf("select from matches where id = %d for update", other))
	began := time.Now()
	for _, locked := range []struct {
		match int64
		most  time.Duration
	}{{id, 40 * time.Second}, {other, 80 * time.Second}} {
		dbtest.RunCommand(t, d, dbtest.OperatorCause(), locked.match, func(tx *db.Tx) error { return dbtest.PlayMove(tx, locked.match) })
		if took := time.Since(began); took > locked.most {
			t.Errorf("match %d was free after %v", locked.match, took)
		}
	}
	if err := mail.ReleaseLettersOfDead(t.Context(), d, dbtest.Noon); err != nil {
		t.Fatal(err)
	}
	if n := count(t, d, "select count(*) from outbox where holder = '' and next_at = $1", dbtest.Noon); n != 1 {
		t.Error("the letter is still in the hands of who is gone")
	}
	if n := count(t, d, "select count(*) from pg_stat_activity where application_name in ('pitpost 00ff 7', 'pitpost 00ee 8')"); n != 1 {
		t.Errorf("%d of the two are left", n)
	}
}

// If a server does not let a process look for stuck sessions, the process must lead all the same.
func TestWhoCannotLookForStuckSessionsLeadsOn(t *testing.T) {
	t.Parallel() // it takes long and mostly waits
	url, err := neturl.Parse(fresh(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, url.String()).Pool().Exec(t.Context(), "create table public.pg_stat_activity (nothing int)"); err != nil {
		t.Fatal(err)
	}
	query := url.Query()
	query.Set("search_path", "public,pg_catalog") // which hides the real one
	url.RawQuery = query.Encode()
	one := soon(t, wants(t, begin(t, url.String()), "clock"))
	for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if err := one.ask(t.Context()); err != nil {
			t.Fatalf("who leads no longer does: %v", err)
		}
	}
	one.release()
}
