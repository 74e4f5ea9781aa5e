package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"golang.org/x/term"

	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/inbox/imap"
)

type setupCmd struct {
	Data             string `help:"The folder for everything that is kept; the settings are written there." placeholder:"FOLDER"`
	Address          string `help:"The address players will write to." placeholder:"PLAY@EXAMPLE.ORG"`
	User             string `help:"With own: the name to log in with, where it is not the address." placeholder:"NAME"`
	Provider         string `help:"Whose mailbox it is: gmail, microsoft, fastmail, or own for any other." placeholder:"NAME"`
	IMAP             string `name:"imap" help:"With own: the server that mail is read from, such as imaps://mail.example.org, or with user, port and folder imaps://name@mail.example.org:1993/Games." placeholder:"URL"`
	SMTP             string `name:"smtp" help:"With own: the server that mail is sent by, such as smtps://mail.example.org." placeholder:"URL"`
	PasswordFile     string `help:"A file with the mailbox's password; else it is asked for." placeholder:"FILE"`
	ClientID         string `name:"client-id" help:"To sign in without a password: the program's id at the provider." placeholder:"ID"`
	ClientSecretFile string `help:"With gmail and --client-id: a file with the program's secret." placeholder:"FILE"`
	Mailbox          string `help:"Whose it is: own for the house alone, shared with somebody who reads their own mail there." placeholder:"own|shared"`
	AuthservID       string `name:"authserv-id" help:"With own: the server whose word on senders counts; else the one that vouches for the letter." placeholder:"NAME"`
	Letter           bool   `help:"Send a letter to the mailbox and wait for it." default:"true" negatable:""`
	Replace          bool   `help:"Write over settings that are there."`
	DNS              string `name:"dns" help:"Look for DNS records at this name server." placeholder:"HOST:PORT"`

	lines   *bufio.Reader
	names   *net.Resolver
	typed   bool               // somebody answers
	silent  bool               // nobody answered last
	before  map[*string]string // what was answered last
	refused bool               // the log-in was refused
	filed   string             // what is in PasswordFile
	secret  string
}

// errUnusable says that the mailbox cannot be used as the flags and answers describe it.
var errUnusable = errors.New("the mailbox cannot be used yet, and no settings were written: mend what is ill and say `pitpost setup` again")

// Run asks for what the flags leave open, tries the mailbox and writes the settings. While the mailbox cannot be used, it
// asks again.
func (c *setupCmd) Run(d *desk) error {
	c.lines, c.before = bufio.NewReader(d.in), map[*string]string{}
	data, err := settings.DataFolder(c.Data, d.environ)
	if err == nil {
		err = c.prepare(data)
	}
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
		flags.refused = c.refused
		*c = flags
	}
}

// prepare checks the flags, reads the file with the password and, of root, makes the user to whom the data folder
// belongs: it is who will run the house, and what is written must be theirs.
func (c *setupCmd) prepare(data string) error {
	if c.Mailbox != "" && c.Mailbox != "own" && c.Mailbox != "shared" {
		return misuse("--mailbox is own or shared, not %q", c.Mailbox)
	}
	ask, err := askAt(c.DNS)
	if err != nil {
		return err
	}
	c.names = ask.Resolver.(*net.Resolver)
	if c.PasswordFile != "" {
		text, err := os.ReadFile(c.PasswordFile)
		if err != nil {
			return err
		}
		c.filed = strings.TrimRight(string(text), "\r\n")
	}
	return rights.BecomeOwner(data)
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
	ask := doctor.DNS{Resolver: c.names, Server: c.DNS}
	sick := d.examine(doctor.ListMailboxChecks(s, ask))
	if c.refused = imap.IsLoginRefused(sick["imap"]); c.refused && c.Provider != "gmail" && c.Provider != "microsoft" && c.User == "" {
		fmt.Fprintln(d.out, "If one logs in there under a name that is not the address, say it with --user.")
	}
	if cmp.Or(sick["oauth"], sick["imap"], sick["smtp"]) != nil {
		return errUnusable
	}
	if err := c.whose(ctx, d, s); err != nil {
		return err
	}
	if s, err = c.load(d, data, draft); err != nil {
		return err
	}
	if c.Letter {
		if err := c.letters(ctx, d, s); err != nil {
			return err
		}
		if s, err = c.load(d, data, draft); err != nil { // with what the letters showed
			return err
		}
	}
	if err := os.Rename(draft, file); err != nil {
		return err
	}
	if doors := s.NobodyVouches(); doors != "" {
		fmt.Fprintln(d.out, "Nobody vouches yet for who wrote a letter: `pitpost doctor` says what to set (docs/doors.md).")
	}
	fmt.Fprintf(d.out, "The settings are in %s. Now start `pitpost serve`.\n", file)
	if s.Begin() != s.Address {
		fmt.Fprintf(d.out, "A match begins with a letter to %s. All other letters in the mailbox are left alone.\n", s.Begin())
	}
	fmt.Fprintf(d.out, "Then write this line to %s, with your friends' addresses in it:\n\n  %s\n", s.Begin(), firstLine())
	return nil
}

