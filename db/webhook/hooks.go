package webhook

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// All lists all hooks by number.
func All(ctx context.Context, d *db.DB) ([]model.Hook, error) {
	return db.Many(ctx, d.Pool(), pgx.RowToStructByPos[model.Hook], "select "+db.HookColumns+" from webhooks h order by h.id")
}

// ByID is a hook by its number; nil if there is none.
func ByID(ctx context.Context, d *db.DB, id int64) (*model.Hook, error) {
	return db.One(ctx, d, pgx.RowToStructByPos[model.Hook], "select "+db.HookColumns+" from webhooks h where h.id = $1", id)
}
