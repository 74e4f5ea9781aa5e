package inbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox"
	"pitpost.example/lab/friends"
)

// A letter that keeps only the line of ours that names its sender opens nothing, in whatever language it is and under
// whatever address of ours it came, and a move below it is still read.
func TestOurOwnSenderLineIsNoCommand(t *testing.T) {
	words := friends.Words(t)
	for _, lang := range []string{"en", "de", "es", "fr", "it", "nl", "pt"} {
		for _, game := range catalog.AllGames() {
			p := words.Printer(lang, time.UTC)
			name := p.Print(engine.Say("mail.from", "game", p.Print(engine.Say(game.Name()+".title")), "name", "Bo"))
			for _, address := range []string{"play@example.org", "play+7k3m9x2q4w8e5r6t1y0p3a5s7d9f2g4h6jz@example.org", "Play@Example.org"} {
				for form, head := range map[string]string{
					"the line alone":     "%s <%s>",
					"in quotes":          "\"%s\" <%s>",
					"a link":             "%s <mailto:%s>",
					"a label":            "From: %s <%s>",
					"a label in German":  "Von: %s <%s>",
					"in two rows":        "%s\n<%s>",
					"date below":         "%s <%s>\n24.11.2026 09:03",
					"date above":         "24/11/2026 09:03 AM\n%s <%s>",
					"answers elsewhere":  "%s <%s>\n24.11.2026 09:03\nBitte antworten an\nplay@example.org\n\nAn\nana@example.com\nKopie\n\nThema\n[#42 Saboteur] Du bist dran",
					"sent for somebody":  "Gesendet von: %s <%s>\n24.11.2026 09:03\nAn: ana@example.com",
					"answers asked here": "%s\nPlease respond to <%s>",
				} {
					for _, body := range []string{"", "\n3 C5\n"} {
						raw := "From: ana@example.com\r\nTo: play@example.org\r\nSubject: Re: [#42 Saboteur]\r\n\r\n" + strings.ReplaceAll(fmt.Sprintf(head, name, address)+"\n"+body, "\n", "\r\n")
						e := inbox.ExplainLetter([]byte(raw), inbox.ExplainOptions{Mailbox: "play@example.org", Words: inbox.NewLineReader(catalog.FindGame("saboteur"), lang, func(p engine.Phrase) string { return p.Key })})
						var means []string
						for _, c := range append(e.Commands, e.Offered...) {
							means = append(means, c.Means)
						}
						want := ""
						if body != "" {
							want = "3 c5"
						}
						if strings.Join(means, " / ") != want || len(e.Refused) > 0 {
							t.Errorf("%s %s, %s, %s, %q: %q, refused %v, kept %q", lang, game.Name(), form, address, body, means, e.Refused, e.Kept)
						}
					}
				}
			}
		}
	}
}
