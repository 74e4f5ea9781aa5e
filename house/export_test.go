package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/letter"
)

// For tests of what letters may do.

// Needs returns what a command or a standing order needs.
func Needs(line string) string {
	return map[command.Need]string{command.ToRead: "read", command.ToChange: "change", command.ToEnd: "end"}[command.Read(line, nil).Need()]
}

// KeyMay reports whether a program may use a command.
func KeyMay(name string) bool {
	w := command.Find(name)
	return w != nil && w.Key
}

// HostDoes reports whether the host's page offers a command.
func HostDoes(name string) bool { return letter.HostDoes(name) }
