package saboteur

import (
	"strings"

	"pitpost.example/engine"
)

// decide chooses among what a line can mean: on the seat's turn by what is
// legal, out of turn by what is held and there. What stays open is refused
// with the choices.
func (s *State) decide(i int, w wish, acts []act, several bool) (engine.Move, *engine.Refusal) {
	open, refusal := s.possible(i, acts)
	if len(open) == 0 {
		refusal.Nearest = s.otherWay(i, w, acts[0])
		return engine.Move{}, refusal
	}
	a := open[0]
	for _, o := range open[1:] {
		if o.place != a.place || o.tool != a.tool {
			return engine.Move{}, engine.Ambiguous("saboteur", engine.Each(open, s.command))
		}
	}
	card := s.players[i].hand[a.place]
	m := engine.Move{Command: s.command(a), Bound: s.bound(a, card)}
	if several {
		m.Notes = append(m.Notes, engine.Say("saboteur.note.card", "card", cardPhrase(card)))
	}
	switch {
	case a.turned && w.orient == unsaid && w.sides == 0:
		m.Notes = append(m.Notes, engine.Say("saboteur.note.turned"))
	case w.orient == turnedRound && !a.turned:
		m.Notes = append(m.Notes, engine.Say("saboteur.note.same"))
	}
	if a.named && len(w.tools) != 1 {
		m.Notes = append(m.Notes, engine.Say("saboteur.note.tool", "tool", toolPhrase(a.tool)))
	}
	return m, nil
}

// possible keeps the acts that can be done now, or, out of turn, those whose
// target is there; refusal is why the first of them cannot.
func (s *State) possible(i int, acts []act) (open []act, refusal *engine.Refusal) {
	for _, a := range acts {
		no := s.missing(a)
		if i == s.turn {
			no = s.forbids(i, a)
		}
		if no == nil {
			open = append(open, a)
		} else if refusal == nil {
			refusal = no
		}
	}
	if i != s.turn && len(open) == 2 && open[0].family == pathFamily && open[0].place == open[1].place {
		open = open[:1] // as printed, until it is seen how it fits
	}
	return open, refusal
}

// missing says why a seat that is not due cannot even plan an act: its target
// is not on the table.
func (s *State) missing(a act) *engine.Refusal {
	switch a.family {
	case pathFamily:
		if t := s.maze.at(a.cell); t == hiddenTile {
			return engine.Refuse("saboteur.goal-there", "cell", a.cell.String())
		} else if t.faceUp() && !t.card().isPath() {
			return engine.Refuse("saboteur.taken", "cell", a.cell.String(), "card", cardPhrase(t.card()))
		}
	case fallFamily:
		return s.forbidsFall(a.cell)
	case mapFamily:
		return s.forbidsMap(a.cell)
	}
	return nil
}

// otherWay offers the same card in the same cell the other way round.
func (s *State) otherWay(i int, w wish, a act) []string {
	if i != s.turn || a.family != pathFamily || w.orient == unsaid && w.sides == 0 {
		return nil
	}
	a.turned = !a.turned
	if s.forbids(i, a) != nil {
		return nil
	}
	return []string{s.command(a)}
}

// nearest are up to three legal commands closest to a line that was refused;
// none out of turn.
func (s *State) nearest(i int, w wish, places []string) []string {
	if i != s.turn {
		return nil
	}
	wanted := nobody
	if w.number != 0 {
		if place, refusal := s.printed(i, w.number, places); refusal == nil {
			wanted = place
		}
	}
	away := map[string]int{}
	for _, a := range s.acts(i) {
		command := s.command(a)
		away[command] = 4*s.strangeness(i, w, a, wanted) + s.spelled(i, w, a, command)
	}
	return engine.Closest(away)
}

// strangeness counts how far an act is from what the words say of card, cell
// and seat.
func (s *State) strangeness(i int, w wish, a act, wanted int) int {
	far := 0
	if a.family == pickGold {
		return far
	}
	card := s.players[i].hand[a.place]
	if wanted >= 0 && a.place != wanted || wanted < 0 && !w.couldBe(card) {
		far += 3
	}
	if (w.verb == passVerb) != (a.family == 0) {
		far += 3
	}
	onSeat := a.family == breakFamily || a.family == mendFamily
	if w.hasCell && a.family != 0 {
		if onSeat {
			far += 4
		} else {
			far += min(4, distance(w.cell, a.cell))
		}
	}
	if w.seat != nobody && a.family != 0 && (!onSeat || a.target != w.seat) {
		far += 3
	}
	return far
}

func (s *State) spelled(i int, w wish, a act, command string) int {
	away := engine.Distance(w.line, strings.ToLower(command))
	if a.family != pickGold {
		bound := s.bound(a, s.players[i].hand[a.place])
		away = min(away, engine.Distance(w.line, strings.ToLower(bound)))
	}
	return away
}

// mendSlips puts the word that was likely meant in the place of each one that
// is not known. What comes of it is only offered, never played.
func (s *State) mendSlips(line string) string {
	words := tokens(line)
	for i, word := range words {
		_, known := lookUp(word)
		if known || len(word) < 4 || len(word) > 20 || looksLikeCell(word) || engine.SeatBegins(s.setup.Seats, word) >= 0 {
			continue
		}
		best := 2 + len(word)/6 // one slip, two in a long word
		for _, candidate := range s.nameable() {
			if d := engine.Distance(word, candidate); d < best && d < len(candidate) {
				best, words[i] = d, candidate
			}
		}
	}
	return strings.Join(words, " ")
}

// nameable lists all words a slip may have been meant for, in a fixed order.
func (s *State) nameable() []string {
	list := Game{}.Words()
	for _, n := range s.setup.Seats {
		list = append(list, engine.Normalise(n))
	}
	return list
}

func distance(a, b Cell) int {
	return int(max(a.Col, b.Col) - min(a.Col, b.Col) + max(a.Row, b.Row) - min(a.Row, b.Row))
}
