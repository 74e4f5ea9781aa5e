package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"pitpost.example/house"
	"pitpost.example/inbox/hook"
	"pitpost.example/mailer/letter"
	"pitpost.example/web"
	"pitpost.example/web/browser"
	"pitpost.example/web/mailboxes"
	"pitpost.example/web/seatapi"
)

// openPages serves health, metrics, the one-click unsubscribe, the pages of matches whose
// letters w writes, the webhooks that are set up,
// and with the built-in post office its page.
func (st *station) openPages(w *letter.Writer) error {
	l, err := net.Listen("tcp", st.settings.HTTP)
	if err != nil {
		return fmt.Errorf("HTTP: %w; name another port", err)
	}
	st.httpAddr = l.Addr().String()
	st.watched()
	s := st.settings
	health := web.Health(st.ready, browser.Inside(s.PublicURL, s.Metrics != "", st.meter.Handler()), proves(st.keys))
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, health)
	}
	mux.Handle("/stop/", web.Stop(st.words, st.stopMail))
	mux.Handle(seatapi.Path, st.seatDoor(w))
	if s.PublicURL != "" {
		mux.Handle("/calendar/", st.calendar())
	}
	st.layOut(mux, w)
	if st.office != nil {
		page := mailboxes.Closed()
		if !browser.Abroad(s.PublicURL) {
			page = mailboxes.Handler(st.office, s.Address, st.words)
		}
		mux.Handle("/", page)
	}
	hooks, err := st.webhooks()
	if err != nil {
		l.Close()
		return err
	}
	if hooks != nil {
		mux.Handle(hook.Prefix, hooks)
	}
	if err := st.openMetrics(); err != nil {
		l.Close()
		return err
	}
	st.pages = st.serve(l, mux)
	return nil
}

// openMetrics serves figures and health at an address of their own, where one is set.
func (st *station) openMetrics() error {
	if st.settings.Metrics == "" {
		return nil
	}
	l, err := net.Listen("tcp", st.settings.Metrics)
	if err != nil {
		return fmt.Errorf("METRICS: %w; name another port", err)
	}
	st.figuresAddr = l.Addr().String()
	st.figures = st.serve(l, web.Health(st.ready, st.meter.Handler(), proves(st.keys)))
	return nil
}

// serve answers at a listener until the house stops. Whoever sends slowly, takes slowly or
// keeps a connection open and silent is cut off, so that nobody can hold them all.
func (st *station) serve(l net.Listener, handler http.Handler) *http.Server {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute,
		WriteTimeout: 5 * time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	st.spawn(func() {
		if err := server.Serve(l); err != nil && err != http.ErrServerClosed {
			st.log.Error("pages", "err", err)
		}
	})
	return server
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
