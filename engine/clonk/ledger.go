package clonk

import "pitpost.example/engine"

// before says what lies in front of a seat. Of the cart it tells only the top card and the size.
func (s *State) before(j int) []engine.Phrase {
	if s.phase <= choosing {
		return nil
	}
	p := &s.players[j]
	var now []engine.Phrase
	if s.phase == matchOver {
		now = append(now, engine.Say("clonk.ledger.tiles", "colour", p.tilePhrase(colourTile), "kind", p.tilePhrase(kindTile)))
	} else if p.open != closed {
		now = append(now, engine.Say("clonk.ledger.open", "tile", p.tilePhrase(p.open)))
	}
	if top := p.cartTop(); top != none {
		now = append(now, engine.Say("clonk.ledger.cart", "count", len(p.cart), "top", s.worth(top)))
	}
	if len(p.gallery) > 0 {
		now = append(now, engine.Say("clonk.ledger.gallery", "cards", engine.MapList(p.gallery, func(g slot) engine.Phrase {
			if g.giver == j {
				return s.worth(g.card)
			}
			return engine.Say("clonk.ledger.gift", "card", s.worth(g.card), "seat", s.name(g.giver))
		})))
	}
	if p.snores > 0 {
		now = append(now, engine.Say("clonk.ledger.snores", "count", p.snores))
	}
	if p.kablooeys > 0 {
		now = append(now, engine.Say("clonk.ledger.kablooeys", "count", p.kablooeys))
	}
	return append(now, engine.Say("clonk.ledger.hand", "count", len(p.hand)))
}

// did sums up a seat's present or last turn.
func (s *State) did(j int) []engine.Phrase {
	actions := s.players[j].actions
	var all []engine.Phrase
	if dug := engine.CountWhere(actions, func(d action) bool { return d.verb == digVerb }); dug > 0 {
		all = append(all, engine.Say("clonk.ledger.dug", "count", dug))
	}
	for _, d := range actions {
		switch d.verb {
		case giveVerb:
			all = append(all, engine.Say("clonk.ledger.gave", "card", cardPhrase(d.card), "seat", s.name(d.target)))
		case blastVerb:
			all = append(all, engine.Say("clonk.ledger.blasted", "card", cardPhrase(d.card)))
		case shoreVerb:
			all = append(all, engine.Say("clonk.ledger.shored", "card", cardPhrase(d.card)))
		}
	}
	return all
}

// grid describes the five shafts in words, with the top cards in the first row.
func (s *State) grid() [][]engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	head := []engine.Phrase{engine.Say("clonk.grid.head")}
	deepest := 0
	for k := range s.shafts {
		head = append(head, engine.Say("clonk.grid.shaft", "number", k+1, "count", len(s.shafts[k])))
		deepest = max(deepest, len(s.shafts[k]))
	}
	rows := [][]engine.Phrase{head}
	for depth := range deepest {
		key := "clonk.grid.row"
		if depth == 0 {
			key = "clonk.grid.top"
		}
		row := []engine.Phrase{engine.Say(key, "number", depth+1)}
		for _, pile := range s.shafts {
			at := len(pile) - 1 - depth
			switch {
			case at < 0:
				row = append(row, engine.Say("clonk.grid.blank"))
			case pile[at].up:
				row = append(row, s.worth(pile[at].card))
			default:
				row = append(row, engine.Say("clonk.grid.down"))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// inWords describes the position for those who cannot see the picture.
func (s *State) inWords(i int) []engine.Phrase {
	if s.phase == beforeDeal {
		return nil
	}
	var lines []engine.Phrase
	for k, pile := range s.shafts {
		if len(pile) == 0 {
			lines = append(lines, engine.Say("clonk.alt.empty", "number", k+1))
			continue
		}
		down := engine.CountWhere(pile, func(l lying) bool { return !l.up })
		lines = append(lines, engine.Say("clonk.alt.shaft", "number", k+1, "card", cardPhrase(s.top(k)), "shows", s.shows(s.top(k)),
			"count", len(pile), "down", down))
	}
	for j := range s.players {
		p := &s.players[j]
		seat := engine.Say("clonk.alt.seat", "seat", s.name(j))
		if j == i {
			seat = engine.Say("clonk.alt.you")
		}
		if len(p.gallery) > 0 {
			lines = append(lines, engine.Say("clonk.alt.gallery", "who", seat, "cards", engine.MapList(galleryCards(p.gallery), cardPhrase)))
		}
		if top := p.cartTop(); top != none {
			lines = append(lines, engine.Say("clonk.alt.cart", "who", seat, "top", cardPhrase(top), "count", len(p.cart)))
		}
	}
	return lines
}

func galleryCards(gallery []slot) []Card {
	return engine.MapList(gallery, func(g slot) Card { return g.card })
}
