package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
	"pitpost.example/inbox/folded"
	"pitpost.example/model"
	"pitpost.example/token"
)

// A letter is explained as the house reads it: greetings are ignored and quotations recognised by the letter
// that it answers. If that letter is not given, the explanation says so.
func TestLetterIsExplainedAsItIsRead(t *testing.T) {
	folder := t.TempDir()
	reply := filepath.Join(folder, "reply.eml")
	const digest = "../../inbox/testdata/digests/saboteur-en-turn.eml"
	const head = "From: Ana <ana@example.com>\nTo: play@example.org\nSubject: Re: [#1 Saboteur] Your turn\nMessage-ID: <a@b>\n\n"
	explain := func(body string, answers ...string) inbox.Explanation {
		t.Helper()
		if err := os.WriteFile(reply, []byte(head+body), 0o600); err != nil {
			t.Fatal(err)
		}
		return explained(t, letterCmd{Files: []string{reply}, Lang: "en", Answers: answers}, settings.Fields{Data: &folder})[0]
	}
	means := func(e inbox.Explanation) string {
		var all []string
		for _, c := range e.Commands {
			all = append(all, c.Means)
		}
		return strings.Join(all, " / ")
	}

	const quote = "\n\nOn Sun, 22 Nov 2026 at 10:03, X <a@b.c> wrote:\n> Answer with one of these lines, written above this letter; the number is\nthe card's place in your hand.\n> | Card 1: 1 -A3, 1 G1 turned, pass 1\n"
	e := explain("Dear all,\n3 I1"+quote, digest)
	if means(e) != "3 i1" || e.Kept != "Dear all,\n3 I1" || e.Why != "1 command stands" || len(e.Refused) > 0 {
		t.Errorf("with the letter it answers: %+v", e)
	}
	e = explain("Dear all,\n3 I1" + quote)
	if means(e) != "3 i1" || !strings.Contains(e.Kept, "the card's place") || !strings.Contains(e.Why, "--answers") {
		t.Errorf("without: %+v", e)
	}
	e = explain("> Card 3: 3 I1, 3 I3\npass 3")
	if means(e) != "" || e.State != "refuse" || len(e.Refused) != 1 || e.Refused[0].Nearest[0] != "pass 3" {
		t.Errorf("a line below a mark: %+v", e)
	}
	if e = explain("dig s1\nrest"); means(e) != "dig s1 / rest" {
		t.Errorf("a turn of the other game: %+v", e)
	}
	if e = explain("yes"); means(e) != "yes" || e.State != "apply" {
		t.Errorf("an answer: %+v", e)
	}
}

// A row that names a match is explained as the house plays it, also where the address names another.
func TestARowThatNamesItsMatchIsExplained(t *testing.T) {
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret")
	if err := os.WriteFile(secret, []byte(strings.Repeat("a1", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := token.ParseKeys([]byte(strings.Repeat("a1", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ subject, body, means string }{
		"of a daily letter":  {"Re: your matches", "#42 3 C5", "3 c5"},
		"a sentence":         {"Re: your matches", "#42 I'd like to put card 3 on C5", "3 c5"},
		"two matches":        {"Re: your matches", "#42 3 C5\n#43 pass 2", "3 c5 / pass 2"},
		"in the subject":     {"Re: [#42 Saboteur] Your turn", "3 C5", "3 c5"},
		"a word of a match":  {"Re: your matches", "#42 status", "status"},
		"a debugger's frame": {"core", "#1 0x4005e6 in main () at main.c:4", ""},
	} {
		for _, to := range []string{"play@pit.localhost", "play+" + keys.Mint(token.Token{Match: 7, Seat: 0, Purpose: 't', Step: 3}) + "@pit.localhost"} {
			file := filepath.Join(folder, "letter.eml")
			if err := os.WriteFile(file, []byte("From: Ana <ana@example.com>\nTo: "+to+"\nSubject: "+c.subject+"\nMessage-ID: <a@b>\n\n"+c.body+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			e := explained(t, letterCmd{Files: []string{file}, Lang: "en", Game: "saboteur"}, settings.Fields{Data: &folder, SecretFile: &secret})[0]
			var means []string
			for _, command := range e.Commands {
				means = append(means, command.Means)
			}
			if strings.Join(means, " / ") != c.means || e.State == model.LetterSetAside || (e.Token != nil) != strings.Contains(to, "+") {
				t.Errorf("%s to %s: %+v", name, to, e)
			}
		}
	}
}

// explained returns what `pitpost letter` prints, a line a file.
func explained(t *testing.T, c letterCmd, of settings.Fields) (all []inbox.Explanation) {
	t.Helper()
	s, err := settings.LoadSettings(of, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.Run(&desk{out: &out, err: &out}, s); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		var e inbox.Explanation
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, e)
	}
	return all
}

// Every mail that lies in the repository is explained in its line: none breaks its reader.
func TestEveryMailOfTheRepositoryIsExplained(t *testing.T) {
	folder := t.TempDir()
	var files []string
	write := func(mail []byte) {
		file := filepath.Join(folder, strconv.Itoa(len(files))+".eml")
		if err := os.WriteFile(file, mail, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	letters, err := folded.ReadLetters("../../inbox/testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range letters {
		write(raw)
	}
	err = filepath.WalkDir("../..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(file, "testdata") {
			return err
		}
		switch {
		case strings.Contains(file, "inbox/testdata/letters"): // they are among those that were unfolded
		case filepath.Ext(file) == ".eml":
			files = append(files, file)
		case filepath.Ext(file) == ".txtar":
			archive, err := txtar.ParseFile(file)
			if err != nil {
				return err
			}
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".eml") {
					write(f.Data)
				}
			}
		case strings.Contains(file, "FuzzRead"):
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, quoted := range fuzzed.FindAllStringSubmatch(string(text), -1) {
				mail, err := strconv.Unquote(quoted[1])
				if err != nil {
					return err
				}
				write([]byte(mail))
			}
		}
		return nil
	})
	if err != nil || len(files) < 600 {
		t.Fatalf("%d mails were found: %v", len(files), err)
	}
	all := explained(t, letterCmd{Files: files, Lang: "en"}, settings.Fields{Data: &folder})
	if len(all) != len(files) {
		t.Fatalf("%d mails, %d lines", len(files), len(all))
	}
	for i, e := range all {
		if strings.Contains(e.Why, "broke") {
			t.Errorf("%s: %s", files[i], e.Why)
		}
	}
}

// fuzzed matches a mail in a corpus of Go's fuzzing.
var fuzzed = regexp.MustCompile(`(?m)^(?:\[\]byte|string)\((".*")\)$`)
