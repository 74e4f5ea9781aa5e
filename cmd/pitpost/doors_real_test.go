package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"pitpost.example/cmd/pitpost/settings"
	inboximap "pitpost.example/inbox/imap"
	"pitpost.example/lab"
)

// realHouse returns a house with a match of Ana's, which the tests surround with real servers.
func realHouse(t *testing.T, set func(s *settings.Settings)) *manyDoors {
	t.Helper()
	st := opened(t, func(s *settings.Settings) {
		s.Address, s.From["ADDRESS"] = "play@pit.localhost", "flag"
		s.Sent = "keep"
		set(s)
	})
	said, err := st.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "Ana", "new practice saboteur seats=3", time.Now())
	if err != nil || !said.Done {
		t.Fatalf("no match: %v %+v", err, said)
	}
	return &manyDoors{st, t, said.Match}
}

// An answer in the spam folder of a mailbox that a person also uses is carried out, and one that is in two
// folders once; the person's own spam stays where it is.
func TestSameMessageInTwoFoldersAndOneAmongTheSpam(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
	d := realHouse(t, func(s *settings.Settings) {
		s.IMAPURL = settings.Secret("imap://" + url.PathEscape(s.Address) + ":" + lab.DovecotPassword + "@" + server.IMAPAddr + "/INBOX")
		s.SMTPURL = "smtp://" + settings.Secret(lab.SMTPScript(t).Addr)
	})
	client, err := imapclient.DialInsecure(server.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Login(d.Stores.Settings.Address, lab.DovecotPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	if err := client.Create("Unwanted", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	put := func(folder, raw string) {
		t.Helper()
		cmd := client.Append(folder, int64(len(raw)), &imap.AppendOptions{Time: time.Now().Add(time.Minute)})
		if _, err := io.WriteString(cmd, raw); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	_, astray := d.reply("astray", "say from the spam")
	_, twice := d.reply("twice", "say only once")
	put("Unwanted", astray)
	put("Unwanted", twice)
	put("INBOX", twice)
	put("Unwanted", strings.Replace(strings.Replace(astray, "To: play+", "To: sell+", 1), "astray", "watches", 1))
	// The folder was created after the house first looked; by now it is in the server's list.
	second := d.NewPoller(inboximap.Account{URL: string(d.Stores.Settings.IMAPURL)}, true)
	d.Run(t.Context(), second.Run, "")
	d.soon("both are said", func() bool {
		return d.count("select count(*) from words where said in ('from the spam', 'only once')") == 2
	})
	left := func(folder string) int {
		t.Helper()
		box, err := client.Status(folder, &imap.StatusOptions{NumMessages: true}).Wait()
		if err != nil {
			t.Fatal(err)
		}
		return int(*box.NumMessages)
	}
	d.soon("what is ours has left both folders", func() bool { return left("INBOX") == 0 && left("Unwanted") == 1 })
	if n := d.count("select count(*) from letters"); n != 2 {
		t.Errorf("%d letters noted", n)
	}
}

// Letters through a real Postfix, to one seat and to two seats at once.
func TestHouseBehindPostfix(t *testing.T) {
	t.Parallel()
	d := realHouse(t, func(s *settings.Settings) {
		s.LMTP, s.MXName, s.SMTPURL = "127.0.0.1:0", "mail.pit.test", "smtp://"+settings.Secret(lab.SMTPScript(t).Addr)
	})
	postfix := lab.StartPostfix(t, d.LMTPAddr, "pit.localhost")
	to, raw := d.reply("first", "say by way of Postfix")
	for range 2 { // the same letter twice
		client, err := smtp.Dial(postfix.SMTPAddr)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.bySMTP(client, to, raw); err != nil {
			t.Fatal(err)
		}
	}
	d.soon("the queue is empty", func() bool { return strings.Contains(postfix.Queue(t), "Mail queue is empty") })
	if n := d.count("select count(*) from words where said = 'by way of Postfix'"); n != 1 {
		t.Errorf("said %d times:\n%s", n, postfix.Log(t))
	}
	if n := strings.Count(postfix.Log(t), "status=sent"); n != 2 {
		t.Errorf("%d letters handed over, want 2", n)
	}
}

func TestProviderSendsTheSameEvent18TimesOver8h(t *testing.T) {
	t.Parallel()
	d := realHouse(t, func(s *settings.Settings) {
		s.MailgunKey, s.SMTPURL = hookSecret, "smtp://"+settings.Secret(lab.SMTPScript(t).Addr)
	})
	to, raw := d.reply("event", "say eighteen times")
	at := strconv.FormatInt(time.Now().Add(-8*time.Hour).Unix(), 10)
	mac := hmac.New(sha256.New, []byte(hookSecret))
	mac.Write([]byte(at + "token"))
	form := url.Values{"recipient": {to}, "sender": {"ana@pit.localhost"}, "timestamp": {at}, "token": {"token"},
		"signature": {hex.EncodeToString(mac.Sum(nil))}, "body-mime": {raw}}
	for try := range 18 {
		answer, err := http.PostForm("http://"+d.HTTPAddr+"/in/mailgun/mime", form)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("try %d answers %d", try, answer.StatusCode)
		}
	}
	if n := d.count("select count(*) from words where said = 'eighteen times'"); n != 1 {
		t.Errorf("said %d times", n)
	}
}

// The session with the lock on the mailbox dies: the poller drops its connection, takes the lock again and goes on.
func TestTheLockOnTheMailboxIsLost(t *testing.T) {
	t.Parallel()
	d := openManyDoors(t)
	d.soon("the mailbox is open", func() bool { return !d.Poller.Stats().LastPoll().IsZero() })
	const held = " from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())"
	d.soon("the locks on mailbox and clock are held", func() bool { return d.count("select count(*)"+held) == 2 })
	old := d.count("select max(pid)" + held)
	d.count("select count(pg_terminate_backend($1))", old)
	anew := func() int { return d.count("select count(*)"+held+" and pid <> $1", old) }
	d.soon("the loss is noticed: the clock goes on", func() bool { return anew() >= 1 })
	to, raw := d.reply("after", "say after all")
	if err := d.bring(0, to, raw); err != nil {
		t.Fatal(err)
	}
	d.soon("a new line with a new lock", func() bool { return d.Poller.Stats().Reconnects.Load() >= 1 && anew() == 2 })
	d.soon("the letter is taken", func() bool { return d.count("select count(*) from words where said = 'after all'") == 1 })
}

// A letter that waits for a relay which is not there: the log says why.
func TestTheLogSaysWhyALetterWaits(t *testing.T) {
	t.Parallel()
	d, book := openLogged(t, func(s *settings.Settings) {
		s.LMTP, s.MXName, s.SMTPURL = "127.0.0.1:0", "mail.pit.test", "smtp://"+settings.Secret(lab.Nowhere(t))
	})
	d.soon("a letter waits", func() bool { return strings.Contains(book.String(), "letter waits for the relay") })
	if !strings.Contains(book.String(), `"reason":"nothing listens there (connection refused)"`) {
		t.Error(book.String())
	}
}
