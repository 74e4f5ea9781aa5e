package saboteur

import (
	"cmp"
	"slices"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// viewData is the part of turn.json that belongs to the game, for programs.
type viewData struct {
	Round    int                  `json:"round"`
	Role     string               `json:"role,omitempty"`
	Hand     []string             `json:"hand"`
	Deck     int                  `json:"deck"`
	Discards int                  `json:"discards"`
	Nuggets  []int                `json:"nuggets"`
	Cells    map[string]laidCard  `json:"cells"`
	Goals    map[string]*laidCard `json:"goals"`
	Seen     map[string]string    `json:"seen"`
	Seats    []seatData           `json:"seats"`
	// Left has the gold to pick from, while the seat has to pick.
	Left []int `json:"left,omitempty"`
}

// laidCard is a card face up. Turned is nil for the start, which never lies turned.
type laidCard struct {
	Card   string `json:"card"`
	Turned *bool  `json:"turned,omitempty"`
}

type seatData struct {
	Name   string   `json:"name"`
	Cards  int      `json:"cards"`
	Broken []string `json:"broken"`
}

// View returns all that a seat may know; the seat "" stands for the public.
func (s *State) View(seat string) engine.View {
	i := s.seat(seat)
	v := engine.View{
		Seat:  seat,
		Round: s.round,
		Turn:  s.turns + 1,
		Data:  s.data(i),
		Scene: s.scene(i),
		Board: s.drawing(),
		Alt:   s.inWords(),
		You:   s.you(i),
		Seats: kit.MakeLedgers(s.setup.Seats, s.before, func(j int) []engine.Phrase { return s.did(j, i) }),
		Table: s.table(),
	}
	if i >= 0 {
		v.Hand = s.handCards(i)
		v.Choices = s.choices(i)
	}
	return v
}

func (s *State) data(i int) viewData {
	d := viewData{
		Round: s.round, Hand: []string{}, Deck: len(s.deck), Discards: s.discards, Nuggets: []int{},
		Cells: map[string]laidCard{}, Goals: map[string]*laidCard{}, Seen: map[string]string{},
		Seats: engine.MapListAt(s.players, func(j int, p player) seatData {
			return seatData{Name: s.name(j), Cards: len(p.hand), Broken: engine.MapList(p.broken.each(), Tools.String)}
		}),
	}
	for _, g := range goalCells {
		d.Goals[g.String()] = nil
	}
	for _, c := range s.maze.laid {
		t := s.maze.at(c)
		lies := laidCard{Card: t.card().String()}
		if turned := t.turned(); c != startCell {
			lies.Turned = &turned
		}
		switch {
		case !t.faceUp():
		case c.goal() >= 0:
			d.Goals[c.String()] = &lies
		default:
			d.Cells[c.String()] = lies
		}
	}
	if i >= 0 {
		s.ownData(i, &d)
	}
	return d
}

// ownData adds what only the seat knows.
func (s *State) ownData(i int, d *viewData) {
	p := &s.players[i]
	d.Role = p.role.String()
	d.Hand = append(d.Hand, codes(p.hand)...)
	d.Nuggets = append(append(d.Nuggets, p.kept...), p.picks...)
	for g, seen := range p.seen {
		if seen {
			d.Seen[goalCells[g].String()] = s.goals[g].String()
		}
	}
	if s.phase == sharing && i == s.turn {
		d.Left = slices.Clone(s.left)
	}
}

// you says what only this seat knows about itself.
func (s *State) you(i int) []engine.Phrase {
	if i < 0 || s.phase == beforeDeal {
		return nil
	}
	p := &s.players[i]
	var lines []engine.Phrase
	if p.broken != 0 && s.phase == digging {
		lines = append(lines, engine.Say("saboteur.you.broken", "tools", toolPhrases(p.broken), "count", len(p.broken.each())))
	}
	lines = append(lines, engine.Say("saboteur.you."+p.role.String()))
	for g, seen := range p.seen {
		if seen {
			lines = append(lines, engine.Say("saboteur.you.saw",
				"goal", goalCells[g].String(), "card", cardPhrase(s.goals[g])))
		}
	}
	if sum := total(p.kept) + total(p.picks); sum > 0 {
		lines = append(lines, engine.Say("saboteur.you.gold", "count", sum))
	}
	if s.phase == sharing && i == s.turn {
		lines = append(lines, engine.Say("saboteur.you.left", "values", numbers(s.left)))
	}
	return lines
}

// table says what is public and not in the maze.
func (s *State) table() []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	lines := []engine.Phrase{engine.Say("saboteur.table.round", "round", s.round, "of", s.rules.rounds)}
	if s.phase == sharing {
		return append(lines, engine.Say("saboteur.table.sharing", "seat", s.name(s.turn), "count", len(s.left)))
	}
	if len(s.deck) == 0 {
		lines = append(lines, engine.Say("saboteur.table.deck-gone"))
	} else {
		lines = append(lines, engine.Say("saboteur.table.deck", "count", len(s.deck)))
	}
	if s.discards > 0 {
		lines = append(lines, engine.Say("saboteur.table.discards", "count", s.discards))
	}
	return lines
}

