package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Seen is what the house makes of a line of a letter where there is no position to try it on.
type Seen struct {
	Line command.Line
	// Says is the answer that the line is: "yes" or "no", "" for any other line.
	Says string
	command.Reading
}

// Explain reads the lines of a letter as Take does, in the words of a game and of a language,
// without a database, and so without a board: of the house it needs Games, Names and Fold. Like
// Take it stops at a line that is refused.
func (h *House) Explain(l *desk.Letter, lang string, g engine.Game) []Seen {
	d := &desk.Desk{House: &h.Rules, Letter: l, Lang: lang, Table: &model.Table{Match: &engine.Match{Game: g}}}
	if lang != "en" {
		d.Listen(g, d.Table)
	}
	var out []Seen
	lines := l.Lines
	if greets(lines) {
		out, lines = append(out, Seen{Line: lines[0]}), lines[1:]
	}
	mayAnswer := len(lines) == 1 || l.Ref != nil && (l.Ref.Purpose == desk.ForAsk || l.Ref.Purpose == desk.ForInvite)
	for i, line := range lines {
		s := Seen{Line: line}
		yes, no := yes(d, line)
		if line.Rest != 0 {
			s.Reading = command.Reading{Kind: command.Failed, Why: table.Say("letter.long", "count", line.Rest)}
		} else if _, why := odd(d, lines[i:i+1]); why != nil {
			s.Reading = command.Reading{Kind: command.Failed, Why: *why}
		} else if i == 0 && mayAnswer && (yes || no) {
			s.Says = map[bool]string{true: "yes", false: "no"}[yes]
		} else {
			s.Reading = readLine(d, line)
		}
		if line.Quoted && (s.Says != "" || changing(s.Reading)) {
			s = Seen{Line: line, Reading: command.Reading{Kind: command.Failed, Why: nobodys(line).Says[0], Nearest: nobodys(line).Nearest}}
		}
		if out = append(out, s); s.Kind == command.Failed {
			break
		}
	}
	return out
}
