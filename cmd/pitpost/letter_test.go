package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox"
)

// A letter is explained as the house reads it: greetings are ignored and quotations recognised by the letter
// that it answers. If that letter is not given, the explanation says so.
func TestLetterIsExplainedAsItIsRead(t *testing.T) {
	folder := t.TempDir()
	reply := filepath.Join(folder, "reply.eml")
	const digest = "../../inbox/testdata/digests/saboteur-en-turn.eml"
	const head = "From: Ana <ana@example.com>\nTo: play@example.org\nSubject: Re: [#1 Saboteur] Your turn\nMessage-ID: <a@b>\n\n"
	explain := func(body string, answers ...string) (e inbox.Explanation) {
		t.Helper()
		if err := os.WriteFile(reply, []byte(head+body), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd := letterCmd{Files: []string{reply}, Lang: "en", Answers: answers}
		s, err := settings.Load(settings.Fields{Data: &folder}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Run(&desk{out: &out, err: &out}, s); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", &out, err)
		}
		return e
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
