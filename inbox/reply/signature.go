package reply

import (
	"regexp"
	"strings"

	"pitpost.example/inbox/mime"
)

// deviceLine is what a program adds by itself, folded, in the languages it
// speaks; the whole line.
var deviceLine = pattern(`^(`, "device", `)( ?[.,;!:-]+ ?(`+strings.Join(phrases["apologies"], "|")+`).{0,80})?$`)

// isDeviceLine reports "Sent from my phone" and its like. A sentence of a
// player may begin so, but then it goes on past a full stop.
func isDeviceLine(folded string) bool {
	if len(folded) < 8 || len(folded) > 160 {
		return false
	}
	if strings.Contains(folded, "http") {
		folded = linkBehind.ReplaceAllString(folded, "")
	}
	folded = strings.Trim(folded, "[]()")
	for _, end := range phrases["device-ends"] {
		if device, ok := strings.CutSuffix(folded, end); ok && len(device) <= 120 {
			return true
		}
	}
	return deviceLine().MatchString(folded)
}

// linkBehind is the target that a program writes behind a linked word.
var linkBehind = regexp.MustCompile(`\]? ?(\( ?https?://[^)\s]* ?\)|<https?://[^>\s]*>)`)

// footerLine opens what lists, virus scanners and providers put below a letter.
var footerLine = pattern(`^(`, "footer", `)`)

// footer cuts a scanner's or a list's lines, to the end of their paragraph; a
// list's rule of underscores with its name below, to the end.
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

// listBelow reports that what stands in the three lines below this one is what a list says of itself.
func (t *trimmer) listBelow() bool {
	start := t.next(t.at + 1)
	said := strings.ToLower(strings.Join(t.bare[start:min(start+3, len(t.bare))], " "))
	return holdsAny(said, "mailing list", "mailman", "listinfo", "unsubscribe", "mailingliste", "liste de diffusion", "lista de correo", "lista de distrib", "mailinglijst")
}

// bannerLine opens a warning that a mail gateway puts above a letter from
// outside, folded.
var bannerLine = pattern(`^[\[*<!\s]*(`, "banner", `)`)

// banner cuts a gateway's warning above the first word of the sender: its
// line, and the sentences of its paragraph that follow.
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

// disclaimerLine opens a notice of a company's lawyers, folded.
var disclaimerLine = pattern(`^[*_\s]*(`, "disclaimer", `)`)

// disclaimer cuts from a lawyers' notice to the next quoted line or the end;
// above the sender's first word, only its paragraph.
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

// after is the start of the line below i, so that a wrapped sentence is seen.
func (t *trimmer) after(i int) string {
	if i+1 >= len(t.bare) || mime.IsQuoted(t.bare[i+1]) {
		return ""
	}
	return t.folded(i + 1)
}
