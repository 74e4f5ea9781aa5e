package inbox

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// troubleOf returns why nothing in a person's letter may be carried out: it is sealed, its text and its
// HTML disagree, or it holds nothing but attachments. It returns nil if there is no such reason. unsure
// is true if the two forms disagree.
func troubleOf(l *reply.Letter) (why *engine.Phrase, unsure bool) {
	if l.Sealed != "" {
		return new(engine.Say("letter.sealed", "why", l.Sealed)), false
	}
	if l.Disagree != "" {
		return new(engine.Say("letter.two-forms", "text", shown(l.Kept), "page", shown(l.Disagree))), true
	}
	if strings.TrimSpace(l.Kept) == "" && len(l.Attached) > 0 && len(l.Words()) == 0 {
		return new(engine.Say("letter.attached", "names", l.Attached[:min(len(l.Attached), 3)])), false
	}
	return nil, false
}

// shown returns the beginning of what one form of a letter says, cleaned for quoting.
func shown(words string) string {
	short := []rune(spelling.CleanLine(words))
	return string(short[:min(len(short), 200)])
}

// below returns up to 50 lines that were cut but that the sender may have meant for us: those below a
// signature mark or after an "end" line.
func below(l *reply.Letter) []string {
	var lines []string
	for _, c := range l.Cut {
		if c.Why == reply.WhySignature || c.Why == reply.WhyAfterEnd {
			lines = append(lines, strings.Split(c.Text, "\n")...)
		}
	}
	return lines[:min(len(lines), 50)]
}

// NewLineReader returns a function that reads the lines of a letter as the house does without a position,
// in the words of a game and of a language. If g is nil, the game counts that understands most lines.
func NewLineReader(g engine.Game, lang string, print func(engine.Phrase) string) func(l *reply.Letter, ref *model.Ref) Reading {
	games := []engine.Game{g}
	if g == nil {
		games = catalog.AllGames()
	}
	return func(l *reply.Letter, ref *model.Ref) Reading {
		var best Reading
		for i, g := range games {
			if r := wordsIn(l, ref, g, lang, print); i == 0 || len(r.Commands) > len(best.Commands) {
				best = r
			}
		}
		return best
	}
}

// readingHouse is a house without a database that only reads lines.
var readingHouse = &server.House{Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Fold: spelling.NormaliseLine, Clean: spelling.CleanLine}}

func wordsIn(l *reply.Letter, ref *model.Ref, g engine.Game, lang string, print func(engine.Phrase) string) (out Reading) {
	text := strings.Join(l.Words(), "\n")
	letter := &desk.Letter{Lines: speech.Ear{Lang: "en", Fold: spelling.NormaliseLine}.Lines(text, l.Unsure), Text: text, Quoted: l.Unsure, Doubts: desk.Doubts{Confusable: spelling.FindConfusable}, Ref: ref}
	for _, seen := range readingHouse.Explain(letter, lang, g) {
		line := seen.Line
		stands := func(means string) { out.Commands = append(out.Commands, Command{Text: line.Raw, Means: means}) }
		switch {
		case seen.Says != "":
			stands(seen.Says)
		case line.Block && seen.Kind == speech.HouseWord:
			stands("say " + strings.Join(strings.Fields(line.Raw), " "))
		case seen.Kind == speech.HouseWord:
			stands(strings.TrimSpace(seen.Word + " " + seen.Rest))
		case seen.Kind == speech.GameLine:
			stands(line.Folded)
		case seen.Kind == speech.Failed:
			out.Refused = append(out.Refused, Refused{Text: line.Raw, Why: print(seen.Why), Nearest: seen.Nearest})
		default:
			out.Asides = append(out.Asides, line.Raw)
			if line.Meant != "" {
				out.Offered = append(out.Offered, Command{Text: line.Raw, Means: line.Meant})
			}
		}
	}
	return out
}
