package app

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"pitpost.example/cmd/pitpost/pages"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/lead"
	"pitpost.example/db/mail"
	"pitpost.example/inbox"
	"pitpost.example/inbox/hook"
	"pitpost.example/inbox/intake"
	"pitpost.example/mailer/letter"
	"pitpost.example/web"
	"pitpost.example/web/browser"
	"pitpost.example/web/mailboxes"
)

// openPages starts the web server: health, metrics, one-click unsubscribe and the webhooks that are configured;
// with PUBLIC_URL also the pages of matches, whose texts w writes; and with the built-in post office its page.
// If METRICS is set, metrics and health are served there as well.
func (app *App) openPages(w *letter.Writer) error {
	kept, s := app.Stores, app.Stores.Settings
	l, err := listen("HTTP", s.HTTP)
	if err != nil {
		return err
	}
	app.HTTPAddr = l.Addr().String()
	app.watched()
	figures := kept.Meter.Handler()
	health := web.ServeHealth(app.Ready, browser.ServeInsideOnly(s.PublicURL, s.Metrics != "", figures), stores.NewSecretProver(kept.Keys))
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, health)
	}
	site := pages.Site{House: kept.House, Writer: w, Keys: kept.Keys, Now: app.Now}
	switch front := site.Mount(mux); {
	case front != nil && (app.Office == nil || browser.IsReachableAbroad(s.PublicURL)):
		mux.Handle("GET /{$}", front)
	case app.Office == nil:
		mux.Handle("GET /{$}", web.ServeClosed())
	}
	mux.Handle("GET /robots.txt", web.ServeRobots())
	if app.Office != nil {
		page := mailboxes.ServeClosed()
		if !browser.IsReachableAbroad(s.PublicURL) {
			page = mailboxes.Handler(app.Office, s.Address, kept.House.Rules.Usual(), kept.Words)
		}
		mux.Handle("/", page)
	}
	if hooks := app.webhooks(); hooks != nil {
		mux.Handle(hook.Prefix, hooks)
	}
	app.Pages = app.serve(l, mux)
	if s.Metrics != "" {
		apart, err := listen("METRICS", s.Metrics)
		if err != nil {
			return err
		}
		app.FiguresAddr = apart.Addr().String()
		app.Figures = app.serve(apart, web.ServeHealth(app.Ready, figures, stores.NewSecretProver(kept.Keys)))
	}
	return nil
}

// serve answers at a listener until the house stops. Timeouts close connections that send slowly, read slowly
// or are idle, so that nobody can use up all connections.
func (app *App) serve(l net.Listener, handler http.Handler) *http.Server {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute,
		WriteTimeout: 5 * time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	app.running.Go(func() {
		if err := server.Serve(l); err != nil && err != http.ErrServerClosed {
			app.Stores.Log.Error("pages", "err", err)
		}
	})
	return server
}

// Ready returns nil if the house can do its work: the database takes changes, and this process or another one has
// read the mailbox recently. The error is one plain reason, which anybody may read.
func (app *App) Ready(ctx context.Context) error {
	if err := app.Stores.DB.Usable(ctx); err != nil {
		return err
	}
	if app.Poller == nil {
		return nil
	}
	last := app.Poller.Stats().LastPoll()
	if !last.IsZero() && time.Since(last) <= 20*time.Minute {
		return nil
	}
	reads, err := lead.FindLeader(ctx, app.Stores.DB.Pool(), "mailbox "+app.Stores.Settings.Address)
	switch {
	case err != nil:
		return errors.New("the database does not answer")
	case reads != "" && reads != app.Stores.DB.Name():
		return nil
	case last.IsZero():
		return errors.New("the mailbox was not read yet")
	}
	return errors.New("the mailbox was not read lately")
}

// webhooks returns the handler for letters from mail providers, nil if none is configured. Which statements
// about senders count depends on the provider: Amazon adds its own header at the top, and a sender who knows
// the operator's secret may add one with the configured name. For other providers only our own checks count.
func (app *App) webhooks() http.Handler {
	kept, s := app.Stores, app.Stores.Settings
	h, _ := s.Hooks() // Load has checked them, so there is no error
	vouching := map[string]*inbox.Receiver{
		"ses": app.Receiver(settings.Amazon), "webhook": app.Receiver(s.WebhookAuthservID),
		"cloudflare": app.Receiver(s.WebhookAuthservID),
	}
	others := app.Receiver("")
	h.Take = func(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
		return cmp.Or(vouching[string(door.Name)], others).Take(ctx, raw, door)
	}
	h.Ours, h.Log, h.Meter = others.AcceptsRecipient, kept.Log, kept.Meter
	h.Now = time.Now // providers sign by a real clock, however fast the house's runs in a test
	h.Seen = func(ctx context.Context, door, token string, letter [32]byte, now, until time.Time) (bool, error) {
		return mail.ClaimDoorToken(ctx, kept.DB, door, token, letter, now, until)
	}
	return h.Handler()
}
