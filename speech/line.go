package speech

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// Limits on how much of a letter is read, so that no letter takes long. Nothing beyond them is carried out.
const (
	LinesMost  = 200 // lines of a letter, counting each part of a row with ";" or "or"
	PiecesMost = 50  // parts of a row with ";"
	wordMost   = 64  // bytes of the word before the colon of a "say:" block

	// LetterSteps is how much work the reading of a letter may be (see engine.Effort). Two hundred lines of ordinary
	// sentences need a part of it; words thrown together, which can be read in many ways, need more.
	LetterSteps = 2_000_000
)

// NewLetterEffort returns the effort of one letter.
func NewLetterEffort() *engine.Effort { return engine.NewEffort(LetterSteps) }

// Line is one line of a letter, as it was written and as it is read.
type Line struct {
	Raw    string // as its sender wrote it, without a "#42" in front
	Folded string // in English, lower case, single spaces, no accents, fillers or full stop
	Match  int64  // the match of a "#42" in front, 0 if there is none
	Or     bool   // an alternative, tried only if the line before is refused
	Block  bool   // the words of a "say:" block
	// Heard is true if Folded is a move that was found in a sentence. Then the line is this move, even if it could
	// be read as something else.
	Heard bool `json:",omitempty"`
	// Graced is true of a line that is Heard if a word of the move itself is not known or mistyped: it plays after a grace,
	// a while in which its writer can take it back.
	Graced bool `json:",omitempty"`
	// Plain is the command that opens a match, if the line is a sentence that surely asks for one.
	Plain string `json:",omitempty"`
	// Meant is a command of the house that the line comes close to, which is offered to its writer.
	Meant string `json:",omitempty"`
	// Unsaid is true if a word in the line takes a move back, puts it off, or asks.
	Unsaid bool `json:",omitempty"`
	// Corrects is true if the line takes back the move before it and says what should be otherwise: "no wait, D5".
	Corrects bool `json:",omitempty"`
	// Touches is true if the line may be a part of the turn, and is not understood.
	Touches bool `json:",omitempty"`
	// Maybe has the moves that the line comes close to, which are offered to its writer.
	Maybe []string `json:",omitempty"`
	// Rest, if not 0, says that the letter was too long. This is then the last line and stands for all that was
	// not read, and Rest is how many lines were.
	Rest int `json:",omitempty"`
	// Tangled says that the effort of the letter was spent. This is then the last line and stands for all that was not
	// read.
	Tangled bool `json:",omitempty"`
	Gap     bool `json:",omitempty"` // an empty row comes before it
	Quoted  bool // may come from a quote that a mail program broke, so it is not certain who wrote it
}

// Ends reports whether a line stands for all that was not read.
func (l Line) Ends() bool { return l.Rest != 0 || l.Tangled }

// Commanding returns the part of a line that must not contain letters that look like others. The words after "say"
// and the like are left out, because people may write them in any alphabet.
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

// Hash matches the number of a match at the front of a line: "#42".
var Hash = regexp.MustCompile(`^#\s?(0{0,6}[1-9]\d{0,11})\b[:,]?\s*`)

// SplitLines splits an English text that is about no match into lines.
func SplitLines(text string, fold func(string) string, games ...engine.Game) []Line {
	return Ear{Lang: "en", Fold: fold, Games: games}.Lines(text, nil)
}

