package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/letter"
)

// What tests of the powers of letters look at.

// Needs says of a word, or a standing order, what it needs.
func Needs(line string) string {
	return map[command.Need]string{command.ToRead: "read", command.ToChange: "change", command.ToEnd: "end"}[command.Read(line, nil).Need()]
}

// KeyMay says whether a program's key may say a house word.
func KeyMay(name string) bool {
	w := command.Find(name)
	return w != nil && w.Key
}

// HostDoes says whether a page offers a word to the host of a match.
func HostDoes(name string) bool { return letter.HostDoes(name) }
