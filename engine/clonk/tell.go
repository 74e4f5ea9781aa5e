package clonk

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// Tell says what a seat ("" for the public) learns from a fact that is about to be applied.
func (s *State) Tell(f engine.Fact, seat string) *engine.News {
	reader, doer := s.seat(seat), s.seat(f.Seat)
	switch e := f.Event.(type) {
	case Tiled:
		return s.tellTiled(e, reader)
	case Opened:
		if s.phase == choosing && len(s.ToMove()) > 1 {
			return nil // all are told with the last
		}
	case Dealt:
		return s.tellDealt(e, reader)
	case Exposed:
		return kit.MakeNews(e, engine.Say("clonk.news.exposed", "shaft", number(e.Shaft),
			"card", s.worth(cardOf(e.Card))))
	case Rebuilt:
		shown := e
		shown.Cards = facing(e.Cards)
		up := engine.FilterList(shown.Cards, func(l Lying) bool { return l.Up })
		return kit.MakeNews(shown, engine.Say("clonk.news.rebuilt", "shaft", number(e.Shaft), "cards", engine.MapList(cardsOf(lyingCodes(up)), s.worth)))
	case Woke:
		if s.rules.extra {
			return kit.MakeNews(e, engine.Say("clonk.news.woke-extra"))
		}
		return kit.MakeNews(e, engine.Say("clonk.news.woke"))
	case Reshuffled:
		return kit.MakeNews(Reshuffled{}) // the rewind before it says it in words
	case MatchEnded:
		counted := func(name string) engine.Phrase {
			return engine.Say("clonk.news.counted", "seat", name, "coins", coinsPhrase(e.Scores[name]), "sum", s.sum(e, name))
		}
		if len(e.Winners) == 0 {
			return kit.MakeNews(e, slices.Concat([]engine.Phrase{engine.Say("clonk.news.given-up")}, engine.MapList(s.setup.Seats, counted))...)
		}
		return kit.TellOutcome("clonk", e, s.setup.Seats, e.Winners, counted)
	}
	if doer < 0 {
		return nil
	}
	return s.tellTurn(f.Event, doer, reader)
}

// tellTurn tells what a seat did on its turn: to itself as "you", to others without the cards they
// did not see.
func (s *State) tellTurn(event engine.Event, doer, reader int) *engine.News {
	say := kit.Voice{Game: "clonk", Doer: s.name(doer), Own: doer == reader}.Say
	switch e := event.(type) {
	case Opened:
		return kit.MakeNews(e, say("opened", "tile", s.players[doer].tilePhrase(tileOf(e.Tile))))
	case Carted:
		if s.Chosen(engine.Fact{Event: e}) {
			return kit.MakeNews(e, say("first", "card", s.worth(cardOf(e.Cards[0]))))
		}
		return kit.MakeNews(e, say("carted", "count", len(e.Cards), "top", codePhrase(e.Cards[len(e.Cards)-1])))
	case Dug:
		if e.From == 0 {
			return kit.MakeNews(e, say("dug-hand", "card", s.worth(cardOf(e.Card))))
		}
		return kit.MakeNews(e, say("dug", "card", s.worth(cardOf(e.Card)), "shaft", number(int(e.From))))
	case Gave:
		if s.seat(e.Target) == reader {
			return kit.MakeNews(e, engine.Say("clonk.news.gave-you", "seat", s.name(doer),
				"card", s.worth(cardOf(e.Card))))
		}
		return kit.MakeNews(e, say("gave", "card", s.worth(cardOf(e.Card)), "target", e.Target))
	case Blasted:
		return kit.MakeNews(e, say("blasted", "card", s.worth(cardOf(e.Card)), "shaft", number(e.Shaft)))
	case Rested:
		return s.tellRested(e, doer, reader, say)
	case Shored:
		return kit.MakeNews(e, say("shored", "card", s.worth(cardOf(e.Card)), "shaft", number(e.Shaft)))
	case Dropped:
		if doer == reader {
			return kit.MakeNews(e, engine.Say("clonk.news.own-dropped", "card", codePhrase(e.Card)))
		}
		return kit.MakeNews(Dropped{}, engine.Say("clonk.news.dropped", "seat", s.name(doer)))
	}
	return nil
}

