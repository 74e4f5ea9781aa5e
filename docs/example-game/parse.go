package peak

import (
	"regexp"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// reader reads plain lines: "lay 2", "rest p17", "climb 3 please". Sentences in seven languages
// have an interface of their own, engine.Spoken, which is optional.
var reader = kit.Reader[verb]{
	Game:    "peak",
	Words:   map[string]verb{"lay": lay, "climb": lay, "rest": rest},
	Fillers: []string{"a", "the", "card", "please"},
	Strict:  true,
	Whole:   func(verb) bool { return false },
}

// Words lists the words that mark a line as meant for this game.
func (Game) Words() []string { return []string{"climb", "lay", "rest"} }

var cardCode = regexp.MustCompile(`^p[0-9]{1,2}$`)

// Parse reads a line as a move of a seat. places has the cards as the answered letter printed them:
// a number means the card that was printed there, wherever it is in the hand now.
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	i, refusal := kit.FindPlayingSeat("peak", s.setup.Seats, seat, s.hike > 0, s.result != nil)
	if refusal != nil {
		return engine.Move{}, refusal
	}
	m, refusal := s.read(i, line, places)
	if refusal != nil && i == s.turn {
		legal := s.Legal(seat)
		away := make(map[string]int, len(legal))
		for _, c := range legal {
			away[c] = engine.EditDistance(c, engine.NormaliseText(line))
		}
		refusal.Nearest = engine.ClosestCommands(away)
	}
	return m, refusal
}

func (s *State) read(i int, line string, places []string) (engine.Move, *engine.Refusal) {
	named := ""
	l, refusal := reader.Read(line, s.setup.Seats, func(word string) (bool, *engine.Refusal) {
		if !cardCode.MatchString(word) || height(word) == 0 {
			return false, nil
		}
		return true, engine.SetOnce(&named, word, "", "peak.two-cards", line)
	})
	if refusal != nil {
		return engine.Move{}, refusal
	}
	said := slices.Compact(slices.Clone(l.Said))
	switch {
	case l.Seat != kit.Nobody:
		return engine.Move{}, engine.Refuse("peak.nobody-else", "seat", s.setup.Seats[l.Seat])
	case len(said) == 0:
		return engine.Move{}, engine.Refuse("peak.which-deed", "line", l.Text)
	case len(said) > 1 || len(l.Numbers) > 1 || len(l.Numbers) == 1 && named != "":
		return engine.Move{}, engine.Refuse("peak.two-cards", "line", l.Text)
	case len(l.Numbers) == 0 && named == "":
		return engine.Move{}, engine.Refuse("peak.which-card", "deed", said[0].String())
	}
	place := slices.Index(s.players[i].hand, named)
	if len(l.Numbers) == 1 {
		if place, refusal = engine.CardPrintedAt("peak", s.players[i].hand, places, l.Numbers[0], cardPhrase); refusal != nil {
			return engine.Move{}, refusal
		}
	}
	if place < 0 {
		return engine.Move{}, engine.Refuse("peak.not-held", "card", cardPhrase(named))
	}
	card := s.players[i].hand[place]
	if i == s.turn && said[0] == lay && height(card) <= s.top() {
		return engine.Move{}, engine.Refuse("peak.too-low", "card", cardPhrase(card), "top", s.top())
	}
	return engine.Move{Command: act{said[0], place}.command(), Bound: said[0].String() + " " + card}, nil
}
