package peak

import (
	"fmt"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// viewData is the game's part of turn.json, for programs.
type viewData struct {
	Hike  int        `json:"hike"`
	Path  []string   `json:"path"`
	Deck  int        `json:"deck"`
	Away  int        `json:"away"`
	Hand  []string   `json:"hand"`
	Seats []seatData `json:"seats"`
}

type seatData struct {
	Name   string `json:"name"`
	Cards  int    `json:"cards"`
	Points int    `json:"points"`
}

// View returns all that a seat may know; the seat "" stands for the public. It is built from
// nothing, so that whatever is not added stays secret. Tests deal the hidden cards again and compare
// the bytes.
func (s *State) View(seat string) engine.View {
	i := s.seat(seat)
	data := viewData{Hike: s.hike, Path: append([]string{}, s.path...), Deck: len(s.deck), Away: s.away, Hand: []string{}}
	v := engine.View{
		Seat: seat, Round: s.hike, Turn: s.turns + 1, Scene: s.scene(), Grid: s.grid(),
		Alt:   []engine.Phrase{engine.Say("peak.alt", "top", s.top(), "count", len(s.path))},
		Table: []engine.Phrase{engine.Say("peak.table.deck", "count", len(s.deck))},
	}
	for j, name := range s.setup.Seats {
		p := &s.players[j]
		data.Seats = append(data.Seats, seatData{name, len(p.hand), p.points})
		v.Seats = append(v.Seats, engine.Ledger{Seat: name, Now: []engine.Phrase{engine.Say("peak.ledger.points", "count", p.points)},
			Did: []engine.Phrase{engine.Say("peak.ledger.steps", "count", p.steps)}})
	}
	if i != nobody {
		for place, c := range s.players[i].hand {
			data.Hand = append(data.Hand, c)
			inHand := engine.HandCard{Place: strconv.Itoa(place + 1), Card: c, Name: cardPhrase(c), Short: engine.Say("peak.card.goes", "over", height(c)-1)}
			if i == s.turn && height(c) <= s.top() {
				low := engine.Say("peak.card.low", "top", s.top())
				inHand.Idle = &low
			}
			v.Hand = append(v.Hand, inHand)
		}
		for _, a := range s.acts(i) {
			v.Choices = append(v.Choices, engine.Choice{Command: a.command(), Place: strconv.Itoa(a.place + 1), Says: s.says(i, a)})
		}
	}
	v.Data = data
	return v
}

func cardPhrase(code string) engine.Phrase { return engine.Say("peak.card", "height", height(code)) }

func (s *State) says(i int, a act) engine.Phrase {
	return engine.Say("peak.do."+a.verb.String(), "card", cardPhrase(s.players[i].hand[a.place]))
}

// Check says what a command would do, as far as its seat can tell.
func (s *State) Check(seat, command string) []engine.Phrase {
	for _, a := range s.acts(s.seat(seat)) {
		if a.command() == command {
			return []engine.Phrase{s.says(s.seat(seat), a), engine.Say("peak.check.draws", "count", min(1, len(s.deck)))}
		}
	}
	return nil
}

// grid returns the board in words, for letters without pictures and for screen readers.
func (s *State) grid() [][]engine.Phrase {
	rows := [][]engine.Phrase{{engine.Say("peak.grid.climber"), engine.Say("peak.grid.cards"), engine.Say("peak.grid.points")}}
	for j, name := range s.setup.Seats {
		rows = append(rows, []engine.Phrase{engine.Say("peak.grid.name", "seat", name), engine.Say("peak.grid.number", "count", len(s.players[j].hand)),
			engine.Say("peak.grid.number", "count", s.players[j].points)})
	}
	return rows
}

// Sizes in the picture, in pixels.
const (
	cardWide, cardHigh = 44, 60
	shown              = 7 // cards at the end of the path
	gap                = 6
	climb              = 6 // rise from one card to the next
	sceneWide          = gap + shown*(cardWide+gap)
	sceneHigh          = 2*gap + cardHigh + (shown-1)*climb
)

// scene returns the board as a picture: the path rises to the right, and empty places wait for the
// next cards. Painters cache the pixels of sprites by key, so a key must name everything that its
// sprite shows.
func (s *State) scene() engine.Scene {
	scene := engine.Scene{Width: sceneWide, Height: sceneHigh, Ground: engine.Cave}
	path := s.path[max(0, len(s.path)-shown):]
	for n := range shown {
		x, y := gap+n*(cardWide+gap), sceneHigh-gap-cardHigh-n*climb
		if n < len(path) {
			scene.Sprites = append(scene.Sprites, cardSprite(path[n], x, y, ""))
			continue
		}
		scene.Sprites = append(scene.Sprites, engine.Sprite{Key: "peak/place", X: x, Y: y, Width: cardWide, Height: cardHigh,
			Shapes: []engine.Shape{engine.CardShape(cardWide, cardHigh, engine.Cave, engine.Seam)}})
	}
	return scene
}

// HandScene makes the state engine.Handed: it draws the cards in a seat's hand, each above its
// number.
func (s *State) HandScene(seat string) engine.Scene {
	i := s.seat(seat)
	if i == nobody || len(s.players[i].hand) == 0 {
		return engine.Scene{}
	}
	hand := s.players[i].hand
	scene := engine.Scene{Width: gap + len(hand)*(cardWide+gap), Height: cardHigh + 2*gap + 20, Ground: engine.Cave}
	for n, c := range hand {
		scene.Sprites = append(scene.Sprites, cardSprite(c, gap+n*(cardWide+gap), gap, strconv.Itoa(n+1)))
	}
	return scene
}

// cardSprite returns a card, with its number in the hand below it unless number is "".
func cardSprite(code string, x, y int, number string) engine.Sprite {
	sprite := engine.Sprite{Key: fmt.Sprintf("peak/card/%s/%s", code, number), X: x, Y: y, Width: cardWide, Height: cardHigh,
		Shapes: []engine.Shape{engine.CardShape(cardWide, cardHigh, engine.Earth, engine.Ink), engine.LabelShape(strconv.Itoa(height(code)), cardWide, cardHigh, 20)}}
	if number != "" {
		sprite.Height += 20
		below := engine.LabelShape(number, cardWide, 20, 14)
		below.Points[0].Y += cardHigh
		below.Fill = engine.Path
		sprite.Shapes = append(sprite.Shapes, below)
	}
	return sprite
}

// Tell says what a seat learns from a fact that is about to be applied: lines for people, and for
// programs the event without what the seat may not know. kit.Voice tells the seat that acted about
// itself as "you".
func (s *State) Tell(f engine.Fact, seat string) *engine.News {
	voice := kit.Voice{Game: "peak", Doer: f.Seat, Own: f.Seat == seat}
	switch e := f.Event.(type) {
	case Dealt:
		shown := Dealt{Hike: e.Hike, First: e.First}
		if hand, mine := e.Hands[seat]; mine {
			shown.Hands = map[string][]string{seat: hand}
		}
		return kit.MakeNews(shown, engine.Say("peak.news.dealt", "hike", e.Hike, "seat", e.First))
	case Climbed:
		if !voice.Own {
			e.Drew = ""
		}
		return kit.MakeNews(e, voice.Say("climbed", "card", cardPhrase(e.Card)))
	case Rested:
		if !voice.Own {
			return kit.MakeNews(Rested{}, voice.Say("rested"))
		}
		return kit.MakeNews(e, voice.Say("rested", "card", cardPhrase(e.Card)))
	case HikeEnded:
		if e.Peak == "" {
			return kit.MakeNews(e, engine.Say("peak.news.no-peak"))
		}
		return kit.MakeNews(e, engine.Say("peak.news.peak", "seat", e.Peak))
	case MatchEnded:
		return kit.TellOutcome("peak", e, s.setup.Seats, e.Winners, func(name string) engine.Phrase {
			return engine.Say("peak.news.score", "seat", name, "count", e.Scores[name])
		})
	}
	return nil
}
