package clonk

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// viewData is the part of turn.json that belongs to the game, for programs. A shaft lists its cards
// from the bottom, with null for a card face down.
type viewData struct {
	Round  int         `json:"round"`
	Phase  string      `json:"phase"`
	Hand   []string    `json:"hand"`
	Deck   int         `json:"deck"`
	Awake  bool        `json:"awake"`
	Supply supplyData  `json:"supply"`
	Tiles  *Tiles      `json:"tiles,omitempty"`
	Shafts [][]*string `json:"shafts"` // none before the cards are dealt
	Cart   []string    `json:"cart"`
	Seats  []seatData  `json:"seats"`
	// Gave says whether the gift of this turn has been made, Blasts how many Kablooeys can still be
	// used in it.
	Gave   bool `json:"gave"`
	Blasts int  `json:"blasts"`
	// Coins and Eyes are the seat's own as if the match ended now, before any loss.
	Coins *int `json:"coins,omitempty"`
	Eyes  *int `json:"eyes,omitempty"`
}

type supplyData struct {
	Snore    int `json:"snore"`
	Kablooey int `json:"kablooey"`
}

type seatData struct {
	Name     string   `json:"name"`
	Cards    int      `json:"cards"`
	Open     *Tiles   `json:"open,omitempty"`
	Gallery  []string `json:"gallery"`
	Top      string   `json:"top,omitempty"`
	Cart     int      `json:"cart"` // number of treasures
	Snores   int      `json:"snores"`
	Kablooey int      `json:"kablooey"`
}

// View returns all that a seat may know; the seat "" stands for the public.
func (s *State) View(seat string) engine.View {
	i := s.seat(seat)
	if s.phase == choosing {
		return s.choosingView(i)
	}
	v := engine.View{
		Seat:  seat,
		Round: s.round,
		Turn:  s.turns + 1,
		Data:  s.data(i),
		Scene: s.scene(i),
		Grid:  s.grid(),
		Alt:   s.inWords(i),
		You:   s.you(i),
		Open:  s.tops(),
		Seats: kit.MakeLedgers(s.setup.Seats, s.before, s.did),
		Table: s.beside(),
	}
	if i >= 0 {
		v.Hand = s.handCards(i)
		v.Choices = s.choices(i)
	}
	return v
}

func (s *State) data(i int) viewData {
	d := viewData{
		Round: s.round, Phase: s.phase.word(), Hand: []string{}, Deck: len(s.deck), Awake: s.awake,
		Supply: supplyData{s.snores, s.kablooeys}, Cart: []string{}, Seats: make([]seatData, len(s.players)),
		Gave: s.gave, Blasts: s.blasts, Shafts: [][]*string{},
	}
	for _, pile := range s.shafts {
		if s.phase <= choosing {
			break
		}
		column := make([]*string, len(pile))
		for n, l := range pile {
			if l.up {
				column[n] = new(l.card.String())
			}
		}
		d.Shafts = append(d.Shafts, column)
	}
	for j := range s.players {
		p := &s.players[j]
		d.Seats[j] = seatData{
			Name: s.name(j), Cards: len(p.hand), Gallery: codes(galleryCards(p.gallery)),
			Top: p.cartTop().String(), Cart: len(p.cart), Snores: p.snores, Kablooey: p.kablooeys,
		}
		open := s.shown(j)
		if j == i {
			open = p.open
		}
		switch open {
		case colourTile:
			d.Seats[j].Open = &Tiles{Colour: colours[p.colour]}
		case kindTile:
			d.Seats[j].Open = &Tiles{Kind: kinds[p.kind]}
		}
	}
	if i >= 0 && s.phase != beforeDeal {
		p, n := &s.players[i], s.tally(i)
		d.Hand = append(d.Hand, codes(p.hand)...)
		d.Cart = append(d.Cart, codes(p.cart)...)
		d.Tiles = &Tiles{Colour: colours[p.colour], Kind: kinds[p.kind]}
		d.Coins, d.Eyes = new(n.coins()), &n.eyes
	}
	return d
}

