// Package friends provides a house for tests, with Ana, Bo and Cy in it. Their letters are handed in, and those
// to them written, without a mail server; their browsers open its pages.
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
	"pitpost.example/house/world"
	"pitpost.example/inbox"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Address is the house's address, and Voucher the server whose Authentication-Results it trusts.
const (
	Address = "play@pit.test"
	Voucher = "mx.pit.test"
)

// Study is a house in which letters are handed in and written without a mail server.
type Study struct {
	T       testing.TB
	DB      *db.DB
	House   *server.House
	Words   *templates.Catalog
	Keys    token.Keys
	In      *inbox.Receiver
	Out     *letter.Writer
	Letters int // handed in so far
}

// Open opens a house with a database of its own, which is dropped when the test ends.
func Open(t testing.TB) *Study {
	t.Helper()
	return OpenWith(t, "pit.test", lab.Must(token.ParseKeys([]byte(token.NewSecret())))(t), catalog.AllGames(), Words(t))
}

// OpenWith opens a house at a domain, with keys that may be the same each time, and with games and all their
// texts and those of the house.
func OpenWith(t testing.TB, domain string, keys token.Keys, games catalog.List, words *templates.Catalog) *Study {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	url := lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, log) })
	store := lab.Must(db.Open(t.Context(), url, games.Find, db.Options{Domain: domain, Log: log}))(t)
	t.Cleanup(store.Close)
	return Over(t, &server.House{Store: server.NewPostgresStore(store), DB: store, Log: log, Rules: world.Rules{Games: games.Find, Names: games.Names(), Address: "play@" + domain, Begin: "play@" + domain,
		Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Seal: keys.Seal}}, words, keys)
}

// catalogues are loaded once for all tests, because that takes longer than many of them.
var catalogues = sync.OnceValues(func() (*templates.Catalog, error) { return templates.LoadCatalog(catalog.AllGames().Strings()...) })

// Words returns all texts of the house and its games.
func Words(t testing.TB) *templates.Catalog {
	t.Helper()
	return lab.Must(catalogues())(t)
}

// Over returns a Study of a house that is already open.
func Over(t testing.TB, h *server.House, words *templates.Catalog, keys token.Keys) *Study {
	return &Study{T: t, DB: h.DB, House: h, Words: words, Keys: keys,
		In:  &inbox.Receiver{House: h, DB: h.DB, Keys: keys, Mailbox: h.Rules.Address, AuthservID: Voucher, Log: h.Log, Now: time.Now},
		Out: &letter.Writer{DB: h.DB, Words: words, Keys: keys, Address: h.Rules.Address}}
}

// Write hands in a letter that the sender's server authenticates, and returns its final state and the text that
// was kept. header has further header lines, each with CRLF.
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

// Read writes the last letter to an address for a purpose, and returns its headers and text.
func (s *Study) Read(address, purpose string) (h mail.Header, text string) {
	s.T.Helper()
	var id int64
	err := s.DB.Pool().QueryRow(s.T.Context(), `select o.id from outbox o left join addresses a on a.player_id = o.player_id
		where (a.address = $1 or o.address = $1) and purpose = $2 order by id desc limit 1`, address, purpose).Scan(&id)
	if err != nil {
		s.T.Fatalf("no %s for %s: %v", purpose, address, err)
	}
	n := lab.Must(dbmail.NoticeByID(s.T.Context(), s.DB, id))(s.T)
	l, err := s.Out.WriteFrom(s.T.Context(), nil, n, time.Now())
	raw, to := l.Raw, l.To
	if err != nil || to != address {
		s.T.Fatalf("%s to %s: %v", purpose, to, err)
	}
	msg := lab.Must(mail.ReadMessage(bytes.NewReader(raw)))(s.T)
	return msg.Header, reply.QuotableText(raw)
}

// At returns the reply address of a seat in match 1 for its first step.
func (s *Study) At(seat int) string {
	return "play+" + s.Keys.Mint(token.Token{Match: 1, Seat: seat, Purpose: byte(model.ForTurn), Step: 1}) + "@pit.test"
}

// Count returns the number that a query returns.
func (s *Study) Count(sql string, args ...any) (n int) {
	s.T.Helper()
	lab.Check(s.T, s.DB.Pool().QueryRow(s.T.Context(), sql, args...).Scan(&n))
	return n
}
