package phrases

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/memory"
	"pitpost.example/house/world"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// writer is the player who writes all lines. The others have the names in the tables: Ana, Bo and Cy.
const writer = "Di"

// position is a house in which it is the writer's turn.
type position struct {
	game  string
	me    string // the writer's name
	seats []string
	world *memory.World
	now   time.Time
	ref   model.Ref // of the letter that asks for the move

	legal []string
	hand  []string          // codes of the cards, by place
	tops  map[string]string // the cards on the shafts of Clonk!, by place: "s3"
	goals []string          // cells of face-down goals
	cells map[string]bool   // cells of laid cards
	all   []choice          // the legal commands, parsed
}

// choice is a legal command with what the tables name in it.
type choice struct {
	text string
	code string // of the card that it uses
}

// rig is a house in memory in which a match is played by letters.
type rig struct {
	house *server.House
	world *memory.World
	now   time.Time
	sent  int
	dice  *rand.Rand
}

// newHouse returns a house with a world.
func newHouse(w *memory.World, random io.Reader) *server.House {
	return &server.House{Store: w, Log: slog.New(slog.DiscardHandler), Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org",
		Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Random: random, Bot: "random", Seal: func(use string, plain []byte) []byte { return []byte(use + " " + string(plain)) }}}
}

func addressOf(name string) string {
	return strings.ToLower(spelling.NormaliseLine(name)) + "@example.org"
}

// begin opens a match in which all players have joined.
func begin(t testing.TB, game, edition string, names []string, seed uint64) *rig {
	t.Helper()
	r := &rig{now: time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC), dice: rand.New(rand.NewPCG(seed, 7))}
	r.world = memory.New(catalog.FindGame)
	r.house = newHouse(r.world, lab.Seeded{Rand: rand.New(rand.NewPCG(seed, 11))})
	var with []string
	for _, n := range names[1:] {
		with = append(with, addressOf(n))
	}
	order := fmt.Sprintf("new %s edition=%s with %s", game, edition, strings.Join(with, ", "))
	if said, err := r.house.OpenMatchFor(context.Background(), addressOf(names[0]), names[0], order, r.now); err != nil || !said.Done {
		t.Fatalf("%s: %v %v", order, err, said)
	}
	for i, n := range names[1:] {
		r.write(t, n, "yes", model.Ref{Match: 1, Seat: i + 1, Purpose: model.ForInvite})
	}
	for id, player := range r.world.Players { // so that no letter makes the house guess their language
		player.Lang, player.Settings.LangGuessed = "en", false
		r.world.Players[id] = player
	}
	if r.match().Match.Phase != engine.Running {
		t.Fatalf("the match of %s has not begun", game)
	}
	return r
}

func (r *rig) match() *memory.Match { return r.world.Matches[1] }

func (r *rig) write(t testing.TB, name, words string, ref model.Ref) {
	t.Helper()
	r.sent++
	r.now = r.now.Add(17 * time.Minute)
	id := sha256.Sum256(fmt.Append(nil, r.sent))
	l := &desk.Letter{From: addressOf(name), Display: name, Trust: model.TrustProved, Ref: &ref, Lines: speech.SplitLines(words, spelling.NormaliseLine),
		MessageID: fmt.Sprintf("<%d@example.org>", r.sent), Door: "test", Hash: id, WordsHash: id, ReceivedAt: r.now, Now: r.now}
	if state, why, err := r.house.Take(context.Background(), l); err != nil || state != model.LetterApply {
		t.Fatalf("%s's %q: %s %s %v", name, words, state, why, err)
	}
}

// due returns the seat that must move, "" when the match is over.
func (r *rig) due() string {
	m := r.match().Match
	if m.Phase != engine.Running {
		return ""
	}
	awaited := m.Awaited()
	if len(awaited) == 0 {
		return ""
	}
	return awaited[0]
}

func seatNo(m *memory.Match, name string) int {
	return slices.IndexFunc(m.Seats, func(s model.Seat) bool { return s.Name == name })
}

func (r *rig) turnLetter(name string) model.Ref {
	m := r.match()
	return model.Ref{Match: 1, Seat: m.Seats[seatNo(m, name)].No, Purpose: model.ForTurn, Step: int64(m.Match.Chair(name).Steps + 1)}
}

// move plays a random move, which is rarely one that only throws a card away.
func (r *rig) move(t testing.TB, name string) {
	t.Helper()
	legal := r.match().Match.State().Legal(name)
	kinds := map[string][]string{}
	for _, c := range legal {
		kind, _, _ := strings.Cut(c, " ")
		kinds[kind] = append(kinds[kind], c)
	}
	words := slices.Sorted(maps.Keys(kinds))
	if len(words) > 1 && (r.dice.IntN(6) > 0 || kinds["blast"] != nil) {
		words = slices.DeleteFunc(words, func(w string) bool { return w == "pass" || w == "rest" })
	}
	of := kinds[words[r.dice.IntN(len(words))]]
	r.write(t, name, of[r.dice.IntN(len(of))], r.turnLetter(name))
}

// look returns the current position, on the writer's turn.
func (r *rig) look(game string) *position {
	w := copied(r.world)
	m := w.Matches[1]
	state := m.Match.State()
	p := &position{game: game, me: writer, world: w, now: r.now.Add(time.Hour), ref: r.turnLetter(writer), seats: m.Match.Names(), legal: state.Legal(writer), tops: map[string]string{}}
	view := state.View(writer)
	for _, h := range view.Hand {
		p.hand = append(p.hand, h.Card)
	}
	for _, h := range view.Open {
		p.tops[h.Place] = h.Card
	}
	p.survey(view)
	return p
}