// Lines splits the text of a letter into command lines. Most rows of the text are one line. A row is split at ";" and
// at "or" between alternatives, and if it is a sentence with several moves. Rows that a mail program wrapped are
// joined if they are a move only together. A "say:" block ends at the first blank row.
//
// quoted has true for each row that may be a quote; nil means none. Lines returns at most LinesMost lines, and at most
// PiecesMost of a row. If there is more, the last line has Rest set. If the effort is spent within a row, nothing of that
// row is returned, but a last line that is Tangled.
func (e Ear) Lines(text string, quoted []bool) []Line {
	if e.Effort == nil {
		e.Effort = NewLetterEffort()
	}
	c := cutter{ear: e, heard: map[string]engine.Understood{}, asked: map[string]wished{}}
	folds := map[string]string{}
	c.ear.Fold = func(raw string) string {
		folded, done := folds[raw]
		if !done {
			folded = e.Fold(raw)
			folds[raw] = folded
		}
		return folded
	}
	rows := strings.Split(text, "\n")
	rows = engine.MapList(rows[:min(len(rows), rowsMost)], func(row string) string { return c.ear.copied(strings.TrimSpace(row)) })
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
		if e.Effort.Spent() {
			return append(c.lines[:from], Line{Raw: "…", Tangled: true})
		}
		for i := from; i < len(c.lines); i++ {
			c.lines[i].Quoted, c.lines[i].Gap = unsure, gap && i == from
		}
		gap = false
	}
	return c.lines
}

// copied returns a command with addresses in it that stands whole in quotation marks without them: it was copied from where
// somebody was told to write it. A sentence in quotation marks is somebody else's.
func (e Ear) copied(row string) string {
	inside := strings.Trim(row, "`'‘’‚‹›"+quoting)
	if !strings.Contains(row, "@") || strings.ContainsAny(inside, quoting) || strings.HasPrefix(row, inside) || strings.HasSuffix(row, inside) {
		return row
	}
	inside = strings.TrimSpace(inside)
	if ReadCommand(e.English(inside, 0), nil).Kind != HouseWord {
		return row
	}
	return inside
}

// rowsMost is the most rows of a letter that are read.
const rowsMost = 5000

// sayBlock reports whether a row begins a "say:" block, and returns what follows the colon.
func sayBlock(row string, fold func(string) string) (rest string, ok bool) {
	at := strings.IndexByte(row[:min(len(row), wordMost)], ':')
	if at < 0 || strings.ContainsAny(row[:at], quoting) || fold(row[:at]) != "say" {
		return "", false
	}
	rest = strings.TrimSpace(row[at+1:])
	return rest, !strings.HasPrefix(rest, "”") && !strings.HasPrefix(rest, "»")
}

// cutter collects the lines of one letter. To keep the work in proportion to the letter's length, it folds each piece
// of a row only once.
type cutter struct {
	ear   Ear
	lines []Line
	full  bool                         // no more lines are added
	heard map[string]engine.Understood // caches hear
	asked map[string]wished            // caches what rows and sentences ask the house for
	tried int                          // how many parts of sentences were tried as moves beside a wish
}

// wished is what a text asks the house for: a command, and whether it is only meant.
type wished struct {
	plain string
	meant bool
}

// hear reads a text by itself as moves.
func (c *cutter) hear(text string, match int64) engine.Understood {
	key := strconv.FormatInt(match, 10) + " " + text
	h, done := c.heard[key]
	if !done && !c.ear.Effort.Spent() {
		h = c.ear.HearMoves(text, match)
		c.heard[key] = h
	}
	return h
}

// surely reports whether a text by itself is a sure move.
func (c *cutter) surely(text string, match int64) bool {
	ear := c.ear
	ear.surely = true
	return ear.HearMoves(text, match).Kind == engine.SureMove
}

func (c *cutter) fold(raw string) string { return c.ear.English(raw, 0) }

func (c *cutter) add(all ...Line) {
	for _, l := range all {
		if len(c.lines) == LinesMost {
			c.stop()
		}
		if !c.full {
			c.lines = append(c.lines, l)
		}
	}
}

// stop ends the reading because the letter is too long.
func (c *cutter) stop() {
	if !c.full {
		c.full = true
		c.lines = append(c.lines, Line{Raw: "…", Rest: len(c.lines)})
	}
}

// cut takes back the lines from at on, and with the last of them, if it is there, that the letter is too long.
func (c *cutter) cut(at int) { c.lines, c.full = c.lines[:at], c.full && at == len(c.lines) }

