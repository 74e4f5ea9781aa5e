package doctor

import (
	"cmp"
	"errors"
	"io/fs"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// end tries the check of a name and tells how it ended: "well", "ill" or "?", with what was said and the advice.
func end(t *testing.T, v *visit, name string) (how, said, mend string) {
	t.Helper()
	for _, p := range v.parts() {
		if p.Name != name {
			continue
		}
		found, err := p.Try(t.Context())
		switch unasked := FindUnasked(err); {
		case err == nil:
			return "well", found, ""
		case unasked != nil:
			return "?", err.Error(), unasked.Mend
		}
		return "ill", err.Error(), p.Mend
	}
	t.Fatalf("there is no check %s", name)
	return "", "", ""
}

// Of records that nobody could tell, nothing is known: they are neither there nor to be published.
func TestRecordsThatCannotBeAskedForAreNotMissing(t *testing.T) {
	t.Parallel()
	for name, record := range map[string]string{"mx": "MX example.org", "spf": "TXT example.org", "dkim": "TXT pit._domainkey.example.org", "dmarc": "TXT _dmarc.example.org",
		"ptr": "PTR 192.0.2.7", "ptr ": "A mail.example.org", "ptr  ": "MX example.org"} {
		v := newVisit(signing(t, "smtp://127.0.0.1:25"), DNS{mended().with(record + " = away"), "192.0.2.53:53"})
		how, said, mend := end(t, v, strings.TrimSpace(name))
		if how != "?" || !strings.Contains(said, "the name server 192.0.2.53:53 does not tell the ") || !strings.Contains(said, "no answer") ||
			strings.Contains(said+mend, "Publish") || !strings.Contains(mend, "--dns") {
			t.Errorf("%s: %s %s %s", name, how, said, mend)
		}
	}
	// With the machine's own name servers, the one that was asked is in the error.
	v := newVisit(signing(t, "smtp://127.0.0.1:25"), nil)
	away := &net.DNSError{Err: "i/o timeout", Name: "example.org", Server: "192.0.2.1:53", IsTimeout: true}
	if said := v.unheard("MX", "example.org", away).Error(); !strings.Contains(said, "the name server 192.0.2.1:53 does not tell the MX of example.org: i/o timeout") {
		t.Error(said)
	}
	if how, said, mend := end(t, newVisit(signing(t, "smtp://127.0.0.1:25"), mended().with("MX example.org = ")), "ptr"); how != "?" || !strings.Contains(mend, "mx") {
		t.Errorf("%s %s %s", how, said, mend)
	}
}

// A record to copy ends in one dot, however the relay is written.
func TestARecordToCopyEndsInOneDot(t *testing.T) {
	t.Parallel()
	v := newVisit(signing(t, "smtps://u:p@mail.example.org."), mended().with("MX example.org = ", "TXT example.org = "))
	if _, said, _ := end(t, v, "mx"); !strings.HasSuffix(said, "IN MX 10 mail.example.org.") || strings.HasSuffix(said, "..") {
		t.Error(said)
	}
	if _, said, _ := end(t, v, "spf"); !strings.HasSuffix(said, `"v=spf1 a:mail.example.org ~all"`) {
		t.Error(said)
	}
}

// While the mailbox cannot be reached, nothing is known of its folder for spam.
func TestTheFolderForSpamOfAMailboxThatIsAway(t *testing.T) {
	t.Parallel()
	s := signing(t, "smtp://127.0.0.1:25")
	s.IMAPURL = settings.Secret("imap://u:p@" + lab.Nowhere(t))
	v := newVisit(s, mended())
	if how, said, mend := end(t, v, "junk"); how != "?" || strings.Contains(mend, "JUNK") || !strings.Contains(mend, "imap") {
		t.Errorf("%s %s %s", how, said, mend)
	}
	if how, _, mend := end(t, v, "imap"); how != "ill" || !strings.Contains(mend, "IMAP_URL") {
		t.Errorf("%s %s", how, mend)
	}
}

// A token server that cannot be reached has refused nothing, so nobody need sign in anew.
func TestATokenServerThatIsAway(t *testing.T) {
	t.Parallel()
	s := signing(t, "smtp://127.0.0.1:25")
	s.OAuthClientID, s.OAuthTokenURL, s.OAuthRefreshFile = "id", "http://"+lab.Nowhere(t), lab.File(t, "refresh", `{"refresh_token":"x"}`)
	if how, said, mend := end(t, newVisit(s, mended()), "oauth"); how != "?" || !strings.Contains(said, "connection refused") || !strings.Contains(mend, "OAUTH_TOKEN_URL") {
		t.Errorf("%s %s %s", how, said, mend)
	}
}

// A server that shows no figures is not one without letters, without a mailbox or without a limit.
func TestFiguresThatAreNotToldAreNotNought(t *testing.T) {
	t.Parallel()
	v := newVisit(signing(t, "smtp://127.0.0.1:25"), mended())
	v.live = &live{base: "http://127.0.0.1:1"}
	for _, name := range []string{"letters in", "mailbox", "send limit"} {
		if how, said, mend := end(t, v, name); how != "?" || !strings.Contains(said, "/metrics") || mend == "" {
			t.Errorf("%s: %s %s %s", name, how, said, mend)
		}
	}
}

// A wrong clock is told from the mail server's, also where the database cannot be asked; of a mail server that cannot be
// asked it is not said that its clock agrees.
func TestTheClockIsComparedWithTheMailServers(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
	s := settings.DefaultSettings(t.TempDir())
	s.Address, s.SMTPURL = "play@example.org", "smtp://127.0.0.1:25"
	s.IMAPURL, s.DatabaseURL = settings.Secret("imap://play%40example.org:"+lab.DovecotPassword+"@"+server.IMAPAddr+"/INBOX"), settings.Secret("postgres://u@"+lab.Nowhere(t)+"/x")
	look := func(off time.Duration) (how, said, mend string) {
		v := newVisit(s, nil)
		v.now = func() time.Time { return time.Now().Add(off) }
		return end(t, v, "clock")
	}
	if how, said, mend := look(time.Hour); how != "?" || !strings.Contains(said, "cannot be asked for its time") || !strings.Contains(mend, "serve") {
		t.Errorf("before the first start: %s %s %s", how, said, mend)
	}
	client, err := imapclient.DialInsecure(server.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := cmp.Or(client.Login("play@example.org", lab.DovecotPassword).Wait(), client.Create("Processed", nil).Wait()); err != nil {
		t.Fatal(err)
	}
	for off, want := range map[time.Duration]string{time.Hour: "s ahead of that of the mail server", -time.Hour: "s behind that of the mail server"} {
		if how, said, mend := look(off); how != "ill" || !strings.Contains(said, want) || !strings.Contains(mend, "NTP") {
			t.Errorf("%s: %s %s %s", off, how, said, mend)
		}
	}
	if how, said, mend := look(0); how != "?" || !strings.Contains(mend, "database") {
		t.Errorf("the database is away: %s %s %s", how, said, mend)
	}
	s.IMAPURL = settings.Secret("imap://u:p@" + lab.Nowhere(t))
	if how, said, mend := look(time.Hour); how != "?" || !strings.Contains(mend, "imap") {
		t.Errorf("the mail server is away: %s %s %s", how, said, mend)
	}
}

// What an Unasked wraps can be told from others.
func TestUnaskedKeepsItsCause(t *testing.T) {
	if err := error(&Unasked{fs.ErrPermission, ""}); !errors.Is(err, fs.ErrPermission) || FindUnasked(err) == nil || FindUnasked(fs.ErrPermission) != nil {
		t.Error(err)
	}
}
