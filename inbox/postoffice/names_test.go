package postoffice

import (
	"strings"
	"testing"
)

// A mailbox is named by a dot-atom in any script, as it stands in a header without quotes.
func TestLocalPart(t *testing.T) {
	for local, want := range map[string]bool{
		"ana":                           true,
		"Ana.Bo+x":                      true,
		"größe":                         true,
		"o'hara":                        true,
		strings.Repeat("a", maxLocal):   true,
		"":                              false,
		".ana":                          false,
		"ana.":                          false,
		"ana..bo":                       false,
		".":                             false,
		"ana bo":                        false,
		`"ana"`:                         false,
		"ana@bo":                        false,
		"an\xff":                        false,
		strings.Repeat("a", maxLocal+1): false,
	} {
		if isLocalPart(local) != want {
			t.Errorf("%q: %v", local, !want)
		}
	}
}

// Each folder in a path has a name, and none is a pattern of IMAP.
func TestFolderName(t *testing.T) {
	for name, want := range map[string]string{
		"inbox": Inbox, "Set-aside": "Set-aside", "größe/2026": "größe/2026",
		"": "", "/": "", "/a": "", "a/": "", "a//b": "", "a*": "", "a%": "", "a\nb": "",
		strings.Repeat("a", 200): strings.Repeat("a", 200), strings.Repeat("a", 201): "",
	} {
		if got, err := folderName(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is the folder %q, %v", name, got, err)
		}
	}
}

// A host's name has letters, digits, dots and hyphens, and is not longer than DNS allows.
func TestHostName(t *testing.T) {
	for name, want := range map[string]bool{
		"mx1.example-a.org": true, "": false, "MX.example.org": false, "mx_1.example.org": false, "mx.example.org;": false,
		strings.Repeat("a", 253): true, strings.Repeat("a", 254): false,
	} {
		if isHostName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
