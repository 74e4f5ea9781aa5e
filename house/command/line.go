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
	wordMost   = 64  // bytes of a word that opens a block, in any language
)

// Line is one command line of a letter, as written and as matched.
type Line struct {
	Raw    string // as its sender wrote it, without a leading "#42"
	Folded string // lower case, single spaces, no accents, fillers or full stop
	Match  int64  // of a leading "#42"; 0 for none
	Or     bool   // tried only if the one before is refused
	Block  bool   // the words of a "say:" block
	// Heard says that Folded was heard in a sentence: the line is a move, whatever else it reads like.
	Heard bool `json:",omitempty"`
	// Plain is the command that a sentence asks for which opens a match; "" for any other line.
	Plain string `json:",omitempty"`
	// Meant is a command of the house that it comes close to, where it is none; "" for no such.
	Meant string `json:",omitempty"`
	// Unsaid says that a word in it takes a move back, asks, or puts it off.
	Unsaid bool `json:",omitempty"`
	// Maybe are the commands that the line comes close to, where it is none.
	Maybe []string `json:",omitempty"`
	// Rest, if not 0, makes this the last line, which stands for all that was not read: the letter
	// is longer than that many lines before it, and no more of it counts.
	Rest   int  `json:",omitempty"`
	Gap    bool `json:",omitempty"` // an empty row stands before it
	Quoted bool // a program may have broken it out of a quote: nobody knows who wrote it
}

// Commanding is what of a line may not read other than it is: the words that follow "say" and the like may hold any
// letters.
func (l Line) Commanding() string {
	first, _, _ := strings.Cut(l.Folded, " ")
	switch word, _, _ := strings.Cut(strings.TrimSpace(l.Raw), " "); {
	case l.Block:
		return ""
	case first != "new" && speech(l.Folded):
		return word
	}
	return l.Raw
}

// Hash is the number of a match before a line: "#42".
var Hash = regexp.MustCompile(`^#\s?(\d{1,12})\b[:,]?\s*`)

// Lines cuts English words into command lines, about no match.
func Lines(text string, fold func(string) string, games ...engine.Game) []Line {
	return Ear{Lang: "en", Fold: fold, Games: games}.Lines(text, nil)
}

// Lines cuts the text a person wrote into command lines: a line of text each,
// several on one line parted by ";", "or" between alternatives, and each move of a sentence that
// tells of several. Rows that a mail program wrapped are joined where they tell of a move together.
// A "say:" block runs to the first blank line. quoted tells the rows that may be quoted all the
// same; nil for none. At most LinesMost lines come back, and of a row at most PiecesMost pieces;
// where there was more, a line with Rest ends them.
func (e Ear) Lines(text string, quoted []bool) []Line {
	c := cutter{ear: e, heard: map[string]engine.Understood{}}
	rows := strings.Split(text, "\n")
	if len(rows) > rowsMost {
		rows = rows[:rowsMost]
	}
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
	}
	gap := false
	for at := 0; at < len(rows) && !c.full; at++ {
		unnumber(rows[at:])
		row := rows[at]
		if row == "" {
			gap = true
			continue
		}
		from, unsure := len(c.lines), at < len(quoted) && quoted[at]
		if rest, ok := sayBlock(row, c.fold); ok {
			var said []string
			if rest != "" {
				said = append(said, rest)
			}
			for at+1 < len(rows) && rows[at+1] != "" {
				at++
				said = append(said, rows[at])
			}
			c.add(Line{Raw: strings.Join(said, "\n"), Folded: "say:", Block: true})
		} else {
			at += c.row(rows, at)
		}
		for i := from; i < len(c.lines); i++ {
			c.lines[i].Quoted, c.lines[i].Gap = unsure, gap && i == from
		}
		gap = false
	}
	return c.lines
}

// rowsMost is how many rows of a letter are looked at.
const rowsMost = 5000

func sayBlock(row string, fold func(string) string) (rest string, ok bool) {
	at := strings.IndexByte(row[:min(len(row), wordMost)], ':')
	if at < 0 || strings.ContainsAny(row[:at], quoting) || fold(row[:at]) != "say" {
		return "", false
	}
	rest = strings.TrimSpace(row[at+1:])
	return rest, !strings.HasPrefix(rest, "”") && !strings.HasPrefix(rest, "»")
}

// cutter gathers the lines of one letter. Each piece of a row is folded once, whatever follows it.
type cutter struct {
	ear   Ear
	lines []Line
	full  bool                         // nothing more is taken
	heard map[string]engine.Understood // what a text by itself is
}

// hear says what a text by itself is.
func (c *cutter) hear(text string, match int64) engine.Understood {
	key := strconv.FormatInt(match, 10) + " " + text
	h, done := c.heard[key]
	if !done {
		h = c.ear.Hear(text, match)
		c.heard[key] = h
	}
	return h
}

