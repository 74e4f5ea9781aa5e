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
	packed := make([]string, len(lines))
	for i, line := range lines {
		packed[i] = compact(line)
	}
	held := known.hold(packed)
	var out []string
	var cut []Cut
	for i := 0; i < len(lines); {
		end, gone := run(packed, held, i)
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
	return unpacked.Replace(strings.ToLower(Clean(visible(line))))
}

var unpacked = strings.NewReplacer(" ", "", "*", "", "_", "", "|", "", ">", "")

const (
	longLine  = 40
	halfLine  = 20
	maxQuoted = 128 << 10 // bytes of a line; a whole digest is below 100 KB
	maxSought = 2000      // lines looked for inside the digest; the rest must equal a line
)

// run is the end of the run of lines from i that are all of the digest, or
// none of them, and whether it goes.
func run(packed []string, held []bool, i int) (end int, gone bool) {
	count, longest := 0, 0
	if !held[i] {
		return i + 1, false
	}
	for j := i; j < len(packed); j++ {
		if packed[j] == "" {
			continue
		}
		if !held[j] {
			break
		}
		count++
		longest = max(longest, len([]rune(packed[j])))
		end = j + 1
	}
	return end, count >= 3 || count == 2 && longest > halfLine || longest > longLine
}

// hold tells which lines are of the digest. Where a line is long enough to have one place in
// it, the short pieces before and behind are too, if they stand there in the digest: a program
// that wraps lines anew leaves "pass 4" on a line of its own.
func (d digest) hold(packed []string) []bool {
	held := make([]bool, len(packed))
	at := 0 // where the digest goes on behind the last line found
	for i, line := range packed {
		switch {
		case line == "":
		case at > 0 && strings.HasPrefix(d.whole[at:], line):
			held[i] = true
			at += len(line)
		case d.holds(line, i):
			held[i] = true
			place := -1
			if i < maxSought {
				place = d.place(line, at)
			}
			if place < 0 {
				at = 0
				continue
			}
			d.holdBefore(packed[:i], held, place)
			at = place + len(line)
		default:
			at = 0
		}
	}
	return held
}

// holdBefore marks the pieces that stand before a place of the digest.
func (d digest) holdBefore(packed []string, held []bool, place int) {
	for i := len(packed) - 1; i >= 0 && !held[i]; i-- {
		if !strings.HasSuffix(d.whole[:place], packed[i]) {
			return
		}
		held[i] = packed[i] != ""
		place -= len(packed[i])
	}
}

// place is where a line stands in the digest, behind at if it can be; -1 for one that is too
// short to tell.
func (d digest) place(line string, at int) int {
	if len(line) <= halfLine {
		return -1
	}
	if place := strings.Index(d.whole[at:], line); place >= 0 {
		return at + place
	}
	return strings.Index(d.whole, line)
}

// holds reports a line of the digest, packed, or a long piece of one; at is its number.
func (d digest) holds(line string, at int) bool {
	if line == "" || d.lines[line] {
		return line != ""
	}
	return at < maxSought && len(line) > halfLine && strings.Contains(d.whole, line)
}
