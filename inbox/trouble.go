package inbox

import (
	"strings"

	"pitpost/engine"
	"pitpost/house"
)

// troubleOf says why nothing in a letter may be carried out although a person
// wrote it: it is sealed, its two forms disagree, or a line of it reads other
// than it is. Nil for none.
func troubleOf(l *Letter) *engine.Phrase {
	if l.Sealed != "" {
		p := engine.Say("letter.sealed", "why", l.Sealed)
		return &p
	}
	if l.Disagree != "" {
		p := engine.Say("letter.disagree")
		return &p
	}
	for _, line := range l.Words() {
		if odd := OddLetters(line); odd != "" {
			p := engine.Say("letter.odd", "letter", odd)
			return &p
		}
	}
	if strings.TrimSpace(l.Kept) == "" && len(l.Attached) > 0 && len(l.Words()) == 0 {
		p := engine.Say("letter.attached", "names", l.Attached[:min(len(l.Attached), 3)])
		return &p
	}
	return nil
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
			r := house.Read(line.Folded, g)
			yes, no := house.YesNo(line.Folded)
			switch {
			case OddLetters(line.Raw) != "":
				out.Refused = append(out.Refused, Refused{Text: line.Raw, Why: print(engine.Say("letter.odd", "letter", OddLetters(line.Raw)))})
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
