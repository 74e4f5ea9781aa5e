package main

import (
	"fmt"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

type settingsCmd struct {
	settings.Fields `embed:"" group:"Settings"`
}

// Help is what --help adds: an example.
func (settingsCmd) Help() string {
	return `Settings are taken from flags, from PITPOST_… in the environment, from pitpost.yaml in the data folder or the file
that --config names, in that order of weight, else from the defaults. DATABASE_URL, IMAP_URL, SMTP_URL and PUBLIC_URL
are also taken from the environment without PITPOST_ in front; they weigh more than the file.

Examples:

  pitpost settings
  PITPOST_HTTP=127.0.0.1:9000 pitpost settings --log json`
}

// Run prints one line per setting, and below them what is done by the calendar.
func (c settingsCmd) Run(d *desk) error {
	s, err := settings.Load(c.Fields, d.environ)
	if err != nil {
		return err
	}
	for _, l := range s.Lines() {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", l.Name, l.Value, l.From)
	}
	fmt.Fprintln(d.out, "\nBy the calendar (minute, hour, day, month, weekday):")
	for _, j := range app.Timetable(nil) {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", j.Name, fmt.Sprint(j.Schedule, " ", j.Schedule.Zone()), j.What)
	}
	return nil
}
