package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/house/people"
	"pitpost.example/model"
)

type webhookCmd struct {
	Add    webhookAdd    `cmd:"" help:"Tell an address what happens: in one match, in all public ones, or in a league."`
	List   webhookList   `cmd:"" help:"List webhooks, or the last calls of one."`
	Rotate webhookRotate `cmd:"" help:"Give one a new secret; the old one signs too for a day."`
	Replay webhookReplay `cmd:"" help:"Make calls again, with the same ids and bytes."`
	Test   webhookTest   `cmd:"" help:"Make a call at once that says only that it is one."`
	On     webhookOn     `cmd:"" help:"Let one that was ended be told again."`
	Remove webhookRemove `cmd:"" help:"Forget one and all its calls."`
}

type webhookAdd struct {
	settings.Fields `embed:"" group:"Settings"`
	URL             string      `arg:"" help:"The address: https://…"`
	Match           matchNumber `help:"A match, such as 42." xor:"scope" placeholder:"N"`
	League          string      `help:"All matches of a league." xor:"scope" placeholder:"NAME"`
	Public          bool        `help:"All public matches of this house." xor:"scope"`
	Form            string      `help:"How it is told; guessed from the address if left out." enum:"standard,discord,slack,matrix,ntfy," default:"" placeholder:"standard|discord|slack|matrix|ntfy"`
	Lang            string      `help:"In which language." enum:"en,de,fr,nl,es,it,pt" default:"en" placeholder:"LANG"`
}

// Run adds a webhook and prints its number, and its secret, which is shown only now.
func (c webhookAdd) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	wish := people.HookWish{Form: model.HookForm(c.Form), URL: c.URL, Lang: c.Lang}
	switch {
	case c.Match != 0:
		wish.Scope, wish.Match = model.ScopeMatch, int64(c.Match)
	case c.League != "":
		wish.Scope, wish.League = model.ScopeLeague, c.League
	case c.Public:
		wish.Scope = model.ScopeHouse
	default:
		return misuse("say what it is told about: --match N, --league NAME or --public")
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	id, secret, err := kept.House.AddHook(ctx, wish, time.Now())
	var no *engine.Refusal
	switch {
	case errors.As(err, &no):
		return errors.New(kept.Words.Printer("en", time.UTC).Print(no.Phrase))
	case errors.Is(err, webhook.ErrNoLeague):
		return fmt.Errorf("there is no league %s", c.League)
	case err != nil:
		return noMatch(err, c.Match)
	}
	fmt.Fprintf(d.out, "webhook %d\n", id)
	d.printSecret(secret)
	return nil
}

func (d *desk) printSecret(secret string) {
	if secret != "" {
		fmt.Fprintf(d.out, "secret %s (shown this once)\n", secret)
	}
}

type webhookList struct {
	settings.Fields `embed:"" group:"Settings"`
	Webhook         int64 `arg:"" optional:"" help:"The number of one: its last calls are listed."`
	Limit           int   `help:"So many calls." default:"50"`
}

// Run lists webhooks, or the calls of one, one per line.
func (c webhookList) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	if c.Webhook != 0 {
		return c.calls(ctx, d, kept)
	}
	hooks, err := webhook.ListHooks(ctx, kept.DB)
	if err != nil {
		return err
	}
	out := d.columns("webhook", "told of", "form", "language", "host", "state")
	for _, h := range hooks {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\n", h.ID, scopeOf(h), h.Form, h.Lang, h.Host, conditionOf(h))
	}
	return out.Flush()
}

// calls lists the last calls of a webhook.
func (c webhookList) calls(ctx context.Context, d *desk, kept *stores.Stores) error {
	if _, err := findHook(ctx, kept, c.Webhook); err != nil {
		return err
	}
	calls, err := webhook.ListCalls(ctx, kept.DB, c.Webhook, c.Limit)
	if err != nil {
		return err
	}
	out := d.columns("call", "match", "state", "tries", "answer")
	for _, call := range calls {
		fmt.Fprintf(out, "%s\t#%d\t%s\t%d\t%s\n", call.Word, call.Match, call.State, call.Tries, call.Reply)
	}
	return out.Flush()
}

