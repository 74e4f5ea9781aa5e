package imap

import (
	"cmp"
	"maps"
	"slices"

	"pitpost.example/inbox/intake"
)

// ledger remembers what is known of the letters in a folder, for one UIDVALIDITY. It only saves work: if it
// is lost, letters are looked at again, but no letter is lost.
type ledger struct {
	validity uint32
	floor    uint32                 // all letters up to this UID are done, or not ours
	notOurs  map[uint32]bool        // judged, above the floor
	settled  map[uint32]intake.Fate // taken, but not moved yet
	failed   map[uint32]int         // times a letter could not be taken
	blamed   map[uint32]int         // how many of these seem to be the letter's own fault
	broken   map[uint32]int         // times a letter could not be fetched
}

// turn clears the ledger if the numbering changed, and reports whether it did.
func (l *ledger) turn(validity uint32) bool {
	if l.settled != nil && l.validity == validity {
		return false
	}
	*l = ledger{
		validity: validity,
		notOurs:  map[uint32]bool{}, settled: map[uint32]intake.Fate{},
		failed: map[uint32]int{}, blamed: map[uint32]int{}, broken: map[uint32]int{},
	}
	return true
}

// due returns the letters of the list that still need something done, in the order of arrival. Letters that
// caused trouble come last, so that the others do not wait for them.
func (l *ledger) due(list []listed) []listed {
	due := slices.DeleteFunc(slices.Clone(list), func(one listed) bool { return one.uid <= l.floor || l.notOurs[one.uid] })
	trouble := func(uid uint32) int { return l.blamed[uid] + l.broken[uid] }
	slices.SortStableFunc(due, func(a, b listed) int {
		return cmp.Or(cmp.Compare(trouble(a.uid), trouble(b.uid)), a.at.Compare(b.at), byNumber(a, b))
	})
	return due
}

// forget removes letters that are no longer in the folder from the ledger.
func (l *ledger) forget(list []listed) {
	there := make(map[uint32]bool, len(list))
	for _, letter := range list {
		there[letter.uid] = true
	}
	maps.DeleteFunc(l.settled, func(uid uint32, _ intake.Fate) bool { return !there[uid] })
	for _, counts := range []map[uint32]int{l.failed, l.blamed, l.broken} {
		maps.DeleteFunc(counts, func(uid uint32, _ int) bool { return !there[uid] })
	}
}

// raise sets the floor to just below the lowest letter of the list that still needs something done, or to the
// highest letter if none does. It returns which letters up to it were not ours, nil if the floor stays.
func (l *ledger) raise(list []listed) (alone map[uint32]bool) {
	var floor uint32
	for _, letter := range list {
		floor = max(floor, letter.uid)
	}
	for _, letter := range list {
		if !l.notOurs[letter.uid] && letter.uid > l.floor {
			floor = min(floor, letter.uid-1)
		}
	}
	if floor <= l.floor {
		return nil
	}
	l.floor, alone = floor, map[uint32]bool{}
	maps.DeleteFunc(l.notOurs, func(uid uint32, _ bool) bool {
		alone[uid] = uid <= floor
		return uid <= floor
	})
	return alone
}
