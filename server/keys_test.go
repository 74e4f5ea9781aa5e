package server_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/lab/friends"
)

// families lists keys that are put together at run time: the beginning as it is in the code, and all endings.
func families() map[string][]string {
	out := map[string][]string{
		"house.help-":      {"start", "turn", "plans", "talk", "ask", "time", "leave", "settings", "also", "host", "outside", "league"},
		"house.help-does-": {"practice", "new", "join", "leagues", "lang", "matches", "yes", "no", "block", "status", "invite", "fill", "start", "abort", "salt", "name", "move", "check", "say", "again", "story", "rules", "cards", "next", "plan", "nudge", "away", "stop", "rematch", "rating", "time", "host", "more"},
		"house.links-":     {"off", "on"},
		"house.missed-":    {"plan", "draft", "safe", "bot"},
		"house.status-":    {"lobby", "running", "paused", "over", "aborted"},
		"house.bot-how-":   {"random", "dig", "careful", "keen"},
		"house.seat-":      {"invited", "joined", "bot", "declined", "left"},
		"house.mail-":      {"ok", "failing"},
		"house.back-":      {"nobody", "no-domain", "closed", "full", "busy", "refused", "large", "away", "unknown"},
		"house.matches-":   {"yours", "running", "lobby", "paused", "over", "aborted"},
		"acts.vote-":       {"force", "kick", "replace", "rewind", "abort", "concede", "pause", "resume", "extend", "mute", "unmute"},
		"acts.did-":        {"mute", "unmute"},
		"house.hook-":      {"gone", "failing"},
		"mail.told-":       {"key", "secret"},
		"match.missed-":    {"plan", "draft", "safe", "bot", "wait"},
		"mail.then-":       {"plan", "bot", "wait"},
		"match.voice-":     {"host", "house", "operator"},
		"acts.do-":         {"pause", "resume", "extend", "force", "kick", "mute", "unmute", "host", "replace", "rewind", "announce", "block", "unblock", "fairplay", "abort", "start", "fill", "open", "invite", "resend", "uninvite", "note", "sure", "not"},
		"fairplay.":        {"mailbox", "network", "device", "program"},
	}
	for _, g := range catalog.AllGames() {
		out[g.Name()+"."] = []string{"title", "blurb", "aim", "cards", "help", "example", "example-other"}
		for _, edition := range g.Editions() {
			out[g.Name()+".book-"] = append(out[g.Name()+".book-"], edition)
		}
	}
	return out
}

var keyLiteral = regexp.MustCompile(`"((?:house|match|mail|letter|time|list|acts|fairplay)\.[a-z][a-z0-9.-]*)"`)

// noKey matches lines in which words with a dot are no keys.
var noKey = regexp.MustCompile(`^\s*//|// |failpoint\.|Kind\(\)|[kK]ind ?[!=]=|^\s*case |\.html"`)

// Every key in the code has a text. Otherwise a letter would show the key itself.
func TestEveryKeyIsSaid(t *testing.T) {
	known := map[string]bool{}
	for _, key := range friends.Words(t).Keys("en") {
		known[key] = true
	}
	named := keysInCode(t)
	if len(named) < 200 {
		t.Fatalf("only %d keys found in the code", len(named))
	}
	endings := families()
	for begin, list := range endings {
		for _, end := range list {
			named[begin+end] = "a family"
		}
	}
	for _, key := range slices.Sorted(maps.Keys(named)) {
		if strings.HasSuffix(key, "-") || strings.HasSuffix(key, ".") {
			if _, ok := endings[key]; !ok {
				t.Errorf("%s puts keys together from %s; which are they?", named[key], key)
			}
			continue
		}
		if !known[key] {
			t.Errorf("%s names %s, which no catalogue holds", named[key], key)
		}
	}
}

// keysInCode maps each key to a file that uses it.
func keysInCode(t *testing.T) map[string]string {
	named := map[string]string{}
	for _, dir := range []string{".", "*", "../house/*", "../speech", "../speech/*", "../model", "../model/*", "../mailer", "../mailer/*", "../inbox", "../inbox/*", "../engine", "../web", "../web/*"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for row := range strings.Lines(string(text)) {
				if noKey.MatchString(row) {
					continue
				}
				for _, m := range keyLiteral.FindAllStringSubmatch(row, -1) {
					named[m[1]] = file
				}
			}
		}
	}
	return named
}
