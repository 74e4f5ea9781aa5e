package people

import (
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/speech"
)

// How many finished matches a record is made from, and how many of them it lists.
const (
	recordMost = 40
	recordShow = 5
)

// score counts what somebody won, or in which matches they were ahead of somebody else and behind.
type score struct{ of, won, lost int }

// played is a player's record: by game, by the side they were on in each round, and against each other player.
type played struct {
	games, sides map[string]*score
	sideOf       map[string]engine.Phrase
	friends      map[int64]*score
	names        map[int64]string
	last         []engine.Phrase
}

// ShowRecord shows the sender's finished matches: how many they won, by game, by role and against each friend, and the
// last of them. "my record against Bo" shows only that.
func ShowRecord(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	words := strings.Fields(rest)
	against := ""
	if len(words) > 1 {
		against = words[len(words)-1]
	}
	p := played{games: map[string]*score{}, sides: map[string]*score{}, sideOf: map[string]engine.Phrase{}, friends: map[int64]*score{}, names: map[int64]string{}}
	for _, id := range d.W.Finished(d.Player.Number(), recordMost) {
		p.add(table.LoadTable(d.W, id), d.Player.Number())
	}
	if len(p.games) == 0 {
		return desk.AnswerInfo(engine.Say("own.record-none"))
	}
	if against != "" {
		return p.showAgainst(against)
	}
	var says []engine.Phrase
	for _, game := range slices.Sorted(maps.Keys(p.games)) {
		s := p.games[game]
		says = append(says, engine.Say("own.record-game", "game", engine.Say(game+".title"), "count", s.of, "won", s.won))
	}
	for _, side := range slices.Sorted(maps.Keys(p.sides)) {
		s := p.sides[side]
		says = append(says, engine.Say("own.record-role", "role", p.sideOf[side], "count", s.of, "won", s.won))
	}
	for _, other := range p.byName() {
		says = append(says, p.against(other))
	}
	return desk.AnswerInfo(append(says, p.last[:min(len(p.last), recordShow)]...)...)
}

// byName lists the other players by the names they had last.
func (p *played) byName() []int64 {
	return slices.SortedFunc(maps.Keys(p.friends), func(a, b int64) int {
		if n := strings.Compare(p.names[a], p.names[b]); n != 0 {
			return n
		}
		return int(a - b)
	})
}

func (p *played) against(other int64) engine.Phrase {
	s := p.friends[other]
	return engine.Say("own.record-friend", "name", p.names[other], "count", s.of, "won", s.won, "lost", s.lost)
}

func (p *played) showAgainst(name string) desk.Result {
	var says []engine.Phrase
	for _, other := range p.byName() {
		if strings.HasPrefix(engine.NormaliseText(p.names[other]), name) {
			says = append(says, p.against(other))
		}
	}
	if says == nil {
		return desk.Refuse("own.record-nobody", "name", engine.ClipText(name))
	}
	return desk.AnswerInfo(says...)
}

// add counts one match.
func (p *played) add(t *table.Table, player int64) {
	me := t.SeatOf(player)
	if me == nil || t.Match.State() == nil || t.Match.State().Result() == nil {
		return
	}
	result := t.Match.State().Result()
	won := slices.Contains(result.Winners, me.Name)
	count(p.games, t.Row.Game, won)
	p.addSides(t, me.Name)
	for s := range t.In() {
		if !s.Played() || s.Player == 0 || s.No == me.No {
			continue
		}
		if p.friends[s.Player] == nil {
			p.friends[s.Player], p.names[s.Player] = &score{}, s.Name
		}
		f := p.friends[s.Player]
		f.of++
		switch mine, theirs := result.Scores[me.Name], result.Scores[s.Name]; {
		case mine > theirs:
			f.won++
		case mine < theirs:
			f.lost++
		}
	}
	p.last = append(p.last, engine.Say("own.record-match", "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title"), "names", result.Winners,
		"score", result.Scores[me.Name], "won", won))
}

// addSides counts the rounds of a match that was won by sides, as far as a seat was on one.
func (p *played) addSides(t *table.Table, seat string) {
	parties, ok := t.Match.Game.(engine.Parties)
	if !ok {
		return
	}
	for past, f := range t.Match.Replay(t.Match.Standing()) {
		if of, won, ends := past.Sides(f); ends && won != "" && of[seat] != "" {
			side := t.Row.Game + " " + of[seat]
			p.sideOf[side] = parties.Role(of[seat])
			count(p.sides, side, won == of[seat])
		}
	}
}

func count(of map[string]*score, key string, won bool) {
	if of[key] == nil {
		of[key] = &score{}
	}
	of[key].of++
	if won {
		of[key].won++
	}
}
