package model

import (
	"testing"
	"time"
)

func TestZonesOfLetters(t *testing.T) {
	noon := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)
	for seconds, want := range map[int]string{7200: "14:00 UTC+2", 19800: "17:30 UTC+5:30", -18000: "07:00 UTC-5", -12600: "08:30 UTC-3:30", 36000: "22:00 UTC+10"} {
		zone := FixedZone(seconds)
		if got := noon.In(ZoneLocation(zone)).Format("15:04 MST"); got != want || !IsZoneGuessed(zone) {
			t.Errorf("%d seconds east: %s, %s", seconds, zone, got)
		}
	}
	for zone, want := range map[string]string{"UTC": "12:00", "Europe/Madrid": "14:00", "Etc/UTC": "12:00", "Nowhere/Else": "12:00", "UTC+xx": "12:00"} {
		if got := noon.In(ZoneLocation(zone)).Format("15:04"); got != want {
			t.Errorf("%s: %s", zone, got)
		}
	}
	if IsZoneGuessed("Europe/Madrid") || IsZoneGuessed("Etc/UTC") {
		t.Error("a zone that was said counts as guessed")
	}
}
