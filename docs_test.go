package pitpost_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var link = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)

// The README is short, and links from one page to another lead somewhere.
func TestPagesAreShortAndLeadSomewhere(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(readme)), "\n")
	for i, line := range lines {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("README.md:%d has %d columns", i+1, n)
		}
	}
	if len(lines) > 120 {
		t.Errorf("README.md has %d lines", len(lines))
	}
	pages := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"}
	for _, of := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(of)
		if err != nil || len(found) == 0 {
			t.Fatal(of, err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range link.FindAllStringSubmatch(string(text), -1) {
			if to[1] == "" || strings.Contains(to[1], "://") || strings.HasPrefix(to[1], "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), to[1])); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, to[1])
			}
		}
	}
}
