package lookup

import (
	"bytes"
	"context"
	"maps"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// tail is a row whose first columns go elsewhere: its match, and what is read beside.
type tail struct {
	pgx.Rows
	first []any
}

// RawValues are those of what follows.
func (t tail) RawValues() [][]byte { return t.Rows.RawValues()[len(t.first):] }

// Scan reads what follows.
func (t tail) Scan(into ...any) error { return t.Rows.Scan(append(t.first, into...)...) }

// eachOf reads rows that begin with the number of their match, those of one match behind each
// other.
func eachOf(p *Source, read func(m *packed, rows pgx.Rows) error) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var id int64
		var last []byte
		for rows.Next() {
			if first := rows.RawValues()[0]; last == nil || !bytes.Equal(first, last) {
				if err := rows.Scan(append([]any{&id}, make([]any, len(rows.FieldDescriptions())-1)...)...); err != nil {
					return err
				}
				last = bytes.Clone(first)
			}
			if err := read(p.matches[id], rows); err != nil {
				return err
			}
		}
		return rows.Err()
	}
}

func (p *Source) readPlayers(rows pgx.Rows) error {
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Player])
	for i := range list {
		p.players[list[i].ID] = &list[i]
	}
	return err
}

func (p *Source) readDue(rows pgx.Rows) error {
	var player, match int64
	_, err := pgx.ForEachRow(rows, []any{&player, &match}, func() error {
		p.due[player] = append(p.due[player], match)
		return nil
	})
	return err
}

func (p *Source) readAddresses(rows pgx.Rows) error {
	var err error
	p.addresses, err = pgx.CollectRows(rows, pgx.RowToStructByPos[model.Address])
	return err
}

func (p *Source) readMatches(rows pgx.Rows) error {
	list, err := pgx.CollectRows(rows, db.ScanMatch)
	for _, row := range list {
		p.matches[row.ID].row = row
	}
	return err
}

// readFacts decodes facts. One that cannot be read spoils the letters of its match alone.
func (p *Source) readFacts(rows pgx.Rows) error {
	return eachOf(p, func(m *packed, rows pgx.Rows) error {
		if m.err != nil {
			return nil
		}
		game := p.db.Game(m.row.Game)
		if game == nil {
			return nil // as folding says
		}
		f, err := db.ScanFact(game, tail{rows, []any{nil}})
		m.facts, m.err = append(m.facts, f), err
		return nil
	})(rows)
}

// readWords fetches what people said in the facts that letters may quote.
func (p *Source) readWords(ctx context.Context, conn *pgx.Conn) error {
	var refs []int64
	for _, m := range p.matches {
		refs = append(refs, m.quoted()...)
	}
	for _, ref := range refs {
		p.words[ref] = "" // forgotten, unless it is read now
	}
	said, err := Words(ctx, conn, refs)
	maps.Copy(p.words, said)
	return err
}

// quoted are the words that were said since the last deal, or since a seat was last told.
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
	var refs []int64
	for _, f := range m.facts[min(since, len(m.facts)):] {
		if e, ok := f.Event.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	return refs
}
