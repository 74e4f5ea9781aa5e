package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// example finds a command line in a page: a row of its own, or words in backquotes that hold a flag.
var example = regexp.MustCompile("(?m)^(?:Example: | {2,})pitpost ([^|>#\n]+)|`pitpost ([^`\n]*--[^`\n]*)`")

// substituted is what a shell puts in.
var substituted = regexp.MustCompile(`\$\([^)]*\)`)

// Every command line in the help and in the documents is one that the program takes.
func TestExamplesAreTaken(t *testing.T) {
	var pages []string
	for _, of := range []string{"help/*.txt", "../../*.md", "../../docs/*.md", "../../docs/*/*.md"} {
		found, err := filepath.Glob(of)
		if err != nil || len(found) == 0 {
			t.Fatal(of, err)
		}
		pages = append(pages, found...)
	}
	tried := 0
	for _, page := range pages {
		if strings.HasSuffix(page, "CHANGELOG.md") { // it names what is gone
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range example.FindAllStringSubmatch(string(text), -1) {
			line, _, _ := strings.Cut(substituted.ReplaceAllString(found[1]+found[2], "X"), "  ") // what it does may stand behind
			words := strings.Fields(line)
			if words[0] == "--version" { // run looks at it before all
				continue
			}
			tried++
			if _, err := newParser(&desk{out: io.Discard, err: io.Discard}, words[0]).Parse(words); err != nil {
				t.Errorf("%s: pitpost %s: %v", page, line, err)
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d examples were found", tried)
	}
}