// you says what only this seat knows about itself.
func (s *State) you(i int) []engine.Phrase {
	if i < 0 || s.phase == beforeDeal {
		return nil
	}
	p, n := &s.players[i], s.tally(i)
	lines := []engine.Phrase{
		engine.Say("clonk.you.tiles-"+[...]string{"closed", "colour", "kind"}[p.open],
			"colour", p.tilePhrase(colourTile), "kind", p.tilePhrase(kindTile),
			"colour_coins", coinsPhrase(n.colourTile()), "kind_coins", coinsPhrase(n.kindTile())),
		engine.Say("clonk.you.count", "coins", coinsPhrase(n.coins()),
			"eyes", eyesPhrase(n.eyes)),
	}
	if s.phase == opening && i == s.turn {
		lines = append(lines, engine.Say("clonk.you.begin"))
	}
	if len(p.cart) > 0 {
		cart := engine.MapList(p.cart, s.worth)
		slices.Reverse(cart)
		lines = append(lines, engine.Say("clonk.you.cart", "cards", cart))
	}
	if i != s.turn || s.phase != digging {
		return lines
	}
	if len(p.gallery) < spaces {
		lines = append(lines, engine.Say("clonk.you.match", "card", cardPhrase(p.before())))
	}
	if s.blasts > 0 {
		lines = append(lines, engine.Say("clonk.you.blasts", "count", s.blasts))
	}
	return lines
}

// beside says what is public and not in the shafts.
func (s *State) beside() []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	lines := []engine.Phrase{engine.Say("clonk.table.key")}
	switch {
	case s.phase == matchOver:
	case s.awake && s.rules.extra && s.round == s.wokeIn:
		lines = append(lines, engine.Say("clonk.table.awake-extra"))
	case s.awake:
		lines = append(lines, engine.Say("clonk.table.awake"))
	}
	lines = append(lines, engine.Say("clonk.table.deck", "count", len(s.deck)),
		engine.Say("clonk.table.supply", "snores", s.snores, "kablooeys", s.kablooeys))
	var empty []string
	for k := range s.shafts {
		if len(s.shafts[k]) == 0 {
			empty = append(empty, "s"+number(k+1))
		}
	}
	if len(empty) > 0 {
		lines = append(lines, engine.Say("clonk.table.empty", "shafts", strings.Join(empty, ", ")))
	}
	return lines
}

func (s *State) handCards(i int) []engine.HandCard {
	return engine.MapListAt(s.players[i].hand, func(at int, c Card) engine.HandCard {
		return s.lies("h"+number(at+1), c)
	})
}

// tops lists the cards on top of the shafts.
func (s *State) tops() []engine.HandCard {
	var list []engine.HandCard
	for k := range s.shafts {
		if c := s.top(k); c != none {
			list = append(list, s.lies("s"+number(k+1), c))
		}
	}
	return list
}

// lies says which card lies at a place.
func (s *State) lies(place string, c Card) engine.HandCard {
	return engine.HandCard{Place: place, Card: c.String(), Name: cardPhrase(c), Short: s.shows(c)}
}

// choices says what each legal command means, by the card's place, with shafts first.
func (s *State) choices(i int) []engine.Choice {
	acts := s.acts(i)
	slices.SortStableFunc(acts, func(a, b act) int { return strings.Compare(b.placeName(), a.placeName()) })
	return engine.MapList(acts, func(a act) engine.Choice {
		return engine.Choice{Command: s.command(a), Place: a.placeName(), Says: s.says(i, a)}
	})
}

// placeName returns where the card of an act lies, as commands spell it.
func (a act) placeName() string {
	switch {
	case a.verb == openVerb || a.verb == restVerb:
		return ""
	case a.hand:
		return "h" + number(a.place+1)
	}
	return "s" + number(a.place+1)
}

// says puts into words what an act does.
func (s *State) says(i int, a act) engine.Phrase {
	p, card := &s.players[i], cardPhrase(s.card(i, a))
	switch a.verb {
	case openVerb:
		return engine.Say("clonk.do.open", "tile", p.tilePhrase(a.tile))
	case giveVerb:
		return engine.Say("clonk.do.give", "card", card, "seat", s.name(a.target))
	case shoreVerb:
		return engine.Say("clonk.do.shore", "card", card, "shaft", "s"+number(a.shaft+1))
	case restVerb:
		return engine.Say("clonk.do.rest", "spoils", s.spoilsPhrases(i))
	}
	return engine.Say("clonk.do."+a.verb.String(), "card", card)
}
