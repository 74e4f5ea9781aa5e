package reading

import (
	_ "embed"
	"strings"

	"pitpost.example/engine"
)

// zones are the names of the time zone database that stand for a place, one a
// line.
//
//go:embed zones.txt
var zones string

// CityZone is the zone whose last part is a city's name, however it is
// written; "" if none is, or more than one.
func CityZone(city string) string {
	found := ""
	for _, zone := range strings.Fields(zones) {
		if spaced(zone[strings.LastIndexByte(zone, '/')+1:]) != spaced(city) {
			continue
		}
		if found != "" {
			return ""
		}
		found = zone
	}
	return found
}

func spaced(s string) string {
	return strings.Join(strings.Fields(engine.Normalise(strings.NewReplacer("_", " ", "-", " ").Replace(s))), " ")
}
