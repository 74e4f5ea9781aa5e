package reply

import (
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
)

const (
	answerLines = 10 // lines that an answer inside or below a quote may have
	answersMost = 4  // answers inside a quote; a program that writes our lines twice seems to have more
)

// typed finds what was typed inside a quote, marked or not: between two lines that follow each other in
// our letter, or below the end of the letter. If such lines hold a command, it removes their marks. It
// returns an aligner for the other lines.
func (t *trimmer) typed(known corpus) *aligner {
	t.ours = newAligner(t.lines, t.bare, known, t.page, t.command)
	for i, line := range t.bare {
		if t.ours.covered(i) {
			t.deepest = max(t.deepest, depthOf(line))
		}
	}
	var found [][2]int
	for i := 1; i < len(t.bare); i++ {
		begin, end := t.ours.inserted(i)
		if end == 0 || !t.commands(begin, end) {
			continue
		}
		if heads := t.headLines(); t.old || len(heads) > 1 && heads[1] < end {
			break
		}
		if t.sameMarks(begin, end) {
			found = append(found, t.twin(begin, end))
		}
		if i = end; len(found) > answersMost {
			found = nil
			break
		}
	}
	for _, at := range found {
		for i := at[0]; i < at[1]; i++ {
			t.inside[i] = !t.ours.wordless(i) // a wordless line may be one of ours
		}
	}
	if end := t.answer(); end < len(t.bare) && t.sameMarks(end, len(t.bare)) {
		if t.bottom = end; t.commands(end, len(t.bare)) && !t.ours.among(end, len(t.bare)) {
			found = append(found, [2]int{end, len(t.bare)})
		}
	}
	if found == nil {
		return t.ours
	}
	raw, bare := slices.Clone(t.lines), slices.Clone(t.bare)
	for _, at := range found {
		for i := at[0]; i < at[1]; i++ {
			if t.ours.wordless(i) {
				continue
			}
			t.lines[i] = strings.TrimSpace(unmarked(t.bare[i]))
			t.bare[i], raw[i], bare[i] = t.lines[i], "", ""
		}
	}
	return newAligner(raw, bare, known, t.page, t.command)
}

// twin returns the unmarked line right beside some marked ones that says the same, if there is one: a
// player who answers “pass 6” right above our line “pass 6” typed the one without a mark. Otherwise it
// returns begin and end.
func (t *trimmer) twin(begin, end int) [2]int {
	said := ""
	for _, line := range t.bare[begin:end] {
		said += lettersOf(unmarked(line))
	}
	above, below := begin-1, t.next(end)
	for above >= 0 && t.bare[above] == "" {
		above--
	}
	for _, i := range []int{above, below} {
		if i >= 0 && i < len(t.bare) && depthOf(t.bare[begin]) > 0 && depthOf(t.bare[i]) == 0 && lettersOf(t.bare[i]) == said {
			return [2]int{i, i + 1}
		}
	}
	return [2]int{begin, end}
}

// commands reports whether any of the lines is a command.
func (t *trimmer) commands(begin, end int) bool {
	return slices.ContainsFunc(t.bare[begin:end], func(line string) bool { return t.command(unmarked(line)) })
}

// sameMarks reports whether lines inside a quote have no mark, or are all marked as deep as our lines. If
// our lines are marked deeper, such lines are an older answer. In some HTML the attribution and the
// answer are in one box and our letter is in another inside it; then nothing stands above the box and
// less depth is allowed.
func (t *trimmer) sameMarks(begin, end int) bool {
	depth, boxed := -1, t.page && mime.IsQuoted(t.bare[t.next(0)])
	for _, line := range t.bare[begin:end] {
		if line == "" {
			continue
		}
		d := depthOf(line)
		if depth < 0 {
			depth = d
		}
		if d != depth || d > 0 && d != t.deepest && !(boxed && d < t.deepest) {
			return false
		}
	}
	return true
}

// inserted returns the lines that were inserted at line i, where the letter departs from ours: without
// them, our text goes on. They begin at i, or they are the command above i, if that happens to begin like
// our text. If nothing was inserted, both results are 0.
func (r *aligner) inserted(i int) (begin, end int) {
	if r.goesOn(i) {
		return 0, 0
	}
	for end = i + 1; end < min(i+answerLines, len(r.lines)) && !r.among(end-1, end); end++ {
		if r.joins(i, end) {
			return i, end
		}
	}
	for begin = i - 1; begin > 0 && r.wordless(begin); begin-- {
	}
	if r.command(unmarked(r.lines[begin])) && r.joins(begin, i) {
		return begin, i
	}
	return 0, 0
}

// among reports whether any of the lines is one of ours, not counting commands.
func (r *aligner) among(begin, end int) bool {
	for i := begin; i < end; i++ {
		if r.covered(i) && !r.command(unmarked(r.lines[i])) {
			return true
		}
	}
	return false
}

// joins reports whether in some letter of ours the text at line end follows directly on the text before
// line begin.
func (r *aligner) joins(begin, end int) bool {
	from, _ := r.span(begin)
	to, _ := r.span(end)
	if from < 2*window || r.entry[from-1] == 0 || r.wordless(end) {
		return false
	}
	rest := r.letters[to:min(to+2*window, len(r.letters))]
	near := slices.Concat(r.letters[from-window:from], rest)
	for i := range len(near) - window + 1 {
		if r.ours.runs[run(near[i:])] == 0 {
			return false // almost always ends here
		}
	}
	joined, ends := string(r.letters[from-2*window:from])+string(rest), len(rest) < 2*window
	return slices.ContainsFunc(r.ours.texts, func(text []rune) bool {
		return !ends && strings.Contains(string(text), joined) || ends && strings.HasSuffix(string(text), joined)
	})
}

