package lookup

import (
	"context"
	"fmt"

	"pitpost.example/db"
	"pitpost.example/engine"
)

// Spoken is a log with the words people said filled in, as a record has them;
// what was forgotten stays empty.
func Spoken(ctx context.Context, d *db.DB, facts []engine.Fact) ([]engine.Fact, error) {
	var refs []int64
	for _, f := range facts {
		if e, ok := f.Event.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	words, err := Words(ctx, d, refs)
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	out := make([]engine.Fact, len(facts))
	for i, f := range facts {
		if e, ok := f.Event.(engine.Said); ok {
			e.Words, e.Ref = words[e.Ref], 0
			f.Event = e
		}
		out[i] = f
	}
	return out, nil
}
