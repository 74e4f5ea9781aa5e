package record

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"
)

func TestPackedAndJoinedFiles(t *testing.T) {
	a := simulated(t, Simulation{Matches: 1, Seed: "a", Bots: bots(3, "random")})
	b := simulated(t, Simulation{Matches: 2, Seed: "b", Bots: bots(4, "random"), Legal: true})
	var packed bytes.Buffer
	for _, part := range [][]byte{a, b} {
		z := gzip.NewWriter(&packed)
		if _, err := z.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range [][]byte{append(bytes.Clone(a), b...), packed.Bytes(), bytes.TrimSuffix(append(bytes.Clone(b), a...), []byte("\n"))} {
		var tally Tally
		if err := VerifyFile("file", bytes.NewReader(text), &tally); err != nil || tally.Matches != 3 {
			t.Errorf("%d matches, %v", tally.Matches, err)
		}
	}
	if err := VerifyFile("file", bytes.NewReader(packed.Bytes()[:packed.Len()/2]), &Tally{}); err == nil {
		t.Error("half a packed file passes")
	}
}

// Other programs may order and space fields differently.
func TestOtherSpelling(t *testing.T) {
	lines := oneMatch(t, true, "miners")
	for i, line := range lines {
		text, err := encode(loose([]byte(line))) // fields in alphabetical order
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = " " + strings.Replace(string(text), ":", " : ", 1) + " \n"
	}
	if _, err := verifyLines(lines); err != nil {
		t.Fatal(err)
	}
}

func TestWrongFiles(t *testing.T) {
	head := `{"record":1,"match":"1","game":"saboteur","edition":"pt","options":{},"seats":["Ana","Bo","Cy"],"commitment":"` + strings.Repeat("a", 64) + `"}` + "\n"
	joined := `{"n":1,"kind":"match.joined","data":{"name":"Ana"}}` + "\n"
	if _, err := verifyLines([]string{head, joined}); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) string {
		if !strings.Contains(head+joined, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(head+joined, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "file: there is no record"},
		{"no header", joined, "file:1: a record begins with its header"},
		{"blank line", head + "\n" + joined, "file:2: "},
		{"not JSON", head + "n=1\n", "file:2: the line is not a JSON object"},
		{"a list", head + "[1]\n", "file:2: the line is not a JSON object"},
		{"null", head + "null\n", "file:2: the line is not a JSON object"},
		{"another object", head + "{}\n", "file:2: the line is no header"},
		{"not UTF-8", head + strings.Replace(joined, "Ana", "An\xe1", 1), "file:2: the line is not UTF-8"},
		{"byte order mark", "\ufeff" + head, "file:1: "},
		{"too long", head + `{"n":1,"kind":"` + strings.Repeat("x", maxLine) + `"}`, "file:2: the line is longer than"},
		{"cut", head + joined[:20], "file:2: event: "},
		{"twice", change(`"kind":"match.joined"`, `"kind":"match.joined","kind":"match.joined"`), `file:2: event: the field "kind" stands there twice`},
		{"twice inside", change(`{"name":"Ana"}`, `{"name":"Bo","name":"Ana"}`), `file:2: match.joined: the field "name" stands there twice`},
		{"null field", change(`"kind":`, `"seat":null,"kind":`), "file:2: event: it should read"},
		{"spelled large", change(`"name":`, `"Name":`), "file:2: match.joined: it should read"},
		{"unknown field", change(`"kind":`, `"more":1,"kind":`), "file:2: event: "},
		{"unknown kind", change("match.joined", "match.joint"), "file:2: match.joint: no such kind"},
		{"no time", change(`"n":1`, `"n":1,"at":"noon"`), "file:2: event: \"noon\" is no RFC 3339 time in UTC"},
		{"other zone", change(`"n":1`, `"n":1,"at":"2026-11-21T07:00:01+01:00"`), "file:2: event: "},
		{"number", change(`"n":1`, `"n":2`), "file:2: event number 2 stands where 1 must"},
		{"fraction", change(`"n":1`, `"n":1.0`), "file:2: event: "},
		{"version", change(`"record":1`, `"record":2`), "file:1: header: this program reads record 1"},
		{"game", change(`saboteur`, `chess`), "file:1: header: there is no game"},
		{"edition", change(`"pt"`, `"xx"`), "file:1: header: "},
		{"option", change(`{}`, `{"rounds":"3"}`), "file:1: header: options that do not differ"},
		{"option value", change(`{}`, `{"rounds":"9"}`), "file:1: header: "},
		{"no options", change(`{}`, `null`), "file:1: header: "},
		{"seats", change(`"Bo"`, `"Ana"`), "file:1: header: two seats are called Ana"},
		{"name", change(`"Bo"`, `"b o"`), "file:1: header: "},
		{"commitment", change(`"aa`, `"AA`), "file:1: header: "},
		{"seed too soon", head + joined + `{"seed":"` + strings.Repeat("0", 64) + `"}`, "file:3: the seed of a running match is not open"},
		{"list in lobby", head + `{"legal":[],"seat":"Ana"}`, "file:2: Ana has nothing to choose here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := VerifyFile("file", strings.NewReader(c.text), &Tally{})
			var fault *Fault
			if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// Line numbers of faults in a later record count from the start of the file.
func TestFaultInALaterRecord(t *testing.T) {
	lines := oneMatch(t, false, "miners")
	broken := append(append([]string{}, lines[:len(lines)-1]...), ended(lines[len(lines)-1]))
	n := len(broken)
	broken = append(broken, lines[0], lines[2])
	_, err := verifyLines(broken)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Line != n+2 {
		t.Errorf("got %v, want a fault in line %d", err, n+2)
	}
}

func FuzzVerify(f *testing.F) {
	// Only short records, because the fuzzer spends its time on shortening long ones.
	for _, line := range oneMatch(f, true, "miners")[:12] {
		f.Add([]byte(line))
	}
	for _, players := range []int{3, 10} {
		text := simulated(f, Simulation{Matches: 1, Seed: "fuzz", Bots: bots(players, "dig"), Legal: players == 3})
		lines := bytes.SplitAfter(text, []byte("\n"))
		f.Add(bytes.Join(lines[:players+6], nil))
		f.Add(bytes.Join(append(lines[:players+4:players+4], lines[len(lines)-2]), nil))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var tally Tally
		err := VerifyFile("fuzz", bytes.NewReader(text), &tally)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("not a fault: %v", err)
		}
		if err == nil && tally.Matches == 0 {
			t.Error("nothing was verified")
		}
	})
}
