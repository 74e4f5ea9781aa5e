package speech

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// sentences adds the lines of a row that asks the house for something in a sentence of its own, "What does the map do? Whose
// turn is it?", "How long do I have? I discard card 3". It adds none and returns false if the row says nothing else, or
// nothing that is understood. A move beside a question with a figure is only offered, because the question may be about it.
func (c *cutter) sentences(row string, match int64, round func() paragraph) bool {
	if len(row) > openingMost {
		return false
	}
	said := c.ear.sentences(smiley.ReplaceAllString(row, "$0\n"))
	if len(said) < 2 {
		return false
	}
	var asks []Line
	var others, moves []string
	at, offers, sure := 0, false, true
	for i, sentence := range said {
		one := lineOf(sentence, c.ear.English(sentence, match), match, false)
		if speech(one.Folded) {
			rest := strings.Join(said[i:], " ")
			asks = append(asks, lineOf(rest, c.ear.English(rest, match), match, false))
			break
		}
		heard := c.hear(sentence, match)
		if heard.Kind == engine.SureMove {
			moves = append(moves, heard.Lines...)
		}
		if heard.Kind == engine.SureMove || !c.wish(&one) || !LeavesMoves(one) {
			if len(others) == 0 {
				at = len(asks)
			}
			others = append(others, sentence)
			continue
		}
		offers = offers || one.Meant != ""
		sure = sure && !strings.ContainsAny(sentence, "0123456789")
		if !slices.ContainsFunc(asks, func(was Line) bool { return was.Folded+was.Meant == one.Folded+one.Meant }) {
			asks = append(asks, one)
		}
	}
	rest := strings.Join(others, " ")
	folded := c.ear.English(rest, match)
	idle := rest == "" || IsGreeting(rest, c.ear.Lang)
	unclear := !idle && c.told(rest, folded, match, round).Kind == engine.NoMove
	if len(asks) == 0 || idle && (len(asks) < 2 || offers) || unclear && moves == nil {
		return false
	}
	c.add(asks[:at]...)
	if from := len(c.lines); unclear {
		c.add(Line{Raw: rest, Folded: folded, Match: match, Maybe: moves, Unsaid: true})
	} else if !idle {
		c.piece(rest, folded, match, round)
		for i := from; i < len(c.lines) && !sure; i++ {
			if l := &c.lines[i]; l.Heard {
				l.Maybe, l.Folded, l.Heard, l.Unsaid = []string{l.Folded}, folded, false, true
			}
		}
	}
	c.add(asks[at:]...)
	return true
}

// smiley matches a smiley, which ends a sentence.
var smiley = regexp.MustCompile(`\s[:;]-?[)(DP]+(?:\s|$)`)

// LeavesMoves reports whether what a line asks of the house leaves the moves beside it as they are, so that both can be
// done: it is read or set only, or done after a yes.
func LeavesMoves(line Line) bool {
	asked := ReadCommand(cmp.Or(line.Meant, line.Folded), nil)
	w := FindCommand(asked.Word)
	if asked.Kind != HouseWord || w == nil || slices.Contains([]string{"next", "check", "undo", "clear", "rewind", "concede", "resign"}, w.Name) {
		return false
	}
	return line.Meant != "" || w.Need == ToRead || w.Anywhere
}

// besidesMost is the most words of a move before a question in one sentence, and besidesTries how many parts of a letter's
// sentences are tried as such a move.
const (
	besidesMost  = 12
	besidesTries = 60
)

// besides adds a line that asks the house for something, and offers the move in front of it or behind it: "OK I discard 2,
// what's the score?", "I'm back, I discard 2".
func (c *cutter) besides(line Line) {
	words := strings.Fields(line.Raw)
	for i := min(len(words)-1, besidesMost); i > 0; i-- {
		comma := strings.HasSuffix(words[i-1], ",")
		if !comma && (i > phrasesMost || !strings.ContainsAny(line.Raw, "0123456789")) {
			continue
		}
		if c.tried++; c.tried > besidesTries {
			break
		}
		front, behind := strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		heard, asked := c.hear(front, line.Match), Line{Raw: behind}
		if heard.Kind == engine.NoMove && comma && !strings.ContainsAny(front, ".!?") {
			heard, asked = c.hear(behind, line.Match), Line{Raw: front}
		}
		if heard.Kind != engine.NoMove && c.wish(&asked) {
			move := lineOf(line.Raw, c.ear.English(line.Raw, line.Match), line.Match, false)
			move.Maybe, move.Unsaid = heard.Lines, true
			c.add(move)
			break
		}
	}
	c.add(line)
}

