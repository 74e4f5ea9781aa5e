package app

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
	"pitpost.example/inbox/postoffice"
)

// doors opens the built-in post office, or points at the real servers. The account is the
// mailbox to read; without a URL there is none.
func (st *App) doors(context.Context) (imap.Account, error) {
	smtpURL, account := string(st.Settings.SMTPURL), imap.Account{}
	if st.Settings.BuiltIn() {
		var err error
		if smtpURL, account.URL, err = st.openOffice(); err != nil {
			return imap.Account{}, err
		}
	} else {
		account = imap.Account{URL: string(st.Settings.IMAPURL), OAuth: st.Settings.Tokens()}
		st.SMTPAddr, st.IMAPAddr = settings.HostPort(smtpURL), settings.HostPort(account.URL)
	}
	var err error
	st.relay, err = settings.NewRelay(smtpURL, account.OAuth)
	return account, err
}

// Receiver takes the letters of one door; authserv is the server whose word on senders counts
// there.
func (st *App) Receiver(authserv string, shared bool) *inbox.Receiver {
	return st.own(&inbox.Receiver{House: st.House, DB: st.DB, Keys: st.Keys, Mailbox: st.Settings.Address, Also: settings.Parted(st.Settings.Also),
		AuthservID: authserv, Shared: shared, Log: st.Log, Now: st.Now})
}

// openMailbox reads the mailbox, and among its spam, and sweeps what its provider keeps of
// the letters out.
func (st *App) openMailbox(ctx context.Context, account imap.Account) {
	if account.URL == "" {
		return
	}
	st.Poller = st.NewPoller(account, false)
	st.Poll(ctx, st.Poller, "the mailbox is no longer read")
	if st.Settings.BuiltIn() {
		return
	}
	if st.Settings.Junk == "read" {
		st.junk = st.NewPoller(account, true)
		st.Poll(ctx, st.junk, "the folder for spam is no longer read")
	}
	if st.Settings.Sent == "delete" {
		sweeper := imap.NewSentSweeper(imap.SentSweeperConfig{Account: account}, st.Log)
		st.spawn(func() {
			st.leader.Lead(ctx, "sent folder of "+st.Settings.Address, func(ctx context.Context, _ func(context.Context) error) { _ = sweeper.Run(ctx) })
		})
	}
}

// Poll reads a mailbox until ctx ends; alarm is what the log says where it cannot go on.
func (st *App) Poll(ctx context.Context, p *imap.Poller, alarm string) {
	st.spawn(func() {
		if err := p.Run(ctx); err != nil && ctx.Err() == nil {
			st.Log.Error(alarm, "err", err)
		}
	})
}

// NewPoller reads a mailbox, or with junk its folder for spam, and is not running yet.
func (st *App) NewPoller(account imap.Account, junk bool) *imap.Poller {
	authserv := st.Settings.AuthservID
	if st.Settings.BuiltIn() {
		authserv = st.Office.Domain() // it vouches for its own
	}
	shared := st.Settings.Mailbox == "shared" && !st.Settings.BuiltIn()
	receiver := st.Receiver(authserv, shared)
	name := st.Settings.Address
	if junk {
		name += " junk"
	}
	cfg := imap.PollerConfig{Account: account, Shared: shared, Junk: junk, Lost: receiver.Lost, Keys: receiver.KeysOf,
		Lock: func(ctx context.Context) (func(context.Context) error, func(), error) {
			return st.leader.Lock(ctx, "mailbox "+name)
		}}
	if shared || junk {
		// What a person's mailbox held before we came is none of ours.
		cfg.Since = st.born
		cfg.Ours = receiver.OursByHeader
		if junk {
			cfg.Ours = receiver.AnswersByHeader
		}
		cfg.Floor = func(ctx context.Context, validity uint32) (uint32, error) {
			var uid uint32
			_, err := st.DB.House(ctx, floorKey(name, validity), &uid)
			return uid, err
		}
		cfg.Raise = func(ctx context.Context, validity, uid uint32) error {
			return st.DB.SetHouse(ctx, floorKey(name, validity), uid)
		}
	}
	return imap.NewPoller(cfg, receiver.Take, st.Log)
}

func floorKey(mailbox string, validity uint32) string {
	return fmt.Sprintf("floor %s %d", mailbox, validity)
}

// openLMTP lets the host's own mail server bring letters.
func (st *App) openLMTP(ctx context.Context) error {
	if st.Settings.LMTP == "" {
		return nil
	}
	l, err := lmtp.Listen(st.Settings.LMTP)
	if err != nil {
		return fmt.Errorf("LMTP: %w; name another place", err)
	}
	st.LMTPAddr = l.Addr().String()
	receiver := st.Receiver(st.Settings.LMTPVoucher(), false)
	door := &lmtp.Server{Take: receiver.Take, Ours: receiver.Addressed, MX: st.Settings.MXName, Log: st.Log, Meter: st.Meter, Now: st.Now}
	st.spawn(func() {
		if err := door.Serve(ctx, l); err != nil {
			st.Log.Error("letters no longer come by LMTP", "err", err)
		}
	})
	return nil
}

func (st *App) openOffice() (smtpURL, imapURL string, err error) {
	local, domain, _ := strings.Cut(st.Settings.Address, "@")
	st.Office, err = postoffice.Open(filepath.Join(st.Settings.Data, "post"), domain)
	if err != nil {
		return "", "", err
	}
	smtpL, err := net.Listen("tcp", st.Settings.PostSMTP)
	if err != nil {
		return "", "", fmt.Errorf("POST_SMTP: %w; name another port", err)
	}
	imapL, err := net.Listen("tcp", st.Settings.PostIMAP)
	if err != nil {
		smtpL.Close()
		return "", "", fmt.Errorf("POST_IMAP: %w; name another port", err)
	}
	st.SMTPAddr, st.IMAPAddr = smtpL.Addr().String(), imapL.Addr().String()
	st.spawn(func() { _ = st.Office.ServeSMTP(smtpL) })
	st.spawn(func() { _ = st.Office.ServeIMAP(imapL) })
	user := url.UserPassword(local+"@"+domain, "any")
	imapURL = (&url.URL{Scheme: "imap", User: user, Host: st.IMAPAddr, Path: "/INBOX"}).String()
	return "smtp://" + st.SMTPAddr, imapURL, nil
}

// AlsoAt is what the line of serve says of doors beside the usual ones.
func (st *App) AlsoAt() string {
	if st.LMTPAddr == "" {
		return ""
	}
	return " lmtp=" + st.LMTPAddr
}
