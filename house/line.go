package house

import (
	"regexp"
	"strconv"
	"strings"
)

// Line is one command line of a letter, as written and as matched.
type Line struct {
	Raw    string // as its sender wrote it, without a leading "#42"
	Folded string // lower case, single spaces, no accents, fillers or full stop
	Match  int64  // of a leading "#42"; 0 for none
	Or     bool   // tried only if the one before is refused
	Block  bool   // the words of a "say:" block
}

var hash = regexp.MustCompile(`^#\s?(\d{1,12})\b[:,]?\s*`)

// Lines cuts the text a person wrote into command lines: a line of text each,
// several on one line parted by ";", "or" between alternatives. A "say:" block
// runs to the first blank line. fold is how words are made comparable.
func Lines(text string, fold func(string) string) []Line {
	var out []Line
	rows := strings.Split(text, "\n")
	for i := 0; i < len(rows); i++ {
		row := strings.TrimSpace(rows[i])
		if row == "" {
			continue
		}
		if rest, ok := sayBlock(row, fold); ok {
			var said []string
			if rest != "" {
				said = append(said, rest)
			}
			for i+1 < len(rows) && strings.TrimSpace(rows[i+1]) != "" {
				i++
				said = append(said, strings.TrimSpace(rows[i]))
			}
			out = append(out, Line{Raw: strings.Join(said, "\n"), Folded: "say:", Block: true})
			continue
		}
		out = appendRow(out, row, fold)
	}
	return out
}

func sayBlock(row string, fold func(string) string) (rest string, ok bool) {
	at := strings.IndexByte(row, ':')
	if at < 0 || fold(row[:at]) != "say" {
		return "", false
	}
	return strings.TrimSpace(row[at+1:]), true
}

func appendRow(out []Line, row string, fold func(string) string) []Line {
	match := int64(0)
	if strings.HasPrefix(row, "#") {
		if m := hash.FindStringSubmatch(row); m != nil {
			match, _ = strconv.ParseInt(m[1], 10, 64)
			row = row[len(m[0]):]
		}
	}
	for _, part := range commands(row, fold) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		folded := fold(part)
		if speech(folded) || !startsLikeMove(folded) {
			out = append(out, lineOf(part, folded, match, false))
			continue
		}
		for i, alternative := range alternatives(part, fold) {
			out = append(out, lineOf(alternative, fold(alternative), match, i > 0))
		}
	}
	return out
}

func lineOf(raw, folded string, match int64, or bool) Line {
	line := Line{Raw: raw, Folded: folded, Match: match, Or: or}
	if rest, ok := strings.CutPrefix(folded, "or "); ok {
		line.Or, line.Folded = true, rest
	}
	if strings.HasPrefix(folded, "open") {
		if m := openNumber.FindStringSubmatch(folded); m != nil {
			line.Match, _ = strconv.ParseInt(m[1], 10, 64)
			line.Folded = "open"
		}
	}
	return line
}

// commands parts a row at ";"; what is said runs to the end of its row. A bar
// marks a row of a letter out that came back: it is left whole, and is none.
func commands(row string, fold func(string) string) []string {
	var parts []string
	for {
		part, rest, more := strings.Cut(row, ";")
		if !more || speech(fold(row)) || strings.HasPrefix(row, "|") {
			return append(parts, row)
		}
		parts, row = append(parts, part), rest
	}
}

// speech says that the rest of a line is somebody's words, in which ";" and
// "or" mean nothing.
func speech(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	return first == "say" || first == "tell" || first == "note" || first == "salt" || first == "new"
}

// openNumber opens a lobby by its number, which may stand behind the word too.
var openNumber = regexp.MustCompile(`^open\s+#\s?(\d{1,12})\.?$`)

// alternatives parts a line that begins like a move at "or".
func alternatives(part string, fold func(string) string) []string {
	var out []string
	begun := 0
	words := strings.Fields(part)
	for i, word := range words {
		if i > begun && i+1 < len(words) && fold(word) == "or" {
			out = append(out, strings.Join(words[begun:i], " "))
			begun = i + 1
		}
	}
	return append(out, strings.Join(words[begun:], " "))
}

// startsLikeMove keeps "or" in prose whole: only a line that begins with a
// number or a word that only moves begin with is cut at "or".
func startsLikeMove(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	switch first {
	case "pass", "next", "check", "play", "or",
		"open", "cart", "dig", "give", "blast", "shore", "drop":
		return true
	}
	return first != "" && first[0] >= '0' && first[0] <= '9'
}
