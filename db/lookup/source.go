// Package lookup reads matches and their people without locks, for letters, records and pages. Functions read
// one thing at a time; a Source reads what many letters need in one or two round trips. Nothing is written
// here.
package lookup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Reader is what a writer of letters reads from. A Source is one.
type Reader interface {
	PlayerByID(ctx context.Context, id int64) (*model.Player, error)
	FirstAddress(ctx context.Context, player int64) (string, error)
	Reachable(ctx context.Context, address string) (string, error)
	Fold(ctx context.Context, match int64, upto int) (*model.Table, error)
	StepPassed(ctx context.Context, match int64, seat, step int) (bool, error)
	ToldBefore(ctx context.Context, match int64, seat int, id int64, again int) (int, error)
	DailyTold(ctx context.Context, match int64, seat int, player, id int64) (int, error)
	Words(ctx context.Context, refs []int64) (map[int64]string, error)
	ClockOf(ctx context.Context, match int64, seat int) (*model.Clock, error)
	AlsoDue(ctx context.Context, player, but int64) ([]int64, error)
	PlansOf(ctx context.Context, match int64, seat int) ([]model.Plan, error)
	LinksStopped(ctx context.Context, match int64, seat int) (upto time.Time, off bool, err error)
}

// Source holds what many letters need, read in one or two round trips. Anything else is read from the
// database when it is asked for. Letters of different matches may be written from it concurrently, those of
// one match only one after the other.
type Source struct {
	db        *db.DB
	players   map[int64]*model.Player
	addresses []model.Address // of the players above, each player's first address before their others
	matches   map[int64]*packed
	words     map[int64]string
	due       map[int64][]int64 // matches by the player they wait for; nil if it was not read
}

// packed is a match with everything that belongs to it, and how far its facts are folded.
type packed struct {
	model.Table
	stops map[int]linkStop
	facts []engine.Fact
	upto  int             // the last fact that was read, 0 if all were
	err   error           // why the facts could not be decoded
	told  map[int64]int   // for each letter, the last fact that its seat was told of before
	fresh []*model.Notice // digests written from this source, which the tables do not show yet
}

// linkStop is the result of LinksStopped.
type linkStop struct {
	Upto time.Time
	Off  bool
}

// For reads what the letters in a batch need. If that fails it returns a Source that holds nothing, unless
// the database is away or ctx has ended.
func For(ctx context.Context, b *mail.Batch) (*Source, error) {
	p := &Source{db: b.DB(), players: map[int64]*model.Player{}, matches: map[int64]*packed{}, words: map[int64]string{}}
	var players []int64
	addresses := []string{}
	upto := map[int64]int{}
	q := &toldQuery{}
	for _, n := range b.Letters {
		if n.Raw != nil || n.Purpose == model.PurposePing {
			continue
		}
		players = append(players, n.Player)
		if n.Address != "" {
			addresses = append(addresses, db.Normalise(n.Address))
		}
		if n.Match != 0 {
			if seq, asked := upto[n.Match]; !asked || n.Seq == 0 || seq != 0 && n.Seq > seq {
				upto[n.Match] = n.Seq
			}
			q.add(n)
		}
	}
	if len(players) == 0 {
		return p, nil
	}
	err := p.read(ctx, b.Conn(), players, addresses, upto, q)
	if err == nil {
		return p, nil
	}
	err = fmt.Errorf("reading what letters tell of: %w", err)
	if db.Away(err) || ctx.Err() != nil {
		return nil, err
	}
	b.DB().Log().Warn("letters are read one by one", "err", err)
	// Perhaps only one letter's data cannot be read, so each letter reads for itself.
	if back := b.Reread(ctx); back != nil {
		return nil, errors.Join(err, back)
	}
	return Each(b.DB()), nil
}

// Each returns a Source that holds nothing, so everything is read when it is asked for.
func Each(d *db.DB) *Source { return &Source{db: d} }

// toldQuery asks for many letters at once what ToldBefore asks for one.
type toldQuery struct {
	ids, matches, seats, again []int64
}

