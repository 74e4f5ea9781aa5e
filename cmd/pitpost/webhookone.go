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
	"pitpost.example/house/people"
)

// webhookNumber is what is written of a webhook: its number.
type webhookNumber struct {
	settings.Fields `embed:"" group:"Settings"`
	Webhook         int64 `arg:"" help:"Its number."`
}

type webhookRotate struct{ webhookNumber }

// Run turns the secret and prints the new one, this once.
func (c webhookRotate) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		secret, err := kept.House.TurnHook(ctx, c.Webhook, time.Now())
		if errors.Is(err, people.ErrNoHook) {
			return fmt.Errorf("there is no webhook %d with a secret: only the form standard has one", c.Webhook)
		}
		d.printSecret(secret)
		return err
	})
}

type webhookReplay struct {
	settings.Fields `embed:"" group:"Settings"`
	What            string        `arg:"" help:"The number of a webhook, or the id of one call."`
	Failed          bool          `help:"Those that were given up."`
	Since           time.Duration `help:"Those of the last so long, such as 24h." placeholder:"DURATION"`
}

// Run queues calls once more; a running house makes them within seconds.
func (c webhookReplay) Run(d *desk) error {
	hook, err := strconv.ParseInt(c.What, 10, 64)
	one := strings.HasPrefix(c.What, "msg_")
	switch {
	case err != nil && !one:
		return misuse("%s is neither the number of a webhook nor the id of a call", c.What)
	case !one && c.Failed == (c.Since > 0):
		return misuse("say which calls of webhook %d: --failed or --since 24h", hook)
	}
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		n, now := 0, time.Now()
		var err error
		switch {
		case one:
			var found bool
			if found, err = webhook.Replay(ctx, kept.DB, c.What, now); err == nil && !found {
				return fmt.Errorf("there is no call %s that had anything to tell", c.What)
			}
			n = 1
		case c.Failed:
			n, err = webhook.ReplayFailed(ctx, kept.DB, hook, now)
		default:
			n, err = webhook.ReplaySince(ctx, kept.DB, hook, now.Add(-c.Since), now)
		}
		if err == nil {
			fmt.Fprintf(d.out, "%d to be made again\n", n)
		}
		return err
	})
}

type webhookTest struct{ webhookNumber }

// Run makes one call and prints what its server answered.
func (c webhookTest) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		hook, err := webhook.ByID(ctx, kept.DB, c.Webhook)
		if err != nil {
			return err
		}
		if hook == nil {
			return noHook(c.Webhook)
		}
		said, err := kept.Caller(time.Now).Try(ctx, hook, fmt.Sprintf("msg_test_%d", time.Now().UnixNano()))
		if err != nil {
			return err
		}
		fmt.Fprintf(d.out, "%s: %s\n", hook.Host, said)
		return nil
	})
}

func noHook(id int64) error {
	return fmt.Errorf("there is no webhook %d; see `pitpost webhook list`", id)
}

type webhookOn struct{ webhookNumber }

// Run takes it up again.
func (c webhookOn) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		hook, err := webhook.ByID(ctx, kept.DB, c.Webhook)
		if err == nil && hook == nil {
			return noHook(c.Webhook)
		}
		return errors.Join(err, webhook.Revive(ctx, kept.DB, c.Webhook))
	})
}

type webhookRemove struct{ webhookNumber }

// Run forgets it.
func (c webhookRemove) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		if err := kept.House.DropHook(ctx, c.Webhook, time.Now()); errors.Is(err, people.ErrNoHook) {
			return noHook(c.Webhook)
		} else if err != nil {
			return err
		}
		fmt.Fprintf(d.out, "webhook %d is forgotten\n", c.Webhook)
		return nil
	})
}
