package clonk

import (
	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// SoFar sums up how full the carts are and whether the monster sleeps, as everybody can see.
func (s *State) SoFar() []engine.Phrase {
	switch s.phase {
	case beforeDeal:
		return nil
	case choosing:
		return []engine.Phrase{engine.Say("clonk.before-deal")}
	}
	carts := engine.MapListAt(s.players, func(j int, p player) engine.Phrase {
		return engine.Say("clonk.story.cart", "seat", s.name(j), "count", len(p.cart)+len(p.gallery))
	})
	round := s.round
	if s.phase == matchOver { // the next one has not begun
		round--
	}
	lines := []engine.Phrase{engine.Say("clonk.story.so-far", "round", round, "carts", carts)}
	if s.awake {
		return append(lines, engine.Say("clonk.story.awake"))
	}
	return append(lines, engine.Say("clonk.story.asleep"))
}

// So many coins or eyes make a treasure worth a remark.
const (
	richCoins = 3
	manyEyes  = 2
)

// Remarks returns what the house may say about a fact that everybody sees.
func (s *State) Remarks(f engine.Fact) ([]engine.Phrase, int) {
	say := func(weight int, lines ...engine.Phrase) ([]engine.Phrase, int) { return lines, weight }
	switch e := f.Event.(type) {
	case Dealt:
		return say(21, engine.Say("clonk.voice.dealt-a"), engine.Say("clonk.voice.dealt-b"))
	case Opened:
		if s.phase == choosing && len(s.ToMove()) > 1 {
			return nil, 0 // nobody sees it yet
		}
		return say(15, engine.Say("clonk.voice.opened"))
	case Carted:
		if s.Chosen(f) {
			return say(18, engine.Say("clonk.voice.first"))
		}
		if len(e.Cards) == spaces {
			return say(30, engine.Say("clonk.voice.full-a"), engine.Say("clonk.voice.full-b"))
		}
	case Dug:
		switch c := cardOf(e.Card); {
		case s.table.coins[c] >= richCoins:
			return say(40, engine.Say("clonk.voice.clinks-a"), engine.Say("clonk.voice.clinks-b"))
		case s.table.eyes[c] >= manyEyes:
			return say(35, engine.Say("clonk.voice.eyes-a"), engine.Say("clonk.voice.eyes-b"))
		}
	case Gave:
		return say(50, engine.Say("clonk.voice.gift-a"), engine.Say("clonk.voice.gift-b"), engine.Say("clonk.voice.gift-c"))
	case Blasted:
		return say(45, engine.Say("clonk.voice.blast-a", "shaft", number(e.Shaft)), engine.Say("clonk.voice.blast-b"))
	case Exposed:
		if s.table.coins[cardOf(e.Card)] >= richCoins {
			return say(25, engine.Say("clonk.voice.shows", "shaft", number(e.Shaft)))
		}
	case Rebuilt:
		return say(38, engine.Say("clonk.voice.rebuilt-a", "shaft", number(e.Shaft)), engine.Say("clonk.voice.rebuilt-b"))
	case Rested:
		if e.Snore > 0 {
			return say(42, engine.Say("clonk.voice.snore-a"), engine.Say("clonk.voice.snore-b"))
		}
		if e.Kablooey > 0 {
			return say(33, engine.Say("clonk.voice.kablooey"))
		}
	case Shored:
		return say(8, engine.Say("clonk.voice.shored-a"), engine.Say("clonk.voice.shored-b", "shaft", number(e.Shaft)))
	case Dropped:
		return say(12, engine.Say("clonk.voice.dropped"))
	case Woke:
		return say(95, engine.Say("clonk.voice.woke-a"), engine.Say("clonk.voice.woke-b"))
	case MatchEnded:
		return say(110, engine.Say("clonk.voice.over-a"), engine.Say("clonk.voice.over-b"))
	}
	return nil, 0
}

// Glance says how many cards are left to draw, whether the monster is awake, and what the seat has
// to do.
func (s *State) Glance() []engine.Phrase {
	switch s.phase {
	case beforeDeal, matchOver:
		return nil
	case choosing:
		return []engine.Phrase{engine.Say("clonk.glance.tiles")}
	}
	lines := []engine.Phrase{engine.Say("clonk.glance.pile", "count", len(s.deck))}
	if s.awake {
		lines = append(lines, engine.Say("clonk.story.awake"))
	}
	if s.phase != opening { // there the choices say what the seat has to do
		lines = append(lines, engine.Say("clonk.glance."+s.phase.word()))
	}
	return lines
}

// Tale tells who woke the monster.
func (s *State) Tale(f engine.Fact) []engine.Phrase {
	if !engine.IsEvent[Woke](f) {
		return nil
	}
	return []engine.Phrase{engine.Say("clonk.tale.woke", "seat", f.Seat, "round", s.round)}
}

// Sum says what the score of a seat consists of, once the match is over.
func (s *State) Sum(seat string) *engine.Phrase {
	if s.ended == nil {
		return nil
	}
	sum := s.sum(*s.ended, seat)
	return &sum
}

// Points puts a score into words.
func (Game) Points(score int) engine.Phrase { return coinsPhrase(score) }

// Emblem returns the emoji of the game, which has no sides.
func (Game) Emblem(string) string { return "💎" }

// Gathered tells in one line which cards a seat dug, which were turned up, and which seats rested.
func (Game) Gathered(first, next engine.Phrase) *engine.Phrase {
	switch next.Key {
	case "clonk.news.dug":
		return kit.GatherPhrases(first, next, "card", "seat")
	case "clonk.news.exposed":
		return kit.GatherPhrases(first, next, "card")
	case "clonk.news.rested", "clonk.news.snore", "clonk.news.kablooey":
		return kit.GatherPhrases(first, next, "seat")
	}
	return nil
}

// Lesson tells a newcomer the goal, and in the first letter which cards match, in the second what
// empty spaces bring, in the third what others may hide.
func (s *State) Lesson(seat string, letter int) []engine.Phrase {
	if s.seat(seat) < 0 || s.phase <= choosing {
		return nil
	}
	about := [engine.Lessons]string{"clonk.lesson.cards", "clonk.lesson.rubble", "clonk.lesson.others"}[letter-1]
	return []engine.Phrase{engine.Say("clonk.lesson.aim"), engine.Say(about)}
}
