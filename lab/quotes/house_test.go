package quotes

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	dbmail "pitpost.example/db/mail"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/saboteur"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/token"
)

// languages lists the languages of the house.
var languages = []string{"en", "de", "fr", "nl", "es", "it", "pt"}

// office is a house with the same cards every time, and one match.
type office struct {
	*friends.Study
	now   time.Time
	sent  int
	match int64
}

// fixed is a source of the same random bytes every time.
type fixed struct{ sum [32]byte }

func (f *fixed) Read(p []byte) (int, error) {
	f.sum = sha256.Sum256(f.sum[:])
	return copy(p, f.sum[:]), nil
}

func open(t *testing.T) *office {
	t.Helper()
	keys, err := token.ParseKeys([]byte(strings.Repeat("stone ", 8)))
	if err != nil {
		t.Fatal(err)
	}
	g := &office{Study: friends.OpenWith(t, "example.org", keys, catalog.AllGames(), friends.Words(t)), now: time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)}
	g.House.Rules.Random, g.House.Rules.Bot = &fixed{}, "random"
	return g
}

// begin opens a match of Ana and three guests, who join it.
func (g *office) begin(game string) {
	g.T.Helper()
	g.match++
	guests := []string{"bo", "cy", "di"}
	with := strings.Join(guests, "@example.com, ") + "@example.com"
	if _, err := g.House.OpenMatchFor(g.T.Context(), "ana@example.com", "Ana", "new "+game+" with "+with, g.now); err != nil {
		g.T.Fatal(err)
	}
	for i, name := range guests {
		g.write(name, "yes", model.Ref{Match: g.match, Seat: i + 1, Purpose: model.ForInvite})
	}
	for g.fold().Match.Choosing() { // the letters that are answered begin with the deal
		g.move()
	}
}

// write sends a player's answer to a letter.
func (g *office) write(name, words string, ref model.Ref) {
	g.T.Helper()
	g.sent++
	g.now = g.now.Add(37 * time.Minute)
	id := sha256.Sum256(fmt.Append(nil, g.sent))
	l := &desk.Letter{From: strings.ToLower(name) + "@example.com", Trust: model.TrustProved, Ref: &ref, Text: words, Lines: speech.SplitLines(words, spelling.NormaliseLine),
		MessageID: fmt.Sprintf("<%d@example.com>", g.sent), Door: "test", Hash: id, WordsHash: id, ReceivedAt: g.now, Now: g.now}
	state, why, err := g.House.Take(g.T.Context(), l)
	if err != nil || state != "apply" {
		g.T.Fatalf("%s's %q: %s %s %v", name, words, state, why, err)
	}
}

func (g *office) fold() *model.Table {
	g.T.Helper()
	folded, err := g.DB.Fold(g.T.Context(), g.match, 0)
	if err != nil {
		g.T.Fatal(err)
	}
	return folded
}

// due returns the seat that must move.
func (g *office) due() (no int, name string) {
	folded := g.fold()
	name = folded.Match.Awaited()[0]
	for _, s := range folded.Seats {
		if s.Name == name {
			no = s.No
		}
	}
	return no, name
}

// move plays for the seat that is due: a move that digs, if there is one.
func (g *office) move() {
	no, name := g.due()
	match := g.fold().Match
	command := match.State().Idle(name)
	for _, c := range match.State().Legal(name) {
		if strings.HasPrefix(c, "dig ") {
			command = c
			break
		}
	}
	if s, ok := match.State().(*saboteur.State); ok && len(s.Dig(name)) > 0 {
		command = s.Dig(name)[0]
	}
	g.write(name, "say I put my trust in "+name+"\n"+command,
		model.Ref{Match: g.match, Seat: no, Purpose: model.ForTurn, Step: int64(match.Chair(name).Steps + 1)})
}

// last returns the last letter to a seat, in each language.
func (g *office) last(no int, langs []string, purposes ...string) [][]byte {
	g.T.Helper()
	if purposes == nil {
		purposes = []string{"turn", "receipt"}
	}
	var id string
	const sql = "select message_id from outbox where match_id = $1 and seat = $2 and purpose = any($3) order by id desc limit 1"
	if err := g.DB.Pool().QueryRow(g.T.Context(), sql, g.match, no, purposes).Scan(&id); err != nil {
		g.T.Fatal(err)
	}
	if _, err := g.DB.Pool().Exec(g.T.Context(), "update outbox set state = 'sent' where message_id <> $1", id); err != nil {
		g.T.Fatal(err)
	}
	list, err := dbmail.NoticesByMessageIDs(g.T.Context(), g.DB, []string{id})
	if err != nil || len(list) != 1 {
		g.T.Fatalf("%d letters of %s: %v", len(list), id, err)
	}
	var all [][]byte
	for _, lang := range langs {
		if _, err := g.DB.Pool().Exec(g.T.Context(), "update players set lang = $1", lang); err != nil {
			g.T.Fatal(err)
		}
		l, err := g.Out.WriteFrom(g.T.Context(), nil, &list[0], g.now)
		raw := l.Raw
		if err != nil {
			g.T.Fatal(err)
		}
		all = append(all, raw)
	}
	return all
}

// letters plays a match and returns, after each number of moves in after,
// the last letter to the seat that is due, in each language.
func (g *office) letters(game, address string, after ...int) []*ours {
	g.begin(game)
	g.Out.Address = address
	var all []*ours
	moved := 0
	for _, moves := range after {
		for ; moved < moves; moved++ {
			g.move()
		}
		no, name := g.due()
		position := g.fold().Match.State()
		for i, raw := range g.last(no, languages) {
			all = append(all, newOurs(g.T, raw, catalog.FindGame(game), position, name, languages[i], moves))
			all[len(all)-1].seats = g.fold().Match.Names()
		}
	}
	return all
}
