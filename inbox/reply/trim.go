package reply

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

// keeping is what is kept of a text.
type keeping struct {
	text   string
	unsure []bool // by line, whether it may be quoted; nil if none is
}

// trim keeps what the sender of a text wrote above, below and between quotes, and returns what it cut and
// why. It decides line by line on evidence; neither a row of dashes nor a word that often opens an
// attribution is enough. known returns the letters of ours that may be quoted. page says that the lines
// come from HTML.
func trim(lines []string, known func() corpus, page bool, command func(string) bool) (keeping, []Cut) {
	t := newTrimmer(lines, known, page, command)
	for t.at < len(t.lines) {
		t.step()
	}
	return t.tidy(), t.cut
}

// trimmer goes through a text once.
type trimmer struct {
	lines     []string // as received
	bare      []string // without margins and invisible characters
	folds     []string // the beginning of each line normalised, filled on demand
	opens     []int    // how many lines the attribution has that begins here, 0 if none
	at        int
	label     []uint8 // labels of the lines, by comparison with our letters
	ours      *aligner
	deepest   int    // the greatest quote depth of lines of ours
	inside    []bool // lines that were typed inside a quote
	bottom    int    // where the answer below the quote begins
	heads     []int  // lines at which quoted letters begin, filled on demand
	old       bool   // words stand above ours in the quote, which may be an old answer
	lastQuote int    // the last line with a quote mark, -1 if none
	words     int    // number of kept lines that are not blank
	kept      []string
	unsure    []bool // by kept line
	cut       []Cut
	tried     int // lines before this one have been tried as headers of a quoted letter

	page    bool
	command func(line string) bool
}

// maxLooked is how many bytes of a line are looked at to tell what it is.
const maxLooked = 400

func newTrimmer(lines []string, known func() corpus, page bool, command func(string) bool) *trimmer {
	t := &trimmer{lines: slices.Clone(lines), command: command, lastQuote: -1, page: page}
	t.bare, t.folds, t.opens = make([]string, len(lines)), make([]string, len(lines)), make([]int, len(lines))
	for i, line := range lines {
		if struckOut(line) {
			t.cut, t.lines[i] = append(t.cut, Cut{WhyStruck, strings.TrimSpace(line)}), ""
		}
		t.bare[i] = wroteAngled.ReplaceAllString(visible(t.lines[i]), "$1 wrote:")
	}
	t.inside, t.bottom = make([]bool, len(lines)), len(lines)
	t.findAttributions()
	if t.plain() {
		t.label = make([]uint8, len(lines))
	} else {
		t.label = t.typed(known()).labels()
	}
	for i := 0; i < len(lines); i++ {
		switch {
		case t.opens[i] > 0:
			i += t.opens[i] - 1 // "> wrote:" below a wrapped address is not a quote
		case mime.IsQuoted(t.bare[i]):
			t.lastQuote = i
		}
	}
	return t
}

// strike surrounds struck-out words, as people type it; html.go writes it for strikethrough.
const strike = "~~"

var struckWords = regexp.MustCompile(`~~[^~\s]([^~]*[^~\s])?~~`)

// struckOut reports whether a line is entirely struck out, so that it is not a move any more.
func struckOut(line string) bool {
	line = strings.ReplaceAll(line, strike+strike, "") // two pieces that follow each other become one
	return strings.Contains(line, strike) && strings.Trim(struckWords.ReplaceAllString(line, ""), " \t\u00a0*_") == ""
}

// wroteAngled matches GroupWise's line above a quote: ">>> Bo <bo@example.org> 11/24/2026 9:00 AM >>>".
var wroteAngled = regexp.MustCompile(`^>>> ([^>].*) >>>$`)

// plain reports whether a text shows clearly what is quoted in it, as most answers do: apart from
// attributions, only commands stand without a mark, and none of them right below a marked line. Our
// letters would label nothing in it, and comparing with them costs more than everything else in reading a
// letter.
func (t *trimmer) plain() bool {
	said := false
	for i := 0; i < len(t.bare); i++ {
		switch {
		case t.bare[i] == "" || mime.IsQuoted(t.bare[i]):
		case i > 0 && mime.IsQuoted(t.bare[i-1]):
			return false
		case t.opens[i] > 0:
			i += t.opens[i] - 1
		case !t.command(t.bare[i]):
			return false
		default:
			said = true
		}
	}
	return said || !slices.ContainsFunc(t.bare, mime.IsQuoted) // if nothing was written outside the quote, it may have been written inside
}

// folded returns the beginning of a line, normalised. It is computed on demand, because most lines are
// quoted and never need it.
func (t *trimmer) folded(i int) string {
	if t.folds[i] == "" && t.bare[i] != "" {
		t.folds[i] = spelling.NormaliseLine(t.bare[i][:min(len(t.bare[i]), maxLooked)])
	}
	return t.folds[i]
}

