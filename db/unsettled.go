package db

// What a letter's deed asks the tables about before it is decided, and what may not be in them
// yet, is known in memory: it waits for nothing.

// noted says whether a letter is that of a deed which is not settled yet.
func (s *settler) noted(hash []byte) bool {
	if hash == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.letters[[32]byte(hash)] > 0
}

// stepWords are words in answer to a step.
type stepWords struct {
	Expected
	hash [32]byte
}

// unsettled is how many receipts and questions to an address are not in the tables yet, and
// whether the same words to a step are not.
func (s *settler) unsettled(address string, words stepWords) (answers int, seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers[address], s.steps[words] > 0
}

// hold notes what must be known of a deed of this process while it is not settled, or, with
// -1, that it is.
func (s *settler) hold(e *deed, n int) {
	if e.hash != nil {
		count(s.letters, [32]byte(e.hash), n)
	}
	if e.step.Match != 0 {
		count(s.steps, e.step, n)
	}
	for _, address := range e.answers {
		count(s.answers, address, n)
	}
}

func count[K comparable](of map[K]int, key K, n int) {
	if of[key] += n; of[key] == 0 {
		delete(of, key)
	}
}