func scopeOf(h model.Hook) string {
	switch h.Scope {
	case model.ScopeMatch:
		return fmt.Sprintf("#%d", h.Match)
	case model.ScopeLeague:
		return "league " + h.League
	}
	return "all public"
}

func conditionOf(h model.Hook) string {
	switch {
	case h.Off != "":
		return "ended: " + h.Off
	case h.FailingAt != nil:
		return "failing since " + h.FailingAt.UTC().Format(time.RFC3339)
	}
	return "on"
}

// webhookNumber has the argument that names a webhook.
type webhookNumber struct {
	settings.Fields `embed:"" group:"Settings"`
	Webhook         int64 `arg:"" help:"Its number."`
}

type webhookRotate struct{ webhookNumber }

// Run replaces the secret and prints the new one, which is shown only now.
func (c webhookRotate) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	secret, err := kept.House.TurnHook(ctx, c.Webhook, time.Now())
	if errors.Is(err, people.ErrNoHook) {
		return fmt.Errorf("there is no webhook %d with a secret: only the form standard has one", c.Webhook)
	}
	d.printSecret(secret)
	return err
}

type webhookReplay struct {
	settings.Fields `embed:"" group:"Settings"`
	What            string `arg:"" help:"The number of a webhook, whose calls that were given up are made again, or the id of one call."`
}

// Run queues calls again; a running house makes them within seconds.
func (c webhookReplay) Run(ctx context.Context, d *desk, s *settings.Settings) error {
	hook, err := strconv.ParseInt(c.What, 10, 64)
	one := strings.HasPrefix(c.What, "msg_")
	if err != nil && !one {
		return misuse("%s is neither the number of a webhook nor the id of a call", c.What)
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	n, now := 0, time.Now()
	if one {
		if n, err = webhook.ReplayCall(ctx, kept.DB, c.What, now); err == nil && n == 0 {
			return fmt.Errorf("there is no call %s that had anything to tell", c.What)
		}
	} else if _, err = findHook(ctx, kept, hook); err == nil {
		n, err = webhook.ReplayFailed(ctx, kept.DB, hook, now)
	}
	if err == nil {
		fmt.Fprintf(d.out, "%d to be made again\n", n)
	}
	return err
}

type webhookTest struct{ webhookNumber }

// Run makes one call and prints the server's answer.
func (c webhookTest) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	hook, err := findHook(ctx, kept, c.Webhook)
	if err != nil {
		return err
	}
	said, err := kept.Caller(time.Now).Try(ctx, hook, fmt.Sprintf("msg_test_%d", time.Now().UnixNano()))
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "%s: %s\n", hook.Host, said)
	return nil
}

func findHook(ctx context.Context, kept *stores.Stores, id int64) (*model.Hook, error) {
	hook, err := webhook.HookByID(ctx, kept.DB, id)
	if err == nil && hook == nil {
		err = noHook(id)
	}
	return hook, err
}

func noHook(id int64) error {
	return fmt.Errorf("there is no webhook %d; see `pitpost webhook list`", id)
}

type webhookOn struct{ webhookNumber }

// Run switches the webhook on again.
func (c webhookOn) Run(ctx context.Context, kept *stores.Stores) error {
	n, err := webhook.ReviveHook(ctx, kept.DB, c.Webhook)
	if err == nil && n == 0 {
		return noHook(c.Webhook)
	}
	return err
}

type webhookRemove struct{ webhookNumber }

// Run deletes the webhook.
func (c webhookRemove) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	if err := kept.House.DropHook(ctx, c.Webhook, time.Now()); errors.Is(err, people.ErrNoHook) {
		return noHook(c.Webhook)
	} else if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "webhook %d is forgotten\n", c.Webhook)
	return nil
}
