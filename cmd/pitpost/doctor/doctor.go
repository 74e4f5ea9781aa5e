// Package doctor checks a house from outside. It tries each part without disturbing a running server, and says
// how to fix what is wrong.
package doctor

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/imap"
	"pitpost.example/mailer/send"
	"pitpost.example/server/timetable"
)

// Part is one check, which ends in one of three ways. Try returns what was found; an error if that is wrong, which Mend
// says how to fix; or an *Unasked, which has its own advice, if it could not look.
type Part struct {
	Name string
	Try  func(ctx context.Context) (found string, err error)
	Mend string
}

// CheckReady checks only whether the server is ready, for a container's health check.
func CheckReady(s *settings.Settings) error {
	l, other := knock(s)
	switch {
	case other != nil:
		return other
	case l == nil:
		return errors.New("no server answers at HTTP: start one with `pitpost serve`")
	}
	if _, err := l.get("/readyz"); err != nil {
		return errors.New("the server is not ready: `pitpost doctor` says which part")
	}
	return nil
}

// ListChecks lists all checks. jobs are those of the timetable; ask looks up
// DNS records. A running server of the house is not disturbed.
func ListChecks(s *settings.Settings, jobs []timetable.Job, ask auth.Resolver) []Part {
	v := newVisit(s, ask)
	v.jobs = jobs
	if v.live, v.other = knock(s); v.live != nil {
		if text, err := v.live.get("/metrics"); err == nil {
			v.live.figures = figuresOf(text)
		}
	}
	return v.parts()
}

// ListMailboxChecks lists the checks that tell whether a mailbox can be used, for a house that is not set up yet.
func ListMailboxChecks(s *settings.Settings, ask auth.Resolver) []Part {
	about := []string{"oauth", "imap", "junk", "smtp", "mx", "spf", "dkim", "dmarc"}
	return slices.DeleteFunc(newVisit(s, ask).parts(), func(p Part) bool { return !slices.Contains(about, p.Name) })
}

// visit holds what the checks of one run need to know about a house.
type visit struct {
	set     *settings.Settings
	account imap.Account // the mailbox that is read
	jobs    []timetable.Job
	live    *live          // nil if no server of this house is running
	other   error          // an error that names the address that another program listens on
	kept    *stores.Stores // open only while a check that needs it runs
	away    bool           // the stores could not be opened
	owned   *error         // what wrongOwner has found; nil if it has not looked

	ask    auth.Resolver
	now    func() time.Time
	server string // the name server that is asked, "" if it is not known
	domain string // of the house's address
	relay  string // host of the relay, "" for none
	signer *send.Signer
	broken error // why there is no signer although one is set
}

func newVisit(s *settings.Settings, ask auth.Resolver) *visit {
	out, _ := url.Parse(string(s.SMTPURL)) // Load has checked it
	v := &visit{set: s, account: s.Account(), ask: ask, now: time.Now, domain: dotless(s.Domain()), relay: dotless(out.Hostname())}
	v.signer, v.broken = s.Signer()
	if named, ok := ask.(DNS); ok {
		v.server = named.Server
	}
	return v
}

// dotless returns a host in small letters, without the dot that may end a whole name.
func dotless(host string) string { return strings.ToLower(strings.TrimSuffix(host, ".")) }

func (v *visit) parts() []Part {
	due := engine.FilterList(checks, func(c check) bool { return c.when == nil || c.when(v) })
	return engine.MapList(due, func(c check) Part {
		return Part{c.name, func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			return c.try(v, ctx)
		}, c.mend}
	})
}

// Unasked is the error of a check that could not look. That is no fault of the part itself, of which nothing is known.
// Mend says how it can be looked at.
type Unasked struct {
	Why  error
	Mend string
}

func (u *Unasked) Error() string { return "could not be asked: " + u.Why.Error() }

func (u *Unasked) Unwrap() error { return u.Why }

// FindUnasked returns the Unasked in an error, nil if there is none.
func FindUnasked(err error) *Unasked {
	unasked, _ := errors.AsType[*Unasked](err)
	return unasked
}

// DNS is a Resolver of which it is known whom it asks.
type DNS struct {
	auth.Resolver
	Server string // HOST:PORT, "" for this machine's own
}

// patience is how long a check may take.
const patience = 30 * time.Second

func (v *visit) running() bool { return v.live != nil }
func (v *visit) idle() bool    { return v.live == nil }
func (v *visit) sends() bool   { return !v.set.BuiltIn() }
func (v *visit) reads() bool   { return v.sends() && v.set.IMAPURL != "" }

// looksAtSenders reports whether this house checks SPF, DKIM and DMARC itself.
func (v *visit) looksAtSenders() bool { return v.set.SenderCheck == "own" }

// check is a Part that only some houses have.
type check struct {
	name string
	when func(*visit) bool // nil means always
	try  try
	mend string
}

type try func(v *visit, ctx context.Context) (found string, err error)

