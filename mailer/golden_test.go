package mailer_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/db"
	dbmail "pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/saboteur"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	keeper "pitpost.example/server"
	"pitpost.example/speech"
	"pitpost.example/token"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The text of digests, which changes only on purpose.
func TestDigestText(t *testing.T) {
	for _, moves := range []int{0, 21} {
		g := newMatch(t)
		for range moves {
			g.move()
		}
		golden(t, fmt.Sprintf("digest-%d.txt", moves), g.digest())
	}
}

// The first letter to seats that must wait for their turn: to the host, and in place of a receipt to the guest
// whose yes let the match begin.
func TestBeginsText(t *testing.T) {
	g := newMatch(t)
	golden(t, "begins-host.txt", g.letterText("round", 0))
	golden(t, "begins-last.txt", g.letterText("round", 3))
}

// Digests of Clonk!: in a later turn, and when a turn goes on after the choices of a
// letter were all used.
func TestClonkDigestText(t *testing.T) {
	g := newTable(t, "clonk", "bo", "cy")
	for seat := "Ana"; g.table().Match.State().View(seat).Round < 3 || g.table().Match.MidTurn(seat); _, _, seat = g.due() {
		g.move()
	}
	golden(t, "clonk-turn.txt", g.digest())
	g.setTerms(`{"slips": 300000000000}`)
	if text := g.digest(); strings.Contains(text, "taken back") {
		t.Errorf("a match with second thoughts has final lines:\n%s", text)
	}
	g.setTerms(`{"slips": 0}`)
	no, _, name := g.due()
	g.lines(no, name, "rest")
	golden(t, "clonk-goes-on.txt", g.textOf("receipt", no, 0))
}

// setTerms changes some of the terms of all matches behind the house's back.
func (g *match) setTerms(terms string) {
	g.t.Helper()
	if _, err := g.db.Pool().Exec(g.t.Context(), "update matches set stamp = stamp + 1, terms = terms || $1::jsonb", terms); err != nil {
		g.t.Fatal(err)
	}
}

// The letter that opens the roles of a round, and the last letter of each game.
func TestEndText(t *testing.T) {
	g := newTable(t, "saboteur rounds=2", "bo", "cy")
	g.lines(0, "Ana", "suspect Bo")
	for g.table().Match.State().View("").Round == 1 {
		g.move()
	}
	golden(t, "round.txt", g.digest())
	g.playOut()
	golden(t, "end-saboteur.txt", g.letterText("end", 0))
	g = newTable(t, "clonk", "bo", "cy")
	g.playOut()
	golden(t, "end-clonk.txt", g.letterText("end", 0))
}

// letterText returns a letter's text, with its subject before it.
func (g *match) letterText(purpose string, seat int) string {
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter(purpose, seat, 0)))
	if err != nil {
		g.t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil {
		g.t.Fatal(err)
	}
	return subject + "\n\n" + textPart(g.t, msg.Header.Get, msg.Body)
}

// golden compares a text with its golden file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	name := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; look at it and run with -update:\n%s", name, text)
	}
}

// match is a match of some players, with the same cards every time.
type match struct {
	t      testing.TB
	db     *db.DB
	house  *keeper.House
	writer *letter.Writer
	now    time.Time
	sent   byte
}

func newMatch(t *testing.T) *match { return newTable(t, "saboteur", "bo", "cy", "di") }

// newTable seats Ana and some guests for a game, and has them make what all choose at once before the cards are
// dealt. The game's name may be followed by options.
func newTable(t testing.TB, game string, guests ...string) *match {
	t.Helper()
	g := newTableAsked(t, game, guests...)
	for g.table().Match.Choosing() {
		no, _, name := g.due()
		g.lines(no, name, g.table().Match.State().Idle(name))
	}
	return g
}

// newTableAsked is newTable up to where the first question is asked.
func newTableAsked(t testing.TB, game string, guests ...string) *match {
	t.Helper()
	return newTableIn(t, lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) }), game, guests...)
}

