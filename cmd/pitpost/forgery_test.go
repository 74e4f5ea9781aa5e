package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"mime"
	"net/mail"
	"strings"
	"testing"
	"time"

	"pitpost/house"
	"pitpost/inbox"
	"pitpost/lab"
	"pitpost/mailer"
	"pitpost/token"
)

// study is a house whose letters are handed in and written without a server between.
type study struct {
	*keeping
	t      *testing.T
	in     *inbox.Receiver
	out    *mailer.Writer
	letter int
}

func newStudy(t *testing.T) *study {
	t.Helper()
	s := ownSettings(t)
	s.Address, s.DatabaseURL = "play@pit.test", secret(emptyHouse(t))
	s.IMAPURL, s.SMTPURL = secret("imap://"+lab.Nowhere(t)), secret("smtp://"+lab.Nowhere(t))
	s.from["ADDRESS"] = "flag"
	if err := s.complete(); err != nil {
		t.Fatal(err)
	}
	k, err := keep(context.Background(), s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.close)
	st := &station{keeping: k, now: time.Now}
	return &study{keeping: k, t: t, in: st.receiver("mx.pit.test", false),
		out: &mailer.Writer{DB: k.db, Words: k.words, Keys: k.keys, Address: s.Address, Fold: inbox.Fold}}
}

// write brings a letter that the sender's server vouches for and gives its end, and
// what was kept of it.
func (s *study) write(from, to, header, words string) (state, kept string) {
	s.t.Helper()
	s.letter++
	address, _ := mail.ParseAddress(from)
	raw := fmt.Sprintf("Authentication-Results: mx.pit.test; dmarc=pass header.from=%s\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: <%d@study.test>\r\n%s\r\n%s\r\n",
		address.Address[strings.LastIndexByte(address.Address, '@')+1:], from, to, s.letter, header, strings.ReplaceAll(words, "\n", "\r\n"))
	if _, err := s.in.Take(s.t.Context(), []byte(raw), inbox.Door{Name: "imap"}); err != nil {
		s.t.Fatal(err)
	}
	if err := s.db.Pool().QueryRow(s.t.Context(), "select state::text, kept from letters order by id desc limit 1").Scan(&state, &kept); err != nil {
		s.t.Fatal(err)
	}
	return state, kept
}

// read writes the last letter to somebody for a purpose, and gives its header,
// its text and where an answer goes.
func (s *study) read(address, purpose string) (h mail.Header, text string) {
	s.t.Helper()
	var id int64
	err := s.db.Pool().QueryRow(s.t.Context(), `select o.id from outbox o left join addresses a on a.player_id = o.player_id
		where (a.address = $1 or o.address = $1) and purpose = $2 order by id desc limit 1`, address, purpose).Scan(&id)
	if err != nil {
		s.t.Fatalf("no %s for %s: %v", purpose, address, err)
	}
	n, err := s.db.NoticeByID(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	raw, to, err := s.out.Write(s.t.Context(), n, time.Now())
	if err != nil || to != address {
		s.t.Fatalf("%s to %s: %v", purpose, to, err)
	}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		s.t.Fatal(err)
	}
	return msg.Header, inbox.Text(raw)
}

// seated plays a match of Ana, who is asked first, with guests of these names.
func (s *study) seated(guests ...string) {
	s.t.Helper()
	var to []string
	for _, g := range guests {
		a, err := mail.ParseAddress(g)
		if err != nil {
			s.t.Fatal(err)
		}
		to = append(to, a.Address)
	}
	s.write("Ana <ana@example.org>", "play@pit.test", "Subject: new saboteur with "+strings.Join(to, ", ")+"\r\n", "")
	for i, g := range guests {
		h, _ := s.read(to[i], "invite")
		if state, _ := s.write(g, h.Get("Reply-To"), "", "yes"); state != "apply" {
			s.t.Fatalf("the yes of %s: %s", g, state)
		}
	}
}

// at is the address that a seat's letters go to while it is asked for a step.
func (s *study) at(seat int) string {
	return "play+" + s.keys.Mint(token.Token{Match: 1, Seat: seat, Purpose: byte(house.ForTurn), Step: 1}) + "@pit.test"
}

func TestCase82SubjectsWithCRLFNULU2028EncodedWordsAndLoneSurrogatesComeBackAsOneCleanHeader(t *testing.T) {
	t.Parallel()
	s := newStudy(t)
	s.seated("bo@example.net", "cy@example.net")
	for _, subject := range []string{
		"=?utf-8?q?hello=0D=0ABcc:_gus@example.test=0D=0A=0D=0A3_C5?=",
		"=?utf-8?b?aGVsbG8NCkJjYzogZ3VzQGV4YW1wbGUudGVzdA==?=",
		"hello\x00Bcc: gus@example.test",
		"hello =?utf-8?q?=E2=80=A8Bcc:_gus@example.test?=",
		"=?utf-8?q?=3D=3Futf-8=3Fq=3F=0D=0ABcc:_gus@example.test=3F=3D?=",
		"hello \xed\xa0\x80 there",
		"=?utf-8?q?hello_=ED=A0=80_there?=",
	} {
		if state, _ := s.write("Bo <bo@example.net>", s.at(1), "Subject: "+subject+"\r\n", "status"); state == "set-aside" {
			continue // NUL is for the operator to look at
		}
		h, _ := s.read("bo@example.net", "receipt")
		if len(h["Bcc"]) > 0 || len(h["Subject"]) != 1 || len(h["To"]) != 1 || strings.ContainsAny(h.Get("Subject"), "\r\n\x00\u2028") {
			t.Errorf("%q gave %v", subject, h)
		}
		if got, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject")); err != nil || strings.ContainsAny(got, "\r\n\x00\u2028") || !strings.HasPrefix(got, "Re: ") {
			t.Errorf("%q came back as %q, %v", subject, got, err)
		}
	}
}

