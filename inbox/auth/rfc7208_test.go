package auth_test

import (
	"bufio"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
	"pitpost.example/lab"
)

// differ lists the cases with another result than in the suite, each with the reason. None of them is a
// pass.
var differ = map[string]string{
	"a-colon-domain": unasked, "a-colon-domain-ip4mapped": unasked, "mx-colon-domain": unasked, "mx-colon-domain-ip4mapped": unasked, "macro-mania-in-domain": unasked,
}

const unasked = "Go's resolver asks for no name with a colon, a slash, a blank or a per cent sign in it"

// The public test suite of RFC 7208. testdata/rfc7208.txt names its source.
func TestSPFBySuiteOfRFC7208(t *testing.T) {
	file, err := os.Open("testdata/rfc7208.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var n *lab.NameServer
	all, other := 0, map[string]auth.Result{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		word, f := fields(t, lines.Text())
		switch word {
		case "", "#":
		case "scenario":
			n = lab.NewNameServer(t)
		case "silent":
			n.Fails(f[0])
		case "TXT":
			n.TXT(f[0], f[1])
		case "A", "AAAA":
			n.Hosts(f[0], f[1])
		case "MX":
			n.MX(f[0], f[1])
		case "PTR":
			n.PTR(f[0], f[1])
		case "case":
			all++
			c := checker(n)
			c.Patience = 2 * time.Second
			from := f[3]
			if from == "" {
				from = "<>"
			}
			got := c.SPFAnywhere(t.Context(), auth.Mail{Helo: f[2], Return: from, Client: netip.MustParseAddr(f[1])})
			if !slices.Contains(strings.Fields(f[4]), string(got)) {
				other[f[0]] = got
				if differ[f[0]] == "" || got == auth.Pass {
					t.Errorf("%s: %s, want %s", f[0], got, f[4])
				}
			}
		default:
			t.Fatalf("a line that nobody can read: %s", lines.Text())
		}
	}
	if all != 203 || len(other) != len(differ) {
		t.Errorf("%d cases; %v come out otherwise, listed are %v", all, other, slices.Sorted(maps.Keys(differ)))
	}
}

// fields returns the first word of a line and the quoted strings after it.
func fields(t *testing.T, line string) (word string, quoted []string) {
	word, line, _ = strings.Cut(line, " ")
	for word != "#" && line != "" {
		raw, err := strconv.QuotedPrefix(line)
		if err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		one, err := strconv.Unquote(raw)
		if err != nil {
			t.Fatal(err)
		}
		quoted, line = append(quoted, one), strings.TrimPrefix(line[len(raw):], " ")
	}
	return word, quoted
}
