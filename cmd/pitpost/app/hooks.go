package app

import (
	"context"
	"net/http"
	"time"

	"pitpost.example/db/mail"

	"pitpost.example/inbox/intake"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
)

// webhooks serves what providers bring, nil where none is set up. Whose word on senders
// counts depends on who brings the letter: Amazon writes its own on top, and who posts with a
// secret of the host's may be named; with the others only what we find ourselves counts.
func (st *App) webhooks() (http.Handler, error) {
	h, err := st.Settings.Hooks()
	if err != nil {
		return nil, err
	}
	vouching := map[string]*inbox.Receiver{
		"ses": st.Receiver(settings.Amazon, false), "webhook": st.Receiver(st.Settings.WebhookAuthservID, false),
		"cloudflare": st.Receiver(st.Settings.WebhookAuthservID, false),
	}
	others := st.Receiver("", false)
	h.Take = func(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
		door.ReceivedAt = st.Now()
		if r := vouching[string(door.Name)]; r != nil {
			return r.Take(ctx, raw, door)
		}
		return others.Take(ctx, raw, door)
	}
	h.Ours, h.Log, h.Meter = others.Addressed, st.Log, st.Meter
	h.Seen = func(ctx context.Context, door, token string, letter [32]byte, now, until time.Time) (bool, error) {
		return mail.FirstUnder(ctx, st.DB, door, token, letter, now, until)
	}
	return h.Handler(), nil
}
