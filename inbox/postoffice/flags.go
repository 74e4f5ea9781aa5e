package postoffice

import (
	"maps"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// flagSet holds a letter's flags by their name in lower case, which is how IMAP compares
// them, each with the spelling to show.
type flagSet map[string]imap.Flag

func newFlags(flags ...imap.Flag) flagSet {
	set := flagSet{}
	for _, flag := range flags {
		set.put(flag)
	}
	return set
}

func (s flagSet) put(flag imap.Flag) {
	// The server alone may set Recent, and the wildcard is no flag.
	if key := strings.ToLower(string(flag)); key != `\recent` && flag != imap.FlagWildcard {
		s[key] = flag
	}
}

func (s flagSet) drop(flag imap.Flag) { delete(s, strings.ToLower(string(flag))) }

func (s flagSet) has(flag imap.Flag) bool {
	_, ok := s[strings.ToLower(string(flag))]
	return ok
}

// imap lists the flags in one order, never nil.
func (s flagSet) imap() []imap.Flag {
	list := make([]imap.Flag, 0, len(s))
	for _, key := range slices.Sorted(maps.Keys(s)) {
		list = append(list, s[key])
	}
	return list
}
