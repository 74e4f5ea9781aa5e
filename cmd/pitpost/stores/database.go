package stores

import (
	"context"
	"log/slog"

	"pitpost.example/cmd/pitpost/settings"
)

// WithDatabase does something with the address of the database, and changes nothing
// in it by itself.
func WithDatabase(ctx context.Context, s *settings.Settings, do func(ctx context.Context, url string) error) (err error) {
	k := &Stores{Settings: s, Log: slog.New(slog.DiscardHandler)}
	defer k.Close()
	url, err := k.database(ctx)
	if err != nil {
		return err
	}
	return do(ctx, url)
}
