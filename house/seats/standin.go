package seats

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// standinMost is how many seats one player may take over at once, at the most.
const standinMost = 20

// Standin puts the sender on the list, "standin saboteur 2", or takes them off, "standin
// off".
func Standin(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		if !world.Tell(d.W, &world.DropStandin{Player: d.Player.ID}) {
			return desk.Done(engine.Say("house.standin-not"))
		}
		return desk.Done(engine.Say("house.standin-off"))
	}
	s := world.Get(d.W, world.StandinOf{Player: d.Player.ID})
	if s != nil && rest == "" {
		return desk.Told(standinState(s))
	}
	if s == nil {
		s = &model.Standin{Player: d.Player.ID, Most: 1}
	}
	if no := readStandin(d, s, rest); no != nil {
		return desk.Refused(no)
	}
	d.W.Do(world.SaveStandin{Standin: *s})
	return desk.Done(standinState(s), engine.Say("house.standin-how"))
}

// readStandin reads what a player is ready for: games, all with none named, and how many
// seats at once.
func readStandin(d *desk.Desk, s *model.Standin, rest string) *engine.Refusal {
	var games []string
	for _, f := range strings.Fields(strings.NewReplacer(",", " ").Replace(rest)) {
		switch n, err := strconv.Atoi(f); {
		case err == nil && (n < 1 || n > standinMost):
			return engine.Refuse("house.standin-most", "count", standinMost)
		case err == nil:
			s.Most = n
		case f == "on":
			s.Games = nil
		case slices.Contains([]string{"and", "at", "once", "match", "matches", "seat", "seats"}, f):
		default:
			g := reading.Game(d.House.Games, d.House.Names, f)
			if g == nil {
				return &engine.Refusal{Phrase: engine.Say("house.standin-form", "words", engine.Clip(f), "games", d.House.Names), Nearest: []string{"standin", "standin off"}}
			}
			games = append(games, g.Name())
		}
	}
	if games != nil {
		slices.Sort(games)
		s.Games = slices.Compact(games)
	}
	return nil
}

// standinState says what a player is ready for.
func standinState(s *model.Standin) engine.Phrase {
	if len(s.Games) == 0 {
		return engine.Say("house.standin-any", "count", s.Most)
	}
	titles := engine.Each(s.Games, func(g string) any { return engine.Say(g + ".title") })
	return engine.Say("house.standin-games", "games", titles, "count", s.Most)
}
