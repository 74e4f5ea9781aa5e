package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
	"pitpost.example/failpoint"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/inbox/spelling"
	"pitpost.example/mailer"
)

// station is a whole running house: keeping, doors in and out, clock, pages.
type station struct {
	*keeping
	now         func() time.Time
	office      *postoffice.Office // nil with a real mailbox
	smtpAddr    string
	imapAddr    string
	httpAddr    string
	figuresAddr string // "" without
	relay       *mailer.Relay
	lmtpAddr    string       // "" without
	poller      *imap.Poller // nil where no mailbox is read
	junk        *imap.Poller // of the folder for spam; nil where that is not read
	began       time.Time    // when this process did
	jobs        *db.Jobs
	pages       *http.Server
	figures     *http.Server // at METRICS; nil without
	running     sync.WaitGroup
	mailing     sync.WaitGroup
	born        time.Time // when this house was first started
	stop        context.CancelFunc
}

// openStation starts everything; it takes mail when it returns.
func openStation(ctx context.Context, s *settings, log *slog.Logger, now func() time.Time) (*station, error) {
	k, err := keep(ctx, s, log)
	if err != nil {
		return nil, err
	}
	st := &station{keeping: k, now: now, began: time.Now()}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	st.stop = stop
	if err := st.start(work); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

func (st *station) start(ctx context.Context) error {
	st.house.Haste, st.house.Clock = failpoint.Haste(), st.now
	account, err := st.doors(ctx)
	if err != nil {
		return err
	}
	if err := st.house.Credit(ctx, st.now()); err != nil {
		return fmt.Errorf("crediting clocks: %w", err)
	}
	if st.born, err = st.db.Born(ctx, st.now()); err != nil {
		return fmt.Errorf("the birth of the house: %w", err)
	}
	writer := &mailer.Writer{DB: st.db, Words: st.words, Keys: st.keys, Address: st.settings.Address, PublicURL: st.settings.PublicURL, Fold: spelling.Normalise, Games: catalog.Games(), Rows: mailer.NewRows()}
	post, err := st.post(writer)
	if err != nil {
		return err
	}
	st.jobs = st.db.Work(ctx, db.Workers{Mail: post.Wake, Hook: st.caller(st.now).Deliver, Now: st.now})
	st.mailing.Go(func() { post.Run(ctx) })
	st.spawn(func() { st.clock(ctx) })
	st.spawn(func() {
		st.eachSecond(ctx, func() error { return st.db.LookForHooks(ctx) })
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

func (st *station) spawn(do func()) {
	st.running.Add(1)
	go func() {
		defer st.running.Done()
		do()
	}()
}

// sweep does what is due, and leaves a sign of life.
func (st *station) sweep(ctx context.Context) error {
	now := st.now()
	if err := st.house.Credit(ctx, now); err != nil {
		return err
	}
	_, err := st.house.Sweep(ctx, now)
	return errors.Join(err, st.jobs.Catch(ctx, now))
}

// clock looks each second for what is due, in the one process that leads; the timetable, in any of
// them, is the net under it.
func (st *station) clock(ctx context.Context) {
	st.db.Lead(ctx, "clock", func(ctx context.Context, held func(context.Context) error) {
		st.eachSecond(ctx, func() error {
			if err := held(ctx); err != nil {
				return nil // the one who leads now does it
			}
			return st.sweep(ctx)
		})
	})
}

// eachSecond does something until ctx ends; more often where the clock runs fast.
func (st *station) eachSecond(ctx context.Context, do func() error) {
	second := time.Second
	if st.house.Haste > 1 {
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
				st.log.Error("clock", "err", err)
			}
		}
	}
}

// close stops taking letters, lets what is under way end, and closes all.
func (st *station) close() {
	st.stop()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, server := range []*http.Server{st.pages, st.figures} {
		if server != nil {
			_ = server.Shutdown(ctx)
		}
	}
	if st.jobs != nil {
		if err := st.jobs.Stop(ctx); err != nil {
			st.log.Warn("work was broken off", "err", err)
		}
	}
	st.mailing.Wait()
	if st.relay != nil {
		st.relay.Close()
	}
	if st.office != nil {
		_ = st.office.Close()
	}
	st.running.Wait()
	st.keeping.close()
}
