package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pitpost.example/inbox/mime"
)

// corpus are letters of ours that a letter may quote, as what they say: letters and figures
// alone, in lower case. Programs wrap lines anew, mark or indent them, star bold words, write
// out links and change quotation marks; what is left of a quote after all that is its letters
// in their order. Each run of them is kept with what stands where it does.
type corpus struct {
	runs   map[uint64]marks // by the hash of a run, the marks of its last letter
	texts  [][]rune
	theirs []string // what the writer's own letters said
}

const (
	window  = 10       // letters that tell a place
	maxOurs = 60 << 10 // letters of one form of one letter of ours
	narrow  = 40       // columns: no program wraps what is narrower
	maxMark = 2000     // bytes that a program writes out for a link or a picture
)

// run is the hash of as many letters as tell a place.
func run(letters []rune) (hash uint64) {
	for _, r := range letters[:window] {
		hash = hash*0x9e3779b97f4a7c15 + uint64(r)
	}
	return hash
}

// marks are those of a letter at a place, 0 where ours have no such place.
type marks uint8

const (
	midLine marks = 1 << iota // it goes on in a line of ours
	lastOne                   // the letter of ours ends here
	present                   // ours have it
)

// corpusOf makes one of what the house has of a thread. What cannot be read is passed over.
func corpusOf(known Known) corpus {
	ours := corpus{runs: map[uint64]marks{}, theirs: known.Theirs}
	for _, raw := range known.Ours {
		for i, form := range quotedForms(raw) {
			ours.add(streamOf(form), i < bodies)
		}
	}
	return ours
}

const bodies = 2 // of the forms, those that come first: the text and the page

// quotedForms are the forms in which a letter of ours is quoted: its text, its page, and what
// stands in its pictures' place or is hidden in it.
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
		forms = append(forms, []string{hidden.Text}) // some programs show it
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
		if line > 0 && s.ends[line-1] < i || line == 0 {
			mark |= midLine
		}
		if whole && i == len(s.letters)-1 {
			mark |= lastOne
		}
		o.runs[run(letters[i+1-window:])] |= mark
	}
}

// stream is a text as letters and figures, with how far each line goes.
type stream struct {
	letters []rune
	ends    []int
}

// streamOf leaves out what programs add: the targets of links, and words for pictures.
func streamOf(lines []string) stream {
	s := stream{ends: make([]int, len(lines))}
	var left remains
	for i, line := range lines {
		if line = strings.Trim(line, " \t\u00a0"); line == "" {
			left.open = 0
		}
		line = unmarked(line)
		line = norm.NFD.String(line) // accents apart: no letters
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

// remains are what a program writes out of a link or a picture, maybe over lines.
type remains struct {
	open byte // what ends it, 0 outside
	left int  // bytes it may still have
}

var (
	linkRemains    = []string{"mailto:", "http://", "https://", "cid:", "tel:"}
	pictureRemains = []string{"cid:", "image:", "image ", "inline image", "bild:", "imagen:", "immagine:", "afbeelding:", "imagem:", "mailto:", "http://", "https://"}
)

// skip is how many bytes of such remains stand here, 0 for none.
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
		n, m.open = max(blank, 1), 0 // a link has no blanks
	}
	if m.left -= n; m.left < 0 {
		m.open = 0
	}
	return n
}

// What a line of a letter is.
const (
	written = iota // its writer's, as far as can be told
	quote          // it is quoted though it has no mark
	unsure         // it may be either: to be asked back
)

// aligner labels the lines of a letter that quotes.
type aligner struct {
	ours  corpus
	raw   []string
	lines []string // the same, bare
	stream
	entry  []marks // of the window that ends at each letter
	covers []bool  // the letters that stand in such a window
	label  []uint8
	ended  []bool // a letter of ours ends in this line
	page   bool   // it is HTML: what is quoted there is known by its tags

	command func(line string) bool
}

// newAligner gets ready to label: ours are the letters of ours that may be quoted, empty for none.
func newAligner(raw, bare []string, ours corpus, page bool, command func(string) bool) *aligner {
	r := &aligner{command: command, ours: ours, raw: raw, lines: bare, label: make([]uint8, len(bare)), ended: make([]bool, len(bare)), page: page}
	if len(ours.runs) > 0 {
		r.align()
	}
	return r
}

// labels tells which of the lines without a mark are quoted all the same, and which may be.
func (r *aligner) labels() []uint8 {
	if len(r.ours.runs) > 0 || !r.page {
		r.blocks()
	}
	if len(r.ours.runs) > 0 {
		r.runs()
	}
	return r.label
}

func (r *aligner) align() {
	r.stream = streamOf(r.lines)
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
}

// span is where a line stands among the letters.
func (r *aligner) span(i int) (from, to int) {
	if i > 0 {
		from = r.ends[i-1]
	}
	return from, r.ends[i]
}

// wordless reports a line without a letter or figure.
func (r *aligner) wordless(i int) bool {
	from, to := r.span(i)
	return from == to
}

