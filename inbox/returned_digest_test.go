package inbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
)

// attributions holds lines that stand above a quote, in languages that are listed and in some that are
// not. The last one is empty.
var attributions = []string{
	"On Sat, Nov 21, 2026 at 9:00 AM Saboteur with Bo <play@example.org> wrote:",
	"Am 21.11.2026 um 09:00 schrieb Saboteur with Bo:",
	"Le 21/11/2026 à 09:00, Saboteur with Bo a écrit :",
	"21.11.2026, 09:00, \"Saboteur with Bo\" <play@example.org>:",
	"在 2026/11/21 9:00, Saboteur with Bo 写道:",
	"ในวันที่ ส. 21 พ.ย. 2026 เวลา 09:00 Saboteur with Bo <play@example.org> เขียนว่า:",
	"في السبت، 21 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Saboteur with Bo <play@example.org>:",
	"Saboteur with Bo, 21 Kas 2026 Cmt tarihinde söyledi",
	"",
}

// manglings holds what mail programs do to the lines they quote.
var manglings = map[string]func(string) string{
	"as it was":         func(s string) string { return s },
	"marked":            func(s string) string { return eachLine(s, "> ") },
	"marked twice":      func(s string) string { return eachLine(s, ">> ") },
	"marked by bars":    func(s string) string { return eachLine(s, "| ") },
	"indented":          func(s string) string { return eachLine(s, "    ") },
	"no-break spaces":   func(s string) string { return strings.ReplaceAll(s, "  ", "\u00a0 ") },
	"blanks at the end": func(s string) string { return strings.ReplaceAll(s, "\n", "  \n") },
	"blank lines":       func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
	"wrapped at 76":     func(s string) string { return wrapped(s, 76) },
	"wrapped at 72":     func(s string) string { return wrapped(s, 72) },
	"wrapped at 40":     func(s string) string { return wrapped(s, 40) },
	"blanks folded":     func(s string) string { return eachFields(s) },
}

func eachLine(s, mark string) string { return mark + strings.ReplaceAll(s, "\n", "\n"+mark) }

func eachFields(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

// wrapped breaks lines at the last blank before a column.
func wrapped(s string, width int) string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		for len(line) > width {
			at := strings.LastIndexByte(line[:width], ' ')
			if at <= 0 {
				break
			}
			out = append(out, line[:at])
			line = line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// ours returns letters of the house: complete ones in seven languages and both games, and some of which
// only the text is kept.
func ours(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"testdata/digests/*.eml", "../mailer/testdata/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) < 5 {
			t.Fatalf("%d letters in %s, %v", len(files), pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.Base(file)] = string(text)
		}
	}
	return all
}

// A letter of ours that comes back whole, as its text or as the text of its HTML, holds no command,
// however it is quoted. What stands above it is still read.
func TestOurLettersSentBackHoldNoCommand(t *testing.T) {
	for name, letter := range ours(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forms, known := formsOf(t, letter)
			for form, text := range forms {
				for mangling, mangle := range manglings {
					if len(forms) > 1 && os.Getenv("LETTERS") == "" && (form == "text") == ((len(mangling)/2+len(name))%2 == 0) {
						continue // each mangling is tried on one of the two forms; make letters-all tries both
					}
					for i, attribution := range attributions {
						if i < 7 && i != len(mangling+name)%7 || i >= 7 && i%2 != len(mangling+name)%2 {
							continue // to keep the test short: one listed attribution and one other, different for each mangling
						}
						body := attribution + "\n\n" + mangle(text)
						if got := commandsOf(t, name, body, known); len(got) > 0 {
							t.Fatalf("%s, %s, %q: commands %q", form, mangling, attribution, got)
						}
						if i >= 7 {
							got := commandsOf(t, name, "status\n\n"+body, known)
							if len(got) != 1 || got[0] != "status" {
								t.Fatalf("%s, %s, %q: commands %q, want status", form, mangling, attribution, got)
							}
						}
					}
				}
			}
		})
	}
}

// formsOf returns the texts of a letter, and the whole letter as the house knows it.
func formsOf(t *testing.T, letter string) (forms map[string]string, known []byte) {
	t.Helper()
	if !strings.Contains(letter, "X-Pitpost:") {
		return map[string]string{"text": letter}, text1(letter)
	}
	text, page, err := reply.TextAndPage([]byte(letter))
	if err != nil || page == "" {
		t.Fatalf("text and HTML: %q, %v", page, err)
	}
	return map[string]string{"text": text, "HTML": page}, []byte(letter)
}

// commandsOf returns what the house would carry out or refuse in an answer.
func commandsOf(t *testing.T, name, body string, known []byte) []string {
	t.Helper()
	game, _, _ := strings.Cut(name, "-")
	if game != "clonk" {
		game = "saboteur"
	}
	var all []string
	for _, flowed := range []string{"", "; format=flowed; delsp=yes"} {
		if flowed != "" && !strings.HasSuffix(name, "-turn.eml") {
			continue
		}
		l, err := ReadLetter([]byte("From: Ana <ana@example.com>\r\nSubject: Re: [#42 Saboteur] Your turn\r\nContent-Type: text/plain; charset=utf-8"+flowed+"\r\n\r\n"+body), known)
		commands, refused := understand(t, game, l, err)
		all = append(all, commands...)
		all = append(all, refused...)
	}
	return slices.Compact(all)
}
