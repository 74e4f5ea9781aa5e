package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/memory"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/server"
)

// holdings is what a stage reads of its house, in memory or in Postgres.
type holdings interface {
	matches() []model.Match
	seats(match int64) []model.Seat
	// facts lists the facts after one: their kind and whose they are.
	facts(match int64, since int) []string
	// stopped lists the seats with a stopped clock.
	stopped(match int64) []int
	fold(match int64) *engine.Match
	// mail lists the notices after one.
	mail(since int64) []model.Notice
	// due lists the due rows by key.
	due() []model.Due
	firstAddress(player int64) string
	// called returns what a player who writes from somebody else's mailbox is called there, "" for any other.
	called(player int64) string
	// failing marks an address as bouncing.
	failing(address string)
	// old makes a lobby one that was opened when there were only the first rules.
	old(match int64)
}

// inPostgres reads a house in a database.
type inPostgres struct {
	*testing.T
	db *db.DB
}

// newPostgres returns a house in a new database.
func newPostgres(t *testing.T) (holdings, *server.House) {
	store := opened(t, migrated(t))
	return inPostgres{t, store}, &server.House{Store: server.NewPostgresStore(store), DB: store}
}

// migrated returns the URL of a new database that holds nothing but the schema.
func migrated(t *testing.T) string {
	return lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// opened opens a database for the length of a test.
func opened(t *testing.T, url string) *db.DB {
	t.Helper()
	store := must(db.Open(t.Context(), url, catalog.FindGame, db.Options{Domain: "example.org", Conns: 4}))(t)
	t.Cleanup(store.Close)
	return store
}

func must[A any](a A, err error) func(t *testing.T) A {
	return func(t *testing.T) A {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func (p inPostgres) matches() []model.Match {
	return selected(p.T, p.db, pgx.RowToStructByPos[model.Match], "select "+db.MatchColumns+" from matches order by id")
}

func (p inPostgres) seats(match int64) []model.Seat {
	return must(p.db.Fold(p.Context(), match, 0))(p.T).Seats
}

func (p inPostgres) facts(match int64, since int) []string {
	return selected(p.T, p.db, pgx.RowTo[string], `select kind || case when data ? 'outcome' then ' ' || (data->>'outcome')
		when data ? 'of' then ' ' || (data->>'of') else '' end from facts where match_id = $1 and seq > $2 order by seq`, match, since)
}

func (p inPostgres) stopped(match int64) []int {
	return selected(p.T, p.db, pgx.RowTo[int], "select seat from clocks where match_id = $1 and stopped_at is not null order by seat", match)
}

func (p inPostgres) fold(match int64) *engine.Match {
	return must(p.db.Fold(p.Context(), match, 0))(p.T).Match
}

func (p inPostgres) mail(since int64) []model.Notice {
	return selected(p.T, p.db, func(row pgx.CollectableRow) (n model.Notice, err error) {
		err = row.Scan(&n.ID, &n.Match, &n.Seat, &n.Player, &n.Address, &n.Purpose, &n.Step, &n.Seq, &n.Params)
		return n, err
	}, `select id, coalesce(match_id, 0), coalesce(seat, 0), coalesce(player_id, 0), address, purpose, step, seq, params
		from outbox where id > $1 order by id`, since)
}

func (p inPostgres) due() []model.Due {
	return selected(p.T, p.db, pgx.RowToStructByPos[model.Due], "select owner, owner_id, seat, what, of, at, data from due order by owner, owner_id, seat, what, of")
}

func (p inPostgres) firstAddress(player int64) string {
	return must(people.FirstAddress(p.Context(), p.db, player))(p.T)
}

func (p inPostgres) called(player int64) string {
	if who := must(people.PlayerByID(p.Context(), p.db, player))(p.T); who != nil {
		return who.Called
	}
	return ""
}

func (p inPostgres) failing(address string) {
	if _, err := p.db.Pool().Exec(p.Context(), "update addresses set failing = 'no such user' where address = $1", address); err != nil {
		p.Fatal(err)
	}
}

func (p inPostgres) old(match int64) {
	if _, err := p.db.Pool().Exec(p.Context(), "update matches set terms = terms - 'rules', stamp = stamp + 1 where id = $1", match); err != nil {
		p.Fatal(err)
	}
}

// selected returns the rows that a query finds.
func selected[A any](t *testing.T, store *db.DB, scan pgx.RowToFunc[A], sql string, args ...any) []A {
	t.Helper()
	return must(db.CollectRows(t.Context(), store.Pool(), scan, sql, args...))(t)
}

// inMemory reads a house that is a plain value.
type inMemory struct {
	*testing.T
	*memory.World
}

// newMemory returns a house without a database.
func newMemory(t *testing.T) (holdings, *server.House) {
	w := memory.New(catalog.FindGame)
	return inMemory{t, w}, &server.House{Store: w}
}

func (m inMemory) matches() (all []model.Match) {
	for _, match := range m.Matches {
		all = append(all, match.Row)
	}
	slices.SortFunc(all, func(a, b model.Match) int { return int(a.ID - b.ID) })
	return all
}

func (m inMemory) seats(match int64) []model.Seat { return m.Matches[match].Seats }

func (m inMemory) facts(match int64, since int) (out []string) {
	for _, f := range m.Matches[match].Facts[since:] {
		data := must(f.Data())(m.T)
		var all map[string]any
		must(0, json.Unmarshal(data, &all))(m.T)
		name := f.Event.Kind()
		if outcome, there := all["outcome"]; there {
			name += fmt.Sprint(" ", outcome)
		} else if of, there := all["of"]; there {
			name += fmt.Sprint(" ", of)
		}
		out = append(out, name)
	}
	return out
}

func (m inMemory) stopped(match int64) (seats []int) {
	for _, c := range m.Matches[match].Clocks {
		if c.StoppedAt != nil {
			seats = append(seats, c.Seat)
		}
	}
	return seats
}

func (m inMemory) fold(match int64) *engine.Match { return m.Matches[match].Match }

func (m inMemory) mail(since int64) (out []model.Notice) {
	for _, n := range m.Notices {
		if n.ID > since {
			out = append(out, n)
		}
	}
	return out
}

func (m inMemory) due() []model.Due {
	return must(m.Sweep(m.Context(), time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC), len(m.Due)))(m.T)
}

func (m inMemory) firstAddress(player int64) string { return m.FirstAddress(player) }

func (m inMemory) called(player int64) string { return m.Players[player].Called }

func (m inMemory) old(match int64) {
	kept := m.Matches[match]
	kept.Row.Terms.Rules, kept.Match.Setup.Rules = 0, 0
}

func (m inMemory) failing(address string) {
	a := m.Addresses[address]
	a.Failing = "no such user"
	m.Addresses[address] = a
}
