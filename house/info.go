package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Help is the table of words.
func Help(d *desk, _ command.Line, _ string) answer {
	page := notice.Page{Title: say("house.help-title")}
	if g := d.game(); g != nil {
		page.Lines = append(page.Lines, say(g.Name()+".help"))
	}
	for _, key := range []string{"start", "turn", "plans", "talk", "ask", "time", "leave", "settings", "also", "host", "outside", "league"} {
		page.Lines = append(page.Lines, d.withExample("house.help-"+key))
	}
	page.Lines = append(page.Lines, ownWords(d)...)
	return answer{state: model.LineTold, says: []engine.Phrase{say("house.help-follows")}, pages: []notice.Page{page}}
}

// withExample is a line that shows how to write a move: one of the game at
// hand, else of the first the house knows.
func (d *desk) withExample(key string) engine.Phrase {
	name := ""
	if g := d.game(); g != nil {
		name = g.Name()
	} else if len(d.house.Names) > 0 {
		name = d.house.Names[0]
	}
	return say(key, "example", say(name+".example"), "other", say(name+".example-other"))
}

// Rules are those of the match's edition, or of the game that is named.
func Rules(d *desk, _ command.Line, rest string) answer {
	game, edition := gameOrNamed(d, rest)
	if game == nil {
		return refuse("house.no-such-game", "game", engine.Clip(rest), "games", d.house.Names)
	}
	page := notice.Page{Title: say("house.rules-title", "game", say(game.Name()+".title"), "edition", edition),
		Lines: []engine.Phrase{say(game.Name() + ".rules"), say(game.Name() + ".rules-" + edition)}}
	if d.table != nil {
		for k, v := range d.table.Row.Options {
			page.Lines = append(page.Lines, say("house.rules-option", "option", k, "value", v))
		}
	}
	return answer{state: model.LineTold, says: []engine.Phrase{say("house.page-follows")}, pages: []notice.Page{page}}
}

// Cards says what each card does.
func Cards(d *desk, _ command.Line, _ string) answer {
	game, _ := gameOrNamed(d, "")
	if game == nil {
		return refuse("house.no-such-game", "game", "", "games", d.house.Names)
	}
	page := notice.Page{Title: say("house.cards-title", "game", say(game.Name()+".title")), Lines: []engine.Phrase{say(game.Name() + ".cards")}}
	return answer{state: model.LineTold, says: []engine.Phrase{say("house.page-follows")}, pages: []notice.Page{page}}
}

func gameOrNamed(d *desk, word string) (engine.Game, string) {
	if d.table != nil && word == "" {
		return d.table.Match.Game, d.table.Row.Edition
	}
	if word == "" && len(d.house.Names) > 0 {
		word = d.house.Names[0]
	}
	g := reading.Game(d.house.Games, d.house.Names, word)
	if g == nil {
		return nil, ""
	}
	return g, g.Editions()[0]
}

// Story tells the round so far, as this seat may know it.
func Story(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase == model.PhaseLobby || d.seat == nil {
		return refuse("house.not-started", "match", int(d.table.Row.ID))
	}
	return answer{state: model.LineTold, says: []engine.Phrase{say("house.page-follows")}, pages: []notice.Page{{
		Title: say("house.story-title", "match", int(d.table.Row.ID)), Lines: d.table.Match.Story(d.seat.Name)}}}
}

// Status says where the match stands and whether mail to each seat arrives.
func Status(d *desk, _ command.Line, _ string) answer {
	t := d.table
	says := []engine.Phrase{say("house.status-"+string(t.Row.Phase), "match", int(t.Row.ID), "game", say(t.Row.Game+".title"))}
	clocks := d.w.Clocks(t)
	for i := range t.Seats {
		if s := &t.Seats[i]; s.State != model.SeatUninvited {
			p := statusOf(d, t, s, clocks)
			says = append(says, p)
		}
	}
	return told(says...)
}

func statusOf(d *desk, t *model.Table, s *model.Seat, clocks []model.Clock) engine.Phrase {
	mail := "ok"
	if s.Player != 0 {
		all := world.Get(d.w, world.Addresses{Player: s.Player})
		for _, a := range all {
			if (a.Address == s.Address || s.Address == "" && a.First) && a.Failing != "" {
				mail = "failing"
			}
		}
	}
	pairs := []any{"name", s.Name, "state", say("house.seat-" + string(s.State)), "mail", say("house.mail-" + mail)}
	for _, c := range clocks {
		if c.Seat == s.No && c.StoppedAt == nil && d.seat != nil && d.seat.No == s.No {
			return say("house.status-due", append(pairs, "until", c.Soft.UTC().Format("2006-01-02T15:04:05Z"))...)
		}
	}
	if contains(t.Match.ToMove(), s.Name) {
		return say("house.status-turn", pairs...)
	}
	if s.Player == 0 {
		return say("house.status-bot", pairs...)
	}
	return say("house.status-seat", pairs...)
}

// Again sends the digest once more, with this receipt.
func Again(d *desk, _ command.Line, _ string) answer {
	if d.seat == nil || d.table.Row.Phase == model.PhaseLobby {
		return refuse("house.not-started", "match", int(d.table.Row.ID))
	}
	d.receipt.Digest, d.receipt.Data = true, true
	return told(say("house.again"))
}

// Matches lists the sender's matches.
func Matches(d *desk, _ command.Line, _ string) answer {
	if d.player == nil {
		return told(say("house.no-match-yet"))
	}
	ids := world.Get(d.w, world.MatchesOf{Player: d.player.ID})
	if len(ids) == 0 {
		return told(say("house.no-match-yet"))
	}
	var says []engine.Phrase
	for _, id := range ids {
		t := d.w.Table(id)
		s := seatOf(t, d.player.ID)
		name := ""
		if s != nil {
			name = s.Name
		}
		phase := string(t.Row.Phase)
		if s != nil && t.Row.Phase == model.PhaseRunning && contains(t.Match.ToMove(), s.Name) {
			phase = "yours"
		}
		says = append(says, say("house.matches-"+phase, "match", int(id), "game", say(t.Row.Game+".title"), "name", name,
			"names", strings.Join(t.Match.Names(), ", ")))
	}
	return told(append(says, say("house.matches-how", "match", fmt.Sprint(ids[0])))...)
}
