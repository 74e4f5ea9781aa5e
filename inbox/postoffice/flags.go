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

func newFlags(names []string) flagSet {
	set := flagSet{}
	for _, name := range names {
		set.put(imap.Flag(name))
	}
	return set
}

func (s flagSet) put(flag imap.Flag) {
	key := strings.ToLower(string(flag))
	for _, known := range []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft} {
		if strings.EqualFold(key, string(known)) {
			flag = known
		}
	}
	// The server alone may set Recent, and the wildcard is no flag.
	if key != `\recent` && flag != imap.FlagWildcard {
		s[key] = flag
	}
}

func (s flagSet) drop(flag imap.Flag) { delete(s, strings.ToLower(string(flag))) }

func (s flagSet) has(flag imap.Flag) bool {
	_, ok := s[strings.ToLower(string(flag))]
	return ok
}

func (s flagSet) copy() flagSet {
	if s == nil {
		return flagSet{}
	}
	return maps.Clone(s)
}

func (s flagSet) equal(t flagSet) bool { return maps.Equal(s, t) }

// imap lists the flags in one order, never nil.
func (s flagSet) imap() []imap.Flag {
	list := make([]imap.Flag, 0, len(s))
	for _, key := range slices.Sorted(maps.Keys(s)) {
		list = append(list, s[key])
	}
	return list
}

func (s flagSet) strings() []string {
	var list []string
	for _, flag := range s.imap() {
		list = append(list, string(flag))
	}
	return list
}
