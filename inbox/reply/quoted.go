package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/inbox/mime"
)

// corpus holds letters of ours that a letter may quote, each reduced to its letters and digits in lower
// case. Programs wrap lines, mark or indent them, put asterisks around bold words, write out links and
// change quotation marks; only the sequence of letters survives all that. Every run of window letters is
// indexed with what is known about its place.
type corpus struct {
	runs   map[uint64]marks // marks of the last letter of each run, by the hash of the run
	texts  [][]rune
	theirs []string // what the writer's own letters said
}

const (
	window  = 10       // letters that identify a place
	maxOurs = 60 << 10 // letters of one form of one of our letters
	narrow  = 40       // columns; no program wraps narrower lines
	maxMark = 2000     // bytes that a program writes out for a link or a picture
)

// run returns the hash of the first window letters.
func run(letters []rune) (hash uint64) {
	for _, r := range letters[:window] {
		hash = hash*0x9e3779b97f4a7c15 + uint64(r)
	}
	return hash
}

// marks says what is known about a place in our letters. It is 0 if our letters have no such place.
type marks uint8

const (
	midLine marks = 1 << iota // the place is within a line of ours
	lastOne                   // the letter of ours ends here
	present                   // our letters have this place
)

// corpusOf builds a corpus from what the house knows of a thread. Letters that cannot be read are
// skipped.
func corpusOf(known Known) corpus {
	ours := corpus{runs: map[uint64]marks{}, theirs: known.Theirs}
	for _, raw := range known.Ours {
		for i, form := range quotedForms(raw) {
			ours.add(streamOf(form), i < bodies)
		}
	}
	return ours
}

const bodies = 2 // the number of forms that are whole bodies; they come first: text and page

// quotedForms returns the forms in which a letter of ours may be quoted: its text, its page, and the
// alternative texts and hidden texts in it.
func quotedForms(raw []byte) [][]string {
	all, err := everything(raw)
	if err != nil {
		return nil
	}
	forms := [][]string{strings.Split(all.text, "\n"), all.page.lines}
	for _, alt := range all.page.alts {
		forms = append(forms, []string{alt})
	}
	for _, hidden := range all.page.hidden {
		forms = append(forms, []string{hidden.Text}) // some mail programs show it
	}
	return forms
}

func (o *corpus) add(s stream, whole bool) {
	letters := s.letters[:min(len(s.letters), maxOurs)]
	o.texts = append(o.texts, letters)
	line := 0
	for i := window - 1; i < len(letters); i++ {
		for s.ends[line] <= i {
			line++
		}
		mark := present
		if from, _ := s.span(line); from < i {
			mark |= midLine
		}
		if whole && i == len(s.letters)-1 {
			mark |= lastOne
		}
		o.runs[run(letters[i+1-window:])] |= mark
	}
}

// stream is a text reduced to letters and digits. ends holds for each line how far it goes.
type stream struct {
	letters []rune
	ends    []int
}

// streamOf reduces lines to a stream. It leaves out what programs add: link targets and words for
// pictures.
func streamOf(lines []string) stream {
	s := stream{ends: make([]int, len(lines))}
	var left remains
	for i, line := range lines {
		if line = strings.Trim(line, " \t\u00a0"); line == "" {
			left.open = 0
		}
		line = unmarked(line)
		line = norm.NFD.String(line) // splits off accents, which are not letters
		for at := 0; at < len(line); {
			if skip := left.skip(line[at:]); skip > 0 {
				at += skip
				continue
			}
			r, size := utf8.DecodeRuneInString(line[at:])
			at += size
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				s.letters = append(s.letters, unicode.ToLower(r))
			}
		}
		s.ends[i] = len(s.letters)
	}
	return s
}

// span returns where a line's letters are in the stream.
func (s stream) span(i int) (from, to int) {
	if i > 0 {
		from = s.ends[i-1]
	}
	return from, s.ends[i]
}

// wordless reports whether a line has no letter and no digit.
func (s stream) wordless(i int) bool {
	from, to := s.span(i)
	return from == to
}

// remains recognises what a program writes out for a link or a picture, which may extend over several
// lines.
type remains struct {
	open byte // the character that ends it, 0 if outside
	left int  // how many more bytes it may have
}

var (
	linkRemains    = []string{"mailto:", "http://", "https://", "cid:", "tel:"}
	pictureRemains = []string{"cid:", "image:", "image ", "inline image", "bild:", "imagen:", "immagine:", "afbeelding:", "imagem:", "mailto:", "http://", "https://"}
)

