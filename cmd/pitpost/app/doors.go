package app

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"
	"pitpost.example/inbox/postoffice"
)

// openRelay points at the relay, in the built-in post office, which it opens, or at the real one.
// The account is the mailbox to read; without a URL there is none.
func (app *App) openRelay() (account imap.Account, err error) {
	s := app.Stores.Settings
	account = s.Account()
	smtpURL := string(s.SMTPURL)
	if s.BuiltIn() {
		if smtpURL, account.URL, err = app.openOffice(); err != nil {
			return imap.Account{}, err
		}
	} else {
		app.SMTPAddr, app.IMAPAddr = settings.HostPort(smtpURL), settings.HostPort(account.URL)
	}
	app.relay, err = settings.NewRelay(smtpURL, account.OAuth, s.SendConnections)
	return account, err
}

// Receiver takes the letters of one door; authserv is the server whose word on senders counts
// there. It also looks itself at letters of which no server of ours says anything, where that is set.
func (app *App) Receiver(authserv string, shared bool) *inbox.Receiver {
	stores, s := app.Stores, app.Stores.Settings
	r := &inbox.Receiver{House: stores.House, DB: stores.DB, Keys: stores.Keys, Mailbox: s.Address, Also: settings.Parted(s.Also),
		AuthservID: authserv, Shared: shared, Log: stores.Log, Now: app.Now}
	if s.SenderCheck == "own" {
		r.Evaluate = inbox.Evaluation(&auth.Checker{DNS: auth.ResolverAt(s.NameServer), Now: app.Now})
	}
	return r
}

// shared says that the mailbox holds letters that are none of ours.
func (app *App) shared() bool {
	s := app.Stores.Settings
	return s.Mailbox == "shared" && !s.BuiltIn()
}

// lock makes this process the only one that does something, until it is released.
func (app *App) lock(what string) func(context.Context) (held func(context.Context) error, release func(), err error) {
	return func(ctx context.Context) (func(context.Context) error, func(), error) {
		return app.leader.Lock(ctx, what)
	}
}

// openMailbox reads the mailbox, and among its spam, and sweeps what its provider keeps of
// the letters out.
func (app *App) openMailbox(ctx context.Context, account imap.Account) {
	if account.URL == "" {
		return
	}
	app.Poller = app.NewPoller(account, false)
	app.Run(ctx, app.Poller.Run, "the mailbox is no longer read")
	s := app.Stores.Settings
	if s.BuiltIn() {
		return
	}
	if s.Junk == "read" {
		app.junk = app.NewPoller(account, true)
		app.Run(ctx, app.junk.Run, "the folder for spam is no longer read")
	}
	if s.Sent == "delete" {
		sweeper := &imap.SentSweeper{Account: account, Log: app.Stores.Log}
		app.running.Go(func() {
			app.leader.Lead(ctx, "sent folder of "+s.Address, func(ctx context.Context, _ func(context.Context) error) { _ = sweeper.Run(ctx) })
		})
	}
}

// Run takes letters at a door until ctx ends; alarm is what the log says where it cannot go on.
func (app *App) Run(ctx context.Context, door func(context.Context) error, alarm string) {
	app.running.Go(func() {
		if err := door(ctx); err != nil && ctx.Err() == nil {
			app.Stores.Log.Error(alarm, "err", err.Error()) // in words: it is said even while the database is away
		}
	})
}

// NewPoller reads a mailbox, or with junk its folder for spam, and is not running yet.
func (app *App) NewPoller(account imap.Account, junk bool) *imap.Poller {
	db, s := app.Stores.DB, app.Stores.Settings
	authserv, name := s.AuthservID, s.Address
	if s.BuiltIn() {
		authserv = app.Office.Domain() // it vouches for its own
	}
	if junk {
		name += " junk"
	}
	receiver := app.Receiver(authserv, app.shared())
	cfg := imap.PollerConfig{Account: account, Shared: app.shared(), Junk: junk, Lost: receiver.Lost, Keys: receiver.KeysOf, Lock: app.lock("mailbox " + name)}
	if app.shared() || junk {
		// What a person's mailbox held before we came is none of ours.
		cfg.Since = app.born
		cfg.Ours = receiver.OursByHeader
		if junk {
			cfg.Ours = receiver.AnswersByHeader
		}
		floor := func(validity uint32) string { return fmt.Sprintf("floor %s %d", name, validity) }
		cfg.Floor = func(ctx context.Context, validity uint32) (uid uint32, err error) {
			_, err = db.House(ctx, floor(validity), &uid)
			return uid, err
		}
		cfg.Raise = func(ctx context.Context, validity, uid uint32) error { return db.SetHouse(ctx, floor(validity), uid) }
	}
	return imap.NewPoller(cfg, receiver.Take, app.Stores.Log)
}

// openLMTP lets the host's own mail server bring letters.
func (app *App) openLMTP(ctx context.Context) error {
	stores, s := app.Stores, app.Stores.Settings
	if s.LMTP == "" {
		return nil
	}
	l, err := lmtp.Listen(s.LMTP)
	if err != nil {
		return fmt.Errorf("LMTP: %w; name another place", err)
	}
	app.LMTPAddr = l.Addr().String()
	receiver := app.Receiver(s.LMTPVoucher(), false)
	door := &lmtp.Server{Take: receiver.Take, Ours: receiver.Addressed, MX: s.MXName, Log: stores.Log, Meter: stores.Meter, Now: app.Now}
	app.Run(ctx, func(ctx context.Context) error { return door.Serve(ctx, l) }, "letters no longer come by LMTP")
	return nil
}

// openOffice opens the built-in post office; the URLs are of its servers.
func (app *App) openOffice() (smtpURL, imapURL string, err error) {
	s := app.Stores.Settings
	app.Office, err = postoffice.Open(filepath.Join(s.Data, "post"), s.Domain())
	if err != nil {
		return "", "", err
	}
	smtpL, err := listen("POST_SMTP", s.PostSMTP)
	if err != nil {
		return "", "", err
	}
	imapL, err := listen("POST_IMAP", s.PostIMAP)
	if err != nil {
		smtpL.Close()
		return "", "", err
	}
	app.SMTPAddr, app.IMAPAddr = smtpL.Addr().String(), imapL.Addr().String()
	app.running.Go(func() { _ = app.Office.ServeSMTP(smtpL) })
	app.running.Go(func() { _ = app.Office.ServeIMAP(imapL) })
	imapURL = (&url.URL{Scheme: "imap", User: url.UserPassword(s.Address, "any"), Host: app.IMAPAddr, Path: "/INBOX"}).String()
	return "smtp://" + app.SMTPAddr, imapURL, nil
}

// listen opens the port that a setting names.
func listen(setting, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name another port", setting, err)
	}
	return l, nil
}

// AlsoAt is what the line of serve says of doors beside the usual ones.
func (app *App) AlsoAt() string {
	if app.LMTPAddr == "" {
		return ""
	}
	return " lmtp=" + app.LMTPAddr
}
