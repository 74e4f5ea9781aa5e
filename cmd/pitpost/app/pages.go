package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"pitpost.example/mailer/letter"

	"pitpost.example/web/browser"
	"pitpost.example/web/mailboxes"
	"pitpost.example/web/seatapi"

	"pitpost.example/cmd/pitpost/pages"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/inbox/hook"
	"pitpost.example/web"
)

// openPages serves health, metrics, the one-click unsubscribe, the webhooks that are set up, with
// PUBLIC_URL the pages of matches, whose letters w writes, and with the built-in post office its page.
func (st *App) openPages(w *letter.Writer) error {
	l, err := net.Listen("tcp", st.Settings.HTTP)
	if err != nil {
		return fmt.Errorf("HTTP: %w; name another port", err)
	}
	st.HTTPAddr = l.Addr().String()
	st.watched()
	s := st.Settings
	health := web.Health(st.Ready, browser.Inside(s.PublicURL, s.Metrics != "", st.Meter.Handler()), stores.Proves(st.Keys))
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, health)
	}
	site := pages.Site{House: st.House, Writer: w, Keys: st.Keys, Now: st.Now}
	mux.Handle("/stop/", site.Stop())
	mux.Handle(seatapi.Path, site.Seats())
	if s.PublicURL != "" {
		mux.Handle("/calendar/", site.Calendar())
		site.Mount(mux)
	}
	if st.Office != nil {
		page := mailboxes.Closed()
		if !browser.Abroad(s.PublicURL) {
			page = mailboxes.Handler(st.Office, s.Address, st.Words)
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
	st.Pages = st.serve(l, mux)
	return nil
}

// openMetrics serves figures and health at an address of their own, where one is set.
func (st *App) openMetrics() error {
	if st.Settings.Metrics == "" {
		return nil
	}
	l, err := net.Listen("tcp", st.Settings.Metrics)
	if err != nil {
		return fmt.Errorf("METRICS: %w; name another port", err)
	}
	st.FiguresAddr = l.Addr().String()
	st.Figures = st.serve(l, web.Health(st.Ready, st.Meter.Handler(), stores.Proves(st.Keys)))
	return nil
}

// serve answers at a listener until the house stops. Whoever sends slowly, takes slowly or
// keeps a connection open and silent is cut off, so that nobody can hold them all.
func (st *App) serve(l net.Listener, handler http.Handler) *http.Server {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute,
		WriteTimeout: 5 * time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	st.spawn(func() {
		if err := server.Serve(l); err != nil && err != http.ErrServerClosed {
			st.Log.Error("pages", "err", err)
		}
	})
	return server
}

// Ready says whether the house can do its work: the database answers and the
// mailbox was read not long ago.
func (st *App) Ready(ctx context.Context) error {
	if err := st.DB.Ping(ctx); err != nil {
		return err
	}
	if st.Poller == nil {
		return nil
	}
	if last := st.Poller.Stats().LastPoll(); last.IsZero() || time.Since(last) > 20*time.Minute {
		return fmt.Errorf("the mailbox was not read lately")
	}
	return nil
}
