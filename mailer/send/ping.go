package send

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"pitpost.example/db/mail"

	"pitpost.example/model"
)

// pingTries is how often a ping is tried before it is given up.
const pingTries = 6

// pingOut posts a ping of the outbox, tries again for some hours, and then lets it be: the
// letter says the same.
func (p *Outbox) pingOut(ctx context.Context, n *model.Notice, now time.Time) (time.Duration, error) {
	to, text, err := p.Writer.Ping(ctx, n)
	switch {
	case errors.Is(err, model.ErrSuperseded) || p.Pinger == nil:
		return 0, mail.Supersede(ctx, p.DB, n.ID)
	case err != nil && n.Tries >= pingTries:
		return 0, mail.Failed(ctx, p.DB, n.ID, err.Error())
	case err != nil:
		return 0, err
	}
	later, err := p.Pinger.Post(ctx, to, text)
	switch {
	case err == nil:
		p.tell(slog.LevelInfo, "ping sent", n)
		return 0, mail.Sent(ctx, p.DB, n.ID, "", now)
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case !later || n.Tries >= pingTries:
		p.tell(slog.LevelWarn, "ping given up", n, "tries", n.Tries, "err", err)
		return 0, mail.Failed(ctx, p.DB, n.ID, err.Error())
	}
	wait := 30 * time.Second << (2 * (n.Tries - 1))
	return wait, mail.Again(ctx, p.DB, n.ID, now.Add(wait), err.Error())
}