// row adds the lines of rows[at]. It splits the row at ";", except that the words of "say" and the like run to its
// end. A row that begins with "|" or quotes commands comes from a letter of ours: it stays whole, and is no command.
// joined is how many rows after it were read with it.
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
			}
			if row, joined = c.corrected(rows, at, joined, row, match); joined > 0 {
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
			next, after, another := strings.Cut(rest, ";")
			if _, n := c.corrected([]string{part, strings.TrimSpace(next)}, 0, 0, part, match); n > 0 {
				part, rest, cut = part+";"+next, after, another
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

// quoting has the quotation marks that no word contains, opening only those that open.
const (
	opening = "“„«"
	quoting = opening + "”‟»\""
)

// quotes reports whether a row may come from a letter of ours that tells people what they can answer. It begins with
// words in quotation marks and goes on, has several of them with ";" between, or is a broken piece of such a row or of
// a list. A row that is nothing but words in quotation marks was copied by its writer as a command, and after "say"
// the words are the writer's own.
func (c *cutter) quotes(row string) bool {
	if torn(row) || strings.HasPrefix(row, "✓") { // our letters put this mark before what was done
		return !speech(c.fold(row))
	}
	list := strings.HasPrefix(row, "(") && strings.HasSuffix(row, ")") && strings.Count(row, ",") > 1
	goesOn := strings.HasSuffix(row, ",") && !strings.ContainsAny(row, "0123456789")
	i := strings.Index(row, "…")
	left := i > 0 && strings.HasSuffix(row[:i], " ") && strings.Trim(row[i:], "…. ") != "" // phones put it behind a word: "hmm… 3 on C5"
	if list || goesOn || left {
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

// torn reports whether a quotation mark opens and does not close, or closes and does not open.
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

// hashed splits off the number of a match at the front of a row.
func hashed(row string) (match int64, rest string) {
	if m := Hash.FindStringSubmatch(row); m != nil {
		match, _ = strconv.ParseInt(m[1], 10, 64)
		return match, row[len(m[0]):]
	}
	return 0, row
}

// wrappedMost is how many rows can be joined to one that a mail program wrapped, and wrappedRow the most bytes of
// each.
const (
	wrappedMost = 3
	wrappedRow  = 100
)

// wrapped joins a row with the rows after it, if they are a move together and none of them is one alone. n is how many
// rows were joined.
func (c *cutter) wrapped(rows []string, at int, row string, match int64) (text string, n int) {
	if len(row) > wrappedRow || at+1 == len(rows) || rows[at+1] == "" {
		return row, 0
	}
	alone := c.hear(row, match)
	if alone.Kind == engine.SureMove {
		return row, 0
	}
	text = row
	near := alone.Near
	for n = 1; n <= wrappedMost && at+n < len(rows) && rows[at+n] != ""; n++ {
		next := rows[at+n]
		if len(next) > wrappedRow || strings.ContainsAny(next, "|;#") {
			return row, 0
		}
		other := c.hear(next, match)
		if other.Kind == engine.SureMove {
			return row, 0
		}
		text += " " + next
		near = near || other.Near
		if near && c.surely(text, match) {
			return text, n
		}
	}
	return row, 0
}

// corrected joins a row that is a move with the next one, if that takes it back: "3 on C5" and, below it, "no wait, D5" or
// "no wait". The two together are asked about; without the second the wrong move would be played.
func (c *cutter) corrected(rows []string, at, joined int, row string, match int64) (string, int) {
	next := at + joined + 1
	for next < len(rows) && rows[next] == "" {
		next++
	}
	if next == len(rows) || len(row) > wrappedRow || len(rows[next]) > wrappedRow || strings.ContainsAny(rows[next], "|;#") ||
		c.hear(row, match).Kind != engine.SureMove || !c.hear(rows[next], match).Corrects {
		return row, joined
	}
	if text := row + " " + rows[next]; c.hear(text, match).Corrects {
		return text, next - at
	}
	return row, joined
}

// paragraph is the text around a row: the other rows of its paragraph, and the nearest rows beyond the blank ones.
type paragraph struct {
	rows          []string
	before, after string
}

// besideMost is how many rows above and below a row are looked at.
const besideMost = 12

// beside returns the text around a row and the rows joined to it.
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

// speaks reports whether a piece begins with "say" or the like, perhaps after a quotation mark, so that the rest of
// the row belongs to what is said.
func (c *cutter) speaks(part, folded string) bool {
	if bare := strings.TrimLeft(part, "\"'`*_“”„«»‘’ "); len(bare) < len(part) {
		folded = c.fold(bare)
	}
	return strings.Contains(folded, " ") && speech(folded)
}

// piece adds the lines of a piece of a row: a command, alternatives with "or" between, or the moves of a sentence.
// round returns the text around it; nil if that does not matter.
func (c *cutter) piece(part, folded string, match int64, round func() paragraph) {
	if part == "" || !strings.HasPrefix(part, "|") && (c.sentences(part, match, round) || c.says(part, match, round)) || c.ahead(part, match) || c.andAhead(part, match, round) || c.onCondition(part, match) {
		return
	}
	folded = unpointed(folded)
	if strings.HasPrefix(part, "|") || speech(folded) || exactly(folded) && (c.begins(part, folded) || c.hear(part, match).Kind != engine.SureMove) {
		line := lineOf(part, folded, match, false)
		if strings.HasPrefix(folded, "new ") {
			if plain, _ := c.ear.FindWish(part); plain == "rematch" { // "new game with the same people"
				line.Folded = plain
			}
		}
		if w := FindCommand(folded); w != nil && w.Bare {
			if heard := c.hear(part, match); heard.Kind == engine.SureMove {
				line.Maybe = heard.Lines // "Pause" is also a word of the game
			}
		}
		c.add(line)
		return
	}
	heard := c.told(part, folded, match, round)
	if heard.Kind != engine.SureMove && c.alternatives(part, match) {
		return
	}
	if words := strings.Fields(part); heard.Kind == engine.NoMove && len(words) > 0 {
		if n := c.ear.condition(words); n > 0 { // "discard 3, or 5 if that's not allowed"
			choice := strings.TrimRight(strings.Join(words[:len(words)-n], " "), ",")
			if c.alternatives(choice, match) {
				return
			}
			if heard = c.hear(choice, match); heard.Kind == engine.SureMove {
				heard.Kind = engine.MaybeMove
			}
		}
	}
	line := lineOf(part, folded, match, false)
	head := ""
	if first, _, _ := strings.Cut(folded, " "); (first == "next" && !heard.Subject || first == "check") && c.begins(part, folded) {
		head = first + " "
	}
	if heard.Kind != engine.SureMove {
		line.Unsaid, line.Corrects, line.Touches = heard.Unsaid || strings.Contains(part, "?"), heard.Corrects, heard.Touches
		where := strings.HasPrefix(strings.ToLower(part), "où ") // "where", which folds to "ou", an "or"
		switch {
		case head == "check " && len(heard.Lines) == 1:
			line.Folded = head + heard.Lines[0] // "check if I can put 3 on C5"
		case line.Or && !where || head != "" && heard.Kind != engine.NoMove:
		case c.wish(&line):
			c.besides(line)
			return
		case heard.Kind == engine.MaybeMove && !line.Or:
			line.Maybe = heard.Lines
		}
		c.add(line)
		return
	}
	line.Heard, line.Graced, line.Corrects = true, heard.Graced, heard.Corrects && heard.Graced
	for _, plain := range heard.Lines {
		line.Folded = head + plain
		c.add(line)
	}
	if heard.Amid {
		c.alsoAsked(line)
	}
}

// wish puts into a line what it asks the house for, and reports whether it asks for anything.
func (c *cutter) wish(line *Line) bool {
	w, done := c.asked[line.Raw]
	if !done {
		w.plain, w.meant = c.ear.FindWish(line.Raw)
		c.asked[line.Raw] = w
	}
	switch {
	case w.meant:
		line.Meant, line.Or = w.plain, false
	case w.plain != "":
		line.Folded, line.Unsaid, line.Or = w.plain, false, false
	}
	return w.plain != ""
}

// unpointed takes the mark off a "next", "check", "away" or "rematch" at the front of a folded line. A move behind "next:" would
// otherwise be played now.
func unpointed(folded string) string {
	first, rest, _ := strings.Cut(folded, " ")
	if word := strings.TrimRight(first, ":,"); rest != "" && slices.Contains([]string{"next", "check", "away", "rematch"}, word) {
		return word + " " + rest
	}
	return folded
}

// exactly reports whether a folded line is a command of the house with what belongs to it. "next" and "check" do not
// count, because a move follows them.
func exactly(folded string) bool {
	first, rest, _ := strings.Cut(folded, " ")
	w := FindCommand(first)
	return w != nil && w.Name != "next" && w.Name != "check" && (rest == "" || w.takes(rest))
}

// begins reports whether the first word of a piece, as typed, is the first word of its folded form. If folding
// removed a small word before it, the piece is no command of the house.
func (c *cutter) begins(part, folded string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(part), " ")
	word, _, _ := strings.Cut(folded, " ")
	return strings.TrimRight(c.fold(first), ",:") == word
}

// told reads a piece of a row as moves, also behind "next", "check" or "or". The text around it may take a move back.
func (c *cutter) told(part, folded string, match int64, round func() paragraph) engine.Understood {
	text := part
	if first, _, more := strings.Cut(folded, " "); more && (first == "next" || first == "check" || first == "or") && c.begins(part, folded) {
		if first == "next" && !c.behindMove() && c.ear.laters(part) {
			return c.hear(part, match) // "next time I lay 3 on C5" is for nobody to do
		}
		text = behind(text)
		if first == "next" {
			next, _, more := strings.Cut(c.fold(text), " ")
			turn := more && strings.TrimRight(next, ":,") == "turn"
			if h := c.hear(text, match); h.Subject && !turn && !strings.ContainsAny(part[:len(part)-len(text)], ":,") && !c.hear(part, match).Unsaid {
				return h // "next I take s4" is no plan, but the next move of this turn
			}
			if turn {
				text = behind(text)
			}
		}
	}
	heard := c.hear(text, match)
	if text != part && heard.Kind == engine.NoMove {
		text = part
		heard = c.hear(text, match) // "check out I1 with my map"
	}
	if first, _, _ := strings.Cut(folded, " "); heard.Mended && len(slips(nil, first)) > 0 && c.begins(part, folded) {
		return engine.Understood{Kind: engine.MaybeMove, Lines: heard.Lines} // it may be a slip of a word of the house, too
	}
	if heard.Kind == engine.SureMove && !heard.Bare && round != nil {
		beside := round()
		beside.rows = slices.DeleteFunc(beside.rows, func(row string) bool { return c.apart(row) || c.ear.plans(row) })
		heard = c.ear.hear(text, match, beside)
	}
	heard.Subject = heard.Subject && text == part
	return heard
}

// behind returns a text without its first word and the marks after that.
func behind(text string) string {
	at := strings.IndexAny(text+" ", " :,")
	return strings.TrimLeft(text[at:], " :,")
}

// lineOf returns a line and takes an "or" off its front, or the number of a match off "open #42".
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

// speech reports whether a folded line begins with a word after which ";" and "or" mean nothing, because somebody's
// words or a whole wish follow.
func speech(folded string) bool {
	first, _, _ := strings.Cut(folded, " ")
	return first == "say" || first == "tell" || first == "note" || first == "salt" || first == "new" ||
		first == "memo" || first == "report"
}

// openNumber matches "open" with the number of the lobby after it instead of in front.
var openNumber = regexp.MustCompile(`^open\s+#\s?(\d{1,12})\.?$`)
