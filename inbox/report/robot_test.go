package report_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// robotPortrait returns all that is recognised in a letter, as text.
func robotPortrait(raw []byte) string {
	l, err := reply.Reader{}.Read(raw)
	if err != nil {
		return err.Error() + "\n"
	}
	out := "automatic: " + l.Automatic + "\n"
	r := report.ParseReport(raw, l.Automatic)
	if r == nil {
		return out
	}
	for _, v := range r.Verdicts {
		out += fmt.Sprintf("verdict: %s %s %s %s\n", v.Address, v.Action, v.Status, v.Kind())
	}
	if len(r.Verdicts) > 0 {
		out += "for ana: " + string(r.VerdictFor("ana@example.com").Kind()) + "\n"
	}
	if r.Complaint != "" {
		out += fmt.Sprintf("complaint: %s %v\n", r.Complaint, r.Unwanted())
	}
	return out + "about: " + strings.Join(append(slices.Clone(r.SentFrom), r.Marks...), " ") + "\n"
}

// Each letter in testdata/robots has a file beside it that says what must be recognised in it.
func TestRobots(t *testing.T) {
	files, err := filepath.Glob("testdata/robots/*.eml")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".eml") + ".seen"
			got := robotPortrait(raw)
			want, err := os.ReadFile(golden)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if err != nil || got != string(want) {
				t.Errorf("seen:\n%s\nwanted (%v):\n%s", got, err, want)
			}
			// The file names say which letters people wrote.
			if person := strings.HasPrefix(name, "person-"); person != strings.HasPrefix(got, "automatic: \n") {
				t.Errorf("a person's letter: %v, but\n%s", person, got)
			}
		})
	}
}

func TestNoPieceOfAReportBreaksItsReader(t *testing.T) {
	files, err := filepath.Glob("testdata/robots/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for cut := 0; cut < len(raw); cut += 37 {
			robotPortrait(raw[:cut])
			robotPortrait(raw[cut:])
		}
	}
}

func FuzzReport(f *testing.F) {
	files, _ := filepath.Glob("testdata/robots/*.eml")
	for _, file := range files {
		if raw, err := os.ReadFile(file); err == nil {
			f.Add(raw)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r := report.ParseReport(raw, "a bounce"); r != nil && r.VerdictFor("ana@example.com").Kind() == "hard" && len(r.Verdicts) == 0 {
			t.Error("an address is dead by nobody's word")
		}
	})
}

// A capital whose lower-case form is longer must not shift a cut beyond the end of the text.
func TestOddCapitalsBeforeACopy(t *testing.T) {
	raw := "From: Mail Delivery System <mailer-daemon@example.com>\r\nTo: play@example.net\r\nSubject: Mail delivery failed\r\nAuto-Submitted: auto-replied\r\n" +
		"X-Failed-Recipients: ana@example.com\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Repeat("İ", 200) + " 550 5.1.1 no such user. Original message"
	if seen := robotPortrait([]byte(raw)); !strings.Contains(seen, "verdict: ana@example.com failed 5.1.1") {
		t.Error(seen)
	}
}
