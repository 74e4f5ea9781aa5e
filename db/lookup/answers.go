package lookup

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/model"
)

// PlayerByID returns a player; nil if there is none. The caller must not change them.
func (p *Source) PlayerByID(ctx context.Context, id int64) (*model.Player, error) {
	if player, ok := p.players[id]; ok {
		return player, nil
	}
	return people.ByID(ctx, p.db, id)
}

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func (p *Source) FirstAddress(ctx context.Context, player int64) (string, error) {
	if _, ok := p.players[player]; !ok {
		return people.FirstAddress(ctx, p.db, player)
	}
	for _, a := range p.addresses {
		if a.Player == player && a.First {
			return a.Address, nil
		}
	}
	return "", nil
}

// Reachable answers as mail.Reachable does.
func (p *Source) Reachable(ctx context.Context, address string) (string, error) {
	i := slices.IndexFunc(p.addresses, func(a model.Address) bool { return a.Address == db.Normalise(address) })
	if i < 0 {
		return mail.Reachable(ctx, p.db, address)
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

// Fold returns a match folded up to fact upto, or all of it for 0. The result is valid until the next call
// for the same match. Calls with rising numbers are cheapest, since the fold only moves forward.
func (p *Source) Fold(ctx context.Context, match int64, upto int) (*model.Table, error) {
	m := p.matches[match]
	if m == nil || m.upto != 0 && (upto == 0 || upto > m.upto) || p.db.Game(m.Row.Game) == nil {
		return p.db.Fold(ctx, match, upto)
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
	return &model.Table{Row: m.Row, Seats: slices.Clone(m.Seats), Match: m.Match}, nil
}

// StepPassed reports whether choice number step of a seat is no longer awaited.
func (p *Source) StepPassed(ctx context.Context, match int64, seat, step int) (bool, error) {
	clock, err := p.ClockOf(ctx, match, seat)
	return clock == nil || clock.Step != step, err
}

// dueSQL selects the matches that wait for some players.
const dueSQL = `select s.match_id, s.player_id from seats s join clocks c on c.match_id = s.match_id and c.seat = s.no
	where s.player_id = any($1) and s.state = 'joined' and c.stopped_at is null order by s.match_id`

// AlsoDue lists the matches that wait for a player, except the match but.
func (p *Source) AlsoDue(ctx context.Context, player, but int64) ([]int64, error) {
	if p.due == nil {
		all, err := db.Pairs[int64, int64](ctx, p.db, dueSQL, []int64{player})
		delete(all, but)
		return slices.Sorted(maps.Keys(all)), err
	}
	return slices.DeleteFunc(slices.Clone(p.due[player]), func(id int64) bool { return id == but }), nil
}

// ClockOf returns the clock of a seat; nil if there is none.
func (p *Source) ClockOf(ctx context.Context, match int64, seat int) (*model.Clock, error) {
	m := p.matches[match]
	if m == nil {
		return db.One[model.Clock](ctx, p.db, "select "+db.ClockColumns+" from clocks where match_id = $1 and seat = $2", match, seat)
	}
	for _, c := range m.Clocks {
		if c.Seat == seat {
			return &c, nil
		}
	}
	return nil, nil
}

// PlansOf returns the plans of a seat.
func (p *Source) PlansOf(ctx context.Context, match int64, seat int) ([]model.Plan, error) {
	if m := p.matches[match]; m != nil {
		return m.Plans[seat], nil
	}
	return db.Many[model.Plan](ctx, p.db, "select "+db.PlanColumns+" from plans where match_id = $1 and seat = $2 order by kind desc", match, seat)
}

// LinksStopped answers as the function LinksStopped does.
func (p *Source) LinksStopped(ctx context.Context, match int64, seat int) (upto time.Time, off bool, err error) {
	if m := p.matches[match]; m != nil {
		return m.stops[seat].Upto, m.stops[seat].Off, nil
	}
	return LinksStopped(ctx, p.db, match, seat)
}

// Words returns what people said, by number. Words that were deleted are missing or empty.
func (p *Source) Words(ctx context.Context, refs []int64) (map[int64]string, error) {
	for _, ref := range refs {
		if _, ok := p.words[ref]; !ok {
			return Words(ctx, p.db, refs)
		}
	}
	return p.words, nil
}

// Wrote records that a letter was written from this source, so that later letters know what it told.
func (p *Source) Wrote(n *model.Notice) {
	if m := p.matches[n.Match]; m != nil && mail.Tells(n) {
		m.fresh = append(m.fresh, n)
	}
}

// ToldBefore answers as mail.ToldBefore does, and also counts letters written from this source.
func (p *Source) ToldBefore(ctx context.Context, match int64, seat int, id int64, again int) (int, error) {
	m := p.matches[match]
	if m == nil {
		return mail.ToldBefore(ctx, p.db, match, seat, id, again)
	}
	seq, ok := m.told[id]
	if !ok {
		var err error
		if seq, err = mail.ToldBefore(ctx, p.db, match, seat, id, again); err != nil {
			return 0, err
		}
	}
	return max(seq, m.justTold(seat, id, again)), nil
}

func (m *packed) justTold(seat int, id int64, again int) (seq int) {
	for _, n := range m.fresh {
		if n.Seat == seat && n.ID < id && (n.Purpose != model.PurposeTurn || n.Step != again) {
			seq = max(seq, n.Seq)
		}
	}
	return seq
}

// DailyTold answers as mail.DailyTold does, and also counts letters written from this source.
func (p *Source) DailyTold(ctx context.Context, match int64, seat int, player, id int64) (int, error) {
	seq, err := mail.DailyTold(ctx, p.db, match, seat, player, id)
	if m := p.matches[match]; m != nil && err == nil {
		seq = max(seq, m.justTold(seat, id, 0))
	}
	return seq, err
}

// Spoken returns facts with the words that people said filled in, as in a record. Words that were deleted
// stay empty.
func Spoken(ctx context.Context, d *db.DB, facts []engine.Fact) ([]engine.Fact, error) {
	words, err := Words(ctx, d, said(facts))
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

// Record returns what a record of a match tells, with the words that people said.
func Record(ctx context.Context, d *db.DB, t *model.Table) (record.Log, error) {
	facts, err := Spoken(ctx, d, t.Match.Facts())
	return record.Log{Match: strconv.FormatInt(t.Row.ID, 10), Game: t.Match.Game, Setup: t.Match.Setup, Seed: t.Row.Seed, Facts: facts}, err
}

// said returns the numbers of the words that people said in some facts.
func said(facts []engine.Fact) (refs []int64) {
	for _, f := range facts {
		if e, ok := f.Event.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	return refs
}
