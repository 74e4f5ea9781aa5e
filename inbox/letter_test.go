package inbox

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/folded"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
)

// A sample is a letter and what must be read in it. Its .kept file holds the lines that must be kept, and
// below them lines that begin with %%: "understood" lists the commands that the house must read,
// "answers" the letter of ours that it answers, "game" the game whose moves it makes. The rest is what
// else must be found. These files are written by hand, never by the reader itself.
type sample struct {
	name, client, lang string
	raw                []byte
	kept               []string
	notes              map[string]string
}

func samples(t *testing.T) []sample {
	t.Helper()
	letters, err := folded.ReadLetters("testdata")
	if err != nil || len(letters) < 300 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	var all []sample
	for _, name := range slices.Sorted(maps.Keys(letters)) {
		s := sample{name: name, raw: letters[name], notes: map[string]string{}}
		s.client, s.lang = clientAndLanguage(s.name)
		for line := range strings.Lines(string(contents(t, "testdata/letters/"+name+".kept"))) {
			line = strings.TrimRight(line, "\n")
			if note, ok := strings.CutPrefix(line, "%% "); ok {
				name, value, _ := strings.Cut(note, ": ")
				s.notes[name] = value
				continue
			}
			s.kept = append(s.kept, line)
		}
		all = append(all, s)
	}
	return all
}

func contents(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// clientAndLanguage splits a name such as apple-mail-de-bottom. Letters that belong to no program are
// listed under their first word.
func clientAndLanguage(name string) (client, lang string) {
	words := strings.Split(name, "-")
	if words[0] == "noise" || words[0] == "parts" || words[0] == "robot" || words[0] == "decode" || words[0] == "html" || words[0] == "sender" {
		return words[0], "any"
	}
	for i, word := range words {
		if i > 0 && len(word) == 2 {
			return strings.Join(words[:i], "-"), word
		}
	}
	return words[0], "any"
}

// result is how the reading of a letter differs from what is expected.
type result struct {
	lost, falseKept       []string // lines
	missing, falseCommand []string
	other                 []string // notes that differ
}

func (o result) right() bool {
	return len(o.lost)+len(o.falseKept)+len(o.missing)+len(o.falseCommand)+len(o.other) == 0
}

func (s sample) read(t *testing.T) result {
	var answers [][]byte
	if s.notes["answers"] != "" {
		answers = append(answers, contents(t, "testdata/digests/"+s.notes["answers"]+".eml"))
	}
	l, err := ReadLetter(s.raw, answers...)
	var o result
	o.lost, o.falseKept = differ(s.kept, strings.Split(l.Kept, "\n"))
	if len(o.lost)+len(o.falseKept) == 0 && strings.Join(s.kept, "\n") != l.Kept {
		o.other = append(o.other, "order or blank lines: "+l.Kept)
	}
	understood, refused := understand(t, s.notes["game"], l, err)
	o.missing, o.falseCommand = differ(strings.Split(s.notes["understood"], " / "), understood)
	found := notesOf(l, err)
	found["refused"] = strings.Join(refused, " / ")
	for _, name := range []string{"automatic", "disagree", "sealed", "unreadable", "words", "attached", "refused", "cut"} {
		if want, stated := s.notes[name]; want != found[name] && (stated || name != "cut") {
			o.other = append(o.other, name+": "+found[name])
		}
	}
	return o
}

// differ returns the lines that got lacks and those it has too many, not counting blank ones.
func differ(want, got []string) (missing, more []string) {
	count := map[string]int{}
	for _, line := range got {
		count[line]++
	}
	for _, line := range want {
		if count[line]--; count[line] < 0 && line != "" {
			missing = append(missing, line)
		}
	}
	for _, line := range got {
		if count[line] > 0 && line != "" {
			more = append(more, line)
			count[line]--
		}
	}
	return missing, more
}

// understand returns the commands that the house would carry out of a letter, and those it would refuse.
func understand(t *testing.T, game string, l *reply.Letter, err error) (commands, refused []string) {
	t.Helper()
	if err != nil || l.Automatic != "" || l.Disagree != "" {
		return nil, nil
	}
	words := l.Words()
	if len(words) == 0 {
		return nil, nil
	}
	r := wordsOf(t, game)(l)
	for _, c := range r.Commands {
		commands = append(commands, c.Means)
	}
	for _, c := range r.Refused {
		refused = append(refused, c.Text)
	}
	return commands, refused
}

func wordsOf(t *testing.T, name string) func(*reply.Letter) Reading {
	t.Helper()
	game := catalog.AllGames()[0]
	if name != "" {
		game = catalog.FindGame(name)
	}
	read := NewLineReader(game, "en", func(p engine.Phrase) string { return p.Key })
	return func(l *reply.Letter) Reading { return read(l, nil) }
}

// notesOf returns what a letter shows besides its words.
func notesOf(l *reply.Letter, err error) map[string]string {
	notes := map[string]string{"automatic": l.Automatic, "disagree": l.Disagree, "sealed": l.Sealed, "attached": strings.Join(l.Attached, ", ")}
	var unreadable *mime.Unreadable
	if errors.As(err, &unreadable) {
		notes["unreadable"] = unreadable.Why
	}
	if l.Kept == "" {
		notes["words"] = strings.Join(l.Words(), " / ")
	}
	var why []string
	for _, c := range l.Cut {
		why = append(why, string(c.Why))
	}
	notes["cut"] = strings.Join(why, " ")
	return notes
}

// Each letter in testdata/letters is kept and understood as its .kept file says.
func TestLetters(t *testing.T) {
	var table tally
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			o := s.read(t)
			table.add(s, o)
			if !o.right() {
				t.Errorf("lost %q\nkept falsely %q\nnot understood %q\nunderstood falsely %q\nelse %q", o.lost, o.falseKept, o.missing, o.falseCommand, o.other)
			}
		})
	}
	if *printTable {
		table.print(os.Stdout)
	}
}
