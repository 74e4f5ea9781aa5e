package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// A letter is bounded work: so much of it is read, and nothing beyond is acted on.
const (
	LinesMost  = 200 // lines of a letter, those parted by ";" and "or" counted one by one
	PiecesMost = 50  // pieces of one row, parted by ";"
	wordMost   = 64  // bytes of a word that parts a row, in any language
)

// Line is one command line of a letter, as written and as matched.
type Line struct {
	Raw    string // as its sender wrote it, without a leading "#42"
	Folded string // lower case, single spaces, no accents, fillers or full stop
	Match  int64  // of a leading "#42"; 0 for none
	Or     bool   // tried only if the one before is refused
	Block  bool   // the words of a "say:" block
	// Rest, if not 0, makes this the last line, which stands for all that was not read: the letter
	// is longer than that many lines before it, and no more of it counts.
	Rest   int  `json:",omitempty"`
	Quoted bool // a program may have broken it out of a quote: nobody knows who wrote it
}

// Hash is the number of a match before a line: "#42".
var Hash = regexp.MustCompile(`^#\s?(\d{1,12})\b[:,]?\s*`)

// Lines cuts the text a person wrote into command lines: a line of text each,
// several on one line parted by ";", "or" between alternatives. A "say:" block
// runs to the first blank line. fold is how words are made comparable. games are those that
// the lines may be meant for, each of which says what begins a line with alternatives. At most
// LinesMost lines come back, and of a row at most PiecesMost pieces; where there was more, a
// line with Rest ends them.
func Lines(text string, fold func(string) string, games ...engine.Game) []Line {
	return LinesOf(text, nil, fold, games...)
}

// LinesOf is Lines where some rows of the text may be quoted all the same; nil for none.
func LinesOf(text string, quoted []bool, fold func(string) string, games ...engine.Game) []Line {
	c := cutter{fold: fold, games: games}
	for at := 0; text != "" && !c.full; at++ {
		var row string
		row, text, _ = strings.Cut(text, "\n")
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		from, unsure := len(c.lines), at < len(quoted) && quoted[at]
		if rest, ok := sayBlock(row, fold); ok {
			var said []string
			if rest != "" {
				said = append(said, rest)
			}
			for text != "" {
				next, after, _ := strings.Cut(text, "\n")
				if next = strings.TrimSpace(next); next == "" {
					break
				}
				said, text = append(said, next), after
				at++
			}
			c.add(Line{Raw: strings.Join(said, "\n"), Folded: "say:", Block: true})
		} else {
			c.row(row)
		}
		for i := from; i < len(c.lines); i++ {
			c.lines[i].Quoted = unsure
		}
	}
	return c.lines
}

func sayBlock(row string, fold func(string) string) (rest string, ok bool) {
	at := strings.IndexByte(row[:min(len(row), wordMost)], ':')
	if at < 0 || fold(row[:at]) != "say" {
		return "", false
	}
	return strings.TrimSpace(row[at+1:]), true
}

// cutter gathers the lines of one letter. Each piece of a row is folded once, whatever follows it.
type cutter struct {
	fold  func(string) string
	games []engine.Game
	lines []Line
	full  bool // nothing more is taken
}

func (c *cutter) add(l Line) {
	if len(c.lines) == LinesMost {
		c.stop()
	}
	if !c.full {
		c.lines = append(c.lines, l)
	}
}

// stop ends the reading before something that was written.
func (c *cutter) stop() {
	if !c.full {
		c.full = true
		c.lines = append(c.lines, Line{Raw: "…", Rest: len(c.lines)})
	}
}

// row parts a row at ";"; what is said runs to the end of its row. A bar marks a row of a letter
// out that came back: it is left whole, and is none.
func (c *cutter) row(row string) {
	match := int64(0)
	if strings.HasPrefix(row, "#") {
		if m := Hash.FindStringSubmatch(row); m != nil {
			match, _ = strconv.ParseInt(m[1], 10, 64)
			row = row[len(m[0]):]
		}
	}
	if folded := c.fold(row); !strings.Contains(row, ";") || speech(folded) || strings.HasPrefix(row, "|") {
		c.piece(row, folded, match)
		return
	}
	pieces := 0
	for more := true; more && !c.full; {
		part, rest, cut := strings.Cut(row, ";")
		if part = strings.TrimSpace(part); part != "" {
			if pieces++; pieces > PiecesMost {
				c.stop()
				return
			}
			folded := c.fold(part)
			if cut && c.speaks(part, folded) {
				part, cut = strings.TrimSpace(row), false
				folded = c.fold(part)
			}
			c.piece(part, folded, match)
		}
		row, more = rest, cut
	}
}

// speaks says of a piece that what follows it on its row is said with it, a quotation mark before
// its first word or not.
func (c *cutter) speaks(part, folded string) bool {
	if bare := strings.TrimLeft(part, "\"'`*_“”„«»‘’ "); len(bare) < len(part) {
		folded = c.fold(bare)
	}
	return strings.Contains(folded, " ") && speech(folded)
}

// piece takes one command, or several parted by "or".
func (c *cutter) piece(part, folded string, match int64) {
	if part == "" {
		return
	}
	if speech(folded) || !c.startsLikeMove(folded) {
		c.add(lineOf(part, folded, match, false))
		return
	}
	words := strings.Fields(part)
	begun := 0
	for i, word := range words {
		if c.full {
			return
		}
		if i > begun && i+1 < len(words) && len(word) <= wordMost && c.fold(word) == "or" {
			c.alternative(words[begun:i], match, begun > 0)
			begun = i + 1
		}
	}
	c.alternative(words[begun:], match, begun > 0)
}

func (c *cutter) alternative(words []string, match int64, or bool) {
	raw := strings.Join(words, " ")
	c.add(lineOf(raw, c.fold(raw), match, or))
}

func lineOf(raw, folded string, match int64, or bool) Line {
	line := Line{Raw: raw, Folded: folded, Match: match, Or: or}
	if rest, ok := strings.CutPrefix(folded, "or "); ok {
		line.Or, line.Folded = true, rest
	}
	if strings.HasPrefix(folded, "open") {
		if m := openNumber.FindStringSubmatch(folded); m != nil {
			line.Match, _ = strconv.ParseInt(m[1], 10, 64)
			line.Folded = "open"
		}
	}
	return line
}

// speech says that the rest of a line is somebody's words, in which ";" and
// "or" mean nothing.
func speech(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	return first == "say" || first == "tell" || first == "note" || first == "salt" || first == "new"
}

// openNumber opens a lobby by its number, which may stand behind the word too.
var openNumber = regexp.MustCompile(`^open\s+#\s?(\d{1,12})\.?$`)

// startsLikeMove keeps "or" in prose whole: only a line that begins with a
// number or a word that only moves begin with is cut at "or".
func (c *cutter) startsLikeMove(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	switch {
	case first == "":
		return false
	case first == "next" || first == "check" || first == "or" || first[0] >= '0' && first[0] <= '9':
		return true
	}
	return slices.ContainsFunc(c.games, func(g engine.Game) bool { return slices.Contains(engine.AlternativesOf(g), first) })
}
