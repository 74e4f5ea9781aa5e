package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/lookup"
	"pitpost.example/inbox/auth"
	"pitpost.example/server/timetable"
)

// duties lists the jobs that the settings add to the timetable for the operator.
func duties(s *settings.Settings) (list []app.Duty) {
	add := func(name, what string, at timetable.Schedule, most time.Duration, do func(ctx context.Context, running *app.App, now time.Time) error) {
		list = append(list, func(running *app.App) timetable.Job {
			return timetable.Job{Name: name, Schedule: at, Most: most, What: what, Do: func(ctx context.Context, now time.Time) error { return do(ctx, running, now) }}
		})
	}
	if s.BackupAt != "" {
		add("backup", fmt.Sprintf("writes a backup into %s and keeps the newest %d", s.BackupTo, s.BackupKeep), s.Backups, 6*time.Hour, nightly)
	}
	if s.ReportAt != "" {
		add("report", "writes to "+s.Operator+" how the house does", s.Reports, 10*time.Minute, report)
	}
	if s.Operator != "" && s.SendLimit > 0 {
		add("limit", "writes to "+s.Operator+" when the letters of a day run short", app.MustSchedule("17 * * * *"), time.Minute, runsShort)
	}
	return list
}

// nightly writes a backup and removes the oldest ones beyond BACKUP_KEEP.
func nightly(ctx context.Context, running *app.App, now time.Time) error {
	s := running.Stores.Settings
	if err := os.MkdirAll(s.BackupTo, 0o700); err != nil {
		return fmt.Errorf("BACKUP_TO: %w", err)
	}
	name := filepath.Join(s.BackupTo, "pitpost-"+now.UTC().Format("20060102T150405Z")+".tar")
	if _, _, err := backup.WriteBackup(ctx, s, running.Stores.DB.Pool().Config().ConnString(), name); err != nil {
		return err
	}
	kept, err := filepath.Glob(filepath.Join(s.BackupTo, "pitpost-????????T??????Z.tar"))
	slices.Sort(kept) // the names sort by time
	for _, old := range kept[:max(0, len(kept)-s.BackupKeep)] {
		err = cmp.Or(err, os.Remove(old))
	}
	return err
}

// report tells the operator the numbers of matches and letters, and what the doctor finds wrong.
func report(ctx context.Context, running *app.App, now time.Time) error {
	s, stores := running.Stores.Settings, running.Stores
	sizes, err := lookup.ReadTableSizes(ctx, stores.DB, now)
	if err != nil {
		return err
	}
	in, err := lookup.CountLettersIn(ctx, stores.DB, now.Add(-24*time.Hour))
	if err != nil {
		return err
	}
	lines := []string{
		fmt.Sprintf("Matches: %s.", counts(sizes.Matches)),
		fmt.Sprintf("Letters of the last 24 hours: %d out; in: %s.", sizes.SentDay, counts(in)),
		fmt.Sprintf("The database has %d MB.", sizes.Bytes>>20),
	}
	well, there := true, *s
	there.HTTP = running.HTTPAddr // the address that the server really listens at
	for _, part := range doctor.ListChecks(&there, app.ListJobs(nil, duties(s)...), doctor.DNS{Resolver: auth.ResolverAt(s.NameServer), Server: s.NameServer}) {
		_, err := part.Try(ctx)
		if err == nil {
			continue
		}
		how, mend := "Ill", part.Mend
		if unasked := doctor.FindUnasked(err); unasked != nil {
			how, mend = "Not known", unasked.Mend
		}
		well = false
		lines = append(lines, fmt.Sprintf("%s: %s. %s", how, part.Name, oneLine(err)), mend) // a record to copy stays at the end of its line
	}
	if well {
		lines = append(lines, "The doctor finds nothing ill.")
	}
	return stores.House.Report(ctx, s.Operator, "report:"+now.UTC().Format(time.RFC3339), lines, now)
}

// runsShort tells the operator, once a day, that SEND_LIMIT is nearly reached, so that less urgent letters wait.
func runsShort(ctx context.Context, running *app.App, now time.Time) error {
	s := running.Stores.Settings
	sent, err := lookup.CountLettersSent(ctx, running.Stores.DB, now.Add(-24*time.Hour))
	if err != nil || sent < s.SendLimit-s.SendLimit/10 {
		return err
	}
	return running.Stores.House.Report(ctx, s.Operator, "limit:"+now.UTC().Format(time.DateOnly), []string{
		fmt.Sprintf("%d of the %d letters that may leave in a day have left (SEND_LIMIT). Until there is room again, turns and what ends a match go first, and all else waits.", sent, s.SendLimit)}, now)
}

// counts formats numbers by name, sorted by name.
func counts(list map[string]int) string {
	var said []string
	for name, n := range list {
		said = append(said, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(said)
	return cmp.Or(strings.Join(said, ", "), "none")
}
