package db

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestJSONIsKeptWithoutWhatSteers(t *testing.T) {
	for _, words := range []string{
		"plain", "<b> & 'q' \"two\" \\ \\u001b", "two\nlines\t", "\x1b[31mred", "nul\x00", "a\r\nb", "\b\f", "c1 \u009b", "del \x7f", "\u202eturned", "\u2066x\u2069",
		"line\u2028end", "Ñandú 木 “quoted” …", `back\`, `\\u0000`, "\\\x00",
	} {
		for _, key := range []string{"words", words} {
			data, err := json.Marshal(map[string]any{key: []string{words}, "n": 3})
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]any
			cleaned := CleanJSON(data)
			if err := json.Unmarshal(cleaned, &got); err != nil {
				t.Fatalf("%q becomes %s: %v", words, cleaned, err)
			}
			list, _ := got[CleanText(key)].([]any)
			if len(list) != 1 || list[0] != CleanText(words) || got["n"] != 3.0 {
				t.Errorf("%q becomes %s", words, cleaned)
			}
			if CleanText(words) == words && !bytes.Equal(data, cleaned) {
				t.Errorf("%s was changed into %s", data, cleaned)
			}
		}
	}
}
