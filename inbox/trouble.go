package inbox

import (
	"strings"

	"pitpost/engine"
	"pitpost/house"
)

// troubleOf says why nothing in a letter may be carried out although a person
// wrote it: it is sealed, its two forms disagree, or a line of it reads other
// than it is. Nil for none.
func troubleOf(l *Letter) (why *engine.Phrase, unsure bool) {
	if l.Sealed != "" {
		p := engine.Say("letter.sealed", "why", l.Sealed)
		return &p, false
	}
	if l.Disagree != "" {
		p := engine.Say("letter.two-forms", "text", shown(l.Kept), "page", shown(l.Disagree))
		return &p, true
	}
	if strings.TrimSpace(l.Kept) == "" && len(l.Attached) > 0 && len(l.Words()) == 0 {
		p := engine.Say("letter.attached", "names", l.Attached[:min(len(l.Attached), 3)])
		return &p, false
	}
	return nil, false
}

// shown is the beginning of what one form of a letter says.
func shown(words string) string {
	short := []rune(Clean(words))
	return string(short[:min(len(short), 200)])
}

// unread are the pieces that their sender may have written as words to us: below a mark of
// the signature, or after the end.
func unread(cut []Cut) []Cut {
	var pieces []Cut
	for _, c := range cut {
		if c.Why == WhySignature || c.Why == WhyAfterEnd {
			pieces = append(pieces, c)
		}
	}
	return pieces
}

// below are the first lines of those pieces.
func below(l *Letter) []string {
	var lines []string
	for _, c := range unread(l.Cut) {
		lines = append(lines, strings.Split(c.Text, "\n")...)
	}
	return lines[:min(len(lines), 50)]
}

// LetterWords reads the lines of a letter as Explain needs it: what each is
// called for without any position, in the words of game g.
func LetterWords(g engine.Game, print func(engine.Phrase) string) func(lines []string) Reading {
	return func(lines []string) Reading {
		var out Reading
		for _, line := range house.Lines(strings.Join(lines, "\n"), Fold) {
			if len(out.Refused) > 0 {
				break // what stands after a refused line is not carried out
			}
			if line.Rest != 0 {
				out.Refused = append(out.Refused, Refused{Text: line.Raw, Why: print(engine.Say("letter.long", "count", line.Rest))})
				break
			}
			r := house.Read(line.Folded, g)
			yes, no := house.YesNo(line.Folded)
			odd := house.OddLine(line, Odd, func(looks string) bool { return house.Read(Fold(looks), g).Kind != house.Aside })
			switch {
			case odd != nil:
				out.Refused = append(out.Refused, Refused{Text: line.Raw, Why: print(*odd)})
			case line.Block:
				out.Commands = append(out.Commands, Command{Text: line.Raw, Means: "say " + strings.Join(strings.Fields(line.Raw), " ")})
			case yes || no:
				out.Commands = append(out.Commands, Command{Text: line.Raw, Means: map[bool]string{true: "yes", false: "no"}[yes]})
			case r.Kind == house.HouseWord:
				out.Commands = append(out.Commands, Command{Text: line.Raw, Means: strings.TrimSpace(r.Word + " " + r.Rest)})
			case r.Kind == house.GameLine:
				out.Commands = append(out.Commands, Command{Text: line.Raw, Means: line.Folded})
			case r.Kind == house.Failed:
				out.Refused = append(out.Refused, Refused{Text: line.Raw, Why: print(r.Why), Nearest: r.Nearest})
			default:
				out.Asides = append(out.Asides, line.Raw)
			}
		}
		return out
	}
}
