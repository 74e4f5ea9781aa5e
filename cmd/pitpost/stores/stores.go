// Package stores opens the data of a house: its database, its secret, its card tables, and on top of them the
// house itself. Every command that needs a house begins here; it starts nothing.
package stores

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/cluster"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/clonk"
	"pitpost.example/house/world"
	"pitpost.example/inbox/spelling"
	"pitpost.example/mailer/hook"
	"pitpost.example/meter"
	"pitpost.example/server"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Stores has what every command that needs the house uses.
type Stores struct {
	Settings *settings.Settings
	Log      *slog.Logger
	Keys     token.Keys
	DB       *db.DB
	House    *server.House
	Words    *templates.Catalog
	Meter    *meter.Meter
	Identity *db.Identity    // which house this is
	cluster  *cluster.Server // nil with a DATABASE_URL
}

// Options tell Open what to expect.
type Options struct {
	Log       *slog.Logger
	Restoring bool   // allow an unfinished restore, since the caller finishes it
	AsIs      bool   // do not migrate the schema, since a server may be running on it
	Begin     bool   // a house may begin here, and data folder and database keep which it is
	Serve     bool   // the house is served under the address of the settings, which must be its own
	Restored  string // the id of the house that a backup brings here; it may take its folder along to another database
}

// Open opens the database, the secret and the texts, or nothing. The settings of what it returns are the house's own:
// they have the address that is kept with the data.
func (o Options) Open(ctx context.Context, s *settings.Settings) (*Stores, error) {
	if o.Begin {
		if err := os.MkdirAll(s.Data, 0o700); err != nil {
			return nil, fmt.Errorf("the data folder cannot be made: %w", err)
		}
	}
	if err := rights.ForbidOthersToRead(s, o.Log); err != nil {
		return nil, err
	}
	own := *s
	stores := &Stores{Settings: &own, Log: o.Log}
	if err := stores.open(ctx, o); err != nil {
		stores.Close()
		return nil, err
	}
	return stores, nil
}

func (stores *Stores) open(ctx context.Context, o Options) (err error) {
	s := stores.Settings
	stores.Keys, err = ReadKeys(s.SecretFile)
	secretGone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !secretGone {
		return err
	}
	if stores.Words, err = templates.LoadCatalog(catalog.AllGames().Strings()...); err != nil {
		return err
	}
	url, err := stores.database(ctx, o)
	if err != nil {
		return err
	}
	found, mark, err := o.find(ctx, s, url)
	if err != nil {
		return err
	}
	if found != nil && found.Address != "" {
		if o.Serve && !strings.EqualFold(found.Address, s.Address) {
			return otherAddress(s, found.Address)
		}
		s.Address = found.Address
	}
	if !o.AsIs {
		if err := db.Migrate(ctx, url, o.Log); err != nil {
			return err
		}
	}
	games, err := findGames(ctx, url, s.ClonkCards)
	if err != nil {
		return err
	}
	stores.Meter = meter.New(Version, ProgramRevision())
	if stores.DB, err = db.Open(ctx, url, games, db.Options{Domain: s.Domain(), Log: o.Log, Meter: stores.Meter}); err != nil {
		return err
	}
	if u, err := archive.FindUnfinished(ctx, stores.DB); err != nil {
		return err
	} else if u != nil && !o.Restoring {
		return fmt.Errorf("a restore to %s is not finished: run `pitpost restore` with the same file again", u.Of.Format(time.RFC3339))
	}
	if s.Mailbox == "" {
		whose, err := mail.ReadMailboxOwner(ctx, stores.DB, s.Address)
		if err != nil {
			return err
		}
		s.Mailbox = whose.Is
	}
	if secretGone {
		if stores.Keys, err = firstKeys(ctx, stores.DB, s.SecretFile); err != nil {
			return err
		}
	}
	if err := stores.settle(ctx, o, mark); err != nil {
		return err
	}
	stores.House = &server.House{Store: server.NewPostgresStore(stores.DB), DB: stores.DB, Keep: s.Keep, Log: o.Log, Rules: world.Rules{Games: games, Names: catalog.GameNames(), Address: s.Address, Begin: s.Begin(), Also: settings.SplitList(s.Also), Operator: s.Operator,
		Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Seal: stores.Keys.Seal, Caps: s.Caps(),
		HashAddress: func(mailbox string) string { return stores.Keys.Sign("forgotten", mailbox) }}, ListForgotten: func(more map[string]time.Time) (map[string]time.Time, error) {
		return AddForgotten(ForgottenFile(s.Data), more)
	}}
	return nil
}

// database returns the URL of the database. It starts the built-in one if that is used, and makes it if a house may
// begin.
func (stores *Stores) database(ctx context.Context, o Options) (url string, err error) {
	s := stores.Settings
	if url := string(s.DatabaseURL); url != "" {
		return url, nil
	}
	m, err := readMark(s.Data)
	if moves := m != nil && m.House == o.Restored; err == nil && !moves {
		err = fitsFolder(s, m)
	}
	if err != nil {
		return "", err
	}
	if !o.Begin && !hasCluster(s.Data) {
		return "", noHouse(s)
	}
	if stores.cluster, err = cluster.StartServer(ctx, filepath.Join(s.Data, "postgres"), stores.Log); err != nil {
		return "", err
	}
	return stores.cluster.URL("pitpost"), stores.cluster.CreateDatabase(ctx, "pitpost")
}