// whose asks whose mailbox it is, and says how many letters lie there already.
func (c *setupCmd) whose(ctx context.Context, d *desk, s *settings.Settings) error {
	if c.Mailbox != "" {
		return nil
	}
	letters, err := imap.CheckAccount(ctx, s.Account())
	if err != nil {
		return err
	}
	question := "Does somebody read their own mail here? If not, every letter that lies there or comes is taken for one to the house."
	if letters > 0 {
		question = fmt.Sprintf("Letters that lie in the mailbox: %d. ", letters) + question
	}
	reads := ""
	c.answer(d, &err, &reads, "mailbox", question, "no", func() error {
		switch strings.ToLower(reads) {
		case "no", "n":
			c.Mailbox = "own"
		case "yes", "y":
			c.Mailbox = "shared"
		default:
			return misuse("yes or no, not %q", reads)
		}
		return nil
	})
	if err == nil && letters > 0 && c.silent {
		return misuse("nobody answers whose the letters in the mailbox are: say it with --mailbox")
	}
	return err
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
		in, out := c.usualServers(domain)
		c.answer(d, &err, &c.IMAP, "imap", "Which server is mail read from?", in, anything)
		c.answer(d, &err, &c.SMTP, "smtp", "Which server is mail sent by?", out, anything)
		if c.refused || c.User != "" {
			c.answer(d, &err, &c.User, "user", "Which name does one log in with?", c.Address, anything)
		}
	case "fastmail":
		c.IMAP, c.SMTP = "imaps://imap.fastmail.com", "smtps://smtp.fastmail.com"
	case "microsoft":
		c.answer(d, &err, &c.ClientID, "client-id", "Microsoft takes no passwords. What is the id of the program that you registered there (docs/hosting/microsoft.md)?", "", anything)
	}
	if c.User != "" && (c.Provider == "gmail" || c.Provider == "microsoft") {
		err = cmp.Or(err, misuse("--user is for other providers: at %s one logs in with the address", c.Provider))
	}
	if err != nil || c.ClientID != "" || serverOf("imaps", c.IMAP).password != "" && serverOf("smtps", c.SMTP).password != "" {
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
		question += " [" + passwordIn.ReplaceAllString(usual, "$1:…@") + "]"
	}
	for {
		fmt.Fprintf(d.out, "%s ", question)
		line, ended := c.lines.ReadString('\n')
		c.typed, c.silent = ended == nil, ended != nil && line == ""
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
		c.secret = c.filed
		return nil
	}
	question := "What is its password (with a provider, an app password)?"
	if terminal.IsTerminal(d.in) {
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
	separate := c.secret
	switch c.Provider {
	case "gmail", "microsoft":
		add(c.Provider, c.Address)
	default:
		add("address", c.Address)
		in, out := serverOf("imaps", c.IMAP), serverOf("smtps", c.SMTP)
		if in.password+out.password != "" { // then no password may stand beside the URLs
			in.password, out.password = cmp.Or(in.password, c.secret), cmp.Or(out.password, c.secret)
			separate = ""
		}
		in.folder, out.folder = cmp.Or(in.folder, "INBOX"), ""
		add("imap_url", in.url(cmp.Or(c.User, c.Address)))
		add("smtp_url", out.url(cmp.Or(c.User, c.Address)))
	}
	add("mail_password", separate)
	add("oauth_client_id", c.ClientID)
	if c.ClientSecretFile != "" {
		full, err := filepath.Abs(c.ClientSecretFile)
		if err != nil {
			return nil, err
		}
		add("oauth_secret_file", full)
		add("oauth_refresh_file", filepath.Join(data, "refresh"))
	}
	add("mailbox", c.Mailbox)
	add("authserv_id", c.AuthservID)
	text, _ := yaml.Marshal(list) // strings only, so it cannot fail
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	return settings.LoadSettings(settings.Fields{Data: &data, Config: &file}, d.environ)
}
