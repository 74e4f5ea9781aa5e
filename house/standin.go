package house

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// standinMost is how many seats one player may take over at once, at the most.
const standinMost = 20

// Standin puts the sender on the list, "standin saboteur 2", or takes them off, "standin
// off".
func Standin(d *desk, _ command.Line, rest string) answer {
	if d.operator {
		return refuse("house.operator-plays-not")
	}
	d.needPlayer()
	if rest == "off" {
		was := d.w.DropStandin(d.player.ID)
		if !was {
			return done(say("house.standin-not"))
		}
		return done(say("house.standin-off"))
	}
	s := world.Get(d.w, world.StandinOf{Player: d.player.ID})
	if s != nil && rest == "" {
		return told(standinState(d, s))
	}
	if s == nil {
		s = &model.Standin{Player: d.player.ID, Most: 1}
	}
	if no := readStandin(d, s, rest); no != nil {
		return refused(no)
	}
	d.w.Do(world.SaveStandin{Standin: *s})
	return done(standinState(d, s), say("house.standin-how"))
}

// readStandin reads what a player is ready for: games, all with none named, and how many
// seats at once.
func readStandin(d *desk, s *model.Standin, rest string) *engine.Refusal {
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
			g := reading.Game(d.house.Games, d.house.Names, f)
			if g == nil {
				return &engine.Refusal{Phrase: say("house.standin-form", "words", engine.Clip(f), "games", d.house.Names), Nearest: []string{"standin", "standin off"}}
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
func standinState(d *desk, s *model.Standin) engine.Phrase {
	if len(s.Games) == 0 {
		return say("house.standin-any", "count", s.Most)
	}
	titles := make([]any, len(s.Games))
	for i, g := range s.Games {
		titles[i] = say(g + ".title")
	}
	return say("house.standin-games", "games", titles, "count", s.Most)
}
