// Package mailer is all that leaves the house, in five rooms: letter says what stands in a letter,
// render prints it, picture paints its board, send brings it to the relay, and hook calls the web.
// Here stands only what ties the writing of letters to the sending.
package mailer

import (
	"context"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/mailer/letter"
	"pitpost.example/mailer/send"
	"pitpost.example/model"
)

// Writer writes what a send.Outbox sends.
type Writer struct{ Letters *letter.Writer }

// Write writes a letter from what was read for a batch of them.
func (w Writer) Write(ctx context.Context, read *lookup.Source, n *model.Notice, now time.Time) (send.Written, error) {
	l, err := w.Letters.WriteFrom(ctx, read, n, now)
	return send.Written(l), err
}

// Ping says where a ping goes, and what it says.
func (w Writer) Ping(ctx context.Context, n *model.Notice) (to, text string, err error) {
	return w.Letters.Ping(ctx, n)
}
