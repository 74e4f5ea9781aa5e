package bench

import (
	"context"
	"errors"
	"net/url"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
)

// copies makes more matches of one: rows of all that a match has, numbered after it.
var copies = []string{
	`insert into matches (id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, stamp, created_at)
		overriding system value select n, game, edition, options, terms, host, phase, word, listed, note, seed, seq, n, created_at
		from matches, generate_series($2::bigint, $3::bigint) n where id = $1`,
	`insert into seats (match_id, no, name, state, salt) select n, no, name, state, salt from generate_series($2::bigint, $3::bigint) n, seats where match_id = $1`,
	`insert into facts (match_id, seq, kind, version, seat, data, cause, at) select n, seq, kind, version, seat, data, cause, at
		from generate_series($2::bigint, $3::bigint) n, facts where match_id = $1`,
	`insert into clocks (match_id, seat, step, began, soft, due) select n, 0, 1, now(), now() + interval '1 day', now() + interval '2 days'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
	`insert into due (owner, owner_id, seat, what, at) select 'match', n, 0, 'deadline', now() + interval '1 day' + n * interval '1 second'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
}

// fillStep is how many matches are opened at once.
const fillStep = 20_000

// flatHouse is a house in which nobody writes, with so many matches open.
type flatHouse struct {
	bench       *bench
	db          *db.DB
	model       int64 // the match that all are copies of
	first, next int64 // numbers of the copies, the last one not included
	letters     int64 // that moved one
}

// flatHouse opens the first match in an empty database; its database is to be closed.
func (b *bench) flatHouse(ctx context.Context, url string) *flatHouse {
	must(db.Migrate(ctx, url, b.log()))
	f := &flatHouse{bench: b, db: b.house(ctx, url)}
	f.model = f.open(ctx)
	f.first, f.next = f.model+1, f.model+1
	return f
}

// fill opens matches until there are n, and tidies up as Postgres does in time.
func (f *flatHouse) fill(ctx context.Context, n int) {
	defer during("opening matches")
	exec := func(sql string, args ...any) { have(f.db.Pool().Exec(ctx, sql, args...)) }
	for last := f.first + int64(n); f.next < last; {
		upTo := min(f.next+fillStep, last)
		for _, sql := range copies {
			exec(sql, f.model, f.next, upTo-1)
		}
		if f.next = upTo; (f.next-f.first)%(5*fillStep) == 0 {
			f.bench.say("%d are open", f.next-f.first)
		}
	}
	for _, sql := range []string{"select setval(pg_get_serial_sequence('matches', 'id'), (select max(id) from matches))", "vacuum analyze", "checkpoint"} {
		exec(sql)
	}
}

// beside makes a second database on the same server; drop removes it.
func (b *bench) beside(ctx context.Context, name string) (address string, drop func()) {
	u, err := url.Parse(b.url)
	if err != nil || u.Scheme == "" {
		must(errors.New("--database must be a URL here, for a second one is made beside it"))
	}
	u.Path, u.RawPath = "/"+name, ""
	quoted := pgx.Identifier{name}.Sanitize()
	have(b.pool.Exec(ctx, "create database "+quoted))
	return u.String(), func() { have(b.pool.Exec(context.WithoutCancel(ctx), "drop database "+quoted+" with (force)")) }
}

// house opens a database; nobody serves it.
func (b *bench) house(ctx context.Context, url string) *db.DB {
	return have(db.Open(ctx, url, catalog.Find, db.Options{Domain: domain, Log: b.log()}))
}
