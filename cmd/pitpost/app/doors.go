package app

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"
	"pitpost.example/inbox/postoffice"
)

// openRelay sets up the relay, which belongs to the built-in post office or is a real one; the post office is
// opened for that. It returns the mailbox to read, with an empty URL if there is none.
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

// Receiver returns the receiver for one way in. authserv names the server whose Authentication-Results count
// there. With SENDER_CHECK=own, letters about which no server of ours says anything are checked here.
func (app *App) Receiver(authserv string) *inbox.Receiver {
	stores, s := app.Stores, app.Stores.Settings
	r := &inbox.Receiver{House: stores.House, DB: stores.DB, Keys: stores.Keys, Mailbox: s.Address, Also: settings.SplitList(s.Also),
		AuthservID: authserv, Sealers: settings.SplitList(s.ARCSealers), Log: stores.Log, Now: app.Now}
	if s.SenderCheck == "own" {
		r.Check = (&auth.Checker{DNS: auth.ResolverAt(s.NameServer), Now: app.Now}).Check
	}
	return r
}

// lock returns a function that makes this process the only one that does something, until the lock is released.
func (app *App) lock(what string) func(context.Context) (stillLeads func(context.Context) error, release func(),
	err error) {
	return func(ctx context.Context) (func(context.Context) error, func(), error) {
		return app.leader.Lock(ctx, what)
	}
}

// openMailbox starts reading the mailbox and its spam folder, and
// deleting the copies that the provider keeps of sent letters.
func (app *App) openMailbox(ctx context.Context, account imap.Account) {
	if account.URL == "" {
		return
	}
	app.alone.Store(app.Stores.Settings.Mailbox == "own" || app.Stores.Settings.BuiltIn())
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
			app.leader.Lead(ctx, "sent folder of "+s.Address, func(ctx context.Context, _ func(context.Context) error) { sweeper.Run(ctx) })
		})
	}
}

// Run takes letters from a way in until ctx ends. If that fails, alarm is logged.
func (app *App) Run(ctx context.Context, door func(context.Context) error, alarm string) {
	app.running.Go(func() {
		if err := door(ctx); err != nil && ctx.Err() == nil {
			app.Stores.Log.Error(alarm, "err", err.Error()) // as text, so that it can be logged without the database
		}
	})
}

// NewPoller returns a poller, not started yet, for a mailbox or, with junk, for its spam folder.
func (app *App) NewPoller(account imap.Account, junk bool) *imap.Poller {
	db, s := app.Stores.DB, app.Stores.Settings
	authserv, name := s.AuthservID, s.Address
	if s.BuiltIn() {
		authserv = app.Office.Domain() // the post office vouches for its own senders
	}
	if junk {
		name += " junk"
	}
	receiver := app.Receiver(authserv)
	if host := settings.ProviderOfServer(account.URL); host != s.Domain() {
		receiver.Provider = host
	}
	cfg := imap.PollerConfig{Account: account, Junk: junk, Lost: receiver.NoteLostLetter, Keys: receiver.KeysOf, Lock: app.lock("mailbox " + name), Ours: receiver.OursByHeader}
	switch {
	case junk:
		cfg.Ours = receiver.AnswersByHeader
	case app.shared():
		cfg.Shared, cfg.Begins, cfg.LeftAlone = true, receiver.OursByStart, app.leftAlone
		if s.Mailbox == "" {
			cfg.Whose, cfg.Private = app.whoseMailbox, receiver.IsPrivateMail
		}
	}
	if cfg.Shared || junk {
		// What was in a person's mailbox before this house started is not for pitpost. Servers keep whole seconds.
		cfg.Since = app.born.Truncate(time.Second)
		floor := func(validity uint32) string { return fmt.Sprintf("%s%d", floorOf(name), validity) }
		cfg.Floor = func(ctx context.Context, validity uint32) (uid uint32, err error) {
			_, err = db.House(ctx, floor(validity), &uid)
			return uid, err
		}
		cfg.Raise = func(ctx context.Context, validity, uid uint32) error { return db.SetHouse(ctx, floor(validity), uid) }
	}
	return imap.NewPoller(cfg, receiver.Take, app.Stores.Log)
}

// openLMTP listens for letters from the operator's own mail server.
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
	receiver := app.Receiver(s.LMTPVoucher())
	door := &lmtp.Server{Take: receiver.Take, Ours: receiver.AcceptsRecipient, MX: s.MXName, Log: stores.Log, Meter: stores.Meter}
	app.Run(ctx, func(ctx context.Context) error { return door.Serve(ctx, l) }, "letters no longer come by LMTP")
	return nil
}

// openOffice opens the built-in post office and returns the URLs of its servers.
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

// listen opens the port of a setting.
func listen(setting, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name another port with --%s", setting, err, strings.ToLower(strings.ReplaceAll(setting, "_", "-")))
	}
	return l, nil
}

// AlsoAt returns what the first line of serve adds about ways in besides the usual ones.
func (app *App) AlsoAt() string {
	if app.LMTPAddr == "" {
		return ""
	}
	return " lmtp=" + app.LMTPAddr
}
