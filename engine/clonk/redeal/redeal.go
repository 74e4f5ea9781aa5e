// Package redeal deals the hidden cards of Clonk! anew. Only tests import it.
package redeal

import (
	"encoding/json"
	"regexp"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk"
	"pitpost.example/engine/kit/exchange"
)

// Game is Clonk! as engine.Redealing.
type Game struct{ clonk.Game }

// Redeal returns another log that the seat cannot tell from the given one. The cards that it never
// saw are exchanged, others' hidden tiles are drawn again, and the Awakening is elsewhere if its
// place is secret. The tests compare what the seat is shown in both. The log of a match that is
// over has no secrets and is returned unchanged.
func (g Game) Redeal(setup engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	if exchange.SplitRounds(log) == nil {
		return out
	}
	state := g.Blank(setup)
	seen := map[string]bool{}
	for _, f := range log {
		if news := state.Tell(f, seat); news != nil {
			for _, c := range cardsIn(news.Data) {
				seen[c] = true
			}
		}
		state.Apply(f)
	}
	var unseen []string
	for _, f := range log {
		if engine.DealsRound(f) {
			unseen = slices.DeleteFunc(cardsIn(f.Event), func(c string) bool { return seen[c] })
		}
	}
	slices.Sort(unseen)
	swap := exchange.MixCards(lot, unseen)
	guess := state.(engine.Guessing).Guess(seat, lot)
	for n, f := range out {
		switch e := exchange.SwapCards(g, f.Event, swap).(type) {
		case clonk.Tiled:
			e.Tiles = tilesIn(guess, setup.Seats)
			out[n].Event = e
		case clonk.Opened: // while all choose, the others' choices are secret
			e.Tile = shownBy(guess, f.Seat)
			out[n].Event = e
		case clonk.Dealt:
			if e.Tiles != nil {
				e.Tiles = tilesIn(guess, setup.Seats)
			}
			e.Deck = awakenElsewhere(setup, state, e.Deck, lot)
			out[n].Event = e
		case clonk.Reshuffled:
			e.Deck = awakenElsewhere(setup, state, e.Deck, lot)
			out[n].Event = e
		default:
			out[n].Event = e
		}
	}
	return out
}

// card matches the codes of treasures.
var card = regexp.MustCompile(`[a-z]+-[a-z]+-[1-3]`)

// cardsIn lists the treasures that an event names.
func cardsIn(e engine.Event) []string {
	data, err := engine.Fact{Event: e}.Data()
	if err != nil {
		panic(err)
	}
	return card.FindAllString(string(data), -1)
}

// view is the part of turn.json that says how the Awakening may lie, and a seat's own tiles.
type view struct {
	Tiles clonk.Tiles `json:"tiles"`
	Deck  int         `json:"deck"`
	Awake bool        `json:"awake"`
	Seats []struct {
		Name string      `json:"name"`
		Open clonk.Tiles `json:"open"`
	} `json:"seats"`
}

// tilesIn returns the task tiles of all seats.
func tilesIn(s engine.State, seats []string) map[string]clonk.Tiles {
	tiles := map[string]clonk.Tiles{}
	for _, name := range seats {
		tiles[name] = seenIn(s, name).Tiles
	}
	return tiles
}

// shownBy returns which tile a seat shows or has chosen to show.
func shownBy(s engine.State, seat string) string {
	for _, one := range seenIn(s, seat).Seats {
		if one.Name == seat && one.Open.Kind != "" {
			return "kind"
		}
	}
	return "colour"
}

// seenIn returns the view of a seat.
func seenIn(s engine.State, seat string) (v view) {
	data, err := json.Marshal(s.View(seat).Data)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		panic(err)
	}
	return v
}

// awakenElsewhere moves the Awakening in a draw pile, within the undrawn part of the bottom pile,
// if its place is still secret.
func awakenElsewhere(setup engine.Setup, s engine.State, deck []string, lot *engine.Stream) []string {
	now, said := seenIn(s, ""), setup.Options["awakening"]
	if now.Awake || said != "mixed" && (setup.Edition != "es" || said == "top") {
		return deck
	}
	rest := engine.RemoveFirst(deck, "awakening")
	seats := len(setup.Seats)
	left := min((108-5*8-4*seats)/seats, now.Deck-1)
	return slices.Insert(slices.Clone(rest), len(rest)-left+lot.Intn(left+1), "awakening")
}
