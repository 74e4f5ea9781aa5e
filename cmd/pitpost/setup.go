package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"golang.org/x/term"

	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/imap"
	"pitpost.example/inbox/mime"
	"pitpost.example/mailer/render"
	"pitpost.example/mailer/send"
)

type setupCmd struct {
	Data             string `help:"The folder for everything that is kept; the settings are written there." placeholder:"FOLDER"`
	Address          string `help:"The address players will write to." placeholder:"PLAY@EXAMPLE.ORG"`
	Provider         string `help:"Whose mailbox it is: gmail, microsoft, fastmail, or own for any other." placeholder:"NAME"`
	IMAP             string `name:"imap" help:"With own: the server that mail is read from, such as imaps://mail.example.org." placeholder:"URL"`
	SMTP             string `name:"smtp" help:"With own: the server that mail is sent by, such as smtps://mail.example.org." placeholder:"URL"`
	PasswordFile     string `help:"A file with the mailbox's password; else it is asked for." placeholder:"FILE"`
	ClientID         string `name:"client-id" help:"To sign in without a password: the program's id at the provider." placeholder:"ID"`
	ClientSecretFile string `help:"With gmail and --client-id: a file with the program's secret." placeholder:"FILE"`
	AuthservID       string `name:"authserv-id" help:"With own: the server whose word on senders counts; else the one that vouches for the letter." placeholder:"NAME"`
	Letter           bool   `help:"Send a letter to the mailbox and wait for it." default:"true" negatable:""`
	Replace          bool   `help:"Write over settings that are there."`
	DNS              string `name:"dns" help:"Look for DNS records at this name server." placeholder:"HOST:PORT"`

	lines  *bufio.Reader
	typed  bool               // somebody answers
	before map[*string]string // what was answered last
	secret string
}

// errUnusable says that the mailbox cannot be used as the flags and answers describe it.
var errUnusable = errors.New("the mailbox cannot be used yet, and no settings were written: mend what is ill and say `pitpost setup` again")

// Run asks for what the flags leave open, tries the mailbox and writes the settings. While the mailbox cannot be used, it
// asks again.
func (c *setupCmd) Run(d *desk) error {
	c.lines, c.before = bufio.NewReader(d.in), map[*string]string{}
	data, err := settings.Folder(c.Data, d.environ)
	if err != nil {
		return err
	}
	file := filepath.Join(data, "pitpost.yaml")
	if _, err := os.Stat(file); err == nil && !c.Replace {
		return fmt.Errorf("%s is there already: look at `pitpost doctor`, or begin anew with --replace", file)
	}
	// The settings are written to a draft and read as serve will read them. When all works, the draft gets the name
	// of the real file. Whether it can be written is tried before anything is asked.
	draft := file + ".draft"
	if err := cmp.Or(os.MkdirAll(data, 0o700), os.WriteFile(draft, nil, 0o600)); err != nil {
		return fmt.Errorf("the data folder: %w", err)
	}
	defer os.Remove(draft)
	flags := *c
	for {
		err := c.once(d, data, draft, file)
		if !errors.Is(err, errUnusable) || !c.typed {
			return err
		}
		fmt.Fprintln(d.out, "The mailbox cannot be used like this. Answer again; Enter keeps what stands in brackets.")
		*c = flags
	}
}