// alsoAsked adds what a line asks the house for beside its move, in front of a comma or behind one: "I'm back, I discard 2".
func (c *cutter) alsoAsked(line Line) {
	words := strings.Fields(line.Raw)
	for i := 1; i < len(words) && c.tried < besidesTries; i++ {
		if !strings.HasSuffix(words[i-1], ",") {
			continue
		}
		c.tried++
		for _, part := range [][]string{words[:i], words[i:]} {
			asked := Line{Raw: strings.TrimRight(strings.Join(part, " "), ","), Match: line.Match}
			if c.hear(asked.Raw, line.Match).Kind == engine.NoMove && c.wish(&asked) && LeavesMoves(asked) {
				c.add(asked)
				return
			}
		}
	}
}

// says adds the lines of a move and of the words behind it that somebody wants said: "2 B3 and tell everyone I'm sorry", "2 B3,
// say hi all". It adds none and returns false if no sure move stands in front, if nothing is to be said, if the whole is a move or
// a question, or if what stands behind a comma may be about the move: "I give Bo the map and say thanks, that's what I'd do".
func (c *cutter) says(row string, match int64, round func() paragraph) bool {
	words := strings.Fields(row)
	for i := 2; i < min(len(words)-1, besidesMost); i++ {
		end := i - 1
		if strings.HasSuffix(words[end], ",") && slices.Contains([]string{"say", "tell"}, words[i]) { // not ", sag ich"
			end = i
		} else if !c.ear.and(engine.NormaliseText(words[end])) && strings.Trim(words[end], "-–—") != "" {
			continue
		}
		front, behind := strings.TrimRight(strings.Join(words[:end], " "), ",;"), strings.Join(words[i:], " ")
		said := lineOf(behind, c.ear.English(behind, match), match, false)
		if first, _, _ := strings.Cut(said.Folded, " "); first != "say" && first != "tell" || c.hear(front, match).Kind != engine.SureMove {
			continue
		}
		_, more, _ := strings.Cut(behind, ",")
		if c.hear(row, match).Kind == engine.SureMove || c.hear(front+", "+more, match).Kind != engine.SureMove || strings.Contains(row, "?") {
			break
		}
		c.piece(front, c.ear.English(front, match), match, round)
		c.add(said)
		return true
	}
	return false
}

// apart reports whether a row has nothing to do with the moves beside it: it is a command of the house, or asks the house
// for something to read, in words without a figure.
func (c *cutter) apart(row string) bool {
	line := Line{Raw: row}
	return exactly(c.fold(row)) || !strings.ContainsAny(row, "0123456789") && c.wish(&line) && LeavesMoves(line)
}

// wrapped is the least bytes of a row that a mail program may have wrapped.
const wrapped = 50

// sentences splits a text behind full stops, exclamation marks and question marks, and at the ends of rows. A long
// row does not end a sentence if the next one begins with a small letter. Marks alone belong to the sentence before them.
func (e Ear) sentences(text string) (all []string) {
	text = strings.ToValidUTF8(text, " ")
	begin, row := 0, 0
	add := func(end int) {
		sentence := strings.TrimSpace(text[begin:end])
		begin = end
		switch worded := strings.ContainsFunc(sentence, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }); {
		case worded || sentence != "" && len(all) == 0:
			all = append(all, sentence)
		case sentence != "":
			all[len(all)-1] += " " + sentence
		}
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[end:])
		ends := strings.ContainsRune(".!?…", r) && !strings.ContainsRune(".!?…", next) && !e.within(r, text[max(begin, i-withinMost):i], text[end:])
		if r == '\n' {
			ends = i-row < wrapped || !unicode.IsLower(next)
			row = end
		}
		if ends {
			add(end)
		}
	}
	add(len(text))
	return all
}

// withinMost is how many bytes before a mark are looked at: a word may be as long as a letter.
const withinMost = 80

// within reports whether a mark ends no sentence: it stands in an address or a number, behind the day of a date ("5.
// Dezember"), or in the name of a game that the sentence goes on behind ("Clonk! with Bo").
func (e Ear) within(mark rune, before, after string) bool {
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	next, _ := utf8.DecodeRuneInString(after)
	follows, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " "))
	switch {
	case mark == '.' && unicode.IsSpace(next) && word != "" && strings.Trim(word, "0123456789") == "":
		word, _, _ = strings.Cut(strings.TrimLeft(after, " "), " ")
		tongue, named := Tongues()[engine.BaseLanguage(e.Lang)], engine.NormaliseText(strings.TrimRight(word, ".,;:!?"))
		means := cmp.Or(tongue.Means(named), named) // "August" is the same in several languages
		_, no := time.Parse("January", means)
		return !tongue.Empty() && (no == nil || means == "to") // "vom 1. bis 5. Dezember"; no date in English has a full stop
	case mark == '!' && next == ' ':
		return (unicode.IsLower(follows) || follows == '<') && slices.Contains(e.games(), engine.NormaliseText(word))
	}
	return mark == '.' && (unicode.IsLower(next) || unicode.IsDigit(next)) || strings.Contains(word, "@") && !unicode.IsSpace(next) && after != ""
}
