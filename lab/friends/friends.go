// Package friends is a house for tests, and Ana, Bo and Cy in it: their letters are handed in and
// those to them written without a server between, and their browsers look at its pages.
package friends

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
	dbmail "pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/house"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/inbox"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Address is the house's own, and Voucher the server whose word on senders counts.
const (
	Address = "play@pit.test"
	Voucher = "mx.pit.test"
)

// Study is a house whose letters are handed in and written without a server between.
type Study struct {
	T       testing.TB
	DB      *db.DB
	House   *house.House
	Words   *templates.Catalog
	Keys    token.Keys
	In      *inbox.Receiver
	Out     *letter.Writer
	Letters int // brought in so far
}

// Open makes a house with a database of its own, which goes when the test ends.
func Open(t testing.TB) *Study {
	t.Helper()
	return OpenWith(t, "pit.test", lab.Must(token.ParseKeys([]byte(token.NewSecret())))(t), catalog.Games(), Words(t))
}

// OpenWith makes one at a domain of its own, with keys that may be the same each time, and games and
// all that they and the house can say.
func OpenWith(t testing.TB, domain string, keys token.Keys, games catalog.List, words *templates.Catalog) *Study {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	url := lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, log) })
	store := lab.Must(db.Open(t.Context(), url, games.Find, db.Options{Domain: domain, Log: log}))(t)
	t.Cleanup(store.Close)
	return Over(t, &house.House{DB: store, Log: log, Rules: world.Rules{Games: games.Find, Names: games.Names(), Address: "play@" + domain,
		Fold: spelling.Normalise, Clean: spelling.Clean, Seal: keys.Seal}}, words, keys)
}

// catalogues are read once for all tests: that takes longer than many of them.
var catalogues = sync.OnceValues(func() (*templates.Catalog, error) { return templates.Load(catalog.Games().Strings()...) })

// Words are all that a house and its games can say.
func Words(t testing.TB) *templates.Catalog {
	t.Helper()
	return lab.Must(catalogues())(t)
}

// Over lets letters be handed in and written in a house that is open.
func Over(t testing.TB, h *house.House, words *templates.Catalog, keys token.Keys) *Study {
	return &Study{T: t, DB: h.DB, House: h, Words: words, Keys: keys,
		In:  &inbox.Receiver{House: h, DB: h.DB, Keys: keys, Mailbox: h.Rules.Address, AuthservID: Voucher, Log: h.Log, Now: time.Now},
		Out: &letter.Writer{DB: h.DB, Words: words, Keys: keys, Address: h.Rules.Address, Fold: spelling.Normalise, Clean: spelling.Clean, Games: table.All(&h.Rules)}}
}

// Write brings a letter that the sender's server vouches for and gives its end, and
// what was kept of it. header is further lines of its head, each with its CRLF.
func (s *Study) Write(from, to, header, words string) (state, kept string) {
	s.T.Helper()
	s.Letters++
	address := lab.Must(mail.ParseAddress(from))(s.T)
	raw := fmt.Sprintf("Authentication-Results: "+Voucher+"; dmarc=pass header.from=%s\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: <%d@study.test>\r\n%s\r\n%s\r\n",
		address.Address[strings.LastIndexByte(address.Address, '@')+1:], from, to, s.Letters, header, strings.ReplaceAll(words, "\n", "\r\n"))
	lab.Must(s.In.Take(s.T.Context(), []byte(raw), intake.Source{Name: model.DoorIMAP}))(s.T)
	lab.Check(s.T, s.DB.Pool().QueryRow(s.T.Context(), "select state::text, kept from letters order by id desc limit 1").Scan(&state, &kept))
	return state, kept
}

// Read writes the last letter to somebody for a purpose, and gives its header and its text.
func (s *Study) Read(address, purpose string) (h mail.Header, text string) {
	s.T.Helper()
	var id int64
	err := s.DB.Pool().QueryRow(s.T.Context(), `select o.id from outbox o left join addresses a on a.player_id = o.player_id
		where (a.address = $1 or o.address = $1) and purpose = $2 order by id desc limit 1`, address, purpose).Scan(&id)
	if err != nil {
		s.T.Fatalf("no %s for %s: %v", purpose, address, err)
	}
	n := lab.Must(dbmail.ByID(s.T.Context(), s.DB, id))(s.T)
	raw, to, err := s.Out.Write(s.T.Context(), n, time.Now())
	if err != nil || to != address {
		s.T.Fatalf("%s to %s: %v", purpose, to, err)
	}
	msg := lab.Must(mail.ReadMessage(bytes.NewReader(raw)))(s.T)
	return msg.Header, reply.Text(raw)
}

// At is the address that a seat's letters go to in match 1 while it is asked for its first step.
func (s *Study) At(seat int) string {
	return "play+" + s.Keys.Mint(token.Token{Match: 1, Seat: seat, Purpose: byte(desk.ForTurn), Step: 1}) + "@pit.test"
}

// Count is the number that a query gives.
func (s *Study) Count(sql string, args ...any) (n int) {
	s.T.Helper()
	lab.Check(s.T, s.DB.Pool().QueryRow(s.T.Context(), sql, args...).Scan(&n))
	return n
}
