package inbox

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/lab"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// The players of the stand, and gus, who has no seat.
const (
	ana = "ana@example.com"
	bo  = "bo@example.net"
	cy  = "cy@example.net"
	gus = "gus@evil.example"
)

// vouched returns the header in which our server vouches for a domain.
func vouched(domain string) string {
	return "Authentication-Results: mx.example.org; dmarc=pass header.from=" + domain + "\r\n"
}

// seatWord returns our address with the token of a seat.
func (s *stand) seatWord(match int64, seat int) string {
	return "play+" + s.r.Keys.Mint(token.Token{Match: match, Seat: seat, Purpose: 't', Step: 1}) + "@example.org"
}

// filled replaces what only the house knows: {ana} and {bo} become addresses with the tokens of their
// seats, {none} one of no match, {strange} one of another house, {altered} one with one letter changed,
// {id} the Message-ID of the last letter to Ana and {guess} a guess that is nearly the same.
func (s *stand) filled(raw string) string {
	s.count++
	strange, err := token.ParseKeys([]byte(strings.Repeat("b2", 32)))
	if err != nil {
		s.t.Fatal(err)
	}
	seat := s.seatWord(1, 0)
	altered := []byte(seat)
	altered[20] = map[bool]byte{true: 'x', false: 'y'}[altered[20] == 'y']
	id := s.sentTo(ana).MessageID
	guess := []byte(id)
	guess[1] = map[bool]byte{true: 'a', false: 'b'}[guess[1] == 'b']
	return strings.NewReplacer("{ana}", seat, "{bo}", s.seatWord(1, 1), "{none}", s.seatWord(99, 0), "{altered}", string(altered),
		"{word}", seat[len("play+"):len(seat)-len("@example.org")], "{id}", id, "{guess}", string(guess),
		"{strange}", "play+"+strange.Mint(token.Token{Match: 1, Purpose: 't', Step: 1})+"@example.org").Replace(raw) +
		fmt.Sprintf("Message-ID: <%d@forged.example>\r\n\r\n", s.count)
}

// told returns the letters queued after that row of the outbox.
func (s *stand) told(since int) []model.Notice {
	s.t.Helper()
	var list []model.Notice
	rows, err := s.d.Pool().Query(s.t.Context(), "select id from outbox where id > $1 order by id", since)
	if err != nil {
		s.t.Fatal(err)
	}
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			s.t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		n, err := mail.NoticeByID(s.t.Context(), s.d, id)
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, *n)
	}
	return list
}

// Whatever the form of a forgery, it adds no fact, and nobody gets to read what is not theirs.
func TestForgeries(t *testing.T) {
	s := newStand(t)
	w := writerOf(s)
	if len(forgeries) < 40 {
		t.Fatalf("%d forms", len(forgeries))
	}
	for _, f := range forgeries {
		s.now = s.now.Add(2 * time.Hour) // the house asks about forged letters only a few times an hour
		s.forged(w, f)
	}
	// Genuine letters still go through.
	facts := s.number("select count(*) from facts")
	for _, head := range []string{
		vouched("example.com") + "From: ANA@Example.COM\r\nTo: play@example.org\r\n", vouched("example.com") + "From: \"ana\"@example.com\r\nTo: play@example.org\r\n",
		"From: Ana <ana@example.com>\r\nTo: {ana}\r\n", "From: ana@example.com\r\nIn-Reply-To: {id}\r\n",
	} {
		if state, why := s.take(s.filled(head)+"say it was me\r\n", nil); state != "apply" {
			t.Errorf("%q: %s, %s", head, state, why)
		}
	}
	if said := s.number("select count(*) from facts") - facts; said != 4 {
		t.Errorf("%d of Ana's four letters were carried out", said)
	}
}

func (s *stand) forged(w *letter.Writer, f forgery) {
	s.t.Helper()
	facts, last := s.number("select count(*) from facts"), s.number("select coalesce(max(id), 0) from outbox")
	noted := s.number("select count(*) from letters")
	envelope := f.envelope
	if envelope != nil && len(envelope.To) > 0 {
		envelope = &intake.Envelope{From: envelope.From, To: []string{s.seatWord(1, 0)}}
	}
	head := f.head
	for field, usual := range map[string]string{"To": "play@example.org", "Subject": "hello"} {
		if !strings.Contains(head, "\n"+field+": ") {
			head += field + ": " + usual + "\r\n"
		}
	}
	state, why := s.take(s.filled(head)+"say forged\r\n", envelope)
	if state != f.want {
		s.t.Errorf("%s: %s (%s), want %s", f.name, state, why, f.want)
	}
	if s.number("select count(*) from letters") != noted+1 {
		s.t.Errorf("%s: it has no end of its own", f.name)
	}
	if now := s.number("select count(*) from facts"); now != facts {
		s.t.Errorf("%s: %d facts were added", f.name, now-facts)
	}
	told := s.told(last)
	if (len(told) == 0) != (f.told == "") || len(told) > 1 {
		s.t.Errorf("%s: %d letters were written", f.name, len(told))
	}
	for _, n := range told {
		if !strings.EqualFold(n.Address, f.told) {
			s.t.Errorf("%s: %q hears of it", f.name, n.Address)
		}
		s.leaksNothing(w, f, n)
	}
}

