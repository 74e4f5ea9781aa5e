package spectate

import "sync"

// shelved is how many replays are kept ready.
const shelved = 32

// shelf keeps the replays that were asked for last. One is made at a time, so that a crowd
// before one match costs no more than a reader.
type shelf struct {
	mu    sync.Mutex
	order []string
	kept  map[string]*replay
}

// get gives what is kept under a name, made now if it is not there.
func (s *shelf) get(name string, build func() (*replay, error)) (*replay, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.kept[name]; ok {
		return r, nil
	}
	r, err := build()
	if err != nil {
		return nil, err
	}
	if s.kept == nil {
		s.kept = map[string]*replay{}
	}
	if len(s.order) == shelved {
		delete(s.kept, s.order[0])
		s.order = s.order[1:]
	}
	s.order, s.kept[name] = append(s.order, name), r
	return r, nil
}
