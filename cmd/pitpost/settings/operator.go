package settings

import (
	"errors"
	"fmt"

	"pitpost.example/house/timetable"
)

// calendar parses the schedules of backups and reports, and checks the settings that belong to them.
func (s *Settings) calendar() (err error) {
	if s.Operator != "" {
		if err := address("OPERATOR", s.Operator); err != nil {
			return err
		}
	}
	switch {
	case s.ReportAt != "" && s.Operator == "":
		return errors.New("REPORT_AT needs OPERATOR, the address that the report goes to")
	case (s.BackupAt == "") != (s.BackupTo == ""):
		return errors.New("BACKUP_AT and BACKUP_TO go together: set both or neither")
	}
	for _, one := range []struct {
		name, text string
		into       *timetable.Schedule
	}{{"REPORT_AT", s.ReportAt, &s.Reports}, {"BACKUP_AT", s.BackupAt, &s.Backups}} {
		if one.text == "" {
			continue
		}
		if *one.into, err = timetable.Parse(one.text); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

// OneSends reports whether the account's limits hold for all processes together, so that only one of them may send.
func (s *Settings) OneSends() bool { return s.SendRate > 0 || s.From["SEND_CONNECTIONS"] != "" }