// goesOn reports that a line says what ours say next, from its first letter to its last. One
// without a letter does.
func (r *aligner) goesOn(i int) bool {
	from, to := r.span(i)
	return !slices.Contains(r.entry[from:to], 0)
}

// covered reports a line all of whose letters ours have in such an order.
func (r *aligner) covered(i int) bool {
	from, to := r.span(i)
	return from < to && !slices.Contains(r.covers[from:to], false)
}

// wrappedAt reports that a line may be the end of the one above it, put on a line of its own since that was full.
func wrappedAt(raw []string, i int) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(raw[i], " "), " ") // a no-break space parts no words
	above := strings.TrimRight(raw[i-1], " ")
	return utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > narrow
}

// blocks labels the lines directly below a marked one.
func (r *aligner) blocks() {
	for i := 1; i < len(r.lines); i++ {
		if mime.IsQuoted(r.lines[i]) || r.lines[i] == "" || !mime.IsQuoted(r.lines[i-1]) && r.label[i-1] != quote {
			continue
		}
		if len(r.ours.runs) > 0 && r.wordless(i) {
			r.label[i] = quote // the end of a row of a board
			continue
		}
		alone := unmarked(r.lines[i-1]) == "" // a mark alone: what follows may have been too long for its line
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

// block labels the lines from i to end, which stand without a mark below a marked one.
func (r *aligner) block(i, end int) {
	if !r.tailKnown(i - 1) {
		// What is quoted there is not ours, not kept any more, or changed.
		for j := i; j < end && !r.page && (j == i && len(r.ours.runs) == 0 || wrappedAt(r.raw, j)); j++ {
			r.label[j] = unsure
		}
		return
	}
	// The end of a line of ours, wrapped, is quoted with it; a command must also be followed by
	// what ours say behind it.
	begin := i
	for i < end && r.goesOn(i) && r.inLine(i) && wrappedAt(r.raw, i) {
		i++
	}
	followed := i == end && (r.ended[i-1] || r.quoteGoesOn(end))
	for j := begin; j < i; j++ {
		if r.label[j] = quote; !followed && r.command(r.lines[j]) {
			r.label[j] = unsure
		}
	}
	words, same := i, i // as far as words of ours go that are no command, and as far as anything
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
			r.label[j] = unsure // just what the letter says next
		}
	case same == i && i < end && r.begins(i) && wrappedAt(r.raw, i):
		r.label[i] = unsure
	}
}

// quoteGoesOn reports that the next line with a mark, blanks aside, says what ours say next.
func (r *aligner) quoteGoesOn(i int) bool {
	for ; i < len(r.lines); i++ {
		from, to := r.span(i)
		switch {
		case r.lines[i] == "" || mime.IsQuoted(r.lines[i]) && from == to:
		default:
			return mime.IsQuoted(r.lines[i]) && r.entry[from] != 0
		}
	}
	return false
}

// tailKnown reports that the end of line i has a place in a letter of ours.
func (r *aligner) tailKnown(i int) bool {
	if len(r.ours.runs) == 0 {
		return false
	}
	_, to := r.span(i)
	return to > 0 && r.entry[to-1] != 0
}

// inLine reports that ours have no line end before line i.
func (r *aligner) inLine(i int) bool {
	from, to := r.span(i)
	return from == to || r.entry[from]&midLine != 0
}

// begins reports that a line begins with what ours say next.
func (r *aligner) begins(i int) bool {
	from, to := r.span(i)
	to = min(to, from+3)
	return from < to && !slices.Contains(r.entry[from:to], 0)
}

// runs labels the lines of a quote that has no marks at all: such as say, one below the other,
// what ours say. Of commands alone no such run is made, commands below one may be its writer's,
// and those above all that is quoted are.
func (r *aligner) runs() {
	below := false // something quoted
	for i := 0; i < len(r.lines); i++ {
		if !r.mayRun(i) || !r.covered(i) {
			below = below || mime.IsQuoted(r.lines[i])
			continue
		}
		end, first, last := i, -1, -1
		for j := i; j < len(r.lines) && r.mayRun(j); j++ {
			from, to := r.span(j)
			if from < to && !r.covered(j) {
				break
			}
			if from == to {
				continue
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
				last = end // all is there, to the end of a letter of ours
			}
			for j := i; j < end; j++ {
				if r.lines[j] == "" {
					continue
				}
				switch {
				case j < first && !below: // its writer's
				case j < first, j > last && !(r.goesOn(j) && r.inLine(j) && wrappedAt(r.raw, j)):
					r.label[j] = unsure
				default:
					r.label[j] = quote
				}
			}
			below = true
		}
		i = max(i, end-1)
	}
}

// mayRun reports a line that no mark and no label tells about yet.
func (r *aligner) mayRun(i int) bool { return r.label[i] == written && !mime.IsQuoted(r.lines[i]) }

// unmarked is a quoted line without its marks.
func unmarked(line string) string {
	if n := mime.InitialsMark(line); n > 0 {
		line = line[n:]
	}
	return strings.TrimLeft(line, "> \u00a0\uff1e|")
}
