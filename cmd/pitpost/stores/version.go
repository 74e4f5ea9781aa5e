package stores

import (
	"runtime/debug"
)

// Version is that of the next release in CHANGELOG.md.
const Version = "0.1.0"

// Revision names the commit it was built from, "" where that is not known.
func Revision() string {
	name, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				name = s.Value[:min(12, len(s.Value))]
			case "vcs.modified":
				if s.Value == "true" {
					changed = " with changes"
				}
			}
		}
	}
	return name + changed
}
