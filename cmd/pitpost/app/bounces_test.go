package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/intake"
)

// rewriter is a relay that replaces the Message-ID and the return address of each letter, as Microsoft and
// Amazon do. It sends a bounce for the dead address to back.
type rewriter struct {
	keeps string // the field with the original Message-ID, "" if it is lost
	dead  string
	back  chan []byte

	to string // recipient of the current letter
}

func (r *rewriter) Mail(string, *smtp.MailOptions) error { return nil }
func (r *rewriter) Rcpt(to string, _ *smtp.RcptOptions) error {
	r.to = to
	return nil
}
func (r *rewriter) Reset()        {}
func (r *rewriter) Logout() error { return nil }

var messageID = regexp.MustCompile(`(?m)^Message-ID: (.*)$`)

func (r *rewriter) Data(body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil || r.to != r.dead {
		return err
	}
	head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	with := "Message-ID: <0102-9c1a@relay.example>\r"
	if r.keeps != "" {
		with += "\n" + r.keeps + ": $1"
	}
	r.back <- fmt.Appendf(nil, "From: MAILER-DAEMON@relay.example\r\nTo: play@example.org\r\nSubject: Undeliverable\r\nMessage-ID: <back-%d@relay.example>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nNobody of that name.\r\n"+
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"+
		"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n%s\r\n--b--\r\n", time.Now().UnixNano(), r.to, messageID.ReplaceAll(head, []byte(with)))
	return nil
}

// A dead address is found, and its host told, even if the relay keeps
// neither the return address nor the Message-ID of a letter.
func TestADeadAddressBehindARelayThatRewrites(t *testing.T) {
	t.Parallel()
	for name, keeps := range map[string]string{"as Microsoft": "X-Microsoft-Original-Message-ID", "as Amazon": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			relay := &rewriter{keeps: keeps, dead: "bo@gone.example", back: make(chan []byte, 10)}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return relay, nil }))
			go func() { _ = server.Serve(l) }()
			t.Cleanup(func() { server.Close() })
			house := opened(t, func(s *settings.Settings) {
				s.SMTPURL, s.LMTP, s.Address, s.ReturnPath = settings.Secret("smtp://"+l.Addr().String()), filepath.Join(t.TempDir(), "lmtp"), "play@example.org", "plain"
				s.From["ADDRESS"], s.SendConnections = "test", 1
			})
			said, err := house.Stores.House.OpenMatchFor(t.Context(), "ana@example.org", "Ana", "new saboteur with bo@gone.example", time.Now())
			if err != nil || !said.Done {
				t.Fatalf("%v %+v", err, said)
			}
			var raw []byte
			select {
			case raw = <-relay.back:
			case <-time.After(time.Minute):
				t.Fatal("no letter came to the relay")
			}
			if strings.Contains(string(raw), "Return-Path") || !strings.Contains(string(raw), "X-Pitpost: ") {
				t.Fatalf("the report is not what such a relay sends:\n%s", raw)
			}
			if fate, err := house.Receiver("").Take(t.Context(), raw, intake.Source{Name: "lmtp", Envelope: &intake.Envelope{From: intake.NullSender, To: []string{"play@example.org"}}}); fate != intake.Processed || err != nil {
				t.Fatalf("%v %v", fate, err)
			}
			var failing, told int
			err = house.Stores.DB.Pool().QueryRow(t.Context(), `select (select count(*) from addresses where address = 'bo@gone.example' and failing <> ''),
				(select count(*) from outbox o join addresses a using (player_id) where a.address = 'ana@example.org' and key like '%:failing:%')`).Scan(&failing, &told)
			if err != nil || failing != 1 || told != 1 {
				t.Errorf("found dead: %d, host told: %d, %v", failing, told, err)
			}
		})
	}
}