func (s *State) handCards(i int) []engine.HandCard {
	return engine.MapListAt(s.players[i].hand, func(at int, c Card) engine.HandCard {
		return engine.HandCard{Place: strconv.Itoa(at + 1), Card: c.String(), Name: cardPhrase(c), Short: shortPhrase(c), Idle: s.idle(i, c)}
	})
}

// choices says what each legal command means, in the order of the hand.
func (s *State) choices(i int) []engine.Choice {
	acts := s.acts(i)
	slices.SortFunc(acts, func(a, b act) int {
		// A card is played as its family or discarded, which is family 0 and comes last, except for
		// harm to oneself.
		return cmp.Or(a.place-b.place, hurts(i, a)-hurts(i, b), cmp.Compare(a.family-1, b.family-1), cmp.Compare(s.command(a), s.command(b)))
	})
	return engine.MapList(acts, func(a act) engine.Choice {
		c := engine.Choice{Command: s.command(a), Says: s.says(i, a)}
		if a.family != pickGold {
			c.Place = strconv.Itoa(a.place + 1)
		}
		return c
	})
}

// hurts returns 1 for breaking one's own tool, otherwise 0.
func hurts(i int, a act) int {
	if a.family == breakFamily && a.target == i {
		return 1
	}
	return 0
}

// says puts into words what an act does.
func (s *State) says(i int, a act) engine.Phrase {
	card := cardPhrase(a.card)
	switch a.family {
	case pickGold:
		return engine.Say("saboteur.do.pick", "count", a.value)
	case pathFamily:
		if a.turned {
			return engine.Say("saboteur.do.dig-turned", "card", card, "cell", a.cell.String())
		}
		return engine.Say("saboteur.do.dig", "card", card, "cell", a.cell.String())
	case breakFamily, mendFamily:
		key := "saboteur.do.break"
		if a.family == mendFamily {
			key = "saboteur.do.mend"
		}
		if a.target == i {
			return engine.Say(key+"-own", "tool", toolPhrase(a.tool))
		}
		return engine.Say(key, "seat", s.name(a.target), "tool", toolPhrase(a.tool))
	case fallFamily:
		return engine.Say("saboteur.do.fell", "cell", a.cell.String(), "card", laidPhrase(s.maze.at(a.cell)))
	case mapFamily:
		return engine.Say("saboteur.do.look", "goal", a.cell.String())
	}
	return engine.Say("saboteur.do.pass", "card", card)
}

// Guilty reports whether the seat is a saboteur in this round.
func (s *State) Guilty(seat string) bool {
	i := s.seat(seat)
	return i >= 0 && s.players[i].role == saboteur
}
