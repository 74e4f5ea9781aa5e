package inbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
	"pitpost.example/token"
)

func TestExplain(t *testing.T) {
	keys, err := token.ParseKeys([]byte(strings.Repeat("a1", 32)))
	if err != nil {
		t.Fatal(err)
	}
	word := keys.Mint(token.Token{Match: 42, Seat: 0, Purpose: 't', Step: 3})
	o := ExplainOptions{Keys: keys, Mailbox: "play@example.org", AuthservID: "mx.example.org",
		Words: func(l *reply.Letter, _ *model.Ref) (r Reading) {
			for _, line := range l.Words() {
				switch fold := spelling.NormaliseLine(line); {
				case strings.HasPrefix(fold, "3 "):
					r.Commands = append(r.Commands, Command{line, fold})
				case strings.HasPrefix(fold, "9 "):
					r.Refused = append(r.Refused, Refused{Text: line, Why: "no such card"})
				case fold != "":
					r.Asides = append(r.Asides, line)
				}
			}
			return r
		}}
	top := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: Ana <ana@example.com>\r\nMessage-ID: <a@b>\r\n"
	to := "To: play+" + word + "@example.org\r\n"
	altered := "To: play+" + strings.Repeat("z", token.Size) + "@example.org\r\n"
	other := "Cc: play+" + keys.Mint(token.Token{Match: 43}) + "@example.org\r\n"
	for name, c := range map[string]struct {
		raw   string
		state model.LetterState
		why   string
	}{
		"apply":         {top + to + "\r\n3 C5\r\nhello\r\n> x", "apply", "1 command stands; read without the letter it quotes (--answers FILE)"},
		"refuse":        {top + to + "\r\n9 C5\r\n", "refuse", "no such card"},
		"aside":         {top + to + "\r\nhello\r\n", "refuse", "no command in it"},
		"nothing":       {top + to + "\r\n> 3 C5\r\n", "refuse", "its sender wrote nothing; read without the letter it quotes (--answers FILE)"},
		"subject":       {top + to + "Subject: 3 C5\r\n\r\n", "apply", "1 command stands"},
		"drop":          {top + to + "Auto-Submitted: auto-replied\r\n\r\n3 C5\r\n", "drop", "Auto-Submitted: auto-replied"},
		"set aside":     {top + to + "Content-Type: multipart/mixed\r\n\r\n3 C5\r\n", "set-aside", "a multipart without a usable boundary"},
		"two authors":   {top + to + "From: Bo <bo@example.com>\r\n\r\n3 C5\r\n", "hold", "it names no single sender"},
		"forged":        {strings.Replace(top, "pass", "fail", 1) + to + "\r\n3 C5\r\n", "hold", "the receiving server says that its sender is forged"},
		"two tokens":    {top + to + other + "\r\n3 C5\r\n", "hold", "it is addressed to two tokens"},
		"altered token": {top + altered + "\r\n3 C5\r\n", "refuse", "the token in its address was altered"},
		"encrypted":     {top + to + "Content-Type: multipart/encrypted; boundary=b\r\n\r\n", "refuse", "it is encrypted"},
	} {
		e := ExplainLetter([]byte(c.raw), o)
		if e.State != c.state || e.Why != c.why {
			t.Errorf("%s: %s, %q, want %s, %q", name, e.State, e.Why, c.state, c.why)
		}
	}
	got, err := json.Marshal(ExplainLetter([]byte(top+to+"\r\n3 C5\r\n9 D1\r\nhello\r\n> x"), o))
	want := `{"from":"ana@example.com","message_id":"\u003ca@b\u003e","trust":"proved","token":{"match":42,"seat":"1","step":3},"automatic":"","kept":"3 C5\n9 D1\nhello",` +
		`"cut":[{"why":"quote","text":"\u003e x"}],"commands":[{"text":"3 C5","means":"3 c5"}],"asides":["hello"],"refused":[{"text":"9 D1","why":"no such card","nearest":[]}],` +
		`"state":"apply","why":"1 command stands; read without the letter it quotes (--answers FILE)"}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got, err = json.Marshal(ExplainLetter(nil, ExplainOptions{}))
	want = `{"from":"","message_id":"","trust":"unproved","token":null,"automatic":"","kept":"","cut":[],"commands":[],"asides":[],"refused":[],"state":"set-aside","why":"no header"}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A letter over which the reader breaks is set aside, and the next one is read.
func TestALetterThatBreaksItsReaderIsSetAside(t *testing.T) {
	raw := []byte("From: Ana <ana@example.com>\r\nMessage-ID: <a@b>\r\n\r\n3 C5\r\n")
	e := ExplainLetter(raw, ExplainOptions{Words: func(*reply.Letter, *model.Ref) Reading { panic("no such table") }})
	got, err := json.Marshal(e)
	want := `{"from":"ana@example.com","message_id":"\u003ca@b\u003e","trust":"unproved","token":null,"automatic":"","kept":"3 C5","cut":[],"commands":[],"asides":[],"refused":[],` +
		`"state":"set-aside","why":"its reader broke over it"}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A sentence that the house would ask about is an aside, and stands with the command in what ExplainLetter offers.
func TestWishesAreOffered(t *testing.T) {
	text := "Can we take a break because half of us are ill?"
	e := ExplainLetter([]byte("From: ana@example.com\r\nTo: play@example.org\r\n\r\n"+text+"\r\n"), ExplainOptions{Mailbox: "play@example.org", Words: NewLineReader(nil, "en", func(p engine.Phrase) string { return p.Key })})
	if !slices.Equal(e.Asides, []string{text}) || !slices.Equal(e.Offered, []Command{{Text: text, Means: "pause"}}) || e.State != model.LetterRefuse {
		t.Errorf("%+v", e)
	}
}

// Whoever copies a match that our letter suggests, and writes more below it, means the match too.
func TestASuggestedMatchIsNoQuote(t *testing.T) {
	const match = "nuova partita saboteur con Bo <bo@example.org>, cy@example.org, di@example.org"
	letter := func(text string) []byte {
		return []byte("From: ana@example.org\r\nSubject: Re\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n"))
	}
	ours := letter("Volevi dire «" + match + "»?\n\nRispondi con: " + match + "\n")
	for _, below := range []string{"nota Ciao!", "Ciao, Ana"} {
		l, err := ReadLetter(letter(match+"\n"+below+"\n\nIl giorno gio 26 nov 2026 alle ore 14:03 Pitpost <play@example.org> ha scritto:\n\n> Volevi dire «"+match+"»?\n"), ours)
		if want := match + "\n" + below; err != nil || l.Kept != want {
			t.Errorf("it keeps %q: %v", l.Kept, err)
		}
	}
}
