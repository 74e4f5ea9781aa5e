package rating

import (
	"slices"

	"pitpost.example/engine"
)

// turnsHad lists the seats that had a turn, which they made or missed, or which a bot played.
type turnsHad map[string]bool

// add notes whose turn a fact is that is about to be applied.
func (had turnsHad) add(past *engine.Match, f engine.Fact) {
	switch e := f.Event.(type) {
	case engine.Missed:
		had[e.Of] = had[e.Of] || past.Deals > 0
	default:
		if past.Chooses(f) && inTurn(past, f) {
			had[f.Seat] = true
		}
	}
}

// all reports whether each seat of a match had a turn.
func (had turnsHad) all(m *engine.Match) bool {
	return !slices.ContainsFunc(m.Names(), func(seat string) bool { return !had[seat] })
}

// inTurn reports whether a choice that is about to be applied belongs to a turn. What a game asks before the
// deal, or while others may play on, does not.
func inTurn(past *engine.Match, f engine.Fact) bool { return past.Deals > 0 && past.HoldsUp(f.Seat) }

// withoutGivenUp returns the result of a match by the rounds that were played out: without what was paid for
// a round that all gave up. It returns nil if no round was played out, or if the match ended before each seat
// had a turn.
func withoutGivenUp(m *engine.Match) *engine.Result {
	result := m.State().Result()
	pay := payOfGivenUp{m: m, sum: map[string]int{}}
	had, played, ended := turnsHad{}, false, false
	for past, f := range m.Replay(m.Standing()) {
		had.add(past, f)
		pay.add(past, f)
		if engine.ClosesRoundOrMatch(f) && (engine.ClosesRound(f) || !ended) { // the end of the match is one only in a game without rounds
			ended = true
			played = played || !past.GaveUp(f)
		}
	}
	switch {
	case !played || !had.all(m):
		return nil
	case pay.none():
		return result
	}
	return pay.takenFrom(result)
}

// payOfGivenUp adds up what seats were paid for rounds that all gave up.
type payOfGivenUp struct {
	m      *engine.Match
	before map[string]int // the scores before the pay for the round just given up; nil if none was
	sum    map[string]int
}

// add looks at a fact that is about to be applied. A round is paid before the next deal or the end of the match.
func (p *payOfGivenUp) add(past *engine.Match, f engine.Fact) {
	if p.before != nil && (engine.DealsRound(f) || engine.ClosesRoundOrMatch(f)) {
		for _, seat := range p.m.Names() {
			p.sum[seat] += past.ScoreOf(seat) - p.before[seat]
		}
		p.before = nil
	}
	if engine.ClosesRound(f) && past.GaveUp(f) {
		p.before = map[string]int{}
		for _, seat := range p.m.Names() {
			p.before[seat] = past.ScoreOf(seat)
		}
	}
}

// none reports whether nobody was paid.
func (p *payOfGivenUp) none() bool {
	return !slices.ContainsFunc(p.m.Names(), func(seat string) bool { return p.sum[seat] != 0 })
}

// takenFrom returns a result without this pay. Whoever has most then has won.
func (p *payOfGivenUp) takenFrom(r *engine.Result) *engine.Result {
	out := &engine.Result{Scores: map[string]int{}}
	for seat, score := range r.Scores {
		out.Scores[seat] = score - p.sum[seat]
	}
	out.Winners = engine.FilterList(p.m.Names(), func(seat string) bool {
		return !slices.ContainsFunc(p.m.Names(), func(other string) bool { return out.Scores[other] > out.Scores[seat] })
	})
	return out
}
