package model

import (
	"fmt"
	"strings"
	"time"
)

// Where a player's clock stands is a name of the time zone database, or as long as they have said nothing
// what their latest letter was dated by, such as "UTC+05:30".
const guessedZone = "UTC"

// NoZone is the zone of a player of whom nothing is known.
const NoZone = guessedZone

// ZoneEast is the zone of a clock so many seconds east of UTC, as players keep it.
func ZoneEast(seconds int) string {
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return fmt.Sprintf("%s%s%02d:%02d", guessedZone, sign, seconds/3600, seconds/60%60)
}

// ZoneGuessed says that a player has not said where their clock stands.
func ZoneGuessed(zone string) bool { return strings.HasPrefix(zone, guessedZone) }

// ZoneSaid is a zone as somebody named it, told apart from one that was guessed.
func ZoneSaid(zone string) string {
	if ZoneGuessed(zone) {
		return "Etc/UTC"
	}
	return zone
}

// Location is where a player's clock stands; UTC for a zone that nobody knows.
func Location(zone string) *time.Location {
	if east, ok := strings.CutPrefix(zone, guessedZone); ok && east != "" {
		t, err := time.Parse("-07:00", east)
		if err != nil {
			return time.UTC
		}
		_, seconds := t.Zone()
		name := zone[:len(guessedZone)+1] + strings.TrimSuffix(strings.TrimPrefix(east[1:], "0"), ":00")
		return time.FixedZone(name, seconds)
	}
	where, err := time.LoadLocation(zone)
	if err != nil {
		return time.UTC
	}
	return where
}
