package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"pitpost/db"
	"pitpost/engine/catalog"
	"pitpost/house"
	"pitpost/inbox"
	"pitpost/inbox/postoffice"
	"pitpost/mailer"
	"pitpost/templates"
	"pitpost/token"
)

// keeping is what every command that needs the house opens: its database, its
// secret and the house itself.
type keeping struct {
	settings *settings
	log      *slog.Logger
	keys     token.Keys
	cluster  *db.Cluster // nil with a database of its own
	db       *db.DB
	house    *house.House
	words    *templates.Catalog
}

// keep opens database, secret and words; the schema is brought up to date.
func keep(ctx context.Context, s *settings, log *slog.Logger) (*keeping, error) {
	k := &keeping{settings: s, log: log}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	err := k.open(ctx)
	if err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

func (k *keeping) open(ctx context.Context) (err error) {
	if k.keys, err = secretKeys(k.settings.SecretFile); err != nil {
		return err
	}
	var games []fs.FS
	var names []string
	for _, g := range catalog.Games() {
		games, names = append(games, g.Strings()), append(names, g.Name())
	}
	if k.words, err = templates.Load(games...); err != nil {
		return err
	}
	url := string(k.settings.DatabaseURL)
	if url == "" {
		if k.cluster, err = db.StartCluster(ctx, filepath.Join(k.settings.Data, "postgres"), k.log); err != nil {
			return err
		}
		if err := k.cluster.CreateDatabase(ctx, "pitpost"); err != nil {
			return err
		}
		url = k.cluster.URL("pitpost")
	}
	if err := db.Migrate(ctx, url, k.log); err != nil {
		return err
	}
	_, domain, _ := strings.Cut(k.settings.Address, "@")
	if k.db, err = db.Open(ctx, url, catalog.Find, db.Options{Domain: domain, Log: k.log}); err != nil {
		return err
	}
	k.house = &house.House{DB: k.db, Games: catalog.Find, Names: names, Address: k.settings.Address, Log: k.log, Fold: inbox.Fold}
	return nil
}

func (k *keeping) close() {
	if k.db != nil {
		k.db.Close()
	}
	if k.cluster != nil {
		if err := k.cluster.Stop(); err != nil {
			k.log.Error("the built-in Postgres did not stop cleanly", "err", err)
		}
	}
}

// secretKeys reads the secret file, and makes it at the first start.
func secretKeys(name string) (token.Keys, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		text = []byte(token.NewSecret() + "\n")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return secretKeys(name) // another process made it just now
		}
		if err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		_, err = f.Write(text)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be written: %w", err)
		}
	} else if err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be read: %w", err)
	}
	return token.ParseKeys(text)
}

// station is a whole running house: keeping, doors in and out, clock, pages.
type station struct {
	*keeping
	now      func() time.Time
	office   *postoffice.Office // nil with a real mailbox
	smtpAddr string
	imapAddr string
	httpAddr string
	relay    *mailer.Relay
	poller   *inbox.Poller
	jobs     *db.Jobs
	pages    *http.Server
	closers  []io.Closer
	running  sync.WaitGroup
	stop     context.CancelFunc
}

