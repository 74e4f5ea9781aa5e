package dates

import (
	"strings"
)

// Rematch is what a "rematch" line asks to be otherwise.
type Rematch struct {
	Set     map[string]string // options, see Settings
	With    string            // addresses of more people, as Guests reads them
	Without []string          // names of those who are not asked again
}

// ReadRematch reads what stands behind "rematch", in English: "pace=48h with fay@example.org without Ivy", "but with
// di@example.org instead of Bo". ok is false if it is anything else.
func ReadRematch(text string) (r Rematch, ok bool) {
	set, text, no := Settings(text)
	if no != nil {
		return r, false
	}
	r.Set = set
	var with []string
	mode := ""
	words := strings.Fields(strings.ReplaceAll(text, ",", " , "))
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(strings.TrimRight(words[i], ".!?:"))
		switch {
		case word == "with" || word == "without":
			mode = word
			if mode == "with" && with != nil {
				with = append(with, ",")
			}
		case word == "instead" && i+1 < len(words) && strings.EqualFold(words[i+1], "of"):
			mode = "without"
			i++
		case word == "" || mode == "" && (word == "," || word == "but" || word == "and" || word == "please"):
		case mode == "with":
			with = append(with, strings.TrimRight(words[i], ".!?"))
		case mode == "without" && (word == "," || word == "and" || word == "please"):
		case mode == "without" && !strings.Contains(word, "@"):
			r.Without = append(r.Without, word)
		default:
			return r, false
		}
	}
	r.With = strings.Join(with, " ")
	return r, (r.With == "" || strings.Contains(r.With, "@")) && len(r.Without) <= 10
}
