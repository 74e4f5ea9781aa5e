package table

import (
	"maps"

	"pitpost.example/model"
)

// RenameFormer calls a seat otherwise because its player was forgotten. The log keeps the name; whoever folds it reads the new
// one (see model.Terms.Former), from the next command on.
func (t *Gathering) RenameFormer(s *model.Seat, name string) {
	name = t.FreeName(name)
	if t.Row.StartedAt != nil {
		former := maps.Clone(t.Row.Terms.Former)
		if former == nil {
			former = map[string]string{}
		}
		former[s.Name] = name
		t.Row.Terms.Former = former
		if t.Row.Terms.First == s.Name {
			t.Row.Terms.First = name
		}
	}
	s.Name = name
}
