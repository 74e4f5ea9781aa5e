package engine

// Effort limits how much work the reading of one letter may be, and remembers what parts of it were read as, so that
// nothing is read twice. It counts steps and not seconds, so that a busy machine reads a letter as a calm one does. A
// nil Effort has no limit and remembers nothing.
type Effort struct {
	most, used int
	known      map[any]any
}

// NewEffort returns an effort of so many steps.
func NewEffort(steps int) *Effort { return &Effort{most: steps, known: map[any]any{}} }

// Spend counts steps that are done.
func (e *Effort) Spend(steps int) {
	if e != nil {
		e.used += steps
	}
}

// Spent reports whether no steps are left. What was being read is then understood only in part, and counts for nothing.
func (e *Effort) Spent() bool { return e != nil && e.used >= e.most }

// Used returns how many steps were done.
func (e *Effort) Used() int {
	if e == nil {
		return 0
	}
	return e.used
}

// FindOnce returns what find found for a key in the same letter, and asks it only once. The key holds all that find
// goes by.
func FindOnce[T any](e *Effort, key any, find func() T) T {
	if e == nil {
		return find()
	}
	if was, known := e.known[key].(T); known {
		e.Spend(1)
		return was
	}
	found := find()
	e.known[key] = found
	return found
}