func (c *cutter) fold(raw string) string { return c.ear.English(raw, 0) }

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
// out that came back: it is left whole, and is none. It says how many rows after it were joined to it.
func (c *cutter) row(rows []string, at int) (joined int) {
	match, row := hashed(rows[at])
	if plain, sure, n := c.opening(rows[at:], row); plain != "" {
		raw := strings.Join(append([]string{row}, rows[at+1:at+1+n]...), " ")
		if sure {
			c.add(Line{Raw: raw, Folded: c.ear.Fold(plain), Match: match, Plain: plain})
			return n
		}
		if folded := c.ear.English(row, match); !speech(folded) && !exactly(folded) && !c.quotes(row) {
			c.add(Line{Raw: raw, Folded: c.ear.English(raw, match), Match: match, Meant: plain, Unsaid: true})
			return n
		}
	}
	if folded := c.ear.English(row, match); c.quotes(row) {
		c.add(lineOf(row, "| "+folded, match, false))
		return 0
	} else if !strings.Contains(row, ";") || speech(folded) || strings.HasPrefix(row, "|") {
		if !speech(folded) && !strings.HasPrefix(row, "|") {
			if text, n := c.wrapped(rows, at, row, match); n > 0 {
				row, joined = text, n
				folded = c.ear.English(row, match)
			}
		}
		c.piece(row, folded, match, func() paragraph { return beside(rows, at, joined) })
		return joined
	}
	pieces := 0
	for more := true; more && !c.full; {
		part, rest, cut := strings.Cut(row, ";")
		if part = strings.TrimSpace(part); part != "" {
			if pieces++; pieces > PiecesMost {
				c.stop()
				return 0
			}
			folded := c.ear.English(part, match)
			if cut && c.speaks(part, folded) {
				part, cut = strings.TrimSpace(row), false
				folded = c.ear.English(part, match)
			}
			c.piece(part, folded, match, nil)
		}
		row, more = rest, cut
	}
	return 0
}

// quoting are the quotation marks that no word has in it, the opening ones first.
const (
	opening = "“„«"
	quoting = opening + "”‟»\""
)

// quotes says of a row that it tells of words that can be answered, as our letters do: it begins with
// words between quotation marks and says more, parts such words by ";", or is a piece of such a row or
// of a list of names.
// Words between quotation marks alone are what their writer copied, and those of who speaks are their
// own.
func (c *cutter) quotes(row string) bool {
	if torn(row) || strings.HasPrefix(row, "✓") { // which our letters set before what was done
		return !speech(c.fold(row))
	}
	list := strings.HasPrefix(row, "(") && strings.HasSuffix(row, ")") && strings.Count(row, ",") > 1
	goesOn := strings.HasSuffix(row, ",") && !strings.ContainsAny(row, "0123456789")
	if i := strings.Index(row, "…"); list || goesOn || i >= 0 && strings.Trim(row[i:], "…. ") != "" {
		folded := c.fold(row)
		if !speech(folded) && (exactly(folded) || c.hear(row, 0).Kind == engine.SureMove) {
			return true
		}
	}
	if !strings.ContainsAny(row, quoting) {
		return false
	}
	parts := strings.SplitN(row, ";", PiecesMost)
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if speech(c.fold(part)) || c.speaks(part, "") {
			return false
		}
		at := strings.IndexAny(part, quoting)
		whole := at == 0 && strings.TrimRight(part, quoting) != part && !strings.ContainsAny(strings.Trim(part, quoting), quoting)
		if at >= 0 && (len(parts) > 1 || at == 0 && !whole) {
			return true
		}
	}
	return false
}

// torn reports a quotation mark that opens and is not closed, or the other way round.
func torn(row string) bool {
	open := 0
	for _, r := range row {
		switch {
		case r == '“' && open > 0, r == '”', r == '»':
			open--
		case strings.ContainsRune(opening, r):
			open++
		}
		if open < 0 {
			return true
		}
	}
	return open != 0
}

// hashed takes the number of a match off the front of a row.
func hashed(row string) (match int64, rest string) {
	if m := Hash.FindStringSubmatch(row); m != nil {
		match, _ = strconv.ParseInt(m[1], 10, 64)
		return match, row[len(m[0]):]
	}
	return 0, row
}

// wrappedMost is how many rows a mail program may have made of one, and wrappedRow how long they are.
const (
	wrappedMost = 3
	wrappedRow  = 100
)

// wrapped joins a row to those after it that tell of a move with it and of none alone; n is how
// many.
func (c *cutter) wrapped(rows []string, at int, row string, match int64) (text string, n int) {
	if len(row) > wrappedRow || at+1 == len(rows) || rows[at+1] == "" || c.hear(row, match).Kind == engine.SureMove {
		return row, 0
	}
	text = row
	for n = 1; n <= wrappedMost && at+n < len(rows) && rows[at+n] != ""; n++ {
		next := rows[at+n]
		if len(next) > wrappedRow || strings.ContainsAny(next, "|;#") || c.hear(next, match).Kind == engine.SureMove {
			return row, 0
		}
		text += " " + next
		if c.hear(text, match).Kind == engine.SureMove {
			return text, n
		}
	}
	return row, 0
}

