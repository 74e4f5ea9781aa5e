// Package hook tells other services on the web what happens. A Caller calls the webhooks that people set up,
// each in the form that its service wants, and a Pinger posts a line to the addresses of players. Calls are
// rows in the database: the running program claims them and passes them to Deliver. The body of a call
// contains only public news; it is written once, stored, and signed by Standard Webhooks. Calls reach public
// addresses only.
package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// failMost is how long all calls of a webhook may fail before it is ended.
const failMost = 5 * 24 * time.Hour

// RetrySchedule returns the waits between the tries of a call, as Standard Webhooks 1.0 suggests; each is varied
// by up to a tenth. After the last one the call is given up, and can only be repeated by hand.
func RetrySchedule() []time.Duration {
	return []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}
}

// Caller calls webhooks.
type Caller struct {
	DB        *db.DB
	Words     *templates.Catalog
	Keys      token.Keys
	PublicURL string
	Log       *slog.Logger
	Now       func() time.Time
	// Web makes the calls; see PublicClient.
	Web *http.Client
	// Off ends a webhook and tells its owner why: "gone" or "failing".
	Off func(ctx context.Context, hook int64, why string, now time.Time) error
}

// Deliver makes a call that was claimed. Even if the process dies, a call is made once, or again with the
// same id and bytes.
func (h *Caller) Deliver(ctx context.Context, c *webhook.Call) error {
	failpoint.KillAt("webhook.claimed")
	hook, err := webhook.HookByID(ctx, h.DB, c.Hook)
	if err != nil || hook == nil {
		return err
	}
	if c.Body == nil {
		body, err := h.write(ctx, hook, c)
		if errors.Is(err, errNothing) {
			return webhook.DropCall(ctx, h.DB, c.ID)
		}
		if err != nil {
			return fmt.Errorf("webhook %d, call %s: %w", hook.ID, c.Word, err)
		}
		if c.Body, err = webhook.SaveCallBody(ctx, h.DB, c.ID, body); err != nil {
			return err
		}
	}
	begun := time.Now()
	got := h.send(ctx, hook, c.Word, c.Body)
	h.DB.Meter().Called(got.code, time.Since(begun))
	failpoint.KillAt("webhook.answered")
	if ctx.Err() != nil {
		return ctx.Err() // it is made again after its lease ends or this process is found dead
	}
	if got.ok() {
		return webhook.RecordSuccess(ctx, h.DB, c, got.said, h.Now())
	}
	return h.failed(ctx, hook, c, got)
}

// failed records a call that failed, and when to try it again.
func (h *Caller) failed(ctx context.Context, hook *model.Hook, c *webhook.Call, got answer) error {
	now := h.Now()
	var next, rest time.Time
	if schedule := RetrySchedule(); c.Tries <= len(schedule) && !got.gone(hook.Form) {
		vary := 0.9 + 0.2*rand.Float64() // so that calls that failed together are not repeated together
		wait := max(time.Duration(float64(schedule[c.Tries-1])*vary), got.after)
		next = now.Add(wait)
		if got.down() {
			rest = now.Add(max(min(wait, 5*time.Minute), got.after))
		}
	}
	since, err := webhook.RecordFailure(ctx, h.DB, c, got.said, now, next, rest)
	if err != nil {
		return err
	}
	h.Log.Info("webhook not taken", "webhook", hook.ID, "call", c.Word, "tries", c.Tries, "answer", got.said)
	switch {
	case got.gone(hook.Form):
		return h.Off(ctx, hook.ID, "gone", now)
	case now.Sub(since) >= failMost:
		return h.Off(ctx, hook.ID, "failing", now)
	}
	return nil
}

// write writes the body of a call. It returns errNothing if there is nothing to tell.
func (h *Caller) write(ctx context.Context, hook *model.Hook, c *webhook.Call) ([]byte, error) {
	if c.Upto == 0 {
		return h.greeting(hook, c)
	}
	n, err := h.newsOf(ctx, c)
	if err != nil {
		return nil, err
	}
	if hook.Form == model.FormStandard {
		return json.Marshal(envelope{Type: "match.news", Timestamp: n.at.UTC().Format(time.RFC3339Nano), Data: n}) // docs/webhooks.md
	}
	if len(n.lines) == 0 {
		return nil, errNothing
	}
	if len(n.Next) > 0 {
		n.lines = append(n.lines, engine.Say("mail.next-is", "names", n.Next))
	}
	print := h.Words.Printer(hook.Lang, time.UTC).Print
	lines := engine.MapList(n.lines, print)
	title := print(engine.Say("outside.title", "match", int(n.Match), "game", engine.Say(n.Game+".title")))
	return formBody(hook.Form, title, render.ShortenText(strings.Join(lines, "\n"), textMost), n.Page)
}

// greeting writes the body of the first call, which tells what the hook will get.
func (h *Caller) greeting(hook *model.Hook, c *webhook.Call) ([]byte, error) {
	if hook.Form == model.FormStandard {
		return json.Marshal(envelope{Type: "webhook.hello", Timestamp: hook.MadeAt.UTC().Format(time.RFC3339Nano),
			Data: map[string]any{"match": c.Match, "scope": hook.Scope}})
	}
	print := h.Words.Printer(hook.Lang, time.UTC).Print
	p := engine.Say("outside.hello-" + string(hook.Scope))
	if c.Match != 0 {
		p = engine.Say("outside.hello-match", "match", int(c.Match))
	}
	return formBody(hook.Form, "Pitpost", print(p), "")
}
