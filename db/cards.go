package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// CardTables keeps the operator's present card table, nil for none, and gives
// all that were kept before, so that matches dealt from those can be folded. It
// is asked before Open, which needs the games.
func CardTables(ctx context.Context, url string, present []byte) ([][]byte, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	if present != nil {
		sum := sha256.Sum256(present)
		_, err := conn.Exec(ctx, "insert into card_tables (hash, data) values ($1, $2) on conflict do nothing", hex.EncodeToString(sum[:]), present)
		if err != nil {
			return nil, fmt.Errorf("keeping the card table: %w", err)
		}
	}
	rows, err := conn.Query(ctx, "select data from card_tables order by kept_at")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[[]byte])
}