func newTableIn(t testing.TB, url, game string, guests ...string) *match {
	t.Helper()
	store, err := db.Open(t.Context(), url, catalog.FindGame, db.Options{Domain: "example.org", Conns: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	g := &match{t: t, db: store, now: time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)}
	keys, err := token.ParseKeys([]byte(strings.Repeat("stone ", 8)))
	if err != nil {
		t.Fatal(err)
	}
	g.writer = &letter.Writer{DB: store, Words: friends.Words(t), Keys: keys, Address: "play@example.org"}
	g.house = &keeper.House{Store: keeper.NewPostgresStore(store), DB: store, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Rules: world.Rules{Games: catalog.FindGame,
		Names: strings.Fields(game)[:1], Address: "play@example.org", Fold: fold, Random: &lab.Chain{}, Bot: "random"}}
	if _, err := g.house.OpenMatchFor(t.Context(), "ana@example.org", "Ana", "new "+game+" with "+strings.Join(guests, "@example.org, ")+"@example.org", g.now); err != nil {
		t.Fatal(err)
	}
	for seat, name := range guests {
		g.write(name, "yes", model.Ref{Match: 1, Seat: seat + 1, Purpose: model.ForInvite})
	}
	return g
}

func fold(s string) string {
	return strings.TrimRight(engine.NormaliseText(strings.Join(strings.Fields(s), " ")), " .!,;")
}

func (g *match) write(name, words string, ref model.Ref) {
	g.t.Helper()
	if state, why := g.take(name, words, ref); state != "apply" {
		g.t.Fatalf("%s's %q: %s %s", name, words, state, why)
	}
}

// take gives the house a letter.
func (g *match) take(name, words string, ref model.Ref) (state model.LetterState, why string) {
	g.t.Helper()
	g.sent++
	g.now = g.now.Add(37 * time.Minute)
	l := &desk.Letter{From: name + "@example.org", Trust: model.TrustProved, Ref: &ref, Text: words, Lines: speech.SplitLines(words, fold),
		MessageID: fmt.Sprint(g.sent), Door: "test", Hash: [32]byte{g.sent}, WordsHash: [32]byte{g.sent}, ReceivedAt: g.now, Now: g.now}
	state, why, err := g.house.Take(g.t.Context(), l)
	if err != nil {
		g.t.Fatalf("%s's %q: %v", name, words, err)
	}
	return state, why
}

func (g *match) table() *model.Table {
	g.t.Helper()
	table, err := g.db.Fold(g.t.Context(), 1, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	return table
}

// due returns the seat to move, and the number of its next choice.
func (g *match) due() (no, step int, name string) { return dueAt(g.table()) }

func dueAt(table *model.Table) (no, step int, name string) {
	name = table.Match.Awaited()[0]
	for _, s := range table.Seats {
		if s.Name == name {
			no = s.No
		}
	}
	return no, table.Match.Chair(name).Steps + 1, name
}

// move has the seat to move dig. If it cannot, it makes the first legal move; clonkMove chooses for Clonk!.
func (g *match) move() {
	table := g.table()
	no, step, name := dueAt(table)
	state := table.Match.State()
	command := state.Legal(name)[0]
	if s, ok := state.(*saboteur.State); ok && len(s.Dig(name)) > 0 {
		command = s.Dig(name)[0]
	} else if !ok {
		command = clonkMove(state, name)
	}
	g.write(strings.ToLower(name), "say I put my trust in "+strings.ToLower(name)+"\n"+command, model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
}

// clonkMove digs if possible, and otherwise makes the safe move.
func clonkMove(state engine.State, name string) string {
	for _, c := range state.Legal(name) {
		if strings.HasPrefix(c, "dig ") {
			return c
		}
	}
	return state.Idle(name)
}

// lines sends a letter in answer to the current digest.
func (g *match) lines(no int, name, words string) {
	step := g.table().Match.Chair(name).Steps + 1
	g.write(strings.ToLower(name), words, model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
}

// digest returns the text of the letter to the seat to move.
func (g *match) digest() string {
	g.t.Helper()
	no, step, _ := g.due()
	return g.textOf("turn", no, step)
}

// textOf returns the text of a letter.
func (g *match) textOf(purpose string, seat, step int) string {
	g.t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter(purpose, seat, step)))
	if err != nil {
		g.t.Fatal(err)
	}
	return textPart(g.t, msg.Header.Get, msg.Body)
}

// letter returns the letter of a purpose to a seat, and marks all others as sent. If step is 0, it is the
// last such letter.
func (g *match) letter(purpose string, seat, step int) []byte {
	g.t.Helper()
	var id string
	err := g.db.Pool().QueryRow(g.t.Context(), `select message_id from outbox where purpose = $1 and seat = $2 and $3 in (step, 0)
		order by id desc limit 1`, purpose, seat, step).Scan(&id)
	if err != nil {
		g.t.Fatal(err)
	}
	if _, err := g.db.Pool().Exec(g.t.Context(), "update outbox set state = 'sent' where message_id <> $1", id); err != nil {
		g.t.Fatal(err)
	}
	list, err := dbmail.NoticesByMessageIDs(g.t.Context(), g.db, []string{id})
	if err != nil || len(list) != 1 {
		g.t.Fatalf("%d letters of %s: %v", len(list), id, err)
	}
	l, err := g.writer.WriteFrom(g.t.Context(), nil, &list[0], g.now)
	if err != nil {
		g.t.Fatal(err)
	}
	return l.Raw
}

func textPart(t testing.TB, header func(string) string, body io.Reader) string {
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		p, err := multipart.NewReader(body, params["boundary"]).NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		return textPart(t, p.Header.Get, p)
	}
	if header("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if kind != "text/plain" || err != nil {
		t.Fatalf("the first part is %s: %v", kind, err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
