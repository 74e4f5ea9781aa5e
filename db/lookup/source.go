// Package lookup reads matches and their people without locks, for letters, records and pages. Functions read
// one thing at a time; a Source reads what many letters need in one round trip. Nothing is written
// here.
package lookup

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Source holds what some letters ask for, read in one round trip, so that writing them cannot fail half-way.
// Letters of different matches may be written from it concurrently, those of one match only one after the other.
type Source struct {
	db        *db.DB
	players   map[int64]*model.Player
	addresses []model.Address // of the players above and of who owns an address written to, each player's first address before their others
	matches   map[int64]*packed
	words     map[int64]string  // what people said in the matches
	due       map[int64][]int64 // matches by the player they wait for
}

// packed is a match with everything that belongs to it, and how far its facts are folded.
type packed struct {
	model.Table
	linksOff map[int]bool // the seats whose new letters get no links
	facts    []engine.Fact
	err      error           // why the facts could not be decoded
	known    map[int64]int   // for each letter, the last fact that its seat was told of before
	fresh    []*model.Notice // digests written from this source, which the tables do not show yet
}

// ReadForBatch reads what the letters of a batch ask for, on the batch's connection. It returns nil if that fails, perhaps because
// of one letter's data, so that each letter must read for itself (see ReadForLetter). It returns an error if the database is away or
// ctx has ended.
func ReadForBatch(ctx context.Context, b *mail.Batch) (*Source, error) {
	letters := engine.FilterList(b.Letters, func(n *model.Notice) bool { return n.Raw == nil && n.Purpose != model.PurposePing })
	p := &Source{db: b.DB()}
	if len(letters) == 0 {
		return p, nil
	}
	err := p.read(ctx, b.Conn(), letters)
	if err == nil {
		return p, nil
	}
	err = fmt.Errorf("reading what letters tell of: %w", err)
	if db.IsDatabaseAway(err) || ctx.Err() != nil {
		return nil, err
	}
	b.DB().Log().Warn("letters are read one by one", "err", err)
	return nil, b.Reread(ctx)
}

// ReadForLetter reads what one letter asks for. A notice without a number stands for a page, which is shown after all
// letters.
func ReadForLetter(ctx context.Context, d *db.DB, n *model.Notice) (*Source, error) {
	p := &Source{db: d}
	return p, p.read(ctx, d.Pool(), []*model.Notice{n})
}

// lastKnown selects for a letter n the last fact that its seat was told of in a digest before it, 0 if none. Turn
// digests of the same step do not count for a reminder, because it tells the same once more. It looks only at the last
// few digests of the seat, however many there are: they are queued in the order of their facts, except for those of one
// command.
const lastKnown = `select coalesce(max(t.seq), 0) from (select seq from outbox where match_id = n.match_id and seat = n.seat and id < n.id
		and purpose in ('turn', 'round', 'each', 'end') and state in ('written', 'sent') and not (purpose = 'turn' and step = n.again)
		order by id desc limit 4) t`

// numberOf returns the number of a letter, for a page one after all.
func numberOf(n *model.Notice) int64 { return cmp.Or(n.ID, math.MaxInt64) }

// repeated returns the step of a reminder, 0 for any other letter.
func repeated(n *model.Notice) int {
	if n.Reminds() {
		return n.Step
	}
	return 0
}

// read reads all that the letters ask for, in one round trip.
func (p *Source) read(ctx context.Context, conn interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}, letters []*model.Notice) error {
	p.players, p.matches, p.words, p.due = map[int64]*model.Player{}, map[int64]*packed{}, map[int64]string{}, map[int64][]int64{}
	var players []int64
	addresses := []string{}
	upto := map[int64]int{}
	for _, n := range letters {
		players = append(players, n.Player)
		if n.Address != "" {
			addresses = append(addresses, model.FoldAddress(n.Address))
		}
		if n.Match != 0 {
			if seq, asked := upto[n.Match]; !asked || n.Seq == 0 || seq != 0 && n.Seq > seq {
				upto[n.Match] = n.Seq
			}
		}
	}
	ids := []int64{}
	var last []int32
	tables := map[int64]*model.Table{}
	for id, seq := range upto {
		p.matches[id] = &packed{linksOff: map[int]bool{}, known: map[int64]int{}}
		tables[id] = &p.matches[id].Table
		ids, last = append(ids, id), append(last, int32(seq)) // #nosec G115 -- the number of a fact
	}
	q := &pgx.Batch{}
	queue := func(read func(pgx.Rows) error, sql string, args ...any) { q.Queue(sql, args...).Query(read) }
	queue(db.EachRow(func(player model.Player) { p.players[player.ID] = &player }), "select "+people.Columns+` from players where id = any($1)
		or id in (select player_id from seats where match_id = any($2))`, players, ids)
	queue(db.EachRow(func(a model.Address) { p.addresses = append(p.addresses, a) }), "select "+people.AddressColumns+` from addresses where player_id = any($1)
		or player_id in (select keeper_id from players where id = any($1)) or player_id in (select player_id from addresses where address = any($2)) order by first desc, address`, players, addresses)
	queue(db.EachRow(func(r struct{ Match, Player int64 }) { p.due[r.Player] = append(p.due[r.Player], r.Match) }), `select s.match_id, s.player_id
		from seats s join clocks c on c.match_id = s.match_id and c.seat = s.no
		where s.player_id = any($1) and s.state = 'joined' and c.stopped_at is null order by s.match_id`, players)
	if len(ids) > 0 {
		db.QueueTables(q, tables)
		p.queueMatches(queue, ids, last, letters)
	}
	return conn.SendBatch(ctx, q).Close()
}

func (p *Source) queueMatches(queue func(func(pgx.Rows) error, string, ...any), ids []int64, last []int32, letters []*model.Notice) {
	queue(db.EachRow(p.keepFact), `select f.match_id, f.seq, f.kind, f.version, f.seat, f.data, f.at from unnest($1::bigint[], $2::int[]) m(id, upto)
		join facts f on f.match_id = m.id and (f.seq <= m.upto or m.upto = 0) order by f.match_id, f.seq`, ids, last)
	var match, letter, word int64
	var seat, seq int
	var said string
	queue(db.ScanInto([]any{&word, &said}, func() { p.words[word] = said }), `select w.id, w.said from facts f join words w on w.id = (f.data->>'ref')::bigint
		where f.match_id = any($1) and f.kind = 'match.said'`, ids)
	queue(db.ScanInto([]any{&match, &seat}, func() { p.matches[match].linksOff[seat] = true }), "select match_id, seat from page_stops where off and match_id = any($1)", ids)
	queue(db.ScanInto([]any{&match, &letter, &seq}, func() { p.matches[match].known[letter] = seq }), `select n.match_id, n.id, (`+lastKnown+`)
		from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) n(id, match_id, seat, again) where match_id <> 0`, engine.MapList(letters, numberOf),
		engine.MapList(letters, func(n *model.Notice) int64 { return n.Match }), engine.MapList(letters, func(n *model.Notice) int { return n.Seat }), engine.MapList(letters, repeated))
}

// keepFact keeps a fact. One that cannot be decoded makes only the letters of its match fail.
func (p *Source) keepFact(r struct {
	Match int64
	db.FactRow
}) {
	m := p.matches[r.Match]
	if game := p.db.Game(m.Row.Game); m.err == nil && game != nil { // if the game is unknown, Fold reports it
		f, err := r.Fact(game, m.Row.Terms.Former)
		m.facts, m.err = append(m.facts, f), err
	}
}
