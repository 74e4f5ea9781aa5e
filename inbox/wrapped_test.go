package inbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
)

// wrap breaks lines at blanks, as programs do behind their quote marks.
func wrap(text string, width int) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		runes := []rune(line)
		for len(runes) > width {
			at := width
			for at > 0 && runes[at] != ' ' {
				at--
			}
			if at <= 2 {
				for at = width; at < len(runes) && runes[at] != ' '; at++ {
				}
			}
			if at >= len(runes) {
				break
			}
			out = append(out, strings.TrimRight(string(runes[:at]), " "))
			runes = []rune(strings.TrimLeft(string(runes[at:]), " "))
		}
		out = append(out, string(runes))
	}
	return strings.Join(out, "\n")
}

// If the quote of a digest was wrapped behind its marks, nothing of it is carried out. What the writer put
// above or below it is.
func TestWrappedQuotes(t *testing.T) {
	files, err := filepath.Glob("testdata/digests/*.eml")
	if err != nil || len(files) < 20 {
		t.Fatal(err)
	}
	lost, letters := 0, 0
	for i, file := range files {
		digest, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		game, _, _ := strings.Cut(filepath.Base(file), "-")
		move := map[string]string{"saboteur": "3 B7", "clonk": "dig s1\nrest"}[game]
		for form, text := range quotedText(t, digest) {
			for k, width := range []int{40, 43, 49, 57, 60, 66, 70, 71, 72, 73, 75, 76, 77, 80, 90} {
				if (i+k+strings.Count(form, "HTML"))%3 > 0 {
					continue // to keep the test short, each digest is tried at a third of the widths
				}
				quote := wrap("On Sun, 22 Nov 2026 at 10:03, X <a@b.c> wrote:\n"+quoted(text, "> "), width)
				for _, c := range [][2]string{{quote, ""}, {"thanks!\n\n" + quote, ""}, {move + "\n\n" + quote, move}, {quote + "\n\n" + move, move}, {quote + "\n\nthanks", ""}} {
					l, err := ReadLetter(text1(c[0]), digest)
					got, _ := understand(t, game, l, err)
					letters++
					switch have := strings.ToLower(strings.Join(got, "\n")); {
					case have == strings.ToLower(c[1]):
					case have == "":
						lost++
					default:
						t.Errorf("%s, %s, width %d: read %q, want %q, of\n%s", filepath.Base(file), form, width, got, c[1], l.Kept)
					}
				}
			}
		}
	}
	t.Logf("%d letters, %d moves lost", letters, lost)
	if lost*100 > letters {
		t.Errorf("of %d letters %d moves are lost", letters, lost)
	}
}

func quotedText(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	text, page, err := reply.TextAndPage(raw)
	if err != nil || page == "" {
		t.Fatalf("no forms: %v", err)
	}
	return map[string]string{"text": text, "HTML": page}
}

// On a whole house, a quote that was wrapped behind its marks moves nothing while the house still has the
// quoted letter. After that the writer is asked.
func TestWrappedQuoteOnAHouse(t *testing.T) {
	s := newStand(t)
	m := s.toMove()
	quote := "\n\nOn Sun, 22 Nov 2026 at 10:03, X <a@b.c> wrote:\n" + wrap(quoted(digestText(s), "> "), 72)
	s.stopped("thanks", s.bring(s.letter(m, turnSubject, "", "thanks!"+quote)), "refuse", "no command read", 1)
	noHeader := strings.Replace(s.letter(m, turnSubject, "", "thanks!"+quote), "In-Reply-To: "+m.answers+"\r\n", "", 1)
	s.stopped("known by its token", s.bring(noHeader), "refuse", "no command read", 1)
	s.applied("a move above", s.bring(s.letter(m, turnSubject, "", "pass 1"+quote)))
	m = s.toMove()
	s.applied("a move below", s.bring(s.letter(m, turnSubject, "", strings.TrimSpace(quote)+"\n\npass 1")))

	m = s.toMove()
	if _, err := s.d.Pool().Exec(t.Context(), "update outbox set raw = null"); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{
		"> Card 1: 1 C4\npass 1": "pass 1: refused house.quoted-line",
		"> yes or no?\nstop":     "stop: refused house.quoted-line",
		"> a\nhelp":              "help: told",
	} {
		e := s.bring(s.letter(m, turnSubject, "", words))
		if e.moves != 0 || e.lines() != want {
			t.Errorf("%q: %d facts, %s; want %s", words, e.moves, e.lines(), want)
		}
		if strings.Contains(want, "refused") && e.receipt.Lines[0].Nearest[0] != strings.SplitN(words, "\n", 2)[1] {
			t.Errorf("%q: offers %q", words, e.receipt.Lines[0].Nearest)
		}
	}
	s.applied("alone", s.bring(s.letter(m, turnSubject, "", "pass 1")))
}

