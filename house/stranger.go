package house

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
)

// What an address that never answered is told holds no word, name or address out of the
// letter that made the house write: whoever forged it would speak through the house.

// forStranger is a receipt as such an address gets it: the pages it asked for, and sentences
// of ours that were given nothing to say. What was written does not stand in it.
func forStranger(r notice.Receipt) notice.Receipt {
	out := notice.Receipt{Pages: r.Pages, Lang: r.Lang, Says: []engine.Phrase{table.Say("house.stranger-nothing")}}
	if len(r.Pages) > 0 {
		out.Says[0] = table.Say("house.stranger-asked")
		return out
	}
	for _, line := range r.Lines {
		for _, p := range line.Says {
			if len(p.Args) == 0 && !slices.ContainsFunc(out.Says, func(o engine.Phrase) bool { return o.Key == p.Key }) {
				out.Says = append(out.Says, p)
			}
		}
	}
	return out
}

// strangersNote asks such an address about a held letter: what kind of thing it wants, and no
// more.
func strangersNote(ask int64, lines []command.Line) notice.Note {
	return notice.Note{Ask: ask, Answers: []string{"yes", "no"}, Subject: table.Say("house.stranger-subject"),
		Lines: []engine.Phrase{kindOf(lines), table.Say("house.stranger-how")}}
}

// kindOf says what kind of thing a letter wants, by its first line that is a command.
func kindOf(lines []command.Line) engine.Phrase {
	for _, line := range lines {
		r := command.Read(line.Folded, nil)
		if r.Kind != command.HouseWord || line.Block {
			continue
		}
		switch r.Word {
		case "new", "rematch":
			return table.Say("house.wants-open")
		case "join", "league":
			return table.Say("house.wants-join")
		case "invite", "replace":
			return table.Say("house.wants-invite")
		}
		break
	}
	return table.Say("house.wants-something")
}