// once asks, tries the mailbox and writes the settings. It returns errUnusable if the mailbox cannot be used.
func (c *setupCmd) once(d *desk, data, draft, file string) error {
	if err := c.ask(d); err != nil { // up to here Ctrl-C ends the program, because reading a line does not watch a context
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := c.load(d, data, draft)
	if err != nil {
		return err
	}
	if s.OAuthRefreshFile != "" {
		login := loginCmd{Provider: map[string]string{"gmail": "google", "microsoft": "microsoft"}[c.Provider]}
		if err := login.signIn(ctx, &desk{in: c.lines, out: d.out, err: d.err}, s); err != nil {
			return err
		}
	}
	ask, err := askAt(c.DNS)
	if err != nil {
		return err
	}
	if sick := d.examine(doctor.Mailbox(s, ask)); cmp.Or(sick["oauth"], sick["imap"], sick["smtp"]) != nil {
		return errUnusable
	}
	if c.Letter {
		if err := c.letter(ctx, d, s); err != nil {
			return err
		}
		if s, err = c.load(d, data, draft); err != nil { // with what the letter showed
			return err
		}
	}
	if err := os.Rename(draft, file); err != nil {
		return err
	}
	if doors := s.NobodyVouches(); doors != "" {
		fmt.Fprintln(d.out, "Nobody vouches yet for who wrote a letter: `pitpost doctor` says what to set (docs/doors.md).")
	}
	fmt.Fprintf(d.out, "The settings are in %s. Now start `pitpost serve`, and write “new %s” to %s.\n", file, catalog.Names()[0], s.Address)
	return nil
}

// ask asks for what no flag gives.
func (c *setupCmd) ask(d *desk) (err error) {
	c.answer(d, &err, &c.Address, "address", "Which address will players write to?", "", func() error {
		a, wrong := mail.ParseAddress(c.Address)
		if wrong != nil {
			return misuse("the address is a mail address such as play@example.org, not %q", c.Address)
		}
		c.Address = a.Address
		return nil
	})
	_, domain, _ := strings.Cut(c.Address, "@")
	c.answer(d, &err, &c.Provider, "provider", "Whose mailbox is it: gmail, microsoft, fastmail, or own?", cmp.Or(usualProviders[domain], "own"), func() error {
		if c.Provider = strings.ToLower(c.Provider); !slices.Contains([]string{"gmail", "microsoft", "fastmail", "own"}, c.Provider) {
			return misuse("the provider is gmail, microsoft, fastmail or own, not %q", c.Provider)
		}
		return nil
	})
	switch c.Provider {
	case "own":
		c.answer(d, &err, &c.IMAP, "imap", "Which server is mail read from?", "imaps://mail."+domain, anything)
		c.answer(d, &err, &c.SMTP, "smtp", "Which server is mail sent by?", "smtps://mail."+domain, anything)
	case "fastmail":
		c.IMAP, c.SMTP = "imaps://imap.fastmail.com", "smtps://smtp.fastmail.com"
	case "microsoft":
		c.answer(d, &err, &c.ClientID, "client-id", "Microsoft takes no passwords. What is the id of the program that you registered there (docs/hosting/microsoft.md)?", "", anything)
	}
	if err != nil || c.ClientID != "" {
		return err
	}
	return c.password(d)
}

// usualProviders has the provider of well-known mail domains.
var usualProviders = map[string]string{
	"gmail.com": "gmail", "googlemail.com": "gmail", "outlook.com": "microsoft", "hotmail.com": "microsoft", "live.com": "microsoft",
	"fastmail.com": "fastmail", "fastmail.fm": "fastmail",
}

// answer asks for a value that no flag has set, until there is one that fits. It does nothing if there is an error already.
func (c *setupCmd) answer(d *desk, err *error, to *string, flag, question, usual string, fits func() error) {
	switch {
	case *err != nil:
		return
	case *to != "":
		*err = fits()
		return
	}
	last, again := c.before[to]
	if usual = cmp.Or(last, usual); usual != "" {
		question += " [" + usual + "]"
	}
	for {
		fmt.Fprintf(d.out, "%s ", question)
		line, ended := c.lines.ReadString('\n')
		c.typed = ended == nil
		*to = cmp.Or(strings.TrimSpace(line), usual)
		switch {
		case ended != nil && line == "" && again:
			*err = errUnusable
			return
		case ended != nil && *to == "":
			*err = misuse("nobody answers: say it with --%s", flag)
			return
		case *to == "":
			continue
		}
		wrong := fits()
		if wrong == nil || ended != nil {
			c.before[to], *err = *to, wrong
			return
		}
		fmt.Fprintf(d.out, "No: %v.\n", wrong)
	}
}

// anything takes every answer.
func anything() error { return nil }

// password asks for the mailbox's password without showing it.
func (c *setupCmd) password(d *desk) (err error) {
	if c.PasswordFile != "" {
		text, err := os.ReadFile(c.PasswordFile)
		c.secret = strings.TrimRight(string(text), "\r\n")
		return err
	}
	question := "What is its password (with a provider, an app password)?"
	if terminal.Is(d.in) {
		fmt.Fprint(d.out, question+" ")
		fd := int(d.in.(*os.File).Fd())
		if shown, err := term.GetState(fd); err == nil {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			defer context.AfterFunc(ctx, func() { // so that the terminal shows input again after the program
				_ = term.Restore(fd, shown)
				fmt.Fprintln(d.out)
				os.Exit(refused)
			})()
		}
		text, err := term.ReadPassword(fd)
		c.typed = err == nil
		fmt.Fprintln(d.out)
		c.secret = string(text)
		return err
	}
	c.answer(d, &err, &c.secret, "password-file", question, "", anything)
	c.before[&c.secret] = "" // never shown
	return err
}

// load writes the settings to a file and reads them as serve does.
func (c *setupCmd) load(d *desk, data, file string) (*settings.Settings, error) {
	var list yaml.MapSlice
	add := func(name, value string) {
		if value != "" {
			list = append(list, yaml.MapItem{Key: name, Value: value})
		}
	}
	switch c.Provider {
	case "gmail", "microsoft":
		add(c.Provider, c.Address)
	default:
		add("address", c.Address)
		add("imap_url", c.server("imaps", c.IMAP)+"/INBOX")
		add("smtp_url", c.server("smtps", c.SMTP))
	}
	add("mail_password", c.secret)
	add("oauth_client_id", c.ClientID)
	if c.ClientSecretFile != "" {
		full, err := filepath.Abs(c.ClientSecretFile)
		if err != nil {
			return nil, err
		}
		add("oauth_secret_file", full)
		add("oauth_refresh_file", filepath.Join(data, "refresh"))
	}
	add("authserv_id", c.AuthservID)
	text, _ := yaml.Marshal(list) // strings only, so it cannot fail
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	return settings.Load(settings.Fields{Data: &data, Config: &file}, d.environ)
}

// server returns the URL of a server with the mailbox's user. named may be a URL or only a host.
func (c *setupCmd) server(scheme, named string) string {
	if before, after, ok := strings.Cut(named, "://"); ok {
		scheme, named = before, after
	}
	host, _, _ := strings.Cut(named[strings.LastIndex(named, "@")+1:], "/")
	return scheme + "://" + strings.ReplaceAll(c.Address, "@", "%40") + "@" + host
}

// letterTime is how long a letter from a mailbox to itself may take.
const letterTime = 2 * time.Minute

// letter sends a letter to the address with a plus part, as all replies will have, and notes which server
// authenticates its sender.
func (c *setupCmd) letter(ctx context.Context, d *desk, s *settings.Settings) error {
	local, domain, _ := strings.Cut(s.Address, "@")
	to, subject := local+"+setup@"+domain, "Pitpost tries its mailbox "+rand.Text()
	raw, err := render.Compose(render.Message{From: render.Address{Addr: s.Address}, To: render.Address{Addr: to}, Subject: subject,
		MessageID: "<" + rand.Text() + "@" + domain + ">", Date: time.Now(), AutoSubmitted: "auto-generated", Text: "This letter is taken out again as soon as it has come.\n"})
	if err != nil {
		return err
	}
	relay, err := settings.NewRelay(string(s.SMTPURL), s.Account().OAuth, 1)
	if err != nil {
		return err
	}
	defer relay.Close()
	fmt.Fprintf(d.out, "A letter to %s … ", to)
	if out := relay.Send(ctx, s.Address, to, raw); out.Class != send.Delivered {
		return fmt.Errorf("the letter was not taken: %d %s %s", out.Code, out.Enhanced, out.Text)
	}
	ctx, cancel := context.WithTimeout(ctx, letterTime)
	defer cancel()
	begun := time.Now()
	head, err := imap.Await(ctx, s.Account(), subject)
	if err != nil {
		return fmt.Errorf("it did not come back: %w. Look for it among the spam; a mailbox whose address takes no additions after a plus sign cannot be used", err)
	}
	fmt.Fprintf(d.out, "came after %.0f s.\n", time.Since(begun).Seconds())
	if s.AuthservID == "" {
		c.AuthservID = voucher(head)
	}
	return nil
}

// voucher returns the server that authenticates senders: the first word of the topmost Authentication-Results.
func voucher(head []byte) string {
	fields, _, _ := mime.SplitHeader(head) // empty if it is too large to be read
	words := strings.FieldsFunc(fields.Get("authentication-results"), func(r rune) bool { return r == ';' || r == ' ' })
	if len(words) == 0 {
		return ""
	}
	return words[0]
}