// survey records what is on the table and what is legal.
func (p *position) survey(view engine.View) {
	if p.game == "saboteur" {
		var data struct {
			Goals map[string]any `json:"goals"`
			Cells map[string]any `json:"cells"`
		}
		b, err := json.Marshal(view.Data)
		if err != nil || json.Unmarshal(b, &data) != nil {
			panic("phrases: the view of a position is no JSON")
		}
		p.cells = map[string]bool{}
		for at := range data.Cells {
			p.cells[at] = true
		}
		for _, g := range slices.Sorted(maps.Keys(data.Goals)) {
			if data.Goals[g] == nil {
				p.goals = append(p.goals, g)
			}
		}
	}
	for _, c := range p.legal {
		p.all = append(p.all, choice{c, p.cardOf(c)})
	}
}

// player returns the writer's player number.
func (p *position) player() int64 { return p.world.Addresses[addressOf(writer)].Player }

// cardOf returns the code of the card that a legal command uses; "" for none.
func (p *position) cardOf(c string) string {
	words := strings.Fields(c)
	for _, w := range words {
		if code := p.tops[w]; code != "" && words[0] != "shore" {
			return code
		}
		n := 0
		if _, err := fmt.Sscanf(strings.TrimPrefix(w, "h"), "%d", &n); err == nil && n >= 1 && n <= len(p.hand) && words[0] != "pick" {
			return p.hand[n-1]
		}
	}
	return ""
}

// copied returns an independent copy of a world.
func copied(w *memory.World) *memory.World {
	c := *w
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Map:
			if f.IsNil() {
				continue
			}
			fresh := reflect.MakeMapWithSize(f.Type(), f.Len())
			for _, k := range f.MapKeys() {
				fresh.SetMapIndex(k, f.MapIndex(k))
			}
			f.Set(fresh)
		case reflect.Slice:
			f.Set(f.Slice3(0, f.Len(), f.Len()))
		}
	}
	for id, m := range c.Matches {
		own := *m
		own.Seats, own.Clocks, own.Facts = slices.Clone(m.Seats), slices.Clone(m.Clocks), slices.Clip(m.Facts)
		own.Plans = map[int][]model.Plan{}
		for seat, plans := range m.Plans {
			own.Plans[seat] = slices.Clone(plans)
		}
		own.Match = foldOf(m.Match, m.Facts)
		c.Matches[id] = &own
	}
	return &c
}

// foldOf folds the facts of a match from the beginning.
func foldOf(m *engine.Match, facts []engine.Fact) *engine.Match {
	fresh := m
	for past := range m.Replay(facts) {
		fresh = past
	}
	return fresh
}

// tables lists the matches to play: game, edition and the players in the order of their seats.
var tables = []struct {
	game, edition string
	names         []string
}{
	{"saboteur", "pt", []string{"Di", "Ana", "Bo"}},
	{"clonk", "de", []string{"Ana", "Di", "Bo", "Cy"}},
	{"saboteur", "mercurio", []string{"Ana", "Bo", "Di", "Cy"}},
	{"clonk", "es", []string{"Di", "Cy", "Ana"}},
	{"saboteur", "it", []string{"Cy", "Di", "Bo"}},
	{"clonk", "fr", []string{"Bo", "Cy", "Di"}},
	{"saboteur", "es", []string{"Di", "Cy", "Bo", "Ana"}},
	{"clonk", "en", []string{"Ana", "Bo", "Cy", "Di"}},
}

// findPositions plays matches until each line has a number of positions in which it can be sent. It returns the
// filled lines with their positions.
func findPositions(t testing.TB, lines []*line, each int) map[*line][]filled {
	t.Helper()
	found, wanting := seekPositions(t, lines, each, 400)
	for _, list := range wanting {
		for _, l := range list {
			t.Errorf("%s has %d positions: %q means %v", l, len(found[l]), l.template, l.means)
		}
	}
	if len(wanting) > 0 {
		t.Fatal("no position for some lines")
	}
	return found
}

// seekPositions plays at most so many matches, and also returns the lines that still want positions, by game.
func seekPositions(t testing.TB, lines []*line, each, matches int) (map[*line][]filled, map[string][]*line) {
	t.Helper()
	names := cardNames(t)
	wanting := map[string][]*line{}
	for _, l := range lines {
		wanting[l.game] = append(wanting[l.game], l)
	}
	found := map[*line][]filled{}
	for seed := uint64(1); len(wanting) > 0; seed++ {
		if seed > uint64(matches) {
			break
		}
		at := tables[int(seed)%len(tables)]
		if wanting[at.game] == nil {
			continue
		}
		r := begin(t, at.game, at.edition, at.names, seed)
		moves := 0
		for name := r.due(); name != "" && moves < 400 && wanting[at.game] != nil; name = r.due() {
			moves++
			if name == writer && r.dice.IntN(3) > 0 {
				r.collect(at.game, names, wanting, found, each)
			}
			r.move(t, name)
		}
	}
	return found, wanting
}

// collect gives the current position to lines that need one and fit it. Only some of the lines with the same
// meaning get it, so that they are spread over many positions.
func (r *rig) collect(game string, names map[string]map[string]cardName, wanting map[string][]*line, found map[*line][]filled, each int) {
	var p *position
	var still []*line
	for _, l := range wanting[game] {
		if p == nil {
			p = r.look(game)
		}
		if r.dice.IntN(3) > 0 || len(wanting[game]) < 200 { // spreads lines over positions
			if f, ok := p.fill(l, names[l.lang], r.dice); ok {
				f.at = p
				found[l] = append(found[l], f)
			}
		}
		if len(found[l]) < each {
			still = append(still, l)
		}
	}
	if wanting[game] = still; len(still) == 0 {
		delete(wanting, game)
	}
}
