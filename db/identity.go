package db

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Identity says which house a database holds.
type Identity struct {
	ID      string   // names the house for ever, also in its backups; "" if it is older than that
	Address string   // where it gets its letters; "" if no version that keeps it has served it yet
	Former  []string // the addresses it had before, whose letters are still answered
}

// The keys under which the house table keeps them.
const (
	idKey      = "id"
	addressKey = "address"
	formerKey  = "former"
)

// FindHouse returns which house the database at a URL holds; nil if it holds none.
func FindHouse(ctx context.Context, url string) (*Identity, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, ExplainUnreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	there, err := QueryValue[bool](ctx, conn, "select to_regclass('house') is not null and to_regclass('goose_db_version') is not null")
	if err != nil || !there {
		return nil, err
	}
	return identity(ctx, conn)
}

// Identity returns which house the database holds.
func (d *DB) Identity(ctx context.Context) (*Identity, error) { return identity(ctx, d) }

func identity(ctx context.Context, q Querier) (*Identity, error) {
	i := &Identity{}
	var err error
	for key, to := range map[string]any{idKey: &i.ID, addressKey: &i.Address} {
		var value *string
		if value, err = QueryValue[*string](ctx, q, "select value #>> '{}' from house where key = $1",
			key); err != nil {
			return nil, fmt.Errorf("which house this is: %w", err)
		}
		if value != nil {
			*to.(*string) = *value
		}
	}
	i.Former, err = QueryColumn[string](ctx, q, "select jsonb_array_elements_text(value) from house where key = $1", formerKey)
	if err != nil {
		return nil, fmt.Errorf("which addresses the house had: %w", err)
	}
	return i, nil
}

// KeepIdentity gives the house an id and, if address is not "", that address, unless it has them, and returns what it has.
// Of many processes that do so at once the first is heard.
func (d *DB) KeepIdentity(ctx context.Context, address string) (*Identity, error) {
	for key, value := range map[string]string{idKey: strings.ToLower(rand.Text()), addressKey: address} {
		if value == "" {
			continue
		}
		if err := d.Exec(ctx, "insert into house (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing", key, value); err != nil {
			return nil, fmt.Errorf("keeping which house this is: %w", err)
		}
	}
	return d.Identity(ctx)
}

// MoveHouse gives the house another address. The one it had is kept, so that letters to it are still answered.
func (d *DB) MoveHouse(ctx context.Context, address string) (from string, err error) {
	i, err := d.Identity(ctx)
	if err != nil {
		return "", err
	}
	if i.Address != "" && !strings.EqualFold(i.Address, address) {
		i.Former = append(i.Former, i.Address)
	}
	i.Former = slices.DeleteFunc(i.Former, func(former string) bool { return strings.EqualFold(former, address) })
	slices.Sort(i.Former)
	return i.Address, pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) error {
		for key, value := range map[string]any{addressKey: address, formerKey: slices.Compact(i.Former)} {
			if _, err := tx.Exec(ctx, "insert into house (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value", key, EncodeJSON(value)); err != nil {
				return err
			}
		}
		return nil
	})
}