// visible returns a line without margins and invisible characters.
func visible(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case r == 0xa0 || r == 0x202f || r == '\t':
			return ' '
		case r >= 0x80 && spelling.IsInvisible(r) || r < 0x20:
			return -1
		}
		return r
	}, line)
	if strings.Contains(line, "&lt;") {
		line = strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(line) // Zoho escapes addresses in its text
	}
	return strings.TrimSpace(line)
}

// step looks at the current line and either keeps it or cuts it with all that belongs to it.
func (t *trimmer) step() {
	line := t.bare[t.at]
	switch {
	case line == "":
		t.keep()
	case t.isQuote(t.at):
		t.take(WhyQuote, t.run(func(t *trimmer, i int) bool {
			return t.isQuote(i) || t.bare[i] == "" && i+1 < len(t.bare) && t.isQuote(i+1)
		}))
	case line == "--" || line == "\u2014" || line == "\u2013":
		t.rest(WhySignature)
	case t.folded(t.at) == "end":
		t.rest(WhyAfterEnd)
	case t.armour():
	case t.delimiter():
	case t.headerBlock():
	case t.attribution():
	case t.footer():
	case isDeviceLine(t.folded(t.at)):
		t.take(WhySignature, 1)
	case t.banner():
	case t.disclaimer():
	default:
		t.words++
		t.keep()
	}
}

func (t *trimmer) keep() {
	t.kept = append(t.kept, strings.TrimRight(t.lines[t.at], " \t\u00a0"))
	t.unsure = append(t.unsure, t.label[t.at] == unsure)
	t.at++
}

// take cuts the next n lines and notes why, unless they are blank.
func (t *trimmer) take(why Why, n int) {
	if text := strings.TrimSpace(strings.Join(t.lines[t.at:t.at+n], "\n")); text != "" {
		t.cut = append(t.cut, Cut{why, text})
	}
	t.at += n
}

func (t *trimmer) rest(why Why) { t.take(why, len(t.lines)-t.at) }

// run returns the number of lines from the current one on: that one, and those after it for which more is
// true.
func (t *trimmer) run(more func(t *trimmer, i int) bool) int {
	n := 1
	for t.at+n < len(t.lines) && more(t, t.at+n) {
		n++
	}
	return n
}

// isQuote reports whether a line has a quote mark or is known from our letters.
func (t *trimmer) isQuote(i int) bool { return t.label[i] == quote || mime.IsQuoted(t.bare[i]) }

// next returns the first line from i on that is not blank, or len(lines).
func (t *trimmer) next(i int) int {
	for i < len(t.bare) && t.bare[i] == "" {
		i++
	}
	return i
}

// opening cuts the n lines that open a quoted or forwarded letter. If the letter below them is marked,
// step cuts that line by line; otherwise opening cuts it as well.
func (t *trimmer) opening(why Why, n int) {
	n += t.headerEnd(t.at + n)
	if after := t.next(t.at + n); after < len(t.bare) && mime.IsQuoted(t.bare[after]) {
		t.take(why, n)
		return
	}
	t.unmarked(why)
}

// headerEnd returns how many lines after the headers and above a marked quote still belong to the
// headers: the wrapped end of the last one, or a header whose name is not listed.
func (t *trimmer) headerEnd(from int) int {
	for i := from; i < min(from+maxHeaderEnd, len(t.bare)); i++ {
		switch {
		case t.bare[i] == "" || mime.IsQuoted(t.bare[i]):
			if quote := t.next(i); quote < len(t.bare) && mime.IsQuoted(t.bare[quote]) {
				return i - from
			}
			return 0
		case !wrappedAt(t.lines, i) && !(labelled(t.bare[i]) && hasAddress(t.bare[i])):
			return 0
		}
	}
	return 0
}

const maxHeaderEnd = 4 // lines

// unmarked cuts a quote that has no marks, except the answers inside it and below it.
func (t *trimmer) unmarked(why Why) {
	end := t.bottom
	if end < t.at {
		end = len(t.bare)
	}
	for t.at < end {
		n := 0
		for t.at+n < end && !t.inside[t.at+n] {
			n++
		}
		if n > 0 {
			t.take(why, n)
		} else {
			t.words++
			t.keep()
		}
	}
}

// delimiter cuts at "----- Original Message -----" and the like, and at a rule or other words between dashes if headers
// follow, because boards have rules too.
func (t *trimmer) delimiter() bool {
	line, below, headers := t.bare[t.at], t.next(t.at+1), 0
	why := dashedWords(line)
	switch {
	case below == len(t.bare):
	case why != "":
		headers = max(t.headers(below), t.bareHeaders(below))
	case below <= t.at+3 && (isRule(line) || framed(line)):
		headers = t.headers(below)
	}
	switch {
	case headers > 0:
		t.opening(cmp.Or(why, WhyQuote), below+headers-t.at)
	case why != "":
		t.opening(why, 1)
	default:
		return false
	}
	return true
}

