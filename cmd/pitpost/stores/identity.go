package stores

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/disk"
)

// markName is the file in the data folder that says which house the folder belongs to.
const markName = "house.json"

// builtIn is how a mark names the database in the data folder.
const builtIn = "built-in"

// mark is the content of that file. Several folders may belong to one house, on several machines.
type mark struct {
	House    string `json:"house"`    // its id, as in the database
	Database string `json:"database"` // where its data is: builtIn, or a database and its server
}

// readMark returns the mark of a data folder, nil if it has none.
func readMark(data string) (*mark, error) {
	text, err := os.ReadFile(filepath.Join(data, markName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	m := &mark{}
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	if err == nil && m.House == "" {
		err = errors.New("it names no house")
	}
	if err != nil {
		return nil, fmt.Errorf("which house the data folder belongs to: %s: %w", filepath.Join(data, markName), err)
	}
	return m, nil
}

func (m mark) write(data string) error {
	text, _ := json.Marshal(m) // strings only, so it cannot fail
	if err := disk.WriteFile(filepath.Join(data, markName), string(text)+"\n"); err != nil {
		return fmt.Errorf("the data folder cannot keep which house it belongs to: %w", err)
	}
	return nil
}

// DatabaseName says in words which database a house uses, without a password.
func DatabaseName(s *settings.Settings) string {
	if s.DatabaseURL == "" {
		return builtIn
	}
	config, err := pgx.ParseConfig(string(s.DatabaseURL))
	if err != nil {
		return "that of DATABASE_URL"
	}
	return fmt.Sprintf("%s at %s", cmp.Or(config.Database, config.User), config.Host)
}

// hasCluster reports whether a data folder has a database of its own.
func hasCluster(data string) bool {
	_, err := os.Stat(filepath.Join(data, "postgres", "data", "PG_VERSION"))
	return err == nil
}

// ErrNoHouse means that a command that begins no house found none.
var ErrNoHouse = errors.New("there is no house here")

// noHouse says where none was found, and how to name the one that is meant.
func noHouse(s *settings.Settings) error {
	where := DatabaseName(s)
	if where == builtIn {
		where = "its own"
	}
	return fmt.Errorf("%w: the data folder is %s and the database %s. If yours is elsewhere, name its folder with --data or its settings with --config, or run this as the user who serves it; "+
		"a new one begins with `pitpost serve`", ErrNoHouse, s.Data, where)
}

// ErrOtherHouse means that settings, data folder and database do not belong together.
var ErrOtherHouse = errors.New("this is another house")

// fitsFolder returns an error if the data folder says that its house has its data in another kind of database. It is
// asked before anything is started, so that no second database is made in the folder.
func fitsFolder(s *settings.Settings, m *mark) error {
	if m == nil || m.Database == builtIn || s.DatabaseURL != "" {
		return nil
	}
	return fmt.Errorf("%w: the house of %s keeps its data in the database %s, and DATABASE_URL is not set: set it, or name the settings file that does with --config", ErrOtherHouse, s.Data, m.Database)
}

// find looks which house the database holds, before anything is changed in it, and returns an error if that is none or
// not the house of the data folder. i is nil if a house begins here.
func (o Options) find(ctx context.Context, s *settings.Settings, url string) (i *db.Identity, m *mark, err error) {
	if m, err = readMark(s.Data); err != nil {
		return nil, nil, err
	}
	if i, err = db.FindHouse(ctx, url); err != nil {
		return nil, nil, err
	}
	switch {
	case i == nil && !o.Begin:
		return nil, nil, noHouse(s)
	case i == nil && m != nil:
		return nil, nil, fmt.Errorf("%w: the data folder %s belongs to a house with its data in the database %s, and the database here (%s) is empty: set DATABASE_URL as it was, "+
			"bring a backup of that house here with `pitpost restore`, or name another folder with --data for a new house", ErrOtherHouse, s.Data, m.Database, DatabaseName(s))
	case i == nil && s.DatabaseURL != "" && hasCluster(s.Data):
		return nil, nil, fmt.Errorf("%w: the data folder %s has a house in its own database, and that of DATABASE_URL (%s) is empty: name another folder with --data, or move %s away if nobody needs it",
			ErrOtherHouse, s.Data, DatabaseName(s), filepath.Join(s.Data, "postgres"))
	case i == nil && len(s.Unread) > 0:
		return nil, nil, fmt.Errorf("no house is begun while %s has settings that no command reads (%s): have root run `pitpost settings --carry-over`, which writes them into /etc/pitpost/pitpost.yaml and keeps a copy",
			s.UnreadFile, strings.Join(s.Unread, ", "))
	case i != nil && m != nil && i.ID != m.House:
		return nil, nil, fmt.Errorf("%w: the data folder %s belongs to a house with its data in the database %s, and the database here (%s) is another's: name the folder of that house with --data, "+
			"or set DATABASE_URL as it was. If the two are one house, moved by hand, remove %s", ErrOtherHouse, s.Data, m.Database, DatabaseName(s), filepath.Join(s.Data, markName))
	}
	return i, m, nil
}

// settle has database and data folder keep which house this is, if this command may begin one. Letters to the addresses
// that the house had before are read as those to an alias.
func (stores *Stores) settle(ctx context.Context, o Options, m *mark) error {
	s := stores.Settings
	i, err := stores.DB.Identity(ctx)
	if o.Begin && err == nil {
		address := ""
		if o.Serve {
			address = s.Address
		}
		i, err = stores.DB.KeepIdentity(ctx, address)
	}
	if err != nil {
		return err
	}
	if o.Serve && !strings.EqualFold(i.Address, s.Address) { // another process has just begun to serve it
		return otherAddress(s, i.Address)
	}
	if now := (mark{i.ID, DatabaseName(s)}); o.Begin && (m == nil || *m != now) {
		if err := now.write(s.Data); err != nil {
			return err
		}
	}
	s.Also = strings.Join(append(settings.SplitList(s.Also), i.Former...), ",")
	stores.Keys, stores.Identity = stores.Keys.Moved(i.Former), i
	return nil
}

// otherAddress says that the data is of another address than the settings, and what to do.
func otherAddress(s *settings.Settings, kept string) error {
	have := s.Address
	if s.From["ADDRESS"] == "" && s.BuiltIn() {
		have = "that of the built-in post office, " + s.Address + ", since no other is set"
	}
	return fmt.Errorf("%w: the data in %s belongs to %s, and the address here is %s. Set ADDRESS with the mailbox that belongs to it, by --address or by the settings file that is missing (%s, or --config); "+
		"or, to move the house to this address, run `pitpost migrate --address %s`", ErrOtherHouse, s.Data, kept, have, filepath.Join(s.Data, "pitpost.yaml"), s.Address)
}

// BindDataFolder says that the data folder belongs to the house that a database now holds, since a backup was brought
// there.
func BindDataFolder(ctx context.Context, s *settings.Settings, url string) error {
	i, err := db.FindHouse(ctx, url)
	if err != nil || i == nil {
		return err
	}
	if i.ID == "" { // a backup of an older version; whoever opens the house next gives it one
		err := os.Remove(filepath.Join(s.Data, markName))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return mark{i.ID, DatabaseName(s)}.write(s.Data)
}

// CheckRestoreFits returns an error unless a backup of the house with an id may be brought into the data folder and the
// database: the folder must belong to no house, to the same one, or to the empty one in that database. known is true if
// the folder's secret is the backup's.
func CheckRestoreFits(ctx context.Context, s *settings.Settings, url, id string, known bool) error {
	m, err := readMark(s.Data)
	if err != nil || m == nil || m.House == id || id == "" && known {
		return err
	}
	i, err := db.FindHouse(ctx, url)
	if err != nil {
		return err
	}
	if i != nil && (i.ID == m.House || i.ID == id) { // an empty house, or a restore that was broken off
		return nil
	}
	return fmt.Errorf("%w: the data folder %s belongs to a house with its data in the database %s, and the backup is of another: name another folder with --data", ErrOtherHouse, s.Data, m.Database)
}