// checks lists all checks in the order in which they run. Owners and modes of files come first, because the
// stores are opened after that, which changes them.
var checks = []check{
	{"owner", nil, owners, "Nothing is lost, and no backup is needed."},
	{"files", (*visit).readable, files, "chmod 600 the files and 700 the folder; what is the house's own is also closed when serve starts."},
	{"user", nil, user, "Make the user (useradd --system pitpost), or name another in RUN_AS."},
	{"settings", func(v *visit) bool { return len(v.set.Strange) > 0 }, strangers, "Mend the name in the environment, or take the variable out."},
	{"data", nil, data, "Make room on that disk and the folder writable for this user, or name another with --data."},
	{"secret", (*visit).readable, secret, "Restore the file from a backup; without it no letter already sent can be answered."},
	{"disk", nil, disk, "Make room on that disk, or move the folder to a larger one; Postgres stops taking moves when it is full."},
	{"backups", func(v *visit) bool { return v.set.BackupTo != "" }, backups, "Name a folder in BACKUP_TO that this user can write to; under systemd one that the unit lets it write to (ReadWritePaths)."},
	{"database", nil, whole(database), "Do what it says; without DATABASE_URL Postgres must be installed here (Debian: apt-get install postgresql)."},
	{"house", nil, opened(house), "Set ADDRESS and the mailbox that belongs to it, or name the settings file that does with --config; or move the house with `pitpost migrate --address NEW`."},
	{"clock", nil, clock, "Set the machine's clock, best by NTP (Debian: apt-get install systemd-timesyncd)."},
	{"leagues", nil, opened(leagues), "Raise SEND_LIMIT if your provider allows it, use one that carries more, or make seasons gentler: a longer pace, at_once 1, more days of waves."},
	{"letters out", nil, opened(unwritten), "Mend what the reason names; the server's log lines “letter not written” say more. What still waits is then written whole. " +
		"Who missed a letter that was set aside gets the position by writing `again`."},

	{"server", (*visit).idle, nobody, "Stop that program, or name another place for the pages with --http."},
	{"server", (*visit).running, condition, "If it stays so for minutes, see the parts below and the server's log; then start it anew."},
	{"schema", (*visit).running, opened(schema), "Write a `pitpost backup`, stop the running server and start this program's: it brings the tables up to date."},
	{"clocks", (*visit).running, queues(clocks), "See `err` in the server's log lines “due”: one that fails stays due. If all wait, the server hangs: start it anew."},
	{"outbox", (*visit).running, queues(outbox), "See the server's log lines “letter waits for the relay” and “letter not written”, and the part smtp."},
	{"calls", (*visit).running, queues(calls), "`pitpost webhook list` names them, `pitpost webhook test N` tries one, `pitpost webhook remove N` forgets it."},
	{"letters in", (*visit).running, checkFigures(lettersIn), "`pitpost letters --state set-aside` lists them with the reason; they lie in the folder Set-aside."},
	{"mailbox", (*visit).running, checkFigures(mailbox),
		"See the server's log lines “no mail fetched”, and the part imap."},
	{"whose mailbox", (*visit).reads, opened(whose), "Set MAILBOX to own or shared."},
	{"send limit", (*visit).running, checkFigures(sendLimit), "Raise SEND_LIMIT if your provider allows it; until then turns go first and all else waits."},
	{"timetable", (*visit).running, opened(appointments), "See the server's log lines “timetable”: a job that fails is done again within the hour. If one is due or at work for long, the server hangs: start it anew."},

	{"post office", func(v *visit) bool { return v.set.BuiltIn() }, ports, "Stop what listens there, or name other ports with --post-smtp, --post-imap and --http."},
	{"oauth", func(v *visit) bool { return v.reads() && v.account.OAuth != nil }, oauth,
		"Sign in anew with `pitpost login google` or `pitpost login microsoft`, and check OAUTH_CLIENT_ID and OAUTH_SECRET_FILE (docs/hosting/)."},
	{"imap", (*visit).reads, imapServer, "Check IMAP_URL: host, port, user, password (with Gmail and Fastmail an app password) and folder."},
	{"junk", func(v *visit) bool { return v.reads() && v.set.Junk == "read" }, junk, "Have the provider let IMAP list the folders, or set JUNK=leave."},
	{"smtp", (*visit).sends, smtpServer, "Check SMTP_URL: host, port, user and password, and that the provider lets this machine send."},
	{"mx", (*visit).sends, mx, "Publish it at your DNS provider: without it no mail can reach the address."},
	{"spf", (*visit).sends, spf, "Publish it at your DNS provider: without it digests are taken for spam."},
	{"dkim", (*visit).sends, dkim, "Publish it at your DNS provider, then wait an hour: a signature nobody can check is worse than none."},
	{"dmarc", (*visit).sends, dmarc, "Publish it at your DNS provider: large providers refuse mail without it."},
	{"ptr", func(v *visit) bool { return v.sends() && v.ownRelay() }, ptr,
		"Ask whoever gave the server its address (your hosting provider) to set it."},

	{"lmtp", func(v *visit) bool { return v.set.LMTP != "" }, lmtpServer, "Stop what listens there or name another place with --lmtp; a socket's folder must be there and writable."},
	{"webhooks", func(v *visit) bool { return len(v.set.HookPaths()) > 0 }, webhooks, "Set PUBLIC_URL to the https address that leads to HTTP, and give the provider that address with the path."},
	{"senders", nil, senders, "For imap and lmtp set AUTHSERV_ID to the first word of the Authentication-Results header in a letter you received; for /in/mail and /in/cloudflare WEBHOOK_AUTHSERV_ID; where no server writes one, SENDER_CHECK=own (docs/doors.md)."},
	{"name server", (*visit).looksAtSenders, nameServer, "Set NAME_SERVER to a name server that answers, or leave it out for this machine's."},
	{"mx name", func(v *visit) bool { return v.looksAtSenders() && v.set.LMTP != "" }, mxName,
		"Set it to the name your mail server writes after \"by\" in its Received header (Postfix: postconf myhostname)."},
}
