package main

import (
	"fmt"
	"strings"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

type settingsCmd struct {
	ofHouse
	CarryOver bool `hidden:"" help:"Move the settings in /etc/default/pitpost, which no command reads, into /etc/pitpost/pitpost.yaml, and keep a copy. The package does it."`
}

// Run prints one line per setting, and then the timetable.
func (c settingsCmd) Run(d *desk) error {
	if c.CarryOver {
		said, err := settings.MoveUnitSettings(d.environ)
		for _, line := range said {
			fmt.Fprintln(d.out, line)
		}
		return err
	}
	s, err := settings.LoadSettings(c.Fields, d.environ)
	if err != nil {
		return err
	}
	for _, l := range s.Lines() {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", l.Name, l.Value, l.From)
	}
	for _, line := range s.Strange {
		fmt.Fprintln(d.err, line)
	}
	if len(s.Unread) > 0 {
		fmt.Fprintf(d.err, "%s has settings that no command reads: %s\n", s.UnreadFile, strings.Join(s.Unread, ", "))
	}
	fmt.Fprintln(d.out, "\nBy the calendar (minute, hour, day, month, weekday):")
	for _, j := range app.ListJobs(nil, duties(s)...) {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", j.Name, fmt.Sprint(j.Schedule, " ", j.Schedule.Zone()), j.What)
	}
	return nil
}
