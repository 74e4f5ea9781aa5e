package rating

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Overall is the kind of rating that covers all games. Other kinds are the name of a game, or a game and a
// role: "saboteur/miner".
const Overall string = "overall"

// KindOf returns the kind for a game, or for a role in it.
func KindOf(game, role string) string {
	if role == "" {
		return game
	}
	return game + "/" + role
}

// SplitKind splits what KindOf returns. role is empty for the kind of a whole game.
func SplitKind(kind string) (game, role string) {
	game, role, _ = strings.Cut(kind, "/")
	return game, role
}

// Standing is a rating and the number of matches it comes from.
type Standing struct {
	Rating
	Matches int
}

// Key identifies a rating: a player's, of one kind.
type Key struct {
	Player int64
	Kind   string
}

// Book holds current ratings. Players who are not in it are new.
type Book map[Key]Standing

// Get returns the rating for a key, or a newcomer's.
func (b Book) Get(k Key) Standing {
	if s, ok := b[k]; ok {
		return s
	}
	return Standing{Rating: NewRating()}
}

// Change is the change of one rating by one match.
type Change struct {
	Key
	// Place is the player's place among the Among players rated. For a role, it is the number of rounds won
	// out of Among.
	Place, Among  int
	Before, After Rating
}

// Enter rates a match, updates the book and returns the changes, sorted by player and kind. The order of the
// lists in the match does not matter.
func (b Book) Enter(m *Match) []Change {
	var changes []Change
	if len(m.Entries) > 0 {
		changes = append(b.places(m.Entries, Overall), b.places(m.Entries, m.Game)...)
		changes = append(changes, b.rounds(m)...)
	}
	slices.SortFunc(changes, func(x, y Change) int {
		return cmp.Or(cmp.Compare(x.Player, y.Player), cmp.Compare(x.Kind, y.Kind))
	})
	for _, c := range changes {
		b[c.Key] = Standing{Rating: c.After, Matches: b.Get(c.Key).Matches + 1}
	}
	return changes
}

// places rates all entries against each other by their places.
func (b Book) places(entries []Entry, kind string) []Change {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(x, y Entry) int { return cmp.Compare(x.Player, y.Player) })
	teams := make([]Team, len(entries))
	changes := make([]Change, len(entries))
	for i, e := range entries {
		key := Key{e.Player, kind}
		changes[i] = Change{Key: key, Place: e.Place, Among: len(entries), Before: b.Get(key).Rating}
		teams[i] = Team{Place: e.Place, Members: []Skill{changes[i].Before.skill()}}
	}
	for i, after := range RateTeams(teams) {
		changes[i].After = kept(after[0])
	}
	return changes
}

// rounds rates sides against each other, round by round. Each round starts from the ratings after the one
// before.
func (b Book) rounds(m *Match) []Change {
	at := map[Key]*Change{}
	for _, r := range m.Rounds {
		b.round(m.Game, r, at)
	}
	return engine.MapList(slices.Collect(maps.Values(at)), func(c *Change) Change { return *c })
}

func (b Book) round(game string, r Round, at map[Key]*Change) {
	now := func(k Key) Rating {
		if c := at[k]; c != nil {
			return c.After
		}
		return b.Get(k).Rating
	}
	sides := sorted(r.Sides)
	teams := make([]Team, len(sides))
	for i, s := range sides {
		teams[i].Place = s.Place
		for _, p := range s.Members {
			skill := NewRating().skill()
			if p.Player != 0 {
				skill = now(Key{p.Player, KindOf(game, s.Role)}).skill()
			}
			teams[i].Members = append(teams[i].Members, skill)
		}
	}
	for i, after := range RateTeams(teams) {
		for k, p := range sides[i].Members {
			if p.Player == 0 || !p.Counts {
				continue
			}
			key := Key{p.Player, KindOf(game, sides[i].Role)}
			c := at[key]
			if c == nil {
				c = &Change{Key: key, Before: now(key)}
				at[key] = c
			}
			c.After = kept(after[k])
			c.Among++
			if r.Won == sides[i].Role {
				c.Place++
			}
		}
	}
}

// sorted puts a round into a fixed order, so that rounding does not depend on the order of its lists.
func sorted(sides []Side) []Side {
	sides = slices.Clone(sides)
	slices.SortFunc(sides, func(x, y Side) int { return cmp.Compare(x.Role, y.Role) })
	for i := range sides {
		sides[i].Members = slices.Clone(sides[i].Members)
		slices.SortFunc(sides[i].Members, func(x, y Member) int { return cmp.Compare(x.Player, y.Player) })
	}
	return sides
}
