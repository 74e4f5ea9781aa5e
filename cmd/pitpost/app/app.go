// Package app is a whole running house: its stores, the ways in and out for mail, the clock, the timetable and
// the pages, opened together and closed together.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/lead"
	"pitpost.example/db/mail"
	"pitpost.example/db/webhook"
	"pitpost.example/failpoint"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/mailer/hook"
	"pitpost.example/mailer/letter"
	"pitpost.example/mailer/send"
)

// App is a running house. Open starts it, Close stops it.
type App struct {
	Stores      *stores.Stores
	Now         func() time.Time
	Office      *postoffice.Office // nil with a real mailbox
	SMTPAddr    string
	IMAPAddr    string
	HTTPAddr    string
	FiguresAddr string // "" without METRICS
	relay       *send.Relay
	LMTPAddr    string       // "" without LMTP
	Poller      *imap.Poller // nil if no mailbox is read
	alone       atomic.Bool  // nobody else reads the mailbox
	junk        *imap.Poller // for the spam folder; nil if that is not read
	began       time.Time    // when this process started
	leader      *lead.Session
	outbox      *send.Outbox
	calls       *webhook.Caller
	Pages       *http.Server
	Figures     *http.Server // at METRICS; nil without it
	running     sync.WaitGroup
	mailing     sync.WaitGroup
	born        time.Time // when this house was first started
	duties      []Duty
	stop        context.CancelFunc
}

// OpenHouse starts a house. When it returns, the house takes mail.
func OpenHouse(ctx context.Context, s *settings.Settings, log *slog.Logger, now func() time.Time, duties ...Duty) (*App, error) {
	opened, err := stores.Options{Log: log, Begin: true, Serve: true}.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	app := &App{duties: duties, Stores: opened, Now: now, began: time.Now(), leader: lead.NewSession(opened.DB.Pool().Config().ConnConfig, log), stop: stop}
	if err := app.start(work); err != nil {
		app.Close()
		return nil, err
	}
	return app, nil
}

func (app *App) start(ctx context.Context) error {
	stores := app.Stores
	s, house := stores.Settings, stores.House
	house.Haste, house.Clock, house.Rules.SendLimit = failpoint.ClockSpeed(), app.Now, s.SendLimit
	account, err := app.openRelay()
	if err != nil {
		return err
	}
	if err := house.CreditDowntime(ctx, app.Now()); err != nil {
		return fmt.Errorf("crediting clocks: %w", err)
	}
	if app.born, err = stores.DB.Born(ctx, app.Now()); err != nil {
		return fmt.Errorf("the birth of the house: %w", err)
	}
	signer, err := s.Signer()
	if err != nil {
		return err
	}
	writer := &letter.Writer{DB: stores.DB, Words: stores.Words, Keys: stores.Keys, Address: s.Address, PublicURL: s.PublicURL}
	app.outbox = &send.Outbox{DB: stores.DB, Presence: app.leader.Presence, Writer: writer, Keys: stores.Keys, Address: s.Address,
		Relay: app.relay, Log: stores.Log, Now: app.Now, LimitADay: s.SendLimit, Unsent: house.GiveTimeForUnsent, Signer: signer, PlainReturn: s.ReturnPath == "plain",
		Struck: house.MailFails, Pinger: hook.NewPinger(s.PingLocal == "on"), Haste: house.Haste}
	if s.DomainRate > 0 || s.SendRate > 0 {
		app.outbox.Pace = send.NewPace(s.DomainRate, s.SendRate)
	}
	app.leader.Silent = stores.DB.CutLines
	app.leader.Stay()
	app.calls = webhook.StartCaller(ctx, stores.DB, stores.Caller(app.Now).Deliver, app.Now)
	stores.DB.OnCommit(func(letters, calls int) {
		if letters > 0 {
			app.outbox.Wake()
		}
		if calls > 0 {
			app.calls.Look()
		}
	})
	app.mailing.Go(func() { app.send(ctx) })
	app.running.Go(func() { app.clock(ctx) })
	if err := app.keepTimetable(ctx); err != nil {
		return err
	}
	app.openMailbox(ctx, account)
	app.forget(ctx, account)
	if err := app.openLMTP(ctx); err != nil {
		return err
	}
	return app.openPages(writer)
}

// send sends letters from the outbox. If the account has limits, they hold for all processes together, so only
// the leading process sends.
func (app *App) send(ctx context.Context) {
	if !app.Stores.Settings.OneSends() {
		app.outbox.Run(ctx)
		return
	}
	app.leader.Lead(ctx, "outbox of "+app.Stores.Settings.Address, func(ctx context.Context, _ func(context.Context) error) {
		app.outbox.Run(ctx)
		app.relay.Close() // so that the next leader can connect
	})
}

// sweep does what is due, and records that the house was alive at this time. It takes back letters and calls that a
// dead process had in hand, and wakes the senders for those that nobody announced.
func (app *App) sweep(ctx context.Context) error {
	now, db := app.Now(), app.Stores.DB
	if err := app.Stores.House.CreditDowntime(ctx, now); err != nil {
		return err
	}
	_, err := app.Stores.House.Sweep(ctx, now)
	err = errors.Join(err, webhook.ReleaseCallsOfDead(ctx, db, now), mail.ReleaseLettersOfDead(ctx, db, now))
	app.outbox.Wake()
	app.calls.Look()
	return err
}

// clock sweeps each second in the process that leads. The timetable, which any process keeps, is the reserve.
func (app *App) clock(ctx context.Context) {
	app.leader.Lead(ctx, "clock", func(ctx context.Context, stillLeads func(context.Context) error) {
		app.eachSecond(ctx, func(ctx context.Context) error {
			if err := stillLeads(ctx); err != nil {
				return nil // another process leads now and does it
			}
			return app.sweep(ctx)
		})
	})
}

// eachSecond calls do each second until ctx ends, and ten times as often if the house's clock runs fast.
func (app *App) eachSecond(ctx context.Context, do func(ctx context.Context) error) {
	second := time.Second
	if app.Stores.House.Haste > 1 {
		second /= 10
	}
	every(ctx, second, func() {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			app.Stores.Log.Error("clock", "err", err)
		}
	})
}

// every calls do at once and then at each step, until ctx ends.
func every(ctx context.Context, step time.Duration, do func()) {
	tick := time.NewTicker(step)
	defer tick.Stop()
	for ctx.Err() == nil {
		do()
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// Close stops taking letters, waits for work in progress, and closes everything.
func (app *App) Close() {
	app.stop()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, server := range []*http.Server{app.Pages, app.Figures} {
		if server != nil {
			_ = server.Shutdown(ctx)
		}
	}
	if app.calls != nil {
		if err := app.calls.Stop(ctx); err != nil {
			app.Stores.Log.Warn("work was broken off", "err", err)
		}
	}
	app.mailing.Wait()
	if app.relay != nil {
		app.relay.Close()
	}
	if app.Office != nil {
		_ = app.Office.Close()
	}
	app.running.Wait()
	app.leader.Close()
	app.Stores.Close()
}
