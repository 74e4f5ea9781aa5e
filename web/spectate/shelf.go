package spectate

import "sync"

// shelved is how many replays are kept ready.
const shelved = 32

// shelf keeps the replays that were asked for last. One is made at a time, so that a crowd
// before one match costs no more than a reader.
type shelf struct {
	mu    sync.Mutex
	order []string
	ready map[string]*replay
}

// get gives what is ready under a name, made now if it is not there.
func (s *shelf) get(name string, build func() (*replay, error)) (*replay, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.ready[name]; ok {
		return r, nil
	}
	r, err := build()
	if err != nil {
		return nil, err
	}
	if s.ready == nil {
		s.ready = map[string]*replay{}
	}
	if len(s.order) == shelved {
		delete(s.ready, s.order[0])
		s.order = s.order[1:]
	}
	s.order, s.ready[name] = append(s.order, name), r
	return r, nil
}
