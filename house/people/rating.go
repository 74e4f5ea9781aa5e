package people

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lastChanges is how many matches a player is shown when they ask for their rating.
const lastChanges = 5

// Rating tells the sender's ratings and what changed them last, or "rating Bo" the ratings of
// somebody at the same table.
func Rating(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if rest != "" && rest != "me" && rest != "mine" {
		return ratingOfSeat(d, rest)
	}
	if d.Player == nil {
		return desk.Told(engine.Say("house.rating-none"))
	}
	says := ratings(d, d.Player.ID, "")
	for _, c := range world.Get(d.W, world.RatingChanges{Player: d.Player.ID, Kind: rating.Overall, Most: lastChanges}) {
		says = append(says, engine.Say("house.rating-change", "match", int(c.Match), "game", engine.Say(c.Game+".title"), "place", c.Place, "among", c.Among,
			"before", c.Before.Points(), "after", c.After.Points()))
	}
	return desk.Told(append(says, engine.Say("house.rating-how"))...)
}

// ratingOfSeat tells the ratings of a player with whom the sender shares a match: overall and in
// its game. What else they play is theirs to tell.
func ratingOfSeat(d *desk.Desk, name string) desk.Answer {
	if d.Table == nil {
		return d.WhichMatch()
	}
	if d.Seat == nil && !d.Operator {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	s := table.SeatBegins(d.Table, name)
	switch {
	case s == nil:
		return desk.Refuse("house.no-such-seat", "name", engine.Clip(name))
	case s.Player == 0:
		return desk.Told(engine.Say("house.rating-bot", "name", s.Name))
	case s.State == model.SeatInvited || s.State == model.SeatDeclined || s.State == model.SeatUninvited:
		return desk.Told(engine.Say("house.rating-none-of", "name", s.Name)) // they have not said that they play here
	}
	says := ratings(d, s.Player, d.Table.Row.Game)
	return desk.Told(append([]engine.Phrase{engine.Say("house.rating-of", "name", s.Name)}, append(says, engine.Say("house.rating-how"))...)...)
}

// ratings are the lines on a player's ratings, of one game or with "" of all, and on how
// reliable they are.
func ratings(d *desk.Desk, player int64, game string) []engine.Phrase {
	book := world.Get(d.W, world.Ratings{Players: []int64{player}})
	turns := world.Get(d.W, world.TurnsOf{Player: player})
	says := ratingLines(d.House.Games, book, game)
	if len(says) == 0 {
		says = append(says, engine.Say("house.rating-none"))
	}
	if all := turns.Made + turns.Missed; all > 0 {
		says = append(says, engine.Say("house.rating-reliable", "percent", turns.Percent(), "made", turns.Made, "count", all))
	}
	return says
}

// ratingLines say each rating in a book that is one player's, overall first.
func ratingLines(games func(string) engine.Game, book rating.Book, only string) []engine.Phrase {
	place := func(k rating.Key) string { return strings.TrimPrefix(k.Kind, rating.Overall) }
	var says []engine.Phrase
	for _, k := range slices.SortedFunc(maps.Keys(book), func(a, b rating.Key) int { return cmp.Compare(place(a), place(b)) }) {
		if game, _ := rating.Kind(k.Kind); k.Kind == rating.Overall || only == "" || game == only {
			s := book[k]
			says = append(says, engine.Say("house.rating", "what", ratingName(games, k.Kind), "points", s.Points(), "spread", s.Spread(), "count", s.Matches))
		}
	}
	return says
}

// ratingName is the name of a kind of rating.
func ratingName(games func(string) engine.Game, kind string) engine.Phrase {
	game, role := rating.Kind(kind)
	g := games(game)
	switch {
	case kind == rating.Overall:
		return engine.Say("house.rating-all")
	case g == nil:
		return engine.Say("house.rating-named", "game", kind)
	case role == "":
		return engine.Say("house.rating-named", "game", engine.Say(game+".title"))
	}
	if p, ok := g.(engine.Parties); ok {
		return engine.Say("house.rating-side", "game", engine.Say(game+".title"), "side", p.Party(role))
	}
	return engine.Say("house.rating-named", "game", kind)
}