// paragraph is what stands round a row: the other rows of its paragraph, and those next to it.
type paragraph struct {
	rows          []string
	before, after string
}

// besideMost is how many rows above a row, and below it, are looked at.
const besideMost = 12

// beside finds what stands round a row and those joined to it.
func beside(rows []string, at, joined int) paragraph {
	from, to := at, at+joined
	for from > 0 && rows[from-1] != "" && at-from < besideMost {
		from--
	}
	for to+1 < len(rows) && rows[to+1] != "" && to-at < besideMost {
		to++
	}
	p := paragraph{rows: append(slices.Clone(rows[from:at]), rows[at+joined+1:to+1]...)}
	for i := from - 1; i >= 0 && p.before == "" && from-i < besideMost; i-- {
		p.before = rows[i]
	}
	for i := to + 1; i < len(rows) && p.after == "" && i-to < besideMost; i++ {
		p.after = rows[i]
	}
	return p
}

// speaks says of a piece that what follows it on its row is said with it, a quotation mark before
// its first word or not.
func (c *cutter) speaks(part, folded string) bool {
	if bare := strings.TrimLeft(part, "\"'`*_“”„«»‘’ "); len(bare) < len(part) {
		folded = c.fold(bare)
	}
	return strings.Contains(folded, " ") && speech(folded)
}

// piece takes one command, several alternatives parted by "or", or the moves of a sentence.
func (c *cutter) piece(part, folded string, match int64, round func() paragraph) {
	if part == "" || c.ahead(part, match) {
		return
	}
	if strings.HasPrefix(part, "|") || speech(folded) || exactly(folded) && (c.begins(part, folded) || c.hear(part, match).Kind != engine.SureMove) {
		c.add(lineOf(part, folded, match, false))
		return
	}
	heard := c.told(part, folded, match, round)
	if heard.Kind != engine.SureMove && c.alternatives(part, match) {
		return
	}
	line := lineOf(part, folded, match, false)
	head := ""
	if first, _, _ := strings.Cut(folded, " "); (first == "next" || first == "check") && c.begins(part, folded) {
		head = first + " "
	}
	if heard.Kind != engine.SureMove {
		line.Unsaid = heard.Unsaid || strings.Contains(part, "?")
		where := strings.HasPrefix(strings.ToLower(part), "où ") // folded, it is an "or"
		if head == "" && (!line.Or || where) {
			switch plain, meant := c.ear.Wish(part); {
			case meant:
				line.Meant, line.Or = plain, false
			case plain != "":
				line.Folded, line.Unsaid, line.Or = plain, false, false
			case heard.Kind == engine.MaybeMove && !line.Or:
				line.Maybe = heard.Lines
			}
		}
		c.add(line)
		return
	}
	line.Heard = true
	for _, plain := range heard.Lines {
		line.Folded = head + plain
		c.add(line)
	}
}

// exactly says that a line is a word of the house with what belongs to it, and no plan or question
// about a move.
func exactly(folded string) bool {
	first, rest, _ := strings.Cut(folded, " ")
	w := Find(first)
	return w != nil && w.Name != "next" && w.Name != "check" && (rest == "" || !w.Bare && (w.Fits == nil || w.Fits(rest)))
}

// begins says whether a piece begins, as typed, with the word that its fold begins with: small words
// before it are no part of a command of the house.
func (c *cutter) begins(part, folded string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(part), " ")
	word, _, _ := strings.Cut(folded, " ")
	return strings.TrimRight(c.fold(first), ",:") == word
}

// told hears a piece of a row, what is planned or asked of it too. What stands beside it may take
// it back.
func (c *cutter) told(part, folded string, match int64, round func() paragraph) engine.Understood {
	text := part
	if first, _, more := strings.Cut(folded, " "); more && (first == "next" || first == "check" || first == "or") && c.begins(part, folded) {
		text = behind(text)
		if first == "next" {
			if next, _, more := strings.Cut(c.fold(text), " "); more && strings.TrimRight(next, ":,") == "turn" {
				text = behind(text)
			}
		}
	}
	heard := c.hear(text, match)
	if text != part && heard.Kind == engine.NoMove {
		text = part
		heard = c.hear(text, match) // "check out I1 with my map"
	}
	if first, _, _ := strings.Cut(folded, " "); heard.Mended && len(slips(nil, first)) > 0 {
		return engine.Understood{Kind: engine.MaybeMove, Lines: heard.Lines} // of a word of the house, too
	}
	if heard.Kind == engine.SureMove && !heard.Bare && round != nil {
		beside := round()
		beside.rows = slices.DeleteFunc(beside.rows, func(row string) bool { return exactly(c.fold(row)) })
		return c.ear.hear(text, match, beside)
	}
	return heard
}

// behind is a text without its first word and what marks its end.
func behind(text string) string {
	at := strings.IndexAny(text, " :,")
	if at < 0 {
		return ""
	}
	return strings.TrimLeft(text[at:], " :,")
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
