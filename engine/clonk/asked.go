package clonk

import (
	_ "embed"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

//go:embed answers.txt
var answerTable string

var answers = sync.OnceValue(func() *kit.Answers {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return kit.NewAnswers(answerTable, words, subjects())
})

// Terms returns the glossary of the game.
func (Game) Terms() []engine.Phrase {
	return engine.MapList(terms, func(id string) engine.Phrase { return engine.Say("clonk.term." + id) })
}

// terms are the texts of the glossary, in locale/terms.*.toml.
var terms = strings.Fields("treasure kind shaft cart gallery match give kablooey snore rubble tile eyes coins awakening monster")

// Subjects returns the words for what a question about Clonk! can be about.
func (Game) Subjects() map[string]engine.Subjects { return subjects() }

var subjects = sync.OnceValue(func() map[string]engine.Subjects {
	words, _ := fs.Sub(locale, "locale") // cannot fail: the folder is embedded
	return kit.ReadSubjects(words)
})

// Answer answers a question from the rule book and from what a seat may know of a position.
func (g Game) Answer(setup engine.Setup, at engine.State, seat string, q engine.Question) *engine.Told {
	s, _ := at.(*State)
	if s != nil && s.phase <= choosing {
		s = nil
	}
	a := inquiry{s: s, i: kit.Nobody, q: q}
	if s != nil {
		a.i = s.seat(seat)
	}
	told := answers().Answer(g.RuleBook(setup), q, func(what string) []engine.Phrase { return a.tell(reply(what)) })
	if told != nil && slices.Contains(told.Events, Blasted{}.Kind()) {
		told.None = new(engine.Say("clonk.asked.nobody-blasted"))
	}
	return told
}

// reply is a word of the table of answers that stands for what the position tells.
type reply string

// The words of the table.
const (
	tellHandSecret    reply = "hand-secret"
	tellEyesLater     reply = "eyes-later"
	tellDownSecret    reply = "down-secret"
	tellCountSnore    reply = "count-snore"
	tellCountKablooey reply = "count-kablooey"
	tellCardsRed      reply = "cards-red"
	tellHands         reply = "hands"
	tellDeck          reply = "deck"
	tellSeats         reply = "seats"
	tellTops          reply = "tops"
	tellTileSecret    reply = "tile-secret"
	tellRoom          reply = "room"
	tellLast          reply = "last"
	tellTile          reply = "tile"
	tellOwnEyes       reply = "own-eyes"
	tellOwnCoins      reply = "own-coins"
	tellKablooeysOwn  reply = "kablooeys-own"
	tellSnored        reply = "snored"
	tellMatch         reply = "match"
)

// inquiry is a question to a position, which may be none.
type inquiry struct {
	s *State
	i int // the seat that asks, nobody for others
	q engine.Question
}

// tell returns what a word of the table of answers tells.
func (a inquiry) tell(what reply) []engine.Phrase {
	if term, ok := strings.CutPrefix(string(what), "term-"); ok {
		return []engine.Phrase{engine.Say("clonk.term." + term)}
	}
	switch what {
	case tellHandSecret:
		return []engine.Phrase{engine.Say("clonk.asked.hand-secret")}
	case tellEyesLater:
		return []engine.Phrase{engine.Say("clonk.asked.eyes-later")}
	case tellDownSecret:
		says := []engine.Phrase{engine.Say("clonk.asked.down-secret")}
		if a.s != nil {
			says = append(says, a.tops()...)
		}
		return says
	case tellCountSnore:
		return []engine.Phrase{engine.Say("clonk.asked.count-snores", "count", snores)}
	case tellCountKablooey:
		return []engine.Phrase{engine.Say("clonk.asked.count-kablooeys", "count", kablooeys, "coins", kablooeyCoins)}
	case tellCardsRed:
		return []engine.Phrase{engine.Say("clonk.asked.copies", "each", len(kinds)*copies, "both", copies)}
	}
	if a.s == nil {
		return nil
	}
	switch what {
	case tellHands:
		return engine.MapList(a.seats(), func(j int) engine.Phrase {
			return engine.Say("clonk.asked.seat", "seat", a.s.name(j), "what", []engine.Phrase{engine.Say("clonk.ledger.hand", "count", len(a.s.players[j].hand))})
		})
	case tellDeck:
		return []engine.Phrase{engine.Say("clonk.table.deck", "count", len(a.s.deck))}
	case tellSeats:
		return engine.MapList(a.seats(), a.seat)
	case tellTops:
		return a.tops()
	case tellTileSecret:
		return append([]engine.Phrase{engine.Say("clonk.asked.tile-secret")}, engine.MapList(a.seats(), a.seat)...)
	case tellRoom:
		return engine.MapList(a.seats(), a.room)
	case tellLast:
		return engine.MapList(a.seats(), a.last)
	}
	return a.own(what)
}

// own answers questions about what only the seat that asks may know.
func (a inquiry) own(what reply) []engine.Phrase {
	if a.i < 0 {
		return nil
	}
	n := a.s.tally(a.i)
	switch what {
	case tellTile:
		return a.s.you(a.i)[:1]
	case tellOwnEyes:
		return []engine.Phrase{engine.Say("clonk.asked.eyes", "eyes", eyesPhrase(n.eyes), "snores", n.snores)}
	case tellOwnCoins:
		says := []engine.Phrase{engine.Say("clonk.you.count", "coins", coinsPhrase(n.coins()), "eyes", eyesPhrase(n.eyes)), engine.Say("clonk.asked.estimate")}
		if a.q.About["winning"] {
			for j := range a.s.players {
				if j != a.i {
					says = append(says, a.seat(j))
				}
			}
		}
		return says
	case tellKablooeysOwn:
		return []engine.Phrase{engine.Say("clonk.asked.kablooeys", "count", n.kablooeys)}
	case tellSnored:
		return []engine.Phrase{engine.Say("clonk.asked.snores", "count", n.snores), engine.Say("clonk.rule.space-one")}
	case tellMatch:
		if named := a.others(); len(named) > 0 {
			return append([]engine.Phrase{engine.Say("clonk.rule.give")}, engine.MapList(named, a.room)...)
		}
		return []engine.Phrase{engine.Say("clonk.rule.give")}
	}
	return nil
}

// seats returns the seats that the question names, all of them if it names none.
func (a inquiry) seats() []int {
	named := engine.MapList(a.q.Seats, a.s.seat)
	if a.q.About["mine"] && a.i >= 0 && !slices.Contains(named, a.i) {
		named = append([]int{a.i}, named...)
	}
	if len(named) == 0 {
		return engine.MapListAt(a.s.players, func(j int, _ player) int { return j })
	}
	return named
}

func (a inquiry) others() []int {
	return engine.FilterList(engine.MapList(a.q.Seats, a.s.seat), func(j int) bool { return j >= 0 && j != a.i })
}

// seat says what lies in front of a seat, as everybody at the table sees it.
func (a inquiry) seat(j int) engine.Phrase {
	return engine.Say("clonk.asked.seat", "seat", a.s.name(j), "what", a.s.before(j))
}

// tops says what lies on top of the shafts.
func (a inquiry) tops() (says []engine.Phrase) {
	for k, pile := range a.s.shafts {
		if named := "s" + number(k+1); len(a.q.Numbers) > 0 && !slices.Contains(a.q.Numbers, number(k+1)) && !slices.Contains(a.q.Places, named) {
			continue
		}
		if len(pile) == 0 {
			says = append(says, engine.Say("clonk.alt.empty", "number", k+1))
			continue
		}
		down := engine.CountWhere(pile, func(l lying) bool { return !l.up })
		says = append(says, engine.Say("clonk.alt.shaft", "number", k+1, "card", cardPhrase(a.s.top(k)), "shows", a.s.shows(a.s.top(k)), "count", len(pile), "down", down))
	}
	return says
}

// room says how many spaces of a gallery are free, and what a gift there must match.
func (a inquiry) room(j int) engine.Phrase {
	p := &a.s.players[j]
	free := spaces - len(p.gallery)
	last := p.cartTop()
	for _, g := range p.gallery {
		if a.s.rules.anyGift || g.giver == j {
			last = g.card
		}
	}
	if free == 0 || last == none {
		return engine.Say("clonk.asked.room", "seat", a.s.name(j), "count", free)
	}
	return engine.Say("clonk.asked.room-match", "seat", a.s.name(j), "count", free, "card", cardPhrase(last))
}

// last names the right-most card in a gallery.
func (a inquiry) last(j int) engine.Phrase {
	p := &a.s.players[j]
	if len(p.gallery) == 0 {
		return engine.Say("clonk.asked.gallery-empty", "seat", a.s.name(j))
	}
	return engine.Say("clonk.asked.gallery-last", "seat", a.s.name(j), "card", a.s.worth(p.gallery[len(p.gallery)-1].card))
}
