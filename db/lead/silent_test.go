package lead_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
)

// A server is frozen with all its sessions. Its kernel still answers for it, so only its silence shows. Calls
// that wait for it must fail as when the database is away, and must work again once it is thawed.
func TestNobodyWaitsForAServerThatSaysNothing(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.ReplicatedURL(t)
	p := begin(t, url)
	p.Silent = p.CutLines
	p.Stay()
	dbtest.WaitUntil(t, "the heart beats", func() bool { return p.Presence() != 0 })
	rows, err := p.Pool().Query(t.Context(), "select pid from pg_stat_activity")
	if err != nil {
		t.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		t.Fatal(err)
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pids[0]) + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	postmaster, err := strconv.Atoi(strings.Fields(rest)[1])
	if err != nil {
		t.Fatal(err)
	}
	server := append(pids, postmaster)
	all := func(s syscall.Signal) {
		for _, pid := range server {
			_ = syscall.Kill(pid, s) // one of its processes may have ended
		}
	}
	t.Cleanup(func() { all(syscall.SIGCONT) })
	all(syscall.SIGSTOP)
	asked := time.Now()
	_, err = p.Pool().Exec(t.Context(), "select 1")
	if took := time.Since(asked); err == nil || !db.IsDatabaseAway(err) || took > 30*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
	all(syscall.SIGCONT)
	dbtest.WaitUntil(t, "the database answers again", func() bool { return p.Ping(t.Context()) == nil && p.Presence() != 0 })
}
