package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"pitpost.example/inbox"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/lmtp"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/mailer"
)

// doors opens the built-in post office, or points at the real servers. The account is the
// mailbox to read; without a URL there is none.
func (st *station) doors(context.Context) (imap.Account, error) {
	smtpURL, account := string(st.settings.SMTPURL), imap.Account{}
	if st.settings.builtIn() {
		var err error
		if smtpURL, account.URL, err = st.openOffice(); err != nil {
			return imap.Account{}, err
		}
	} else {
		account = imap.Account{URL: string(st.settings.IMAPURL), OAuth: st.settings.tokens()}
		st.smtpAddr, st.imapAddr = hostPort(smtpURL), hostPort(account.URL)
	}
	var err error
	st.relay, err = newRelay(smtpURL, account.OAuth)
	return account, err
}

// newRelay is the way out, logged in to as the mailbox is.
func newRelay(smtpURL string, tokens *imap.OAuth) (*mailer.Relay, error) {
	relay, err := mailer.NewRelay(smtpURL)
	if err != nil {
		return nil, err
	}
	relay.Links = relayLinks
	if tokens != nil {
		relay.Auth = tokens.Mechanism
	}
	return relay, nil
}

// relayLinks is over how many connections letters leave at once: providers allow that many to
// everybody.
const relayLinks = 4

// receiver takes the letters of one door; authserv is the server whose word on senders counts
// there.
func (st *station) receiver(authserv string, shared bool) *inbox.Receiver {
	return st.own(&inbox.Receiver{House: st.house, DB: st.db, Keys: st.keys, Mailbox: st.settings.Address, Also: parted(st.settings.Also),
		AuthservID: authserv, Shared: shared, Log: st.log, Now: st.now})
}

// openMailbox reads the mailbox, and among its spam, and sweeps what its provider keeps of
// the letters out.
func (st *station) openMailbox(ctx context.Context, account imap.Account) {
	if account.URL == "" {
		return
	}
	st.poller = st.newPoller(account, false)
	st.poll(ctx, st.poller, "the mailbox is no longer read")
	if st.settings.builtIn() {
		return
	}
	if st.settings.Junk == "read" {
		st.junk = st.newPoller(account, true)
		st.poll(ctx, st.junk, "the folder for spam is no longer read")
	}
	if st.settings.Sent == "delete" {
		sweeper := imap.NewSentSweeper(imap.SentSweeperConfig{Account: account}, st.log)
		st.spawn(func() {
			st.db.Lead(ctx, "sent folder of "+st.settings.Address, func(ctx context.Context, _ func(context.Context) error) { _ = sweeper.Run(ctx) })
		})
	}
}

func (st *station) poll(ctx context.Context, p *imap.Poller, alarm string) {
	st.spawn(func() {
		if err := p.Run(ctx); err != nil && ctx.Err() == nil {
			st.log.Error(alarm, "err", err)
		}
	})
}

func (st *station) newPoller(account imap.Account, junk bool) *imap.Poller {
	authserv := st.settings.AuthservID
	if st.settings.builtIn() {
		authserv = st.office.Domain() // it vouches for its own
	}
	shared := st.settings.Mailbox == "shared" && !st.settings.builtIn()
	receiver := st.receiver(authserv, shared)
	name := st.settings.Address
	if junk {
		name += " junk"
	}
	cfg := imap.PollerConfig{Account: account, Shared: shared, Junk: junk, Lost: receiver.Lost, Keys: receiver.KeysOf,
		Lock: func(ctx context.Context) (func(context.Context) error, func(), error) {
			return st.db.Lock(ctx, "mailbox "+name)
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
			_, err := st.db.House(ctx, floorKey(name, validity), &uid)
			return uid, err
		}
		cfg.Raise = func(ctx context.Context, validity, uid uint32) error {
			return st.db.SetHouse(ctx, floorKey(name, validity), uid)
		}
	}
	return imap.NewPoller(cfg, receiver.Take, st.log)
}

func floorKey(mailbox string, validity uint32) string {
	return fmt.Sprintf("floor %s %d", mailbox, validity)
}

// openLMTP lets the host's own mail server bring letters.
func (st *station) openLMTP(ctx context.Context) error {
	if st.settings.LMTP == "" {
		return nil
	}
	l, err := lmtp.Listen(st.settings.LMTP)
	if err != nil {
		return fmt.Errorf("LMTP: %w; name another place", err)
	}
	st.lmtpAddr = l.Addr().String()
	receiver := st.receiver(st.settings.lmtpVoucher(), false)
	door := &lmtp.Server{Take: receiver.Take, Ours: receiver.Addressed, MX: st.settings.MXName, Log: st.log, Meter: st.meter, Now: st.now}
	st.spawn(func() {
		if err := door.Serve(ctx, l); err != nil {
			st.log.Error("letters no longer come by LMTP", "err", err)
		}
	})
	return nil
}

func (st *station) openOffice() (smtpURL, imapURL string, err error) {
	local, domain, _ := strings.Cut(st.settings.Address, "@")
	st.office, err = postoffice.Open(filepath.Join(st.settings.Data, "post"), domain)
	if err != nil {
		return "", "", err
	}
	smtpL, err := net.Listen("tcp", st.settings.PostSMTP)
	if err != nil {
		return "", "", fmt.Errorf("POST_SMTP: %w; name another port", err)
	}
	imapL, err := net.Listen("tcp", st.settings.PostIMAP)
	if err != nil {
		smtpL.Close()
		return "", "", fmt.Errorf("POST_IMAP: %w; name another port", err)
	}
	st.smtpAddr, st.imapAddr = smtpL.Addr().String(), imapL.Addr().String()
	st.spawn(func() { _ = st.office.ServeSMTP(smtpL) })
	st.spawn(func() { _ = st.office.ServeIMAP(imapL) })
	user := url.UserPassword(local+"@"+domain, "any")
	imapURL = (&url.URL{Scheme: "imap", User: user, Host: st.imapAddr, Path: "/INBOX"}).String()
	return "smtp://" + st.smtpAddr, imapURL, nil
}

func hostPort(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "none"
	}
	ports := map[string]string{"smtp": "587", "smtps": "465", "imap": "143", "imaps": "993"}
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), ports[u.Scheme])
	}
	return u.Host
}

// alsoAt is what the line of serve says of doors beside the usual ones.
func (st *station) alsoAt() string {
	if st.lmtpAddr == "" {
		return ""
	}
	return " lmtp=" + st.lmtpAddr
}
