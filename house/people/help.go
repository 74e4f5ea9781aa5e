package people

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// topics are the subjects of the help that are told as they are, by what follows "help".
var topics = map[string][]string{
	"time":     {"time", "settings"},
	"settings": {"time", "settings"},
	"host":     {"start", "leave", "host", "outside"},
	"league":   {"league"},
	"talk":     {"talk", "also"},
	"plans":    {"plans", "turn"},
	"more":     {"start", "turn", "plans", "talk", "ask", "time", "leave", "settings", "also", "host", "outside", "league"},
}

// Help tells what can be written just now, or all about a subject.
func Help(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	page := notice.Page{Title: engine.Say("house.help-title")}
	if rest == "all" {
		rest = "more"
	}
	about := topics[rest]
	a := desk.Answer{State: model.LineTold}
	if about == nil {
		a.Says = []engine.Phrase{engine.Say("house.help-now")}
		for _, c := range canSay(d) {
			page.Lines = append(page.Lines, engine.Say("house.help-line", "command", c.line, "does", engine.Say("house.help-does-"+c.does)))
			if !strings.ContainsAny(c.line, "@…") {
				a.Chips = append(a.Chips, c.line)
			}
		}
	} else {
		a.Says = []engine.Phrase{engine.Say("house.help-follows")}
		if g := d.Game(); g != nil && rest == "more" {
			page.Lines = append(page.Lines, engine.Say(g.Name()+".help"))
		}
		for _, key := range about {
			page.Lines = append(page.Lines, d.WithExample("house.help-"+key))
		}
	}
	if d.Lang != "en" {
		page.Lines = append(page.Lines, engine.Say("house.help-own"))
	}
	a.Pages = []notice.Page{page}
	d.Receipt.Home = true
	return a
}

// offer is a command that helps now, with the key of what it does.
type offer struct{ line, does string }

func offers(words ...string) (all []offer) {
	for _, w := range words {
		all = append(all, offer{w, w})
	}
	return all
}

// canSay is what may be written where the sender is: in no match, in one that has not begun, on their
// turn, on another's, or after the end.
func canSay(d *desk.Desk) []offer {
	more := []offer{{"help time", "time"}, {"help more", "more"}}
	if d.Table != nil && d.Host() {
		more = []offer{{"help time", "time"}, {"help host", "host"}, {"help more", "more"}}
	}
	switch {
	case d.Table == nil || d.Seat == nil:
		all := []offer{{"new practice", "practice"}, {"new " + d.House.Usual() + " with bo@example.org", "new"}, {"join #42", "join"}}
		if d.Player != nil && len(world.Get(d.W, world.MatchesOf{Player: d.Player.ID})) > 0 {
			all = append(offers("matches"), all...)
		}
		return slices.Concat(all, offers("rules", "leagues"), []offer{{"lang en", "lang"}}, more)
	case d.Table.Row.Phase == model.PhaseLobby && d.Seat.State == model.SeatInvited:
		return slices.Concat(offers("yes", "no", "block", "rules"), more)
	case d.Table.Row.Phase == model.PhaseLobby && d.Host():
		return slices.Concat([]offer{{"invite bo@example.org", "invite"}}, offers("fill", "start", "status", "abort", "rules"), more)
	case d.Table.Row.Phase == model.PhaseLobby:
		return slices.Concat(offers("status"), []offer{{"salt …", "salt"}, {"name …", "name"}}, offers("rules", "stop"), more)
	case d.Table.Row.Phase != model.PhaseRunning:
		return slices.Concat(offers("rematch", "story", "rating", "matches"), []offer{{"new practice", "practice"}}, more)
	}
	if legal := d.Table.Match.State().Legal(d.Seat.Name); len(legal) > 0 {
		return slices.Concat([]offer{{legal[0], "move"}, {"check " + legal[0], "check"}, {"say …", "say"}},
			offers("again", "story", "rules", "cards"), more)
	}
	return slices.Concat([]offer{{"next …", "next"}}, offers("plan"), []offer{{"say …", "say"}},
		offers("nudge", "story", "again"), []offer{{"away 3 days", "away"}}, more)
}
