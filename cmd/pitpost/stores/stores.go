// Package stores opens what is kept of a house: its database, its secret, its card tables, and the
// house itself over them. Every command that needs a house begins here; nothing runs yet.
package stores

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pitpost.example/db/archive"
	"pitpost.example/db/cluster"
	"pitpost.example/house/world"

	"pitpost.example/inbox/spelling"

	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/engine/catalog"
	"pitpost.example/house"
	"pitpost.example/meter"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Stores is what every command that needs the house opens: its database, its
// secret and the house itself.
type Stores struct {
	Settings *settings.Settings
	Log      *slog.Logger
	Keys     token.Keys
	cluster  *cluster.Server // nil with a database of its own
	DB       *db.DB
	House    *house.House
	Words    *templates.Catalog
	// restoring says that an unfinished restore is no hindrance, since this ends it.
	Restoring bool
	// asIs says that the schema is left as it is, since a server may be running on it.
	AsIs  bool
	Meter *meter.Meter
}

// Open opens database, secret and words; the schema is brought up to date.
func Open(ctx context.Context, s *settings.Settings, log *slog.Logger) (*Stores, error) {
	return (&Stores{Settings: s, Log: log}).Opened(ctx)
}

// Opened opens all, or closes what was opened.
func (k *Stores) Opened(ctx context.Context) (*Stores, error) {
	s := k.Settings
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	if err := rights.Close(s, k.Log); err != nil {
		return nil, err
	}
	err := k.open(ctx)
	if err != nil {
		k.Close()
		return nil, err
	}
	return k, nil
}

func (k *Stores) open(ctx context.Context) (err error) {
	if k.Keys, err = Keys(k.Settings.SecretFile); err != nil {
		return err
	}
	var games []fs.FS
	var names []string
	for _, g := range catalog.Games() {
		games, names = append(games, g.Strings()), append(names, g.Name())
	}
	if k.Words, err = templates.Load(games...); err != nil {
		return err
	}
	url, err := k.database(ctx)
	if err != nil {
		return err
	}
	if !k.AsIs {
		if err := db.Migrate(ctx, url, k.Log); err != nil {
			return err
		}
	}
	_, domain, _ := strings.Cut(k.Settings.Address, "@")
	k.Meter = meter.New(Version, Revision())
	find, err := k.games(ctx, url)
	if err != nil {
		return err
	}
	if k.DB, err = db.Open(ctx, url, find, db.Options{Domain: domain, Log: k.Log, Meter: k.Meter}); err != nil {
		return err
	}
	if u, err := archive.Begun(ctx, k.DB); err != nil {
		return err
	} else if u != nil && !k.Restoring {
		return fmt.Errorf("a restore to %s is not finished: run `pitpost restore` with the same file again", u.Of.Format(time.RFC3339))
	}
	keep, err := k.Settings.Keep()
	if err != nil {
		return err
	}
	k.House = &house.House{DB: k.DB, Keep: keep, Log: k.Log, Rules: world.Rules{Games: find, Names: names, Address: k.Settings.Address, Fold: spelling.Normalise, Seal: k.Keys.Seal, Caps: k.Settings.Caps()}}
	return nil
}

// database is the address of the database; the built-in one is started for it.
func (k *Stores) database(ctx context.Context) (url string, err error) {
	if url := string(k.Settings.DatabaseURL); url != "" {
		return url, nil
	}
	if k.cluster, err = cluster.Start(ctx, filepath.Join(k.Settings.Data, "postgres"), k.Log); err != nil {
		return "", err
	}
	return k.cluster.URL("pitpost"), k.cluster.CreateDatabase(ctx, "pitpost")
}

// Close closes the database, and stops the built-in one.
func (k *Stores) Close() {
	if k.DB != nil {
		k.DB.Close()
	}
	if k.cluster != nil {
		if err := k.cluster.Stop(); err != nil {
			k.Log.Error("the built-in Postgres did not stop cleanly", "err", err)
		}
	}
}

// Keys reads the secret file, and makes it at the first start.
func Keys(name string) (token.Keys, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		text = []byte(token.NewSecret() + "\n")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return Keys(name) // another process made it just now
		}
		if err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		_, err = f.Write(text)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be written: %w", err)
		}
	} else if err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be read: %w", err)
	}
	return token.ParseKeys(text)
}