// leaksNothing looks for addresses and tokens in what somebody is told.
func (s *stand) leaksNothing(w *letter.Writer, f forgery, n model.Notice) {
	s.t.Helper()
	written, err := w.WriteFrom(s.t.Context(), nil, &n, s.now)
	raw, to := written.Raw, written.To
	if err != nil || !strings.EqualFold(to, n.Address) {
		s.t.Errorf("%s: the letter to %s cannot be written: %v", f.name, n.Address, err)
	}
	text := strings.ToLower(string(n.Params) + reply.QuotableText(raw))
	if l, err := ReadLetter(raw); err == nil {
		text += strings.ToLower(l.Subject + l.From + strings.Join(l.To, " "))
	}
	text = strings.ReplaceAll(text, strings.ToLower(n.Address), "") // their own address, which may contain another's
	for _, address := range []string{ana, bo, cy, gus} {
		if address != n.Address && address != f.mayRead && strings.Contains(text, address) {
			s.t.Errorf("%s: %s is told of %s: %s", f.name, n.Address, address, text)
		}
	}
	words := []string{s.seatWord(1, 0), s.seatWord(1, 1), s.seatWord(1, 2)}
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w[5:40]) }) && !strings.Contains(f.head, "Subject: {ana}") {
		s.t.Errorf("%s: %s is told a token: %s", f.name, n.Address, text)
	}
	if n.Address == f.told && f.told == gus && n.Match != 0 {
		s.t.Errorf("%s: a stranger is told of match %d", f.name, n.Match)
	}
}

// writerOf returns the writer of a stand's letters.
func writerOf(s *stand) *letter.Writer {
	s.t.Helper()
	words, err := templates.LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		s.t.Fatal(err)
	}
	return &letter.Writer{DB: s.d, Words: words, Keys: s.r.Keys, Address: s.r.Mailbox}
}

// No server says anything about these letters, so the house checks SPF, DKIM and DMARC itself.
func TestForgeriesStraightFromTheNet(t *testing.T) {
	s := newStand(t)
	n := lab.NewNameServer(t)
	signer := newTestSigner(t, n, "example.com")
	evil := newTestSigner(t, n, "evil.example")
	stolen := newTestSigner(t, lab.NewNameServer(t), "example.com") // signs with a key that is not published
	for _, domain := range []string{"example.com", "evil.example"} {
		n.TXT(domain, "v=spf1 ip4:192.0.2.1 -all")
		n.TXT("_dmarc."+domain, "v=DMARC1; p=none")
	}
	clock := func() time.Time { return s.now }
	s.r.Check = (&auth.Checker{DNS: auth.ResolverAt(n.Addr), Now: clock}).Check
	from := func(ip, returned string) *intake.Envelope {
		return &intake.Envelope{From: returned, Client: netip.MustParseAddr(ip), Helo: "out.evil.example"}
	}
	letter := func(id string) string {
		return "From: ana@example.com\r\nTo: play@example.org\r\nSubject: hello\r\nMessage-ID: <" + id + "@forged.example>\r\n\r\nsay forged\r\n"
	}
	facts := s.number("select count(*) from facts")
	for _, f := range []struct {
		name, raw string
		envelope  *intake.Envelope
		want      string
	}{
		{"another's server", letter("a"), from("198.51.100.1", ana), "drop"},
		{"another's return address", letter("b"), from("192.0.2.1", gus), "drop"},
		{"signed by another", evil(letter("c"), s.now), from("192.0.2.1", gus), "drop"},
		{"signed with another key", stolen(letter("d"), s.now), from("198.51.100.1", ana), "drop"},
		{"words altered", strings.Replace(signer(letter("e"), s.now), "say forged", "say altered", 1), from("198.51.100.1", ana), "drop"},
		{"a line added", signer(letter("f"), s.now) + "say more\r\n", from("198.51.100.1", ana), "drop"},
		{"another sender put above", "From: bo@example.net\r\n" + signer(letter("g"), s.now), from("198.51.100.1", ana), "hold"},
		{"signed in the future", signer(letter("h"), s.now.Add(48*time.Hour)), from("198.51.100.1", ana), "drop"},
		{"a bounce's sender", letter("i"), from("198.51.100.1", intake.NullSender), "drop"},
		{"a forged word of ours", "Authentication-Results: mx.example.com; dmarc=pass header.from=example.com\r\n" + letter("j"), from("198.51.100.1", ana), "drop"},
		{"nobody knows who came", letter("k"), &intake.Envelope{From: ana}, "hold"},
	} {
		s.now = s.now.Add(2 * time.Hour)
		if state, why := s.take(f.raw, f.envelope); state != f.want {
			t.Errorf("%s: %s (%s), want %s", f.name, state, why, f.want)
		}
	}
	if now := s.number("select count(*) from facts"); now != facts {
		t.Errorf("%d facts were added", now-facts)
	}
	for name, envelope := range map[string]*intake.Envelope{"by SPF": from("192.0.2.1", ana), "by DKIM": from("198.51.100.1", gus)} {
		raw := strings.Replace(letter(strings.ReplaceAll(name, " ", ".")), "forged\r\n", "it was me\r\n", 1)
		if name == "by DKIM" {
			raw = signer(raw, s.now)
		}
		if state, why := s.take(raw, envelope); state != "apply" {
			t.Errorf("right %s: %s, %s", name, state, why)
		}
	}
}
