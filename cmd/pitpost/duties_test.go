package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/server/timetable"
)

// By the timetable the house writes backups, keeps the newest ones, and writes to its operator how it is doing
// and when a day's letters run short. A backup opened beside the running house agrees with the
// house; a backup of another house is noticed.
func TestBackupsAndReportsByTheCalendar(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "backups")
	house := opened(t, func(s *settings.Settings) {
		s.BackupAt, s.BackupTo, s.BackupKeep = "0 4 * * *", folder, 2
		s.ReportAt, s.Operator, s.SendLimit = "0 8 * * 1", "jo@pit.localhost", 10
	})
	jobs := map[string]timetable.Job{}
	for _, duty := range duties(house.Stores.Settings) {
		job := duty(house)
		jobs[job.Name] = job
	}
	if len(jobs) != 3 || jobs["report"].Schedule.String() != "0 8 * * 1" || jobs["backup"].Schedule.String() != "0 4 * * *" {
		t.Fatalf("%v", jobs)
	}
	begin := func() {
		t.Helper()
		said, err := house.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "Ana", "new practice saboteur seats=3", time.Now())
		if err != nil || !said.Done {
			t.Fatalf("%v %+v", err, said)
		}
	}
	begin()
	now := time.Date(2026, 8, 3, 4, 0, 0, 0, time.UTC)
	for day := range 3 {
		if err := jobs["backup"].Do(t.Context(), now.AddDate(0, 0, day)); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(kept) != 2 || filepath.Base(kept[1]) != "pitpost-20260805T040000Z.tar" {
		t.Fatalf("%v, %v", kept, err)
	}
	begin()
	check := func(s *settings.Settings) (int, string) {
		var out bytes.Buffer
		code := run([]string{"restore", "--check", kept[1], "--data", s.Data, "--database-url", string(s.DatabaseURL)}, &desk{out: &out, err: &out, environ: []string{"HOME=/"}})
		return code, out.String()
	}
	if code, said := check(house.Stores.Settings); code != done || !strings.Contains(said, ": 1 match and ") {
		t.Errorf("%d: %s", code, said)
	}
	other := opened(t, nil)
	if code, said := check(other.Stores.Settings); code != refused || !strings.Contains(said, "another house") {
		t.Errorf("%d: %s", code, said)
	}
	var left int
	if err := house.Stores.DB.Pool().QueryRow(t.Context(), "select count(*) from pg_database where datname like 'pitpost_check_%' and oid not in (select datid from pg_stat_activity where datid is not null)").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d databases are left, %v", left, err)
	}

	if err := jobs["limit"].Do(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := house.Stores.DB.Pool().Exec(t.Context(), `insert into outbox (next_at, queued_at, key, address, purpose, step, seq, params, message_id, state, sent_at)
		select now(), now(), 'x' || n, 'bo@pit.localhost', 'note', 0, 0, '{}', 'x' || n, 'sent', now() from generate_series(1, 10) n`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the operator is told once a day
		if err := jobs["limit"].Do(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := jobs["report"].Do(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	var letters string
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		list, err := house.Office.Letters("jo@pit.localhost", "INBOX", 10)
		if err == nil && len(list) == 2 {
			for _, one := range list {
				l, err := house.Office.Read("jo@pit.localhost", "INBOX", one.UID)
				if err != nil {
					t.Fatal(err)
				}
				letters += fmt.Sprintln(l.Subject, l.Text)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d letters, %v", len(list), err)
		}
	}
	for _, want := range []string{"A report on your server", "letters that may leave in a day have left", "Matches: ", "Letters of the last 24 hours: ", "Ill: send limit."} {
		if !strings.Contains(strings.Join(strings.Fields(letters), " "), want) {
			t.Errorf("no %q in\n%s", want, letters)
		}
	}
}
