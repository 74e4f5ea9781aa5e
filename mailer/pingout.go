package mailer

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// pingTries is how often a ping is tried before it is given up.
const pingTries = 6

// pingOut posts a ping of the outbox, tries again for some hours, and then lets it be: the
// letter says the same.
func (p *Post) pingOut(ctx context.Context, n *model.Notice, now time.Time) (time.Duration, error) {
	var ping notice.Ping
	if err := json.Unmarshal(n.Params, &ping); err != nil {
		return 0, p.DB.Failed(ctx, n.ID, "not read")
	}
	player, err := p.DB.PlayerByID(ctx, n.Player)
	if err != nil {
		return 0, err
	}
	over := false
	if n.Match != 0 {
		if over, err = p.DB.StepPassed(ctx, n.Match, n.Seat, n.Step); err != nil {
			return 0, err
		}
	}
	if over || p.Pinger == nil || player == nil || player.Settings.Ping != ping.URL {
		return 0, p.DB.Supersede(ctx, n.ID)
	}
	later, err := p.Pinger.Post(ctx, ping.URL, p.Writer.Words.Printer(player.Lang, time.UTC).Print(ping.Says))
	switch {
	case err == nil:
		p.tell(slog.LevelInfo, "ping sent", n)
		return 0, p.DB.Sent(ctx, n.ID, "", now)
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case !later || n.Tries >= pingTries:
		p.tell(slog.LevelWarn, "ping given up", n, "tries", n.Tries, "err", err)
		return 0, p.DB.Failed(ctx, n.ID, err.Error())
	}
	wait := 30 * time.Second << (2 * (n.Tries - 1))
	return wait, p.DB.Again(ctx, n.ID, now.Add(wait), err.Error())
}
