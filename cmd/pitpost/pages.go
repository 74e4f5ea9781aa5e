package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"pitpost/house"
	"pitpost/inbox/hook"
	"pitpost/mailer"
	"pitpost/web"
)

// openPages serves health, metrics, the one-click unsubscribe, the pages of matches whose
// letters w writes, the webhooks that are set up,
// and with the built-in post office its page.
func (st *station) openPages(w *mailer.Writer) error {
	l, err := net.Listen("tcp", st.settings.HTTP)
	if err != nil {
		return fmt.Errorf("HTTP: %w; name another port", err)
	}
	st.httpAddr = l.Addr().String()
	st.watched()
	health := web.Health(st.ready, st.meter.Handler(), proves(st.keys))
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, health)
	}
	mux.Handle("/stop/", web.Stop(st.stopMail))
	mux.Handle(web.SeatPath, st.seatDoor(w))
	if st.settings.PublicURL != "" {
		mux.Handle("/calendar/", web.Calendar(st.calendar))
	}
	st.layOut(mux, w)
	if st.office != nil {
		mux.Handle("/", web.PostOffice(st.office, st.settings.Address))
	}
	hooks, err := st.webhooks()
	if err != nil {
		l.Close()
		return err
	}
	if hooks != nil {
		mux.Handle(hook.Prefix, hooks)
	}
	st.pages = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	st.spawn(func() {
		if err := st.pages.Serve(l); err != nil && err != http.ErrServerClosed {
			st.log.Error("pages", "err", err)
		}
	})
	return nil
}

// stopMail carries out the one click on "unsubscribe" in a mail program.
func (st *station) stopMail(ctx context.Context, word string) (bool, error) {
	t, ok := st.keys.Open(word)
	if !ok || house.Purpose(t.Purpose) != house.ForStop {
		return false, nil
	}
	if t.Seat < 0 { // of somebody who only looks on
		return true, st.house.Unwatch(ctx, t.Match, t.Step, st.now())
	}
	return true, st.house.Unsubscribe(ctx, t.Match, t.Seat, t.Step, st.now())
}

// ready says whether the house can do its work: the database answers and the
// mailbox was read not long ago.
func (st *station) ready(ctx context.Context) error {
	if err := st.db.Ping(ctx); err != nil {
		return err
	}
	if st.poller == nil {
		return nil
	}
	if last := st.poller.Stats().LastPoll(); last.IsZero() || time.Since(last) > 20*time.Minute {
		return fmt.Errorf("the mailbox was not read lately")
	}
	return nil
}