// skip returns how many bytes to skip at the start of rest, 0 if none.
func (m *remains) skip(rest string) int {
	if m.open == 0 {
		var begin []string
		switch rest[0] {
		case '<':
			m.open, begin = '>', linkRemains
		case '(':
			m.open, begin = ')', linkRemains
		case '[':
			m.open, begin = ']', pictureRemains
		default:
			return 0
		}
		start := strings.ToLower(rest[1:min(len(rest), 16)])
		if !slices.ContainsFunc(begin, func(b string) bool { return strings.HasPrefix(start, b) }) {
			m.open = 0
			return 0
		}
		m.left = maxMark
	}
	n := len(rest)
	if end := strings.IndexByte(rest, m.open); end >= 0 {
		n, m.open = end+1, 0
	}
	if blank := strings.IndexByte(rest[:n], ' '); blank >= 0 && m.open == '>' {
		n, m.open = max(blank, 1), 0 // links have no blanks
	}
	if m.left -= n; m.left < 0 {
		m.open = 0
	}
	return n
}

// Labels of the lines of a letter.
const (
	written = iota // by the sender, as far as we can tell
	quote          // quoted although it has no mark
	unsure         // may be either; the house asks the sender
)

// aligner compares the lines of a letter with letters of ours and labels them.
type aligner struct {
	ours  corpus
	raw   []string
	lines []string // the same without margins
	stream
	entry  []marks // by letter, the marks of the window that ends there
	covers []bool  // by letter, whether it is in a window that our letters have
	label  []uint8
	ended  []bool // by line, whether a letter of ours ends in it
	page   bool   // the lines come from HTML, where tags show what is quoted

	command func(line string) bool
}

// newAligner prepares an aligner. ours may be empty.
func newAligner(raw, bare []string, ours corpus, page bool, command func(string) bool) *aligner {
	r := &aligner{command: command, ours: ours, raw: raw, lines: bare, stream: streamOf(bare), label: make([]uint8, len(bare)), ended: make([]bool, len(bare)), page: page}
	r.entry, r.covers = make([]marks, len(r.letters)), make([]bool, len(r.letters))
	done := 0
	for i := window - 1; i < len(r.letters); i++ {
		if r.entry[i] = r.ours.runs[run(r.letters[i+1-window:])]; r.entry[i] != 0 {
			for j := max(done, i+1-window); j <= i; j++ {
				r.covers[j] = true
			}
			done = i + 1
		}
	}
	for i := range r.lines {
		from, to := r.span(i)
		r.ended[i] = from < to && r.entry[to-1]&lastOne != 0
	}
	return r
}

// labels returns a label for each line. Lines without a mark may be labelled quote or unsure.
func (r *aligner) labels() []uint8 {
	r.blocks()
	r.runs()
	return r.label
}

// goesOn reports whether a whole line continues what precedes it just as one of our letters does. A line
// without letters does.
func (r *aligner) goesOn(i int) bool {
	from, to := r.span(i)
	return !slices.Contains(r.entry[from:to], 0)
}

// covered reports whether all letters of a line occur in this order in our letters.
func (r *aligner) covered(i int) bool {
	from, to := r.span(i)
	return from < to && !slices.Contains(r.covers[from:to], false)
}

// wrappedAt reports whether line i may be the rest of the line above it, because its first word did not
// fit there.
func wrappedAt(raw []string, i int) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(raw[i], " "), " ") // a no-break space does not separate words
	above := strings.TrimRight(raw[i-1], " ")
	return utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > narrow
}

// blocks labels lines that stand directly below a marked line.
func (r *aligner) blocks() {
	for i := 1; i < len(r.lines); i++ {
		if mime.IsQuoted(r.lines[i]) || r.lines[i] == "" || !mime.IsQuoted(r.lines[i-1]) && r.label[i-1] != quote {
			continue
		}
		if len(r.ours.runs) > 0 && r.wordless(i) {
			r.label[i] = quote // the end of a row of a board
			continue
		}
		if headerLine(unmarked(r.lines[i-1])) != "" && wrappedAt(r.raw, i) {
			r.label[i] = quote // the end of a header, which nobody answers
			continue
		}
		alone := unmarked(r.lines[i-1]) == "" // only a mark: what follows may have been too long for its line
		if alone && !wrappedAt(r.raw, i) || !mime.IsQuoted(r.lines[i-1]) {
			continue
		}
		end := i
		for end < len(r.lines) && r.lines[end] != "" && !mime.IsQuoted(r.lines[end]) {
			end++
		}
		r.block(i, end)
		i = end
	}
}

// block labels lines i to end, which have no marks and stand below a marked line.
func (r *aligner) block(i, end int) {
	if !r.tailKnown(i - 1) {
		r.doubtWrapped(i, end)
		return
	}
	i = r.wrappedEnds(i, end)
	words, same := i, i // the ends of what continues our text: of lines that are not commands, and of any lines
	for ; same < end && r.goesOn(same); same++ {
		if !r.command(r.lines[same]) {
			words = same + 1
		}
	}
	for j := i; j < words; j++ {
		r.label[j] = quote
	}
	switch {
	case words < same && same == end:
		for j := words; j < end; j++ {
			r.label[j] = unsure // exactly what our letter says next
		}
	case same == i && i < end && r.begins(i) && wrappedAt(r.raw, i):
		r.label[i] = unsure
	}
}