func (q *toldQuery) add(n *model.Notice) {
	again := int64(0)
	if n.Reminds() {
		again = int64(n.Step)
	}
	q.ids, q.matches, q.seats, q.again = append(q.ids, n.ID), append(q.matches, n.Match), append(q.seats, int64(n.Seat)), append(q.again, again)
}

func (p *Source) read(ctx context.Context, conn *pgx.Conn, players []int64, addresses []string, upto map[int64]int, told *toldQuery) error {
	var ids []int64
	var last []int32
	tables := map[int64]*model.Table{}
	for id, seq := range upto {
		p.matches[id] = &packed{upto: seq, stops: map[int]linkStop{}, told: map[int64]int{}}
		tables[id] = &p.matches[id].Table
		ids, last = append(ids, id), append(last, int32(seq)) // #nosec G115 -- the number of a fact
	}
	q := &pgx.Batch{}
	queue := func(read func(pgx.Rows) error, sql string, args ...any) { q.Queue(sql, args...).Query(read) }
	queue(db.EachRow(func(player model.Player) { p.players[player.ID] = &player }), "select "+people.Columns+" from players where id = any($1)", players)
	queue(db.EachRow(func(a model.Address) { p.addresses = append(p.addresses, a) }), "select "+people.AddressColumns+` from addresses where player_id = any($1)
		or player_id in (select player_id from addresses where address = any($2)) order by first desc, address`, players, addresses)
	p.due = map[int64][]int64{}
	queue(db.EachRow(func(r struct{ Match, Player int64 }) { p.due[r.Player] = append(p.due[r.Player], r.Match) }), dueSQL, players)
	if len(ids) > 0 {
		db.QueueTables(q, tables)
		p.queueMatches(queue, ids, last, told)
	}
	if err := conn.SendBatch(ctx, q).Close(); err != nil {
		return err
	}
	return p.readWords(ctx, conn)
}

func (p *Source) queueMatches(queue func(func(pgx.Rows) error, string, ...any), ids []int64, last []int32, told *toldQuery) {
	queue(db.EachRow(p.keepFact), `select f.match_id, f.seq, f.kind, f.version, f.seat, f.data, f.at from unnest($1::bigint[], $2::int[]) m(id, upto)
		join facts f on f.match_id = m.id and (f.seq <= m.upto or m.upto = 0) order by f.match_id, f.seq`, ids, last)
	var match, letter int64
	var seat, seq int
	var stop linkStop
	queue(db.Into([]any{&match, &seat, &stop.Upto, &stop.Off}, func() { p.matches[match].stops[seat] = stop }), "select match_id, seat, stopped_at, off from page_stops where match_id = any($1)", ids)
	queue(db.Into([]any{&match, &letter, &seq}, func() { p.matches[match].told[letter] = seq }), `select n.match_id, n.id, (`+mail.ToldSQL("n.match_id", "n.seat", "n.id", "n.again")+`)
		from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) n(id, match_id, seat, again)`, told.ids, told.matches, told.seats, told.again)
}

// keepFact keeps a fact. One that cannot be decoded makes only the letters of its match fail.
func (p *Source) keepFact(r struct {
	Match int64
	db.FactRow
}) {
	m := p.matches[r.Match]
	if game := p.db.Game(m.Row.Game); m.err == nil && game != nil { // if the game is unknown, Fold reports it
		f, err := r.Fact(game)
		m.facts, m.err = append(m.facts, f), err
	}
}

// readWords reads what people said in the facts that letters may quote.
func (p *Source) readWords(ctx context.Context, conn *pgx.Conn) error {
	var refs []int64
	for _, m := range p.matches {
		refs = append(refs, m.quoted()...)
	}
	for _, ref := range refs {
		p.words[ref] = "" // deleted, unless it is read now
	}
	read, err := Words(ctx, conn, refs)
	maps.Copy(p.words, read)
	return err
}

// quoted returns the numbers of the words said since the last deal or since a seat was last told, whichever
// is earlier.
func (m *packed) quoted() []int64 {
	since := len(m.facts)
	for i, f := range m.facts {
		if engine.Deals(f) {
			since = i
		}
	}
	for _, seq := range m.told {
		since = min(since, seq)
	}
	return said(m.facts[min(since, len(m.facts)):])
}
