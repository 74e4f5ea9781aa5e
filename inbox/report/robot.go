package report

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

// hopsMost is how many servers a letter may have gone through. More mean a loop.
const hopsMost = 50

// WhyRobot returns why a letter was not written by a person, or "" if it may have been. "Precedence: bulk" or
// X-Auto-Response-Suppress alone mean nothing, because gateways add them to people's letters. reportType is
// the type of a multipart/report, "" if the letter is none. calendar says that the letter answers an
// invitation.
func WhyRobot(h mime.Header, head mime.Head, reportType string, calendar bool) string {
	subject := spelling.NormaliseLine(head.Subject)
	why := cmp.Or(loop(h), reportReason(reportType, calendar), automatic(h), robotHeader(h), challenge(h, head.From, subject))
	switch {
	case why != "":
		return why
	case slices.ContainsFunc(h.All("return-path"), func(value string) bool { return strings.ReplaceAll(value, " ", "") == "<>" }):
		return NullPath
	case robotAddress.MatchString(head.From):
		return "sent from a robot's address"
	case begins(subject, phrases["returned"]):
		return "a bounce by its subject"
	case begins(subject, phrases["complaints"]):
		return "a complaint by its subject"
	case begins(subject, phrases["absences"]):
		return InAbsence
	}
	return cmp.Or(precedence(h, "list"), firstOf(h, aMailing, phrases["mailings"]))
}

const aMailing = "a mailing: "

// IsThroughList reports whether nothing but the marks of a list is the reason for taking a letter for a machine's. A person may
// have written it, who must be answered alone.
func IsThroughList(why string) bool {
	return strings.HasPrefix(why, aMailing) || why == "Precedence: list"
}

// Reasons that others ask for: a letter whose subject is that of an automatic answer, and one with an empty return path.
const (
	InAbsence = "an answer in absence"
	NullPath  = "a bounce: no return address"
)

// noteMost is the longest text of a note of absence, in bytes.
const noteMost = 4 << 10

// IsAbsenceNote reports whether a text has the words of an automatic answer by somebody who is away. A person may write them
// too, so they count only where nothing else is said.
func IsAbsenceNote(text string) bool {
	if len(text) > noteMost {
		return false
	}
	var said []string
	for line := range strings.Lines(text) {
		said = append(said, spelling.NormaliseLine(line))
	}
	note := " " + strings.Join(said, " ")
	return slices.ContainsFunc(phrases["absence-words"], func(p string) bool { return strings.Contains(note, " "+p) })
}

var daysAway = regexp.MustCompile(`^(abwesend|ausente|absente?|assente|afwezig)( .*)?[0-9]`)

// IsAwayCommand reports whether a subject may be a person's command: the word for "away" in their language, with
// days.
func IsAwayCommand(subject string) bool { return daysAway.MatchString(spelling.NormaliseLine(subject)) }

// loop recognises letters that have been here before, and letters of another house like this one, which would
// answer our answers for ever.
func loop(h mime.Header) string {
	if h.Has("x-pitpost") {
		return "our own letter come back"
	}
	for _, id := range mime.MessageIDs(h.All("message-id")) {
		if local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@"); strings.HasSuffix(local, ".pitpost") {
			return "our own letter come back"
		}
	}
	if len(h.All("received")) > hopsMost {
		return "a loop: more than 50 servers"
	}
	seen := map[string]int{}
	for _, to := range h.All("delivered-to") {
		to = strings.ToLower(strings.Trim(to, "<> "))
		if seen[to]++; seen[to] > 3 {
			return "a loop: delivered to one address again and again"
		}
	}
	return ""
}

// reports maps the known types of a multipart/report to reasons.
var reports = map[string]string{"delivery-status": "a delivery report", "disposition-notification": "a read receipt", "feedback-report": "a complaint"}

func reportReason(reportType string, calendar bool) string {
	switch {
	case reportType != "":
		return cmp.Or(reports[reportType], "a report")
	case calendar:
		return "a calendar answer"
	}
	return ""
}

// automatic returns what the headers of a letter say about its being automatic.
func automatic(h mime.Header) string {
	if value := word(h.Get("auto-submitted")); value != "" && value != "no" {
		return "Auto-Submitted: " + value
	}
	return precedence(h, "junk", "auto_reply", "auto-reply")
}

// precedence returns which of the given values of Precedence a letter has, as a reason.
func precedence(h mime.Header, values ...string) string {
	for _, name := range []string{"precedence", "x-precedence"} {
		if value := word(h.Get(name)); slices.Contains(values, value) {
			return "Precedence: " + value
		}
	}
	return ""
}

// firstOf returns the first of the named fields that a header has, prefixed with says, or "".
func firstOf(h mime.Header, says string, names []string) string {
	if i := slices.IndexFunc(names, h.Has); i >= 0 {
		return says + names[i]
	}
	return ""
}

// robotHeader recognises header fields that only automatic answers have.
func robotHeader(h mime.Header) string {
	for _, name := range phrases["headers"] {
		if value := word(h.Get(name)); h.Has(name) && value != "no" && value != "false" {
			return name
		}
	}
	exchange := h.Has("x-ms-exchange-inbox-rules-loop") || h.Has("x-ms-exchange-generated-message-source")
	if h.Has("x-auto-response-suppress") && exchange {
		return "x-auto-response-suppress"
	}
	return ""
}

// challenge recognises systems that ask a sender to prove to be a person. Their letters come to the address
// that ours came from, so none may be answered.
func challenge(h mime.Header, from, subject string) string {
	if why := firstOf(h, "a challenge: ", phrases["challenge-headers"]); why != "" {
		return why
	}
	if _, domain, _ := strings.Cut(strings.ToLower(from), "@"); slices.ContainsFunc(phrases["challengers"], func(c string) bool { return mime.IsBelowDomain(domain, c) }) || begins(subject, phrases["challenges"]) {
		return "a challenge: prove to be a person"
	}
	return ""
}

// word returns the first word of a header value in lower case, without parameters and comments.
func word(value string) string {
	value = strings.TrimSpace(value)
	for strings.HasPrefix(value, "(") {
		_, rest, ok := strings.Cut(value, ")")
		if !ok {
			return ""
		}
		value = strings.TrimSpace(rest)
	}
	if i := strings.IndexAny(value, " \t;(,"); i >= 0 {
		value = value[:i]
	}
	return strings.ToLower(mime.OneLine(value))
}

// begins reports whether a normalised subject begins with one of the phrases. A person's answer to such a
// letter begins with "Re".
func begins(subject string, phrases []string) bool {
	subject = strings.TrimLeft(subject, ` *[("'-`)
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(subject, p) })
}

var (
	robotAddress = regexp.MustCompile(`(?i)^(mailer-daemon|mail-daemon|mdaemon|postmaster|no-?reply|do-?not-?reply|bounces?|auto-?reply|autoresponder|listserv|majordomo|microsoftexchange[0-9a-f]{32})([+-][^@]*)?@`)
	// daemon matches senders of bounces that are not formal reports.
	daemon = regexp.MustCompile(`(?i)^(mailer-daemon|mail-daemon|mdaemon|postmaster|microsoftexchange[0-9a-f]{32})@`)
)

//go:embed phrases.txt
var phrasesText string

// phrases holds what machines write, normalised like subjects.
var phrases = func() map[string][]string {
	lists := spelling.ParseLists(phrasesText)
	for _, list := range lists {
		for i, phrase := range list {
			list[i] = spelling.NormaliseLine(phrase)
		}
	}
	return lists
}()
