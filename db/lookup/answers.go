package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/model"
)

// Player returns a player; nil if there is none. The caller must not change them.
func (p *Source) Player(id int64) *model.Player { return p.players[id] }

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func (p *Source) FirstAddress(player int64) string {
	owner := player
	if of := p.players[player]; of != nil && of.Keeper != 0 {
		owner = of.Keeper
	}
	for _, a := range p.addresses {
		if a.Player == owner && a.First {
			return a.Address
		}
	}
	return ""
}

// Reachable returns where mail for an address goes: the address itself or, if letters to it bounce, another proved address
// of the same player. It returns mail.ErrBarred if the address may get no mail.
func (p *Source) Reachable(address string) (string, error) {
	i := slices.IndexFunc(p.addresses, func(a model.Address) bool { return a.Address == model.FoldAddress(address) })
	if i < 0 {
		return address, nil
	}
	a := p.addresses[i]
	if a.Barred {
		return "", mail.ErrBarred
	}
	for _, other := range p.addresses {
		if a.Failing != "" && other.Player == a.Player && other.Address != a.Address && other.Proved && other.Failing == "" {
			return other.Address, nil
		}
	}
	return address, nil
}

// Fold returns a match folded up to fact upto, or all of it for 0; all else in it is as it is now. The result is valid until the next call
// for the same match. Calls with rising numbers are cheapest, since the fold only moves forward.
func (p *Source) Fold(match int64, upto int) (*model.Table, error) {
	m := p.match(match)
	if m.Row.ID == 0 {
		return nil, model.ErrNoMatch
	}
	if m.err != nil {
		return nil, fmt.Errorf("match %d: %w", match, m.err)
	}
	if m.Match == nil || upto != 0 && m.Match.Seq > upto {
		var err error
		if m.Match, err = p.db.Opened(m.Row); err != nil {
			return nil, err
		}
	}
	for _, f := range m.facts[min(m.Match.Seq, len(m.facts)):] {
		if upto != 0 && f.Seq > upto {
			break
		}
		if f.Seq != m.Match.Seq+1 {
			return nil, fmt.Errorf("match %d: fact %d follows fact %d", match, f.Seq, m.Match.Seq)
		}
		m.Match.Apply(f)
	}
	t := m.Table
	t.Seats = slices.Clone(m.Seats)
	return &t, nil
}

// AlsoDue lists the matches that wait for a player, except the match but.
func (p *Source) AlsoDue(player, but int64) []int64 {
	return slices.DeleteFunc(slices.Clone(p.due[player]), func(id int64) bool { return id == but })
}

// match returns what was read of a match; an empty one if it was not read.
func (p *Source) match(id int64) *packed { return cmp.Or(p.matches[id], &packed{}) }

// StepPassed reports whether the choice that a letter asks for is no longer awaited.
func (p *Source) StepPassed(n *model.Notice) bool {
	clock := p.match(n.Match).Clock(n.Seat)
	return clock == nil || clock.Step != n.Step
}

// LinksOff reports whether new letters to a seat get no links.
func (p *Source) LinksOff(match int64, seat int) bool {
	return p.match(match).linksOff[seat]
}

// Words returns what people said, by number. Words that were deleted are missing or empty. Those of another match are read
// now.
func (p *Source) Words(ctx context.Context, refs []int64) (map[int64]string, error) {
	for _, ref := range refs {
		if _, ok := p.words[ref]; !ok {
			return ReadWords(ctx, p.db, refs)
		}
	}
	return p.words, nil
}

// Wrote records that a letter was written from this source, so that later letters know what it told.
func (p *Source) Wrote(n *model.Notice) {
	if m := p.match(n.Match); mail.TellsWhatHappened(n) {
		m.fresh = append(m.fresh, n)
	}
}

// KnownBefore returns the last fact that the seat of a letter was told of in a digest before it, also in one written from
// this source; 0 if none.
func (p *Source) KnownBefore(n *model.Notice) int {
	m := p.match(n.Match)
	return max(m.known[numberOf(n)], m.justWritten(n.Seat, numberOf(n), repeated(n)))
}

func (m *packed) justWritten(seat int, id int64, again int) (seq int) {
	for _, n := range m.fresh {
		if n.Seat == seat && n.ID < id && (n.Purpose != model.PurposeTurn || n.Step != again) {
			seq = max(seq, n.Seq)
		}
	}
	return seq
}

// LastDigested answers as mail.LastFactDigested does, and also counts letters written from this source.
func (p *Source) LastDigested(ctx context.Context, match int64, seat int, player, id int64) (int, error) {
	seq, err := mail.LastFactDigested(ctx, p.db, match, seat, player, id)
	return max(seq, p.match(match).justWritten(seat, id, 0)), err
}

// FillSpokenWords returns facts with the words that people said filled in, as in a record. Words that were deleted
// stay empty.
func FillSpokenWords(ctx context.Context, d *db.DB, facts []engine.Fact) ([]engine.Fact, error) {
	var refs []int64
	for _, f := range facts {
		if e, ok := f.Event.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	words, err := ReadWords(ctx, d, refs)
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	out := slices.Clone(facts)
	for i, f := range out {
		if e, ok := f.Event.(engine.Said); ok {
			e.Words, e.Ref = words[e.Ref], 0
			out[i].Event = e
		}
	}
	return out, nil
}

// ReadRecord returns what a record of a match tells, with the words that people said.
func ReadRecord(ctx context.Context, d *db.DB, t *model.Table) (record.Log, error) {
	facts, err := FillSpokenWords(ctx, d, t.Match.Facts())
	return record.Log{Match: strconv.FormatInt(t.Row.ID, 10), Game: t.Match.Game, Setup: t.Match.Setup, Seed: t.Row.Seed, Facts: facts}, err
}