// openStation starts everything; it takes mail when it returns.
func openStation(ctx context.Context, s *settings, log *slog.Logger, now func() time.Time) (*station, error) {
	k, err := keep(ctx, s, log)
	if err != nil {
		return nil, err
	}
	st := &station{keeping: k, now: now}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	st.stop = stop
	if err := st.start(work); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

func (st *station) start(ctx context.Context) error {
	account, err := st.doors(ctx)
	if err != nil {
		return err
	}
	if err := st.house.Credit(ctx, st.now()); err != nil {
		return fmt.Errorf("crediting clocks: %w", err)
	}
	writer := &mailer.Writer{DB: st.db, Words: st.words, Keys: st.keys, Address: st.settings.Address, PublicURL: st.settings.PublicURL, Fold: inbox.Fold}
	post := &mailer.Post{DB: st.db, Writer: writer, Relay: st.relay, Log: st.log, Now: st.now, LimitADay: st.settings.SendLimit}
	if st.jobs, err = st.db.Work(ctx, db.Workers{Mail: post.Deliver, Sweep: st.sweep}); err != nil {
		return err
	}
	st.spawn(func() { st.clock(ctx) })
	st.poller = st.newPoller(account)
	st.spawn(func() {
		if err := st.poller.Run(ctx); err != nil && ctx.Err() == nil {
			st.log.Error("the mailbox is no longer read", "err", err)
		}
	})
	if !st.settings.builtIn() && st.settings.Sent == "delete" {
		sweeper := inbox.NewSentSweeper(inbox.SentSweeperConfig{Account: account}, st.log)
		st.spawn(func() { _ = sweeper.Run(ctx) })
	}
	return st.openPages()
}

func (st *station) spawn(do func()) {
	st.running.Add(1)
	go func() {
		defer st.running.Done()
		do()
	}()
}

// doors opens the built-in post office, or points at the real servers.
func (st *station) doors(context.Context) (inbox.Account, error) {
	smtpURL, imapURL := string(st.settings.SMTPURL), string(st.settings.IMAPURL)
	if st.settings.builtIn() {
		var err error
		if smtpURL, imapURL, err = st.openOffice(); err != nil {
			return inbox.Account{}, err
		}
	} else {
		st.smtpAddr, st.imapAddr = hostPort(smtpURL), hostPort(imapURL)
	}
	relay, err := mailer.NewRelay(smtpURL)
	if err != nil {
		return inbox.Account{}, err
	}
	st.relay = relay
	return inbox.Account{URL: imapURL}, nil
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
	if err != nil {
		return "?"
	}
	ports := map[string]string{"smtp": "587", "smtps": "465", "imap": "143", "imaps": "993"}
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), ports[u.Scheme])
	}
	return u.Host
}

func (st *station) newPoller(account inbox.Account) *inbox.Poller {
	authserv := st.settings.AuthservID
	if st.settings.builtIn() {
		authserv = st.office.Domain() // it vouches for its own
	}
	shared := st.settings.Mailbox == "shared" && !st.settings.builtIn()
	receiver := &inbox.Receiver{House: st.house, DB: st.db, Keys: st.keys, Mailbox: st.settings.Address, AuthservID: authserv,
		Shared: shared, Log: st.log, Now: st.now}
	cfg := inbox.PollerConfig{Account: account, Shared: shared,
		Lock: func(ctx context.Context) (func(), error) { return st.db.Lock(ctx, "mailbox "+st.settings.Address) }}
	if shared {
		cfg.Ours = receiver.OursByHeader
		cfg.Floor = func(ctx context.Context, validity uint32) (uint32, error) {
			var uid uint32
			_, err := st.db.House(ctx, floorKey(st.settings.Address, validity), &uid)
			return uid, err
		}
		cfg.Raise = func(ctx context.Context, validity, uid uint32) error {
			return st.db.SetHouse(ctx, floorKey(st.settings.Address, validity), uid)
		}
	}
	return inbox.NewPoller(cfg, receiver.Take, st.log)
}

func floorKey(mailbox string, validity uint32) string {
	return fmt.Sprintf("floor %s %d", mailbox, validity)
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

// clock looks each second for what is due, so that nobody waits for the
// minute; the schedule of the jobs is the net under it.
func (st *station) clock(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := st.sweep(ctx); err != nil && ctx.Err() == nil {
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
	if st.pages != nil {
		_ = st.pages.Shutdown(ctx)
	}
	if st.jobs != nil {
		if err := st.jobs.Stop(ctx); err != nil {
			st.log.Warn("jobs were broken off", "err", err)
		}
	}
	if st.relay != nil {
		st.relay.Close()
	}
	if st.office != nil {
		_ = st.office.Close()
	}
	st.running.Wait()
	st.keeping.close()
}
