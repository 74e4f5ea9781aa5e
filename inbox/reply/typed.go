package reply

import (
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
)

// typedLines are most lines that somebody typed inside a quote at one place.
const typedLines = answerLines

// typed finds what was typed inside a quote that is marked: below the end of a letter of ours, or
// between two rows of it that without these lines follow each other. It takes their marks off. Of a
// letter that quotes ours in turn nothing counts, since those words may be old; nor does what holds
// no command. What aligns the lines with ours is given back.
func (t *trimmer) typed(ours corpus) *aligner {
	r := newAligner(t.lines, t.bare, ours, t.page, t.command)
	if len(ours) == 0 {
		return r
	}
	found, deepest := false, 0
	for i, line := range t.bare {
		if r.covered(i) {
			deepest = max(deepest, depthOf(line))
		}
	}
	for i := 0; i < len(t.bare); i++ {
		if depthOf(t.bare[i]) == 0 {
			continue
		}
		end := i
		for end < len(t.bare) && (t.bare[end] == "" || depthOf(t.bare[end]) > 0) {
			end++
		}
		found = t.typedIn(r, i, end, deepest) || found
		i = end
	}
	if found {
		return newAligner(t.lines, t.bare, ours, t.page, t.command)
	}
	return r
}

// typedIn looks at the lines of one quote, from begin to end. Where a row of ours is marked more often
// elsewhere, wrapping took marks off these, and what stands beside them is an old answer.
func (t *trimmer) typedIn(r *aligner, begin, end, deepest int) (found bool) {
	first := begin // the first row that is ours
	for first < end && !r.covered(first) {
		first++
	}
	if first == end || t.letters(begin, first) > 1 {
		return false
	}
	depth, last := depthOf(t.bare[first]), first // the last row that is ours
	if depth < deepest {
		return false
	}
	for i := first + 1; i < end; i++ {
		switch {
		case r.wordless(i):
		case depthOf(t.bare[i]) != depth:
			return found
		case r.covered(i):
			last = i
		default:
			to := i + 1
			for to < end && !r.covered(to) {
				to++
			}
			if !r.parted(last, i, to, end) || !slices.ContainsFunc(t.bare[i:to], func(line string) bool { return t.command(unmarked(line)) }) ||
				slices.ContainsFunc(t.bare[i:to], func(line string) bool { return line != "" && depthOf(line) != depth }) {
				return found
			}
			for j := i; j < to; j++ {
				if r.wordless(j) {
					continue // it may be a row of ours
				}
				t.lines[j] = strings.TrimSpace(unmarked(t.bare[j]))
				t.bare[j] = t.lines[j]
			}
			found, i = true, to-1
		}
	}
	return found
}

// parted reports that the lines from begin to end stand between two rows of ours that follow each
// other, or below the end of a letter of ours with nothing behind them.
func (r *aligner) parted(last, begin, end, all int) bool {
	if end-begin > typedLines {
		return false
	}
	if end == all {
		return r.ended[last]
	}
	from, _ := r.span(begin)
	_, to := r.span(end - 1)
	if from < window || to+window > len(r.letters) {
		return false
	}
	joined := slices.Concat(r.letters[from-window:from], r.letters[to:to+window])
	var roll rolling
	for i, one := range joined {
		if h := roll.add(joined, i, one); i+1 >= window && r.ours[h] == 0 {
			return false
		}
	}
	return true
}

// letters counts the heads of letters in marked lines.
func (t *trimmer) letters(from, to int) (heads int) {
	head := &trimmer{command: t.command}
	for _, line := range t.bare[from:to] {
		head.bare = append(head.bare, strings.TrimSpace(unmarked(line)))
	}
	head.lines = head.bare
	head.folds, head.opens = make([]string, len(head.bare)), make([]int, len(head.bare))
	head.findAttributions()
	for i := 0; i < len(head.bare); i++ {
		if head.opens[i] > 0 {
			i += head.opens[i] - 1
			heads++
		} else if headerLine(head.bare[i]) == "from" {
			heads++
		} else if dashedWords(head.bare[i]) == "" && head.command(head.bare[i]) {
			return maxHeads // an old answer
		}
	}
	return heads
}

const maxHeads = 9

// depthOf is how often a line is marked as quoted.
func depthOf(line string) int {
	if !mime.IsQuoted(line) {
		return 0
	}
	depth := 0
	for _, r := range line {
		switch {
		case r == '>' || r == '\uff1e':
			depth++
		case r != ' ' && (depth > 0 || r < 'A' || r > 'Z'):
			return depth
		}
	}
	return depth
}