// answer returns the line where the answer below a quote begins: after the last line in which a letter of
// ours ends, if little enough follows and it is not older. Otherwise it returns the number of lines.
func (t *trimmer) answer() int {
	below := 0
	for i := len(t.bare) - 1; i >= 0 && below <= answerLines; i-- {
		switch {
		case t.ours.ended[i] && t.ours.covered(i) && below > 0:
			return t.newWords(i)
		case t.ours.ended[i] && t.ours.covered(i):
			return len(t.bare)
		case t.bare[i] != "":
			below++
		}
	}
	return len(t.bare)
}

// newWords returns where new words begin below line last, in which one of our letters ends. If the quote
// itself holds a quote, it quotes a letter of the sender's own, and what that letter said is old, whether
// above ours or below. If not all that it said is found, or there is more than that, newWords cannot tell
// and returns the number of lines.
func (t *trimmer) newWords(last int) int {
	heads := slices.DeleteFunc(slices.Clone(t.headLines()), func(at int) bool { return at > last })
	if len(heads) < 2 && !t.old {
		return last + 1
	}
	theirs := t.ours.ours.theirs
	if len(theirs) == 0 || len(heads) > 1+len(theirs) {
		return len(t.bare)
	}
	old, left := map[string]int{}, 0 // what the sender's letters said, counted by line
	for _, line := range strings.Split(strings.Join(theirs, "\n"), "\n") {
		if said := lettersOf(line); said != "" {
			old[said]++
			left++
		}
	}
	first, top := 0, 0
	if len(heads) > 0 {
		first, top = heads[0], heads[len(heads)-1]
	}
	for i := first; i < len(t.bare); i++ {
		line := unmarked(t.bare[i])
		said := lettersOf(line)
		switch {
		case said == "" || i > top && i <= last && t.ours.covered(i):
		case old[said] > 0:
			old[said]--
			left--
		case i > last && left == 0:
			return i
		case i > last || t.command(line):
			return len(t.bare)
		}
	}
	return len(t.bare)
}

func lettersOf(line string) string { return string(streamOf([]string{line}).letters) }

// headLines returns the lines at which quoted letters begin. A line above ours with a date or an address
// may be an attribution in a language that is not listed. Other words above ours, after such a line or
// with marks, set t.old, because they may be an older answer.
func (t *trimmer) headLines() []int {
	if t.heads != nil {
		return t.heads
	}
	t.heads = []int{}
	in := &trimmer{folds: make([]string, len(t.bare)), opens: make([]int, len(t.bare)), command: t.command}
	for _, line := range t.bare {
		in.bare = append(in.bare, strings.TrimSpace(unmarked(line)))
	}
	in.lines = in.bare
	in.findAttributions()
	ours, strange := false, -1 // the last line that may belong to an attribution in another language
	for i := 0; i < len(in.bare); i++ {
		line := in.bare[i]
		if t.ours.covered(i) {
			ours = ours || !t.command(line)
			continue
		}
		begin, n := i, in.opens[i]
		if dashedWords(line) != "" {
			begin, n = in.next(i+1), 0
		}
		if n == 0 && begin < len(in.bare) {
			n, _ = in.head(begin)
		}
		switch {
		case begin > i || n > 0:
			t.heads = append(t.heads, slices.Repeat([]int{i}, lettersOpened(in.bare[begin:begin+n], in.opens[i] > 0))...)
			for i = begin + n - 1; i+1 < len(in.bare) && in.endsHead(i+1) && !t.ours.covered(i+1); i++ {
			}
		case ours || t.ours.wordless(i):
		case hasDate(line) || hasAddress(line):
			if strange < 0 || strange < i-1 {
				t.heads = append(t.heads, i)
			}
			strange = i
		case depthOf(t.bare[i]) > 0 || len(t.heads) > 0:
			t.old = true
		}
	}
	return t.heads
}

// endsHead reports whether a line may belong to the headers above it: a wrapped line, or a header whose
// name is not listed.
func (t *trimmer) endsHead(i int) bool {
	if t.bare[i] == "" || t.opensHead(i) {
		return false
	}
	return labelled(t.bare[i]) || wrappedAt(t.lines, i)
}

// opensHead reports whether a line begins the head of another quoted letter.
func (t *trimmer) opensHead(i int) bool {
	return t.opens[i] > 0 || headerLine(t.bare[i]) != "" || dashedWords(t.bare[i]) != ""
}

// lettersOpened returns how many quoted letters the given head lines open: two header blocks with nothing between
// them look like one, and two attributions may be on one line.
func lettersOpened(head []string, attribution bool) int {
	from, dates, wrote := 0, 0, map[string]bool{}
	for _, line := range head {
		if headerLine(line) == "from" {
			from++
		}
		if hasDate(line) {
			dates++
		}
		for _, address := range wholeAddress.FindAllString(line, -1) {
			wrote[address] = true
		}
	}
	switch {
	case attribution:
		return max(len(wrote), 1)
	case from == 0: // in a language that is not listed
		return max(dates, 1)
	}
	return from
}

var wholeAddress = regexp.MustCompile(`[^\s<>@:;"(\[]+@[^\s<>@;"\])]+`)

// depthOf returns how many quote marks a line has.
func depthOf(line string) (depth int) {
	if !mime.IsQuoted(line) {
		return 0
	}
	for _, r := range line[max(mime.InitialsMark(line)-1, 0):] {
		switch r {
		case '>', '\uff1e':
			depth++
		case ' ':
		default:
			return depth
		}
	}
	return depth
}
