package house

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
)

// leagueToJoin says whether “join …” means a league: “join league winter”, or “join winter”
// where there is one of that name and it is not the word of the lobby at hand.
func leagueToJoin(d *desk.Desk, rest string) (name string, meant bool) {
	words := strings.Fields(rest)
	switch {
	case len(words) > 0 && (words[0] == "league" || words[0] == "leagues"):
		return strings.Join(words[1:], " "), true
	case len(words) != 1 || d.Table != nil && words[0] == engine.Normalise(d.Table.Row.Word):
		return "", false
	}
	l := leagueNamed(d, words[0])
	return words[0], l != nil
}

// joinWhich asks what is to be joined, and offers the leagues that could be meant.
func joinWhich(d *desk.Desk, word string) desk.Answer {
	a := desk.Refuse("house.join-which")
	all := world.Get(d.W, world.Leagues{})
	for _, l := range all {
		name := engine.Normalise(l.Name)
		if l.EndedAt == nil && len(a.Nearest) < 5 && (word == "" || engine.Distance(name, word) <= 2) {
			a.Nearest = append(a.Nearest, "league join "+name)
		}
	}
	return a
}