// What is known of a line below a marked one, from the quoted digest and from the HTML.
func TestLinesBelowAMark(t *testing.T) {
	digest, text := digestOf(t)
	above, below, _ := strings.Cut(text, "Card 3: ")
	upTo := quoted(above+"Card 3: 3 I1,", "> ")
	all := quoted(text, "> ")
	for name, c := range map[string]struct{ body, read, asked string }{
		"just what comes next":           {upTo + "\n3 I3", "", "3 I3"},
		"another place":                  {upTo + "\n3 I5", "3 i5", ""},
		"next, below a blank line":       {upTo + "\n\n3 I3", "3 i3", ""},
		"next, above the rest":           {upTo + "\n3 I3\n" + quoted(below, "> "), "", "3 I3"},
		"a turn of which one is next":    {upTo + "\n3 I3\n4 I1", "3 i3 / 4 i1", ""},
		"above all of it":                {"3 I3\n" + all, "3 i3", ""},
		"below all of it":                {all + "\n3 I3", "3 i3", ""},
		"in the midst, not what is next": {upTo + "\n4 I1\n" + quoted(below, "> "), "4 i1", ""},
		"three suggestions, no quote":    {"3 I1\n3 I3\n3 I5", "3 i1 / 3 i3 / 3 i5", ""},
		"a whole quote without marks":    {"thanks\n\n" + text, "", ""},
		"a move above one":               {"3 I3\n\n" + text, "3 i3", ""},
		"a move below one":               {text + "\n\n3 I3", "3 i3", ""},
		"links written out":              {strings.ReplaceAll(upTo, "3 I1,", "3 I1 <mailto:play+x@example.org?body=3%20I1>,") + "\n3 I3", "", "3 I3"},
		"a letter that is not kept":      {"> something that somebody else wrote, and that goes on\n3 I3", "", "3 I3"},
		"a short line of one":            {"> hello\n3 I3", "3 i3", ""}, // no program wraps such a short line
		"initials before the mark":       {quoted(above, "SB> ") + "\n\n3 I3", "3 i3", ""},
	} {
		l, err := ReadLetter(text1(c.body), digest)
		commands, refused := understand(t, "saboteur", l, err)
		if got := strings.ToLower(strings.Join(commands, " / ")); got != c.read || strings.Join(refused, " / ") != c.asked {
			t.Errorf("%s: read %q, asked back %q; kept %q", name, got, refused, l.Kept)
		}
	}
	alone, err := ReadLetter(text1("> hello\n3 I3"))
	if commands, refused := understand(t, "saboteur", alone, err); len(commands) > 0 || len(refused) != 1 {
		t.Errorf("nothing of ours is kept: read %q, asked back %q", commands, refused)
	}
	for page, want := range map[string]string{"<p>3 I3</p><blockquote>hello</blockquote>": "3 i3", "<p>thanks</p><blockquote>hello<br>3 I3</blockquote>": ""} {
		words := "> hello\r\n3 I3"
		if want == "" {
			words = "thanks\r\n\r\n" + words
		}
		l, err := ReadLetter([]byte(head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n" + words +
			"\r\n--b\r\nContent-Type: text/html\r\n\r\n" + page + "\r\n--b--"))
		commands, refused := understand(t, "saboteur", l, err)
		if strings.ToLower(strings.Join(commands, " / ")) != want || len(refused) > 0 || l.Disagree != "" {
			t.Errorf("%s: read %q, asked back %q, disagreeing %q", page, commands, refused, l.Disagree)
		}
	}
}