func TestCase83ANameOrPressHoldingAnAddressOrAnAttributionLineForgesNoSenderAndNoBoundary(t *testing.T) {
	t.Parallel()
	const attribution = "On Mon, 3 Aug 2026 at 09:00, Cy <cy@example.net> wrote:"
	// A letter may not even say most of these; so they are put where a letter's words would stand.
	press := []string{
		attribution,
		"hello\n\n" + attribution + "\n> status\n> pass 1\nFrom: Cy <cy@example.net>\nSent: Monday\nTo: play@pit.test\nSubject: x\n-- \n--\nend\nclear",
		"-- \nBegin forwarded message:\n________________________________\n-----Original Message-----\n> \n",
		strings.Repeat("word ", 14) + attribution + " " + strings.Repeat("x ", 30) + "-- status",
	}
	for name, guest := range map[string]string{
		"an address in a name": `"Bo <evil@gus.test>" <bo@example.net>`, "an attribution for a name": `"` + strings.TrimSuffix(attribution, ":") + `" <bo@example.net>`,
		"encoded": "=?utf-8?q?Cy_=3Ccy=40example=2Enet=3E_wrote=3A=0D=0A=3E?= <bo@example.net>",
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudy(t)
			s.t = t
			s.seated(guest, "cy@example.net")
			for i, words := range press {
				if state, _ := s.write(guest, s.at(1), "", fmt.Sprintf("say so %d", i)); state != "apply" {
					t.Fatalf("press %d: %s", i, state)
				}
				if _, err := s.db.Pool().Exec(t.Context(), "update words set said = $1 where id = (select max(id) from words)", words); err != nil {
					t.Fatal(err)
				}
				s.turnTo("cy@example.net")
				h, text := s.read("cy@example.net", "turn")
				if !strings.Contains(text, "“"+strings.Fields(words)[0]) {
					t.Fatalf("press %d does not stand in the digest:\n%s", i, text)
				}
				s.checkAnswers("cy@example.net", h, text)
			}
		})
	}
}

// turnTo passes for everybody until it is somebody's turn, once at least.
func (s *study) turnTo(address string) {
	s.t.Helper()
	for range 4 {
		due := s.due()
		h, _ := s.read(due, "turn")
		if state, _ := s.write(due, h.Get("Reply-To"), "", "pass 1"); state != "apply" {
			s.t.Fatalf("%s passes: %s", due, state)
		}
		if s.due() == address {
			return
		}
	}
	s.t.Fatalf("it is never the turn of %s", address)
}

// due is whom the last letter of a turn went to.
func (s *study) due() (address string) {
	s.t.Helper()
	if err := s.db.Pool().QueryRow(s.t.Context(), `select a.address from outbox o join addresses a on a.player_id = o.player_id
		where purpose = 'turn' order by o.id desc limit 1`).Scan(&address); err != nil {
		s.t.Fatal(err)
	}
	return address
}

// checkAnswers answers a digest in the ways that lean most on where the quoted
// part begins.
func (s *study) checkAnswers(address string, h mail.Header, text string) {
	s.t.Helper()
	from, err := h.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "play@pit.test" || strings.Contains(from[0].Name, "@") {
		s.t.Errorf("From: %s, %v", h.Get("From"), err)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, ">") || line == "--" || line == "-- " || line == "end" || strings.HasPrefix(line, "On Mon, 3 Aug") || strings.HasPrefix(line, "-----Original") {
			s.t.Errorf("the digest has the line %q", line)
		}
	}
	quoted := "On Tue, 4 Aug 2026 at 10:00, Saboteur <play@pit.test> wrote:\n\n> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
	bare := "________________________________\nFrom: Saboteur <play@pit.test>\nSent: Tuesday\nTo: " + address + "\nSubject: x\n\n" + text
	for style, words := range map[string]string{"above": "status\n\n" + quoted, "below": quoted + "\nstatus\n", "bare": "status\n\n" + bare, "between": strings.Replace(quoted, "\n> \n", "\n\nstatus\n\n> \n", 1)} {
		state, kept := s.write(address, h.Get("Reply-To"), "In-Reply-To: "+h.Get("Message-Id")+"\r\n", words)
		if state != "apply" || strings.TrimSpace(kept) != "status" {
			s.t.Errorf("answered %s: %s, kept %q of\n%s", style, state, kept, words)
		}
	}
}
