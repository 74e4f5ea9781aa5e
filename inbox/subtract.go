package inbox

import "strings"

// Subtract takes the lines of the digest that is answered out of what a letter
// keeps: programs and languages that mark no quote at all are read so. A line
// goes when it stands
//
//   - in a run of three or more lines that are lines of the digest, or
//   - in a run of two of which one is longer than 20 letters, or
//   - alone, and is longer than 40 letters,
//
// blank lines not counted. So an answer of one or two moves survives although
// the digest lists the very same commands.
func Subtract(kept, digest string) (string, []Cut) {
	known := newDigest(digest)
	if len(known.lines) == 0 {
		return kept, nil
	}
	lines := strings.Split(kept, "\n")
	var out []string
	var cut []Cut
	for i := 0; i < len(lines); {
		end, gone := known.run(lines, i)
		if gone {
			cut = append(cut, Cut{WhyDigest, strings.Join(lines[i:end], "\n")})
		} else {
			out = append(out, lines[i:end]...)
		}
		i = end
	}
	if cut == nil {
		return kept, nil
	}
	return tidyKept(out), cut
}

// digest is a letter of ours, to know its lines by.
type digest struct {
	lines map[string]bool
	last  string // its last line
	whole string // all of it without blanks, for lines that a program wrapped anew
}

func newDigest(text string) digest {
	d := digest{lines: map[string]bool{}}
	var whole strings.Builder
	for _, line := range strings.Split(plainLines(text), "\n") {
		if line = compact(line); line != "" {
			d.lines[line] = true
			d.last = line
			whole.WriteString(line)
		}
	}
	d.whole = whole.String()
	return d
}

// compact is a line without blanks, quote marks, case and stars, which is how
// programs change the lines they quote. One too long for any digest stays as it is.
func compact(line string) string {
	if len(line) > maxQuoted {
		return line
	}
	line = strings.TrimLeft(visible(line), ">|* ")
	return strings.NewReplacer(" ", "", "*", "", "_", "").Replace(strings.ToLower(Clean(line)))
}

const (
	longLine  = 40
	halfLine  = 20
	maxQuoted = 128 << 10 // bytes of a line; a whole digest is below 100 KB
	maxSought = 2000      // lines looked for inside the digest; the rest must equal a line
)

// run is the end of the run of lines from i that are all of the digest, or
// none of them, and whether it goes.
func (d digest) run(lines []string, i int) (end int, gone bool) {
	count, longest := 0, 0
	if !d.holds(lines[i], i) {
		return i + 1, false
	}
	for j := i; j < len(lines); j++ {
		if compact(lines[j]) == "" {
			continue
		}
		if !d.holds(lines[j], j) {
			break
		}
		count++
		longest = max(longest, len([]rune(compact(lines[j]))))
		end = j + 1
	}
	return end, count >= 3 || count == 2 && longest > halfLine || longest > longLine
}

func (d digest) holds(line string, at int) bool {
	line = compact(line)
	if line == "" || d.lines[line] {
		return line != ""
	}
	return at < maxSought && len(line) > halfLine && strings.Contains(d.whole, line)
}
