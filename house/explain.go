package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Explain reads the lines of a letter as Take does, in the words of a game and of a language,
// without a database, and so without a board: of the house it needs Games, Names and Fold. Like
// Take it stops at a line that is refused.
func (h *House) Explain(l *desk.Letter, lang string, g engine.Game) []letter.Seen {
	d := &desk.Desk{House: &h.Rules, Letter: l, Lang: lang, Table: &model.Table{Match: &engine.Match{Game: g}}}
	if lang != "en" {
		d.Listen(g, d.Table)
	}
	var out []letter.Seen
	lines := l.Lines
	if letter.Greets(lines) {
		out, lines = append(out, letter.Seen{Line: lines[0]}), lines[1:]
	}
	mayAnswer := len(lines) == 1 || l.Ref != nil && (l.Ref.Purpose == desk.ForAsk || l.Ref.Purpose == desk.ForInvite)
	for i, line := range lines {
		s := letter.Seen{Line: line}
		yes, no := letter.Yes(d, line)
		if line.Rest != 0 {
			s.Reading = command.Reading{Kind: command.Failed, Why: table.Say("letter.long", "count", line.Rest)}
		} else if _, why := letter.Odd(d, lines[i:i+1]); why != nil {
			s.Reading = command.Reading{Kind: command.Failed, Why: *why}
		} else if i == 0 && mayAnswer && (yes || no) {
			s.Says = map[bool]string{true: "yes", false: "no"}[yes]
		} else {
			s.Reading = letter.ReadLine(d, line)
		}
		if line.Quoted && (s.Says != "" || letter.Changing(s.Reading)) {
			s = letter.Seen{Line: line, Reading: command.Reading{Kind: command.Failed, Why: letter.Nobodys(line).Says[0], Nearest: letter.Nobodys(line).Nearest}}
		}
		if out = append(out, s); s.Kind == command.Failed {
			break
		}
	}
	return out
}
