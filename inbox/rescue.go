package inbox

import "strings"

const (
	rescueKnown = 5  // lines of the digest there must be above an answer
	rescueLines = 10 // lines such an answer may have
)

// rescue finds an answer written below a digest that its program quotes
// without marks: from the headers down to the digest's last line there is
// nothing but the digest, and below that a few lines. Where anything is odd,
// nothing is found.
func rescue(cut []Cut, digest string) (answer string, rest []Cut) {
	if len(cut) == 0 || cut[len(cut)-1].Why != WhyQuote {
		return "", nil
	}
	quote := cut[len(cut)-1]
	lines := strings.Split(quote.Text, "\n")
	end := newDigest(digest).end(lines)
	if end == 0 {
		return "", nil
	}
	below := 0
	for _, line := range lines[end:] {
		switch bare := visible(line); {
		case isQuoted(bare):
			return "", nil
		case bare != "":
			below++
		}
	}
	answer, more := Trim(strings.Join(lines[end:], "\n"))
	if answer == "" || below > rescueLines {
		return "", nil
	}
	rest = append(rest, cut[:len(cut)-1]...)
	rest = append(rest, Cut{WhyQuote, strings.TrimSpace(strings.Join(lines[:end], "\n"))})
	return answer, append(rest, more...)
}

// end is how many lines the digest takes in lines, its headers counted, 0 when
// it is not whole there or something else stands in it.
func (d digest) end(lines []string) int {
	held := 0
	for i, line := range lines {
		bare := visible(line)
		switch {
		case isQuoted(bare):
			return 0
		case d.holds(compact(line), i):
			held++
			if held >= rescueKnown && compact(line) == d.last {
				return i + 1
			}
		case bare != "" && held > 0:
			return 0
		}
	}
	return 0
}
