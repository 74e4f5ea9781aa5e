package inbox

import (
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
)

// Unusual quotes are cut and what was written is kept: answers to the writer's own letter that quotes
// ours, quotes whose head or pieces look like something else, and two parts of which only one has remains
// of the quote.
func TestQuotesInOddForms(t *testing.T) {
	ours := []byte(strings.ReplaceAll(strings.ReplaceAll(string(contents(t, "testdata/digests/saboteur-en-turn.eml")), "\r\n", "\n"), "\n", "\r\n"))
	text, _, _ := strings.Cut(reply.QuotableText(ours), "\nA letter went missing? Answer “again”.\nAll I understand")
	text += "\nA letter went missing? Answer “again”.\nAll I understand: “help”. No more mail about this match: “stop”.\n"
	marked := eachLine(strings.TrimSuffix(text, "\n"), "> ")
	heads := func(who string) string {
		return "-----Original Message-----\nFrom: " + who + "\nSent: Sunday, November 22, 2026 10:03 AM\nTo: Ana\nSubject: Re: your turn\n\n"
	}
	for name, c := range map[string]struct{ body, kept string }{
		"an old move below our letter in a letter of one's own": {
			"thanks!\n\n" + heads("Ana <ana@example.com>") + "Hello\n\n" + heads("Saboteur <play@example.org>") + text + "\npass 3\n", "thanks!"},
		"the same, with nothing above it": {
			"thanks!\n\n" + strings.TrimPrefix(heads("Ana <ana@example.com>")+heads("Saboteur <play@example.org>"), "-----Original Message-----\n") + text + "\npass 3\n", "thanks!"},
		"two heads that only a blank parts": {
			strings.ReplaceAll(heads("Ana <ana@example.com>")+heads("Saboteur <play@example.org>"), "-----Original Message-----\n", "") + text + "\npass 3\n", ""},
		"a move below our letter": {heads("Saboteur <play@example.org>") + text + "\npass 3\n", "pass 3"},
		"an address that is broken before the verb": {
			"thanks!\n\nOn Sun, Nov 22, 2026 at 10:03 AM Ana\n<\nmailto:Ana <ana@example.com>\n> wrote:\n\npass 3\n\nOn Sun, Nov 22, 2026 at 10:03 AM Saboteur\n<\nmailto:Saboteur <play@example.org>\n> wrote:\n\n" + text, "thanks!"},
		"a date and an address": {"22 Nov 2026, 10:03 by play@example.org:\n\n" + marked + "\n\npass 3\n", "pass 3"},
		"headers without colons": {
			"------ Original Message ------\nFrom \"Saboteur\" <play@example.org>\nTo ana@example.com\nDate 22.11.2026 10:03:12\nSubject Re: your turn\n\n" + marked + "\n\npass 3\n", "pass 3"},
		"a header whose name is not listed": {
			"Temat: Re: Your turn\nData: 2026-11-22 10:03\nNadawca: \"Saboteur\" <play@example.org>\nAdresat: ana@example.com;\n\n" + marked + "\n\npass 3\n", "pass 3"},
		"the last header wrapped": {
			"-----Original Message-----\nFrom: Saboteur <play@example.org>\nSent: Sunday, November 22, 2026 10:03\nTo: ana@example.com\nSubject: [#1 Saboteur] Your turn, Cy: round\n1, move 14\n" + marked + "\n\npass 3\n", "pass 3"},
	} {
		l, err := ReadLetter([]byte("From: Ana <ana@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+strings.ReplaceAll(c.body, "\n", "\r\n")), ours)
		if err != nil {
			t.Fatal(err)
		}
		if l.Kept != c.kept {
			t.Errorf("%s: kept %q, want %q", name, l.Kept, c.kept)
		}
	}
}

// A text that was wrapped behind its quote marks has more lines than its HTML. If the extra line is no
// command, what both say is read; if it is one, the writer is asked.
func TestRemainsOfAQuoteInOnePart(t *testing.T) {
	read := func(text, page string) *reply.Letter {
		raw := "From: Ana <ana@example.com>\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" +
			text + "\n--b\nContent-Type: text/html; charset=utf-8\n\n" + page + "\n--b--\n"
		l, err := ReadLetter([]byte(strings.ReplaceAll(raw, "\n", "\r\n")))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	page := "<div>dig s1</div><div>rest</div><blockquote type=cite>Something was said at the table long ago.</blockquote>"
	if l := read("dig s1\nrest\n\n<play@example.org>:\n[/////]\n\n> Something was said at the table long ago.\n", page); l.Disagree != "" || l.Kept != "dig s1\nrest" {
		t.Errorf("kept %q, the HTML says %q", l.Kept, l.Disagree)
	}
	if l := read("dig s1\nrest\n\ndig s2\n\n> Something was said at the table long ago.\n", page); l.Disagree == "" {
		t.Errorf("kept %q, though the HTML does not say so", l.Kept)
	}
	if l := read("dig s1\n\n> Something was said at the table long ago.\n", page); l.Disagree == "" {
		t.Errorf("kept %q, though the HTML says more", l.Kept)
	}
}

// What our letter suggests to say is kept if somebody types it, in any language and however long it is.
func TestSuggestedTalkIsNoQuote(t *testing.T) {
	for _, line := range []string{"say: I take the white hammer from shaft four", "decir: Saco el martillo blanco del pozo cuatro", "sagen: Ich nehme den weißen Hammer aus dem Schacht"} {
		ours := "Content-Type: text/plain; charset=utf-8\r\n\r\nI took that for a note to me and did nothing.\r\n\r\n| Reply with: " + line + "\r\n"
		l, err := ReadLetter([]byte("From: Bo <bo@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+line+"\r\n\r\n> "+line+"\r\n"), []byte(ours))
		if err != nil {
			t.Fatal(err)
		}
		if l.Kept != line {
			t.Errorf("of %q is kept %q", line, l.Kept)
		}
	}
}
