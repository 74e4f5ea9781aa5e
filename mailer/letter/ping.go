package letter

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/db/people"

	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Ping says where a ping goes, and what it says; model.ErrSuperseded for one that its player wants
// no more.
func (w *Writer) Ping(ctx context.Context, n *model.Notice) (to, text string, err error) {
	var ping notice.Ping
	if err := json.Unmarshal(n.Params, &ping); err != nil {
		return "", "", fmt.Errorf("ping: %w", err)
	}
	player, err := people.ByID(ctx, w.DB, n.Player)
	if err != nil {
		return "", "", err
	}
	over := false
	if n.Match != 0 {
		if over, err = lookup.StepPassed(ctx, w.DB, n.Match, n.Seat, n.Step); err != nil {
			return "", "", err
		}
	}
	if over || player == nil || player.Settings.Ping != ping.URL {
		return "", "", model.ErrSuperseded
	}
	return ping.URL, w.Words.Printer(player.Lang, time.UTC).Print(ping.Says), nil
}
