package reply

import (
	"regexp"
	"strings"

	"pitpost.example/inbox/mime"
)

// deviceLine matches a whole line that a program adds by itself, such as "Sent from my phone",
// normalised, in several languages.
var deviceLine = pattern(`^(`, "device", `)( ?[.,;!:-]+ ?(`+strings.Join(phrases["apologies"], "|")+`).{0,80})?$`)

// isDeviceLine reports whether a line is like "Sent from my phone". A player's sentence may begin like
// one, but does not end there.
func isDeviceLine(folded string) bool {
	if len(folded) < 8 || len(folded) > 160 {
		return false
	}
	folded = strings.Trim(linkBehind.ReplaceAllString(folded, ""), "[]()")
	for _, end := range phrases["device-ends"] {
		if device, ok := strings.CutSuffix(folded, end); ok && len(device) <= 120 {
			return true
		}
	}
	return deviceLine().MatchString(folded)
}

// linkBehind matches the target that a program writes after a linked word.
var linkBehind = regexp.MustCompile(`\]? ?(\( ?https?://[^)\s]* ?\)|<https?://[^>\s]*>)`)

// footerLine matches the beginning of what mailing lists, virus scanners and providers add below a
// letter.
var footerLine = pattern(`^(`, "footer", `)`)

// footer cuts such lines to the end of their paragraph. Below a line of underscores with a mailing list's
// name it cuts the rest.
func (t *trimmer) footer() bool {
	line := t.bare[t.at]
	if len(line) >= 2 && strings.Trim(line, "_") == "" && t.listBelow() {
		t.rest(WhyFooter)
		return true
	}
	if len(line) < 10 || !footerLine().MatchString(t.folded(t.at)) {
		return false
	}
	t.take(WhyFooter, t.run(func(t *trimmer, i int) bool { return t.bare[i] != "" && !mime.IsQuoted(t.bare[i]) }))
	return true
}

// listBelow reports whether a mailing list introduces itself in the next three lines that are not blank.
func (t *trimmer) listBelow() bool {
	start := t.next(t.at + 1)
	said := strings.ToLower(strings.Join(t.bare[start:min(start+3, len(t.bare))], " "))
	return holdsAny(said, "mailing list", "mailman", "listinfo", "unsubscribe", "mailingliste", "liste de diffusion", "lista de correo", "lista de distrib", "mailinglijst")
}

// bannerLine matches the beginning of a gateway's warning above a letter from outside, normalised.
var bannerLine = pattern(`^[\[*<!\s]*(`, "banner", `)`)

// banner cuts such a warning above the sender's first word: its line and the further sentences of its
// paragraph.
func (t *trimmer) banner() bool {
	if t.words > 0 || len(t.bare[t.at]) < 8 || !bannerLine().MatchString(t.folded(t.at)) {
		return false
	}
	n := t.run(func(t *trimmer, i int) bool {
		line := t.bare[i]
		return !mime.IsQuoted(line) && (len(line) > 40 || strings.HasSuffix(line, "]") && len(line) > 10)
	})
	t.take(WhyBanner, n)
	return true
}

// disclaimerLine matches the beginning of a company's legal notice, normalised.
var disclaimerLine = pattern(`^[*_\s]*(`, "disclaimer", `)`)

// disclaimer cuts from a legal notice to the next quoted line or to the end. Above the sender's first
// word it cuts only the notice's paragraph.
func (t *trimmer) disclaimer() bool {
	line := t.bare[t.at]
	if len(line) < 10 || !disclaimerLine().MatchString(t.folded(t.at)+" "+t.after(t.at)) {
		return false
	}
	top := t.words == 0
	n := t.run(func(t *trimmer, i int) bool {
		line := t.bare[i]
		if top && line == "" || mime.IsQuoted(line) || dashedWords(line) != "" || isRule(line) {
			return false
		}
		return line == "" || t.headers(i) == 0 && t.opens[i] == 0
	})
	t.take(WhyDisclaimer, n)
	return true
}

// after returns the beginning of the next line, so that a wrapped sentence is recognised.
func (t *trimmer) after(i int) string {
	if i+1 >= len(t.bare) || mime.IsQuoted(t.bare[i+1]) {
		return ""
	}
	return t.folded(i + 1)
}
