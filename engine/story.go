package engine

import "slices"

// Commented is a State that can comment on its match beyond the news.
type Commented interface {
	// SoFar sums up the round in a line or two, from what everybody at the table sees.
	SoFar() []Phrase
	// Remarks returns dry lines that fit a fact which is about to be applied; any one of them may
	// be printed. They speak only of what everybody at the table sees. weight says how remarkable
	// the fact is; at 0 nothing is said.
	Remarks(Fact) (lines []Phrase, weight int)
}

// Portraying is a Game that has a line for each seat after a round.
type Portraying interface {
	// Portrait returns a line for one seat about what it did in these facts, or nil if it has none.
	// The facts are those of one closed round or of the whole match. The line may tell what the
	// seat may know now that they are closed.
	Portrait(setup Setup, facts []Fact, seat string) *Phrase
}

// Story returns the round so far in lines, as a seat may know it: a summary, the news with a mark
// for each time round the table, and the seat's own sealed suspicions.
func (m *Match) Story(seat string) []Phrase {
	var lines []Phrase
	if s, ok := m.state.(Commented); ok {
		lines = append(lines, s.SoFar()...)
	}
	moved, since, marked := m.TakenOver(seat), 0, 0
	if dealt := lastOf(m.log, DealsRound); dealt >= 0 {
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

// remarks returns dry lines about a fact that is about to be applied, and how remarkable it is.
func (m *Match) remarks(f Fact) ([]Phrase, int) {
	switch e := f.Event.(type) {
	case Started:
		return []Phrase{Say("match.voice-started")}, 20
	case Rewound:
		if e.Skip > 0 {
			return nil, 0 // a rewind after a restore of the house is no part of the story
		}
		return []Phrase{Say("match.voice-rewound")}, 70
	case Resumed:
		return []Phrase{Say("match.voice-resumed")}, 20
	}
	if s, ok := m.state.(Commented); ok {
		return s.Remarks(f)
	}
	return nil, 0
}

// Closed returns the facts of the last round that closed after number since and was not taken back,
// or those of the whole match if that closed. It returns nil if none closed.
func (m *Match) Closed(since int) (facts []Fact, whole bool) {
	all := m.Standing()
	to := lastOf(all, ClosesRoundOrMatch)
	if to < 0 || all[to].Seq <= since {
		return nil, false
	}
	if !ClosesRound(all[to]) {
		return all, true
	}
	return all[max(0, lastOf(all[:to], DealsRound)) : to+1], false
}

func lastOf(facts []Fact, is func(Fact) bool) int {
	for i, fact := range slices.Backward(facts) {
		if is(fact) {
			return i
		}
	}
	return -1
}

// Trait is something that a portrait of a seat can be about.
type Trait struct {
	Weight int // for each time it was counted
	Key    string
}

// MostDistinctive returns the index of the trait that sets seat i apart most, or -1 if there is
// none. It favours traits of a great weight that the seat has more often than the others do. counts
// has the counts of all traits for each seat.
func MostDistinctive(traits []Trait, counts [][]int, i int) int {
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

// Portrait returns a line for one seat about the round or the match that closed after number since,
// or nil if none closed or there is nothing to say.
func (m *Match) Portrait(seat string, since int) *Phrase {
	game, ok := m.Game.(Portraying)
	facts, _ := m.Closed(since)
	if !ok || facts == nil {
		return nil
	}
	return game.Portrait(m.Setup, facts, seat)
}

// Accounts returns the ledger of the last round that closed after number since, as it stood at the
// end of the round and as one seat may read it. It returns nil if none closed, or if the match
// ended with it, because the board then still shows that round.
func (m *Match) Accounts(seat string, since int) []Ledger {
	facts, whole := m.Closed(since)
	if facts == nil || whole {
		return nil
	}
	return m.at(standing(m.log, facts[len(facts)-1].Seq)).state.View(seat).Seats
}

// Remembered is a Game that says how to tell of its matches once they are over.
type Remembered interface {
	// Points puts a score into words: "4 nuggets".
	Points(score int) Phrase
	// Emblem returns an emoji for a side that won a round, spelled as Sided spells it, and for ""
	// the emoji of the game.
	Emblem(side string) string
}

// Recounted is a State that tells the story of a match that is over.
type Recounted interface {
	// Tale returns the lines that a fact which is about to be applied adds to the story, usually
	// none. All may read them once the match is over.
	Tale(Fact) []Phrase
}

// ScoreExplained is a State that can say how scores add up.
type ScoreExplained interface {
	// Sum says what the score of a seat consists of, once the match is over.
	Sum(seat string) *Phrase
}

// Outcome is what remains of a match: its story, and if the game has sides, the side of each seat
// and the side that won in each round.
type Outcome struct {
	Tale  []Phrase
	Sides map[string][]string
	Won   []string
	// GivenUp says of each of these rounds whether all gave it up; see Match.GaveUp.
	GivenUp []bool
}

// Outcome folds the facts that hold once more and collects the outcome.
func (m *Match) Outcome() Outcome {
	out := Outcome{Sides: map[string][]string{}}
	for past, f := range m.Replay(m.Standing()) {
		if s, ok := past.state.(Recounted); ok {
			out.Tale = append(out.Tale, s.Tale(f)...)
		}
		if of, won, closes := past.Sides(f); closes {
			out.Won, out.GivenUp = append(out.Won, won), append(out.GivenUp, past.GaveUp(f))
			for seat, side := range of {
				out.Sides[seat] = append(out.Sides[seat], side)
			}
		}
	}
	return out
}

// HiddenRoles is a State in which some seats may secretly be against the others.
type HiddenRoles interface {
	// Guilty reports whether the seat is one of those now.
	Guilty(seat string) bool
}

// Guess is a suspicion that was sealed, after it is opened.
type Guess struct {
	By, Whom string
	Round    int
	Turn     int // the turn of the match in which it was sealed
	Right    bool
}

// Guesses returns the suspicions of the match in the order in which they were sealed, without
// repeats within a round. They are opened together with the roles at the end, never before.
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
