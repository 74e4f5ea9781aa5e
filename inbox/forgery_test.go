package inbox_test

import (
	"fmt"
	"mime"
	"net/mail"
	"strings"
	"testing"

	"pitpost.example/lab/friends"
)

// study is a house in which letters are handed in and written.
type study struct{ *friends.Study }

func newStudy(t *testing.T) *study { t.Helper(); return &study{friends.Open(t)} }

// seated opens a match of Ana's and lets guests with these names join.
func (s *study) seated(guests ...string) {
	s.T.Helper()
	var to []string
	for _, g := range guests {
		a, err := mail.ParseAddress(g)
		if err != nil {
			s.T.Fatal(err)
		}
		to = append(to, a.Address)
	}
	s.Write("Ana <ana@example.org>", "play@pit.test", "Subject: new saboteur with "+strings.Join(to, ", ")+"\r\n", "")
	for i, g := range guests {
		h, _ := s.Read(to[i], "invite")
		if state, _ := s.Write(g, h.Get("Reply-To"), "", "yes"); state != "apply" {
			s.T.Fatalf("the yes of %s: %s", g, state)
		}
	}
}

func TestSubjectsWithCRLFNULU2028EncodedWordsAndLoneSurrogatesComeBackAsOneCleanHeader(t *testing.T) {
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
		if state, _ := s.Write("Bo <bo@example.net>", s.At(1), "Subject: "+subject+"\r\n", "status"); state == "set-aside" {
			continue // a NUL byte makes the house set a letter aside for the operator
		}
		h, _ := s.Read("bo@example.net", "receipt")
		if len(h["Bcc"]) > 0 || len(h["Subject"]) != 1 || len(h["To"]) != 1 || strings.ContainsAny(h.Get("Subject"), "\r\n\x00\u2028") {
			t.Errorf("%q gave %v", subject, h)
		}
		if got, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject")); err != nil || strings.ContainsAny(got, "\r\n\x00\u2028") || !strings.HasPrefix(got, "Re: ") {
			t.Errorf("%q came back as %q, %v", subject, got, err)
		}
	}
}

func TestANameOrPressHoldingAnAddressOrAnAttributionLineForgesNoSenderAndNoBoundary(t *testing.T) {
	t.Parallel()
	const attribution = "On Mon, 3 Aug 2026 at 09:00, Cy <cy@example.net> wrote:"
	// A letter could not even say most of these, so they are put directly where its words are stored.
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
			s.T = t
			s.seated(guest, "cy@example.net")
			for i, words := range press {
				if state, _ := s.Write(guest, s.At(1), "", fmt.Sprintf("say so %d", i)); state != "apply" {
					t.Fatalf("press %d: %s", i, state)
				}
				if _, err := s.DB.Pool().Exec(t.Context(), "update words set said = $1 where id = (select max(id) from words)", words); err != nil {
					t.Fatal(err)
				}
				s.turnTo("cy@example.net")
				h, text := s.Read("cy@example.net", "turn")
				if !strings.Contains(text, "“"+strings.Fields(words)[0]) {
					t.Fatalf("press %d does not stand in the digest:\n%s", i, text)
				}
				s.checkAnswers("cy@example.net", h, text)
			}
		})
	}
}

// turnTo passes for the players who are due until it is somebody's turn, at least once.
func (s *study) turnTo(address string) {
	s.T.Helper()
	for range 4 {
		due := s.due()
		h, _ := s.Read(due, "turn")
		if state, _ := s.Write(due, h.Get("Reply-To"), "", "pass 1"); state != "apply" {
			s.T.Fatalf("%s passes: %s", due, state)
		}
		if s.due() == address {
			return
		}
	}
	s.T.Fatalf("it is never the turn of %s", address)
}

// due returns the address that the last letter about a turn went to.
func (s *study) due() (address string) {
	s.T.Helper()
	if err := s.DB.Pool().QueryRow(s.T.Context(), `select a.address from outbox o join addresses a on a.player_id = o.player_id
		where purpose = 'turn' order by o.id desc limit 1`).Scan(&address); err != nil {
		s.T.Fatal(err)
	}
	return address
}

// checkAnswers answers a digest in those ways that most depend on finding where the quotation begins.
func (s *study) checkAnswers(address string, h mail.Header, text string) {
	s.T.Helper()
	from, err := h.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "play@pit.test" || strings.Contains(from[0].Name, "@") {
		s.T.Errorf("From: %s, %v", h.Get("From"), err)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, ">") || line == "--" || line == "-- " || line == "end" || strings.HasPrefix(line, "On Mon, 3 Aug") || strings.HasPrefix(line, "-----Original") {
			s.T.Errorf("the digest has the line %q", line)
		}
	}
	quoted := "On Tue, 4 Aug 2026 at 10:00, Saboteur <play@pit.test> wrote:\n\n> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
	bare := "________________________________\nFrom: Saboteur <play@pit.test>\nSent: Tuesday\nTo: " + address + "\nSubject: x\n\n" + text
	for style, words := range map[string]string{"above": "status\n\n" + quoted, "below": quoted + "\nstatus\n", "bare": "status\n\n" + bare, "between": strings.Replace(quoted, "\n> \n", "\n\nstatus\n\n> \n", 1)} {
		state, kept := s.Write(address, h.Get("Reply-To"), "In-Reply-To: "+h.Get("Message-Id")+"\r\n", words)
		if state != "apply" || strings.TrimSpace(kept) != "status" {
			s.T.Errorf("answered %s: %s, kept %q of\n%s", style, state, kept, words)
		}
	}
}
