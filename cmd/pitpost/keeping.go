package main

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

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
	"pitpost.example/house"
	"pitpost.example/inbox/spelling"
	"pitpost.example/meter"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// keeping is what every command that needs the house opens: its database, its
// secret and the house itself.
type keeping struct {
	settings *settings
	log      *slog.Logger
	keys     token.Keys
	cluster  *db.Cluster // nil with a database of its own
	db       *db.DB
	house    *house.House
	words    *templates.Catalog
	// restoring says that an unfinished restore is no hindrance, since this ends it.
	restoring bool
	// asIs says that the schema is left as it is, since a server may be running on it.
	asIs  bool
	meter *meter.Meter
}

// keep opens database, secret and words; the schema is brought up to date.
func keep(ctx context.Context, s *settings, log *slog.Logger) (*keeping, error) {
	return (&keeping{settings: s, log: log}).opened(ctx)
}

// opened opens all, or closes what was opened.
func (k *keeping) opened(ctx context.Context) (*keeping, error) {
	s := k.settings
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	if err := closeFiles(s, k.log); err != nil {
		return nil, err
	}
	err := k.open(ctx)
	if err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

func (k *keeping) open(ctx context.Context) (err error) {
	if k.keys, err = secretKeys(k.settings.SecretFile); err != nil {
		return err
	}
	var games []fs.FS
	var names []string
	for _, g := range catalog.Games() {
		games, names = append(games, g.Strings()), append(names, g.Name())
	}
	if k.words, err = templates.Load(games...); err != nil {
		return err
	}
	url, err := k.database(ctx)
	if err != nil {
		return err
	}
	if !k.asIs {
		if err := db.Migrate(ctx, url, k.log); err != nil {
			return err
		}
	}
	_, domain, _ := strings.Cut(k.settings.Address, "@")
	k.meter = meter.New(version, revision())
	find, err := k.games(ctx, url)
	if err != nil {
		return err
	}
	if k.db, err = db.Open(ctx, url, find, db.Options{Domain: domain, Log: k.log, Meter: k.meter}); err != nil {
		return err
	}
	if u, err := k.db.Unfinished(ctx); err != nil {
		return err
	} else if u != nil && !k.restoring {
		return fmt.Errorf("a restore to %s is not finished: run `pitpost restore` with the same file again", u.Of.Format(time.RFC3339))
	}
	keep, err := k.settings.keep()
	if err != nil {
		return err
	}
	k.house = &house.House{DB: k.db, Keep: keep, Games: find, Names: names, Address: k.settings.Address, Log: k.log, Fold: spelling.Normalise, Seal: k.keys.Seal, Caps: &k.settings.Caps}
	return nil
}

// database is the address of the database; the built-in one is started for it.
func (k *keeping) database(ctx context.Context) (url string, err error) {
	if url := string(k.settings.DatabaseURL); url != "" {
		return url, nil
	}
	if k.cluster, err = db.StartCluster(ctx, filepath.Join(k.settings.Data, "postgres"), k.log); err != nil {
		return "", err
	}
	return k.cluster.URL("pitpost"), k.cluster.CreateDatabase(ctx, "pitpost")
}

func (k *keeping) close() {
	if k.db != nil {
		k.db.Close()
	}
	if k.cluster != nil {
		if err := k.cluster.Stop(); err != nil {
			k.log.Error("the built-in Postgres did not stop cleanly", "err", err)
		}
	}
}

// secretKeys reads the secret file, and makes it at the first start.
func secretKeys(name string) (token.Keys, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		text = []byte(token.NewSecret() + "\n")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return secretKeys(name) // another process made it just now
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