// bareHeaders returns how many lines of headers without colons begin at a line, below dashes. It returns
// 0 unless three of them have known names.
func (t *trimmer) bareHeaders(from int) int {
	n, named := 0, 0
	for ; from+n < len(t.bare) && t.bare[from+n] != "" && !mime.IsQuoted(t.bare[from+n]) && n < maxHeaderLines; n++ {
		if word, _, _ := strings.Cut(t.folded(from+n), " "); headerWords[word] != "" {
			named++
		} else if !wrappedAt(t.lines, from+n) {
			break
		}
	}
	if named < 3 {
		return 0
	}
	return n
}

// headerBlock cuts at the headers of a quoted letter: From, Sent, To and Subject.
func (t *trimmer) headerBlock() bool {
	switch n, ofNotes := t.head(t.at); {
	case n == 0:
		return false
	case ofNotes:
		t.take(WhyAttribution, n)
		t.quoteBelow()
	default:
		t.opening(WhyQuote, n)
	}
	return true
}

// block returns how many lines the headers at line i have, or 0.
func (t *trimmer) block(i int) int {
	if i < t.tried {
		return 0
	}
	n := t.headers(i)
	if n == 0 && hasAddress(t.bare[i]) {
		if word, _, _ := strings.Cut(t.folded(i), " "); headerWords[word] == "from" {
			n = t.bareHeaders(i)
		}
	}
	return n
}

// attribution cuts "On DATE, NAME wrote:". If nothing below has a quote mark, all of that is the quote
// and is cut too, unless there is so little that it must be the answer, whose quote was deleted.
func (t *trimmer) attribution() bool {
	n := t.opens[t.at]
	if n == 0 {
		return false
	}
	if before := t.writtenBefore(n); before != "" {
		t.words++
		t.kept, t.unsure = append(t.kept, before), append(t.unsure, t.label[t.at] == unsure)
		t.lines[t.at] = strings.TrimSpace(strings.TrimSpace(t.lines[t.at])[len(before):])
	}
	t.take(WhyAttribution, n)
	t.quoteBelow()
	return true
}

// quoteBelow cuts what stands below an attribution if nothing of it is marked, and it is not so little that it must be an
// answer.
func (t *trimmer) quoteBelow() {
	if t.lastQuote >= t.at {
		return
	}
	below := 0
	for _, line := range t.bare[t.at:] {
		if line != "" {
			below++
		}
	}
	if t.words > 0 || below > 3 {
		t.unmarked(WhyQuote)
	}
}

// writtenBefore returns what the sender wrote on the same line before an attribution, or "": some people
// leave no line break above "On Sat, Nov 21, 2026 at 9:00 AM Bo wrote:".
func (t *trimmer) writtenBefore(n int) string {
	line := strings.TrimSpace(t.lines[t.at])
	found := opensWithin.FindStringIndex(line)
	if n > 1 || found == nil {
		return ""
	}
	before, rest := strings.TrimSpace(line[:found[0]]), line[found[0]+1:]
	date, address := hasDate(rest), hasAddress(rest)
	if hasDate(before) || hasAddress(before) || !isAttribution(rest, spelling.NormaliseLine(rest), date, address, true) || !date {
		return ""
	}
	return before
}

// opensWithin matches the beginning of an attribution within a line.
var opensWithin = regexp.MustCompile(`\s(On|Am|Le|El|Op|Il|Em) \S+[ ,]`)

// armour removes the frame of a clear-signed letter and undoes its dash escapes.
func (t *trimmer) armour() bool {
	switch line := t.bare[t.at]; {
	case strings.HasPrefix(line, "-----BEGIN PGP SIGNED MESSAGE"):
		n := t.run(func(t *trimmer, i int) bool { return t.bare[i] != "" })
		for i := t.at + n; i < len(t.lines) && !strings.HasPrefix(t.bare[i], "-----BEGIN PGP SIGNATURE"); i++ {
			if plain, ok := strings.CutPrefix(t.lines[i], "- "); ok {
				t.lines[i], t.bare[i] = plain, visible(plain)
			}
		}
		t.take(WhyArmour, n)
		return true
	case strings.HasPrefix(line, "-----BEGIN PGP SIGNATURE"):
		n := t.run(func(t *trimmer, i int) bool { return !strings.HasPrefix(t.bare[i-1], "-----END PGP") })
		t.take(WhyArmour, n)
		return true
	}
	return false
}

// tidy joins the kept lines. Of several blank lines in a row it keeps one.
func (t *trimmer) tidy() keeping {
	out, marked := make([]string, 0, len(t.kept)), make([]bool, 0, len(t.kept))
	for i, line := range t.kept {
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out, marked = append(out, line), append(marked, t.unsure[i])
	}
	k := keeping{text: strings.TrimSpace(strings.Join(out, "\n"))}
	if slices.Contains(marked, true) {
		k.unsure = marked
	}
	return k
}
