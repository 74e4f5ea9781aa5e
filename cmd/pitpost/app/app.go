// Package app is a whole running house: what is kept, the doors in and out, the clock, the
// timetable and the pages, opened together and closed together.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"pitpost.example/db/lead"
	"pitpost.example/db/mail"
	"pitpost.example/db/webhook"

	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/spelling"

	"pitpost.example/mailer/letter"
	"pitpost.example/mailer/send"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine/catalog"
	"pitpost.example/failpoint"
	"pitpost.example/inbox/postoffice"
)

// App is a whole running house: keeping, doors in and out, clock, pages.
type App struct {
	*stores.Stores
	Now         func() time.Time
	Office      *postoffice.Office // nil with a real mailbox
	SMTPAddr    string
	IMAPAddr    string
	HTTPAddr    string
	FiguresAddr string // "" without
	relay       *send.Relay
	LMTPAddr    string       // "" without
	Poller      *imap.Poller // nil where no mailbox is read
	junk        *imap.Poller // of the folder for spam; nil where that is not read
	began       time.Time    // when this process did
	leader      *lead.Session
	outbox      *send.Outbox
	calls       *webhook.Caller
	Pages       *http.Server
	Figures     *http.Server // at METRICS; nil without
	running     sync.WaitGroup
	mailing     sync.WaitGroup
	born        time.Time // when this house was first started
	stop        context.CancelFunc
}

// Open starts everything; it takes mail when it returns.
func Open(ctx context.Context, s *settings.Settings, log *slog.Logger, now func() time.Time) (*App, error) {
	k, err := stores.Open(ctx, s, log)
	if err != nil {
		return nil, err
	}
	st := &App{Stores: k, Now: now, began: time.Now(), leader: lead.New(k.DB.Pool().Config().ConnConfig, k.Log)}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	st.stop = stop
	if err := st.start(work); err != nil {
		st.Close()
		return nil, err
	}
	return st, nil
}

func (st *App) start(ctx context.Context) error {
	st.House.Haste, st.House.Clock = failpoint.Haste(), st.Now
	account, err := st.doors(ctx)
	if err != nil {
		return err
	}
	if err := st.House.Credit(ctx, st.Now()); err != nil {
		return fmt.Errorf("crediting clocks: %w", err)
	}
	if st.born, err = st.DB.Born(ctx, st.Now()); err != nil {
		return fmt.Errorf("the birth of the house: %w", err)
	}
	writer := &letter.Writer{DB: st.DB, Words: st.Words, Keys: st.Keys, Address: st.Settings.Address, PublicURL: st.Settings.PublicURL, Fold: spelling.Normalise, Games: catalog.Games(), Rows: letter.NewRows()}
	if st.outbox, err = st.post(writer); err != nil {
		return err
	}
	st.leader.Stay()
	st.calls = webhook.Start(ctx, st.DB, st.Caller(st.Now).Deliver, st.Now)
	st.DB.OnCommit(func(letters, calls int) {
		if letters > 0 {
			st.outbox.Wake()
		}
		if calls > 0 {
			st.calls.Look()
		}
	})
	st.mailing.Go(func() { st.outbox.Run(ctx) })
	st.spawn(func() { st.clock(ctx) })
	st.spawn(func() {
		st.eachSecond(ctx, func() error { return st.DB.LookForHooks(ctx) })
	})
	if err := st.keepTimetable(ctx); err != nil {
		return err
	}
	st.openMailbox(ctx, account)
	if err := st.forgetting(ctx, account); err != nil {
		return err
	}
	if err := st.openLMTP(ctx); err != nil {
		return err
	}
	return st.openPages(writer)
}

func (st *App) spawn(do func()) {
	st.running.Add(1)
	go func() {
		defer st.running.Done()
		do()
	}()
}

// sweep does what is due, and leaves a sign of life.
func (st *App) sweep(ctx context.Context) error {
	now := st.Now()
	if err := st.House.Credit(ctx, now); err != nil {
		return err
	}
	_, err := st.House.Sweep(ctx, now)
	return errors.Join(err, st.takeOver(ctx, now))
}

// takeOver sees to what nobody was told of, and to what a process that is gone was sending or calling.
func (st *App) takeOver(ctx context.Context, now time.Time) error {
	if err := errors.Join(webhook.TakeOver(ctx, st.DB, now), mail.TakeOver(ctx, st.DB, now)); err != nil {
		return err
	}
	st.outbox.Wake()
	st.calls.Look()
	return st.DB.LookForHooks(ctx)
}

// clock looks each second for what is due, in the one process that leads; the timetable, in any of
// them, is the net under it.
func (st *App) clock(ctx context.Context) {
	st.leader.Lead(ctx, "clock", func(ctx context.Context, held func(context.Context) error) {
		st.eachSecond(ctx, func() error {
			if err := held(ctx); err != nil {
				return nil // the one who leads now does it
			}
			return st.sweep(ctx)
		})
	})
}

// eachSecond does something until ctx ends; more often where the clock runs fast.
func (st *App) eachSecond(ctx context.Context, do func() error) {
	second := time.Second
	if st.House.Haste > 1 {
		second /= 10
	}
	tick := time.NewTicker(second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := do(); err != nil && ctx.Err() == nil {
				st.Log.Error("clock", "err", err)
			}
		}
	}
}

// Close stops taking letters, lets what is under way end, and closes all.
func (st *App) Close() {
	st.stop()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, server := range []*http.Server{st.Pages, st.Figures} {
		if server != nil {
			_ = server.Shutdown(ctx)
		}
	}
	if st.calls != nil {
		if err := st.calls.Stop(ctx); err != nil {
			st.Log.Warn("work was broken off", "err", err)
		}
	}
	st.mailing.Wait()
	if st.relay != nil {
		st.relay.Close()
	}
	if st.Office != nil {
		_ = st.Office.Close()
	}
	st.running.Wait()
	st.leader.Close()
	st.Stores.Close()
}
