package report

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
)

// Reason returns why the letter came back. What is said in words goes before a code, because relays write codes of
// their own, and what one server says before what all say. The text for people counts only where the report's
// own fields say nothing.
func (v verdict) Reason() model.BounceReason {
	said := plainWords(v.Said)
	if said == "" {
		said = plainWords(v.text)
	}
	for _, find := range []func() model.BounceReason{
		func() model.BounceReason { return rowFor(v.Status, v.servers, said) },
		func() model.BounceReason { return listWith(said, sureLists) },
		func() model.BounceReason { return byCode(v.Status) },
		func() model.BounceReason { return listWith(plainWords(v.text), sureLists) },
		func() model.BounceReason { return listWith(said, weakLists) },
	} {
		if reason := find(); reason != "" {
			return reason
		}
	}
	return model.BackUnknown
}

// preciseCode returns the status code in a diagnosis if it says more than the status that the report gives.
func preciseCode(status, said string) string {
	if code := findCode(said); code != "" && !isVague(code) || status == "" {
		return code
	}
	return status
}

func isVague(code string) bool {
	return strings.HasSuffix(code, ".0.0") || strings.HasSuffix(code, ".5.0")
}

// enhanced matches a status code (RFC 3463) where one may stand: at the start of a row, behind a reply code, a "#" or
// a bracket. Addresses of servers and numbers of versions look the same.
var enhanced = regexp.MustCompile(`(?m)(?:^[ \t]*|\b[245]\d\d[ -]+#?|#|[(\[])([245]\.\d{1,3}\.\d{1,3})(?:[^\d.]|\.?\s|\.?$)`)

// replyCode matches the code of an SMTP reply.
var replyCode = regexp.MustCompile(`(?:^|[^\d.-])([45])\d\d[ -]`)

// findCode returns the first status code in a text, or that which a reply code stands for; "" if there is none.
func findCode(text string) string {
	if found := enhanced.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	if found := replyCode.FindStringSubmatch(text); found != nil {
		return found[1] + ".0.0"
	}
	return ""
}

// byCode returns what a status code says by itself.
func byCode(code string) model.BounceReason {
	class, detail, _ := strings.Cut(code, ".")
	switch subject, _, _ := strings.Cut(detail, "."); {
	case detail == "1.1" || detail == "1.0" && class == "5" || detail == "1.3" || detail == "1.6":
		return model.BackNobody
	case detail == "1.2" || detail == "1.10" || detail == "4.4" && class == "5":
		return model.BackNoDomain
	case detail == "2.1" && class == "5":
		return model.BackClosed
	case detail == "2.2":
		return model.BackFull
	case detail == "2.3" || detail == "3.4":
		return model.BackLarge
	case detail == "2.4" || detail == "1.7" || detail == "1.8" || subject == "6" || subject == "7":
		return model.BackRefused
	case detail == "2.1" || subject == "3":
		return model.BackBusy
	case subject == "4":
		return model.BackAway
	}
	return ""
}

//go:embed bounces.txt
var bouncesText string

// row is what words mean with one code or from one server.
type row struct {
	code, server string // the beginning of a code, a part of a server's name; "" is any
	words        phrase
	reason       model.BounceReason
}

// wordList is a list of bounces.txt.
type wordList struct {
	reason model.BounceReason
	words  []phrase
}

var rows, sureLists, weakLists = parseBounces(bouncesText)

func parseBounces(text string) (rows []row, sure, weak []wordList) {
	lists := spelling.ParseLists(text)
	for _, line := range lists["rows"] {
		cell := strings.Split(line, " | ")
		for i := range cell {
			if cell[i] == "*" {
				cell[i] = ""
			}
		}
		rows = append(rows, row{cell[0], cell[1], parsePhrase(cell[2]), model.BounceReason(cell[3])})
	}
	for _, reason := range []model.BounceReason{model.BackFull, model.BackLarge, model.BackBusy, model.BackRefused,
		model.BackNoDomain, model.BackNobody, model.BackClosed, model.BackAway} {
		sure = append(sure, wordList{reason, parsePhrases(lists[string(reason)])})
		if others := lists[string(reason)+"-else"]; len(others) > 0 {
			weak = append(weak, wordList{reason, parsePhrases(others)})
		}
	}
	return rows, sure, weak
}

// phrase is the pieces of a phrase of bounces.txt between its "…".
type phrase []string

// gapMost is how much "…" stands for, in bytes.
const gapMost = 40

func parsePhrase(text string) phrase { return strings.Split(text, "…") }

func parsePhrases(texts []string) (all []phrase) {
	for _, text := range texts {
		all = append(all, parsePhrase(text))
	}
	return all
}

// isIn reports whether a text says a phrase. It begins where a word does. This takes a hundredth of the time of an
// expression.
func (p phrase) isIn(text string) bool {
	for from := 0; ; from++ {
		at := strings.Index(text[from:], p[0])
		if at < 0 {
			return false
		}
		if from += at; from > 0 && isWordByte(text[from-1]) && isWordByte(p[0][0]) {
			continue
		}
		if goesOn(text[from+len(p[0]):], p[1:]) {
			return true
		}
		if p[0] == "" {
			return false
		}
	}
}

// goesOn reports whether the rest of a phrase follows, each piece close behind the one before.
func goesOn(text string, rest phrase) bool {
	for _, piece := range rest {
		at := strings.Index(text[:min(len(text), gapMost+len(piece))], piece)
		if at < 0 {
			return false
		}
		text = text[at+len(piece):]
	}
	return true
}

func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// rowFor returns what the words of a server mean by the rows of bounces.txt, or "".
func rowFor(code, servers, said string) model.BounceReason {
	i := slices.IndexFunc(rows, func(r row) bool {
		return isBelowCode(code, r.code) && strings.Contains(servers, r.server) && r.words.isIn(said)
	})
	if i < 0 {
		return ""
	}
	return rows[i].reason
}

// isBelowCode reports whether a code begins with the numbers of another.
func isBelowCode(code, with string) bool {
	return strings.HasPrefix(code+".", with+".") || with == ""
}

func listWith(said string, lists []wordList) model.BounceReason {
	for _, l := range lists {
		if slices.ContainsFunc(l.words, func(p phrase) bool { return p.isIn(said) }) {
			return l.reason
		}
	}
	return ""
}

var (
	anAddress = regexp.MustCompile(`[<("']*[^\s<>"'():;,]+@[^\s<>"'():;,]+[>)"']*`)
	aHost     = regexp.MustCompile(`\b(host|server|to|from|by) [a-z0-9-]+(\.[a-z0-9-]+)+`)
	aCode     = regexp.MustCompile(`\b[245]\d\d([ -]+#?[245]\.\d{1,3}\.\d{1,3})?[ -]`)
)

// reasonMost is how much of a text is looked through for a reason, in bytes.
const reasonMost = 16 << 10

// plainWords returns a diagnosis as bounces.txt writes it: names of people and servers say nothing about the reason, and
// codes stand in the middle of sentences.
func plainWords(text string) string {
	text = strings.ToLower(strings.ReplaceAll(mime.OneLine(text[:min(len(text), reasonMost)]), "’", "'"))
	text = anAddress.ReplaceAllString(text, " @ ")
	text = aHost.ReplaceAllString(text, "$1")
	text = aCode.ReplaceAllString(text+" ", " ")
	return strings.Join(strings.Fields(text), " ")
}
