package main

import (
	"context"
	"fmt"
	"log/slog"
	"mime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/mail"
	"pitpost.example/lab"
)

// houseByMail starts a house over a real Dovecot and Postfix. set changes its settings first.
func houseByMail(t *testing.T, dovecot *lab.Dovecot, log slog.Handler, set func(s *settings.Settings)) (house *app.App, p *post) {
	t.Helper()
	postfix := lab.StartPostfix(t, dovecot.LMTPAddr, "pit.test", "example.org", "example.com")
	house = openedLogging(t, log, func(s *settings.Settings) {
		s.Address, s.AuthservID, s.Sent = "play@pit.test", "mx.pit.test", "keep"
		s.From["ADDRESS"] = "flag"
		s.IMAPURL = settings.Secret("imap://play%40pit.test:" + lab.DovecotPassword + "@" + dovecot.IMAPAddr + "/INBOX")
		s.SMTPURL = settings.Secret("smtp://" + postfix.SMTPAddr)
		set(s)
	})
	return house, &post{t: t, smtp: postfix.SMTPAddr, play: "play@pit.test", house: house.Stores.House}
}

// write sends a fresh letter, as a person writes who answers nothing.
func (p *post) write(from, to, subject, text string) {
	p.t.Helper()
	p.freshLetter("", from, to, subject, text)
}

// writeVouched is write for a letter whose sender the receiving server vouches for.
func (p *post) writeVouched(from, to, subject, text string) {
	p.t.Helper()
	_, domain, _ := strings.Cut(from, "@")
	p.freshLetter("Authentication-Results: mx."+strings.SplitN(to, "@", 2)[1]+"; dmarc=pass header.from="+domain+"\r\n", from, to, subject, text)
}

func (p *post) freshLetter(above, from, to, subject, text string) {
	p.t.Helper()
	p.letters++
	raw := fmt.Appendf(nil, above+"From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <fresh-%d@%s>\r\nDate: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		from, to, mime.QEncoding.Encode("utf-8", subject), p.letters, strings.SplitN(from, "@", 2)[1], time.Now().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	if err := p.hand(from, to, raw); err != nil {
		p.t.Fatal(err)
	}
}

// answered waits until a letter has come to a mailbox that holds the words, and returns it.
func (m *mailbox) answered(t *testing.T, what, words string) *received {
	t.Helper()
	var others []string
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for _, l := range m.look(t) {
			if strings.Contains(l.subject+"\n"+l.text, words) {
				return l
			}
			others = append(others, l.subject+": "+l.text[:min(len(l.text), 300)])
		}
	}
	t.Fatalf("%s: no answer with %q; came: %q", what, words, others)
	return nil
}

// privateLetters writes so many letters of a person's own, a fifth of them from two players, a tenth of them beginning with
// words of ours.
func privateLetters(many int) (all [][]byte) {
	subjects := []string{"Sunday", "Re: the garden", "photos", "", "Fwd: invoice 42", "Your parcel #12", "saboteur", "[#7] crash on start", "new photos", "stop by?"}
	texts := []string{"Hi, did you get my last mail?", "See you at 8.", "Bring 3 chairs and 5 plates.", "The code is 4711.", "Thanks!", "Bo says hello.", "What did the doctor say?", "A4 paper is out."}
	ours := []string{"New flat, new job!", "Stop by on Friday", "Help me move on Sunday?", "Join us at #42 Mill Lane", "Status: still ill", "Next week I am in Rome", "#3 on my list is done",
		"say hi to mum", "yes please", "3 apples, 5 pears", "pass me the number of the dentist", "new saboteur edition is out, did you see?", "start without me", "#1 is the best"}
	for n := range many {
		from := fmt.Sprintf("friend%d@example.net", n%37)
		if n%5 == 0 {
			from = []string{"ana@example.org", "bo@example.com"}[n/5%2]
		}
		first := texts[n%len(texts)]
		if n%10 == 3 || n%50 == 5 {
			first = ours[n/10%len(ours)]
		}
		all = append(all, fmt.Appendf(nil, "From: %s\r\nTo: play@pit.test\r\nSubject: %s\r\nMessage-ID: <own-%d@example.net>\r\nDate: %s\r\n\r\n%s\r\nletter %d\r\n",
			from, subjects[n/3%len(subjects)], n, time.Now().Format(time.RFC1123Z), first, n))
	}
	return all
}

