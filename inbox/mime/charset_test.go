package mime

import "testing"

// Gateways break base64, put words below it, or leave it out; what can be read is.
func TestLooseBase64(t *testing.T) {
	for raw, want := range map[string]string{
		"MyBDNQ==":                    "3 C5",
		" \r\nMyBD\r\nNQ==\r\n":       "3 C5",
		"My!BD*N-Q==":                 "3 C5",
		"+/+/":                        "\xfb\xff\xbf",
		"MyBDNQ==\n\nwith, words":     "3 C5",
		"MyBD\r\n\r\nsent to: a list": "3 C",
		"MyBD\n\nNQ":                  "3 C5", // no words
		"MyBDN":                       "3 C",  // a single character says nothing
		"play 3 at C5, please":        "play 3 at C5, please",
	} {
		if got := string(looseBase64([]byte(raw))); got != want {
			t.Errorf("%q is %q, not %q", raw, got, want)
		}
	}
}
