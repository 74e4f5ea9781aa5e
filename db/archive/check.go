package archive

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
)

// Compared is the result of comparing a dump with the running house. Matches and Facts count what the dump
// holds.
type Compared struct {
	Matches, Facts int
	Since          int     // facts that the house has gained since
	Others         []int64 // matches that the house lacks or whose facts differ
}

// logs selects for each match how many facts it has and a checksum of them; the caller adds which facts.
const logs = `select f.match_id, count(*)::int, md5(string_agg(md5(concat_ws(' ', f.seq, f.kind, f.version, f.seat, f.data, f.cause, extract(epoch from f.at))), '' order by f.seq))
	from facts f `

type log struct {
	Match int64
	Facts int
	Sum   string
}

// CompareDump restores a dump into a temporary database on the house's server, checks whether the house's log
// continues where the dump's ends, and drops the database again. The house may be running.
func CompareDump(ctx context.Context, database, dump string) (*Compared, error) {
	house, err := pgx.Connect(ctx, database)
	if err != nil {
		return nil, db.ExplainUnreachable(err)
	}
	defer house.Close(context.WithoutCancel(ctx))
	name := "pitpost_check_" + strings.ToLower(rand.Text())
	if _, err := house.Exec(ctx, "create database "+name+" template template0"); err != nil {
		return nil, fmt.Errorf("the role may not make a database for the backup (alter role … createdb): %w", err)
	}
	defer func() { _, _ = house.Exec(context.WithoutCancel(ctx), "drop database "+name+" with (force)") }()
	scratch := databaseURL(database, name)
	if err := load(ctx, scratch, dump, ""); err != nil {
		return nil, err
	}
	kept, err := pgx.Connect(ctx, scratch)
	if err != nil {
		return nil, db.ExplainUnreachable(err)
	}
	defer kept.Close(context.WithoutCancel(ctx))
	then, err := db.QueryRows[log](ctx, kept, logs+"group by 1")
	if err != nil {
		return nil, err
	}
	c := &Compared{}
	if err := kept.QueryRow(ctx, "select count(*) from matches").Scan(&c.Matches); err != nil {
		return nil, err
	}
	var matches []int64
	var lengths []int
	for _, l := range then {
		matches, lengths, c.Facts = append(matches, l.Match), append(lengths, l.Facts), c.Facts+l.Facts
	}
	now, err := db.QueryRows[log](ctx, house, logs+"join unnest($1::bigint[], $2::int[]) b(m, n) on f.match_id = b.m and f.seq <= b.n group by 1", matches, lengths)
	if err != nil {
		return nil, err
	}
	nowAt := map[int64]log{}
	for _, l := range now {
		nowAt[l.Match] = l
	}
	for _, l := range then {
		if nowAt[l.Match] != l {
			c.Others = append(c.Others, l.Match)
		}
	}
	err = house.QueryRow(ctx, "select count(*) - $1 from facts", c.Facts).Scan(&c.Since)
	return c, err
}

// databaseURL returns the URL of another database on the same server.
func databaseURL(database, name string) string {
	u, err := url.Parse(database)
	if err != nil || u.Scheme == "" {
		return database + " dbname=" + name
	}
	query := u.Query()
	query.Del("dbname")
	u.Path, u.RawQuery = "/"+name, query.Encode()
	return u.String()
}