// WithDatabase calls do with the URL of the database, and changes nothing in it.
func (o Options) WithDatabase(ctx context.Context, s *settings.Settings, do func(url string) error) error {
	stores := &Stores{Settings: s, Log: slog.New(slog.DiscardHandler)}
	defer stores.Close()
	url, err := stores.database(ctx, o)
	if err != nil {
		return err
	}
	if !o.Begin {
		if _, _, err := o.find(ctx, s, url); err != nil {
			return err
		}
	}
	return do(url)
}

// Alive reports whether the built-in database, if it is used, is still running.
func (stores *Stores) Alive() bool { return stores.cluster == nil || stores.cluster.Alive() }

// Close closes the database, and stops it if it is the built-in one.
func (stores *Stores) Close() {
	if stores.DB != nil {
		stores.DB.Close()
	}
	if stores.cluster != nil {
		if err := stores.cluster.Stop(); err != nil {
			stores.Log.Error("the built-in Postgres did not stop cleanly", "err", err)
		}
	}
}

// Caller returns what makes the calls of webhooks.
func (stores *Stores) Caller(now func() time.Time) *hook.Caller {
	return &hook.Caller{DB: stores.DB, Words: stores.Words, Keys: stores.Keys, PublicURL: stores.Settings.PublicURL, Log: stores.Log, Now: now,
		Web: hook.PublicClient(stores.Settings.PingLocal == "on", 15*time.Second), Off: stores.House.HookOff}
}

// Version is the version of the next release in CHANGELOG.md.
const Version = "0.1.0"

// revision is set by builds without a repository, such as that of the container image.
var revision string

// ProgramRevision names the commit that the program was built from, "" if it is not known.
func ProgramRevision() string {
	if revision != "" {
		return revision
	}
	info, _ := debug.ReadBuildInfo() // every program that is built as a module has it
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	name := built["vcs.revision"]
	if name = name[:min(12, len(name))]; built["vcs.modified"] == "true" {
		name += " with changes"
	}
	return name
}

// ReadKeys reads the secret file.
func ReadKeys(name string) (token.Keys, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be read: %w", err)
	}
	keys, err := token.ParseKeys(text)
	if err != nil {
		return keys, fmt.Errorf("%s: %w; bring it back from a backup, or remove it where nobody has played yet", name, err)
	}
	return keys, nil
}

// ErrSecretGone means that a house has lost the secret that opens its letters.
var ErrSecretGone = errors.New("the secret file is gone")

// firstKeys creates the secret of a new house. A house that was served before has sent letters that no other
// secret opens, so firstKeys returns an error for it.
func firstKeys(ctx context.Context, d *db.DB, name string) (token.Keys, error) {
	if served, err := d.WasBorn(ctx); err != nil {
		return token.Keys{}, err
	} else if served {
		return token.Keys{}, fmt.Errorf("%w: this house has letters out that only its own secret opens, and %s is not there: copy it from a backup or from the other process, or name its place in SECRET_FILE; "+
			"if it is lost for good, write a line of 32 random characters into that file", ErrSecretGone, name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return ReadKeys(name) // another process has just made it
	}
	if err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
	}
	_, err = f.WriteString(token.NewSecret() + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be written: %w", err)
	}
	return ReadKeys(name)
}

// ServerProof is the purpose of a running server's proof, which is used for nothing else.
const ServerProof = "server"

// NewSecretProver returns the function by which a server proves that it knows the house's secret.
func NewSecretProver(keys token.Keys) func(port, nonce string) string {
	return func(port, nonce string) string { return keys.Sign(ServerProof, port+" "+nonce) }
}

// findGames returns the house's games. Clonk! is dealt from the operator's card table in a file, or from its
// own; older matches are played with the tables they began with.
func findGames(ctx context.Context, url, file string) (func(string) engine.Game, error) {
	present, err := ReadCardTable(file)
	if err != nil {
		return nil, err
	}
	var data []byte
	if present != nil {
		data = present.Data()
	}
	all, err := db.CardTables(ctx, url, data)
	if err != nil {
		return nil, err
	}
	game := clonk.Game{}
	for _, old := range all {
		t, err := clonk.ReadTable(old)
		if err != nil {
			return nil, fmt.Errorf("a card table kept in the database: %w", err)
		}
		game = game.With(t)
	}
	return catalog.AllGames().With(game.With(present)).Find, nil
}

// ReadCardTable reads a card table; it returns nil for no file.
func ReadCardTable(file string) (*clonk.Table, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the card table cannot be read: %w", err)
	}
	t, err := clonk.ReadTable(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}