// tellRested tells what the empty spaces brought. Only the seat itself learns which cards it drew.
func (s *State) tellRested(e Rested, doer, reader int, say func(string, ...any) engine.Phrase) *engine.News {
	lines := []engine.Phrase{say("rested", "count", len(e.Drew))}
	if e.Snore > 0 {
		lines = append(lines, say("snore"))
	}
	if e.Kablooey > 0 {
		lines = append(lines, say("kablooey"))
	}
	if doer != reader {
		return kit.MakeNews(Rested{Snore: e.Snore, Kablooey: e.Kablooey}, lines...)
	}
	if len(e.Drew) > 0 {
		lines = append(lines, engine.Say("clonk.news.own-drew", "cards", engine.MapList(cardsOf(e.Drew), s.worth)))
	}
	return kit.MakeNews(e, lines...)
}

// facing leaves out the codes of cards that lie face down.
func facing(pile []Lying) []Lying {
	shown := slices.Clone(pile)
	for n := range shown {
		if !shown[n].Up {
			shown[n].Card = ""
		}
	}
	return shown
}

// tellTiled tells each seat its own task tiles.
func (s *State) tellTiled(e Tiled, reader int) *engine.News {
	n := kit.MakeNews(Tiled{}, engine.Say("clonk.news.tiled"))
	if reader >= 0 {
		name := s.name(reader)
		n.Data = Tiled{Tiles: map[string]Tiles{name: e.Tiles[name]}}
	}
	return n
}

func (s *State) tellDealt(e Dealt, reader int) *engine.News {
	shown := Dealt{Starter: e.Starter}
	for k := range e.Shafts {
		shown.Shafts[k] = facing(e.Shafts[k])
	}
	n := kit.MakeNews(shown, engine.Say("clonk.news.dealt", "seat", e.Starter))
	if reader < 0 {
		return n
	}
	name := s.name(reader)
	if e.Tiles != nil {
		shown.Tiles = map[string]Tiles{name: e.Tiles[name]}
	}
	shown.Hands = map[string][]string{name: e.Hands[name]}
	n.Data = shown
	return n
}

// sum says what the score of a seat consists of and what its eyes cost it.
func (s *State) sum(e MatchEnded, name string) engine.Phrase {
	i := s.seat(name)
	p, has := &s.players[i], s.tally(i)
	sum := engine.Say("clonk.sum", "cards", has.cards, "colour", p.tilePhrase(colourTile), "colour_coins", has.colourTile(),
		"kind", p.tilePhrase(kindTile), "kind_coins", has.kindTile(), "kablooeys", has.kablooeys)
	eyes, counting := e.Eyes[name], s.counting(has)
	most := eyes > 0 && eyes == mostOf(e.Eyes)
	pairs := []any{"sum", sum, "eyes", eyesPhrase(eyes), "loss", e.Losses[name], "on_treasures", counting}
	switch {
	case most && counting < eyes:
		return engine.Say("clonk.sum-loss-treasure", pairs...)
	case most:
		return engine.Say("clonk.sum-loss", pairs[:6]...)
	case counting < eyes:
		return engine.Say("clonk.sum-eyes-treasure", pairs...)
	}
	return engine.Say("clonk.sum-eyes", pairs[:4]...)
}

// Check says what a legal command would do, as far as the seat can see now.
func (s *State) Check(seat, command string) []engine.Phrase {
	i := s.seat(seat)
	a, ok := s.legalAct(i, command)
	if !ok {
		return nil
	}
	lines := []engine.Phrase{s.says(i, a)}
	if a.verb == openVerb || a.verb == restVerb || a.hand {
		return lines
	}
	next := "clonk.check.turns-up"
	switch pile := s.shafts[a.place]; {
	case len(pile) == 1 && len(s.deck) > 0:
		next = "clonk.check.rebuilds"
	case len(pile) == 1:
		next = "clonk.check.empties"
	case pile[len(pile)-2].up:
		return append(lines, engine.Say("clonk.check.bares", "card", s.worth(pile[len(pile)-2].card)))
	}
	return append(lines, engine.Say(next, "shaft", number(a.place+1)))
}

// spoilsPhrases says what a rest now brings a seat, as far as the piles have it.
func (s *State) spoilsPhrases(i int) (gets []engine.Phrase) {
	snore, kablooey, cards := s.spoils(i)
	if snore > 0 {
		gets = append(gets, engine.Say("clonk.ledger.snores", "count", snore))
	}
	if kablooey > 0 {
		gets = append(gets, engine.Say("clonk.ledger.kablooeys", "count", kablooey))
	}
	if len(s.deck) == 0 {
		cards = 0
	}
	return append(gets, engine.Say("clonk.cards-count", "count", cards))
}