// doubtWrapped labels the lines that may be wrapped ends of a quote which is not of a letter of ours, or of one
// that is no longer kept or was changed. On a page, tags show what is quoted.
func (r *aligner) doubtWrapped(i, end int) {
	if r.page {
		return
	}
	for j := i; j < end && (j == i && len(r.ours.runs) == 0 || wrappedAt(r.raw, j)); j++ {
		r.label[j] = unsure
	}
}

// wrappedEnds labels the wrapped ends of our lines, which are part of the quote, and returns the line behind
// them. A command is quoted for certain only if the quote goes on after it as in our letter.
func (r *aligner) wrappedEnds(i, end int) (behind int) {
	behind = i
	for behind < end && r.goesOn(behind) && r.inLine(behind) && wrappedAt(r.raw, behind) {
		behind++
	}
	followed := behind == end && (r.ended[behind-1] || r.quoteGoesOn(end))
	for j := i; j < behind; j++ {
		if r.label[j] = quote; !followed && r.command(r.lines[j]) {
			r.label[j] = unsure
		}
	}
	return behind
}

// quoteGoesOn reports whether the next marked line, after any blank ones, says what our letter says next.
func (r *aligner) quoteGoesOn(i int) bool {
	for ; i < len(r.lines); i++ {
		if from, to := r.span(i); r.lines[i] != "" && (from < to || !mime.IsQuoted(r.lines[i])) {
			return mime.IsQuoted(r.lines[i]) && r.entry[from] != 0
		}
	}
	return false
}

// tailKnown reports whether our letters have the place at the end of line i.
func (r *aligner) tailKnown(i int) bool {
	_, to := r.span(i)
	return to > 0 && r.entry[to-1] != 0
}

// inLine reports whether in our letters no line ends right before line i.
func (r *aligner) inLine(i int) bool {
	from, to := r.span(i)
	return from == to || r.entry[from]&midLine != 0
}

// begins reports whether the first letters of a line are what our letter says next.
func (r *aligner) begins(i int) bool {
	from, to := r.span(i)
	to = min(to, from+3)
	return from < to && !slices.Contains(r.entry[from:to], 0)
}

// runs labels the lines of quotes that have no marks at all, which are runs of lines that our letters
// have. A run of nothing but commands is not labelled. Commands at the end of a run are unsure, because
// the sender may have written them below the quote; commands before the first quote are the sender's.
func (r *aligner) runs() {
	below := false // something quoted stands above
	for i := 0; i < len(r.lines); i++ {
		if !r.mayRun(i) || !r.covered(i) || !below && r.repeated(i) {
			below = below || mime.IsQuoted(r.lines[i])
			continue
		}
		end, first, last := i, -1, -1
		for j := i; j < len(r.lines) && r.mayRun(j); j++ {
			if r.wordless(j) {
				continue
			}
			if !r.covered(j) {
				break
			}
			end = j + 1
			if !r.command(r.lines[j]) {
				if first < 0 {
					first = j
				}
				last = j
			}
		}
		if first >= 0 {
			if r.ended[end-1] {
				last = end // the quote is complete, to the end of a letter of ours
			}
			for j := i; j < end; j++ {
				if r.lines[j] == "" {
					continue
				}
				switch {
				case j < first && !below: // the sender's
				case j < first, j > last && !(r.goesOn(j) && r.inLine(j) && wrappedAt(r.raw, j)):
					r.label[j] = unsure
				default:
					r.label[j] = quote
				}
			}
			below = true
		}
		i = end - 1
	}
}

// repeated reports whether a line says once more what one of the writer's own earlier letters said. Our answer quotes those
// words, and begins with a quotation mark there, but whoever writes them above it means them.
func (r *aligner) repeated(i int) bool {
	from, to := r.span(i)
	said := string(r.letters[from:to])
	opens, _ := utf8.DecodeRuneInString(r.lines[i])
	return !unicode.In(opens, unicode.Pi, unicode.Pf, unicode.Ps) && opens != '"' &&
		slices.ContainsFunc(r.ours.theirs, func(letter string) bool { return strings.Contains(lettersOf(letter), said) })
}

// mayRun reports whether a line has no mark and no label yet.
func (r *aligner) mayRun(i int) bool { return r.label[i] == written && !mime.IsQuoted(r.lines[i]) }

// unmarked returns a line without its quote marks.
func unmarked(line string) string {
	if n := mime.InitialsMark(line); n > 0 {
		line = line[n:]
	}
	return strings.TrimLeft(line, "> \u00a0\uff1e|")
}
