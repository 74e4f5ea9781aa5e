package mailer

import (
	"context"
	"time"

	"pitpost.example/db"
	"pitpost.example/mailer/send"
	"pitpost.example/model"
)

// Letters writes for an outbox.
type Letters struct{ *Writer }

// Write writes a letter from what was read for a batch of them.
func (w Letters) Write(ctx context.Context, read *db.Packet, n *model.Notice, now time.Time) (send.Written, error) {
	l, err := w.WriteFrom(ctx, read, n, now)
	return send.Written(l), err
}
