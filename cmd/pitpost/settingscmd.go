package main

import (
	"fmt"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

type settingsCmd struct{ ofHouse }

// Run prints one line per setting, and then the timetable.
func (c settingsCmd) Run(d *desk, s *settings.Settings) error {
	for _, l := range s.Lines() {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", l.Name, l.Value, l.From)
	}
	for _, line := range s.Strange {
		fmt.Fprintln(d.err, line)
	}
	fmt.Fprintln(d.out, "\nBy the calendar (minute, hour, day, month, weekday):")
	for _, j := range app.Timetable(nil, duties(s)...) {
		fmt.Fprintf(d.out, "%-20s %-28s %s\n", j.Name, fmt.Sprint(j.Schedule, " ", j.Schedule.Zone()), j.What)
	}
	return nil
}
