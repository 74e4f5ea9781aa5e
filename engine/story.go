package engine

import "slices"

// Told is a State that has more to say of its match than the news.
type Told interface {
	// SoFar sums up the round in a line or two, from what all at the table see.
	SoFar() []Phrase
	// Remarks are dry lines that fit a fact about to be applied, each as well as
	// the others. They speak of what all at the table see and of nothing else.
	// Weight says how remarkable the fact is; of 0 nothing is said.
	Remarks(Fact) (lines []Phrase, weight int)
}

// Portraying is a Game that has a line for each seat once a round is closed.
type Portraying interface {
	// Portrait is a line to one seat alone about what it did in these facts,
	// those of one closed round or of all of them; nil for none. It holds what that seat
	// may know now that they are closed.
	Portrait(setup Setup, facts []Fact, seat string) *Phrase
}

// Story is the round so far in lines, as a seat may know it: its sum, what
// happened with a mark for each time round the table, and the seat's own
// suspicions, which are sealed for all others.
func (m *Match) Story(seat string) []Phrase {
	var lines []Phrase
	if s, ok := m.state.(Told); ok {
		lines = append(lines, s.SoFar()...)
	}
	moved, since, marked := m.TakenOver(seat), 0, 0
	if dealt := lastOf(m.log, Deals); dealt >= 0 {
		since = m.log[dealt].Seq - 1
	}
	for past, f := range m.Replay(m.log) {
		if f.Seq > since && past.Chooses(f) {
			if turn := past.state.View("").Turn; turn > marked && len(past.Chairs) > 0 {
				lines = append(lines, Say("match.story-move", "turn", turn))
				marked = turn + len(past.Chairs) - 1
			}
		}
		if f.Seq > since && (f.Seq > moved || !whispered(f.Event)) {
			if n := past.tell(f, seat); n != nil {
				lines = append(lines, n.Lines...)
			}
		}
	}
	return append(lines, m.suspicions(seat, max(since, moved))...)
}

func (m *Match) suspicions(seat string, since int) []Phrase {
	var lines []Phrase
	for _, f := range m.log {
		if e, ok := f.Event.(Suspected); ok && f.Seq > since && seat != "" && e.By == seat {
			lines = append(lines, Say("match.story-suspects", "name", e.Whom))
		}
	}
	return lines
}

// remarks are dry lines about a fact about to be applied, and how remarkable it is.
func (m *Match) remarks(f Fact) ([]Phrase, int) {
	switch e := f.Event.(type) {
	case Started:
		return []Phrase{Say("match.voice-started")}, 20
	case Rewound:
		if e.Skip > 0 {
			return nil, 0 // a mishap of the house is no part of the story
		}
		return []Phrase{Say("match.voice-rewound")}, 70
	case Resumed:
		return []Phrase{Say("match.voice-resumed")}, 20
	}
	if s, ok := m.state.(Told); ok {
		return s.Remarks(f)
	}
	return nil, 0
}

// Closed lists the facts of the last round that was closed after since and still
// holds, or of the whole match where that was closed; nil where none was.
func (m *Match) Closed(since int) (facts []Fact, whole bool) {
	all := m.Standing()
	to := lastOf(all, Closes)
	if to < 0 || all[to].Seq <= since {
		return nil, false
	}
	if !ClosesRound(all[to]) {
		return all, true
	}
	return all[max(0, lastOf(all[:to], Deals)) : to+1], false
}

func lastOf(facts []Fact, is func(Fact) bool) int {
	for i, fact := range slices.Backward(facts) {
		if is(fact) {
			return i
		}
	}
	return -1
}

// Trait is something that a line about one seat can be about.
type Trait struct {
	Weight int // of one of it
	Key    string
}

// MostParticular is the trait of seat i, of those counted for all seats, that weighs most
// and is least shared; -1 if it has none.
func MostParticular(traits []Trait, counts [][]int, i int) int {
	best, most := -1, 0
	for t, trait := range traits {
		others := -counts[i][t]
		for _, of := range counts {
			others += of[t]
		}
		own := counts[i][t]
		if weight := trait.Weight * (2*own*(len(counts)-1) - others); own > 0 && weight > most {
			best, most = t, weight
		}
	}
	return best
}

// Portrait is a line to one seat about the round or the match that was closed after
// since; nil where none was, or where there is nothing to say.
func (m *Match) Portrait(seat string, since int) *Phrase {
	game, ok := m.Game.(Portraying)
	facts, _ := m.Closed(since)
	if !ok || facts == nil {
		return nil
	}
	return game.Portrait(m.Setup, facts, seat)
}

// Accounts is the ledger of the last round closed after since, as it stood at its
// end and one seat reads it; nil where none was, and where the match was closed
// with it and its board still shows the round.
func (m *Match) Accounts(seat string, since int) []Ledger {
	facts, whole := m.Closed(since)
	if facts == nil || whole {
		return nil
	}
	return m.at(standing(m.log, facts[len(facts)-1].Seq)).state.View(seat).Seats
}

// Remembered is a Game that says how its matches are told of once they are over.
type Remembered interface {
	// Points words a score: "4 nuggets".
	Points(score int) Phrase
	// Emblem is an emoji for a side that won a round, as Sided spells it; for "" the game's own.
	Emblem(side string) string
}

// Recounted is a State of which a story remains.
type Recounted interface {
	// Tale is what a fact about to be applied adds to it, nothing for most, as all may read it
	// once the match is over.
	Tale(Fact) []Phrase
}

// Counted is a State whose scores are sums.
type Counted interface {
	// Sum says what the score of a seat is made of, once the match is over.
	Sum(seat string) *Phrase
}

// Outcome is what remains of a match: its story, the sides of each seat and the side that won,
// round by round, where the game has sides.
type Outcome struct {
	Tale  []Phrase
	Sides map[string][]string
	Won   []string
}

// Outcome folds what holds of the match once more.
func (m *Match) Outcome() Outcome {
	out := Outcome{Sides: map[string][]string{}}
	for past, f := range m.Replay(m.Standing()) {
		if s, ok := past.state.(Recounted); ok {
			out.Tale = append(out.Tale, s.Tale(f)...)
		}
		if of, won, closes := past.Sides(f); closes {
			out.Won = append(out.Won, won)
			for seat, side := range of {
				out.Sides[seat] = append(out.Sides[seat], side)
			}
		}
	}
	return out
}

// HiddenRoles is a state in which some seats may be secretly against the others.
type HiddenRoles interface {
	// Guilty says whether the seat is one of those now.
	Guilty(seat string) bool
}

// Guess is a sealed suspicion, once it is opened.
type Guess struct {
	By, Whom string
	Round    int
	Turn     int // of the match, when it was sealed
	Right    bool
}

// Guesses are the suspicions of the match, each once a round, in the order in
// which they were sealed. They are opened with the roles at the end, never
// before.
func (m *Match) Guesses() []Guess {
	var out []Guess
	known := map[Guess]bool{}
	for past, f := range m.Replay(m.log) {
		e, suspected := f.Event.(Suspected)
		s, ok := past.state.(HiddenRoles)
		if !suspected || !ok {
			continue
		}
		v := past.state.View("")
		g := Guess{By: e.By, Whom: e.Whom, Round: v.Round}
		if !known[g] {
			known[g] = true
			g.Turn, g.Right = v.Turn, s.Guilty(e.Whom)
			out = append(out, g)
		}
	}
	return out
}
