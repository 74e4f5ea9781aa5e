package mailer

import (
	"context"
	"time"

	"pitpost.example/model"
)

// Source is where letters find what they tell of, for tests that let one read of it fail.
type Source = source

// WriteFrom is Write with what a source knows.
func (w *Writer) WriteFrom(ctx context.Context, src Source, n *model.Notice, now time.Time) ([]byte, error) {
	raw, _, err := w.write(ctx, src, n, now)
	return raw, err
}