// In a mailbox in which somebody reads their own mail, nothing is done about that mail, and the house is played at its door.
func TestASharedMailboxKeepsPrivateMail(t *testing.T) {
	const before, many = 20, 500
	dovecot := lab.StartDovecot(t)
	own := openMailbox(t, dovecot, "play@pit.test")
	put := func(letters [][]byte) {
		for _, raw := range letters {
			appending := own.client.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Time: time.Now()})
			if _, err := appending.Write(raw); err != nil {
				t.Fatal(err)
			}
			if err := appending.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := appending.Wait(); err != nil {
				t.Fatal(err)
			}
		}
	}
	private := privateLetters(many)
	put(private[:before])
	time.Sleep(1100 * time.Millisecond) // a mailbox keeps the time of a letter in whole seconds
	log := &logbook{}
	house, p := houseByMail(t, dovecot, slog.NewTextHandler(log, nil), func(*settings.Settings) {})
	ana, bo, cy := openMailbox(t, dovecot, "ana@example.org"), openMailbox(t, dovecot, "bo@example.com"), openMailbox(t, dovecot, "cy@example.org")

	p.writeVouched("cy@example.org", "play+pit@pit.test", "", "what is this?")
	cy.answered(t, "a stranger at the door", "play+pit@pit.test")
	p.write("ana@example.org", "play+pit@pit.test", "a game?", "new saboteur with bo@example.com rounds=1")
	opens := ana.answered(t, "the door", "yes")
	p.write("ana@example.org", opens.reply, "Re: "+opens.subject, "yes")
	invited := bo.answered(t, "an invitation", "yes")
	p.write("bo@example.com", invited.reply, "Re: "+invited.subject, "yes")
	put(private[before:])
	p.write("bo@example.com", "play@pit.test", "", "#1 status")
	bo.answered(t, "#1 at the bare address", "#1")
	p.write("bo@example.com", "play@pit.test", "", "stop")
	bo.answered(t, "stop at the bare address", "Did you write")

	ctx := context.Background()
	var days []mail.Alone
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if days, _ = mail.ListLeftAlone(ctx, house.Stores.DB); len(days) > 0 && days[0].Letters >= many-before {
			break
		}
	}
	total := 0
	for _, d := range days {
		total += d.Letters
	}
	if total != many-before {
		t.Errorf("%d letters are counted as left alone, not %d", total, many-before)
	}
	if err := own.client.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
	list, err := own.client.Fetch(imap.UIDSet{imap.UIDRange{Start: 1}}, &imap.FetchOptions{UID: true, Flags: true,
		BodySection: []*imap.FetchItemBodySection{{Specifier: imap.PartSpecifierText, Peek: true}}}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, msg := range list {
		lines := strings.Split(strings.TrimSpace(string(msg.BodySection[0].Bytes)), "\r\n")
		there[lines[len(lines)-1]] = true
		if slices.Contains(msg.Flags, imap.FlagSeen) || slices.Contains(msg.Flags, imap.FlagDeleted) || slices.Contains(msg.Flags, imap.FlagAnswered) {
			t.Errorf("%q is flagged %v", lines, msg.Flags)
		}
	}
	for n := range many {
		if !there[fmt.Sprint("letter ", n)] {
			t.Errorf("a private letter is gone: %s", private[n])
		}
	}
	if len(list) != many {
		t.Errorf("%d letters lie in the mailbox, not the %d private ones", len(list), many)
	}
	for _, m := range []*mailbox{ana, bo} {
		for _, l := range m.look(t) {
			if strings.Contains(l.answers, "own-") {
				t.Errorf("a private letter was answered: %s", l.subject)
			}
		}
	}
	for _, private := range []string{"friend", "Sunday", "dentist"} {
		if strings.Contains(log.String(), private) {
			t.Errorf("the log names a private letter: %q", private)
		}
	}
}
