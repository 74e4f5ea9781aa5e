package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/engine/enginetest"
	"pitpost/house"
)

// What a seat may not know is dealt anew under the house: neither the seat's page, nor what
// tells of news, nor the public page changes by a byte. In both games.
func TestPagesDoNotChangeWithWhatTheirReaderMayNotKnow(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"saboteur", "clonk"} {
		t.Run(game, func(t *testing.T) {
			g := newGalleryOf(t, game)
			for i := 0; i < 6 || g.midTurn(); i++ {
				g.playFirst(i)
			}
			if _, err := g.db.Pool().Exec(t.Context(), "update matches set listed = true"); err != nil {
				t.Fatal(err)
			}
			address, seat := g.due()
			link, _ := g.digest(address)
			v := g.visitor()
			v.signIn(link)
			table := g.fold()
			paths := []string{fmt.Sprintf("/seat/%d", g.match), fmt.Sprintf("/seat/%d/now", g.match), link, fmt.Sprintf("/seat/%d/letters", g.match)}
			g.alike(v, table, table.Seats[seat].Name, paths)
			g.alike(g.visitor(), g.fold(), "", []string{fmt.Sprintf("/m/%d", g.match), fmt.Sprintf("/m/%d/now", g.match),
				fmt.Sprintf("/api/v1/matches/%d", g.match), fmt.Sprintf("/api/v1/matches/%d/events", g.match), "/api/v1/matches"})
		})
	}
}

func (g *gallery) fold() *db.Table {
	g.t.Helper()
	table, err := g.db.Fold(g.t.Context(), g.match, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	return table
}

// midTurn says that whoever is due has begun a turn, and so has no digest for the rest.
func (g *gallery) midTurn() bool {
	_, seat := g.due()
	table := g.fold()
	return table.Match.MidTurn(table.Seats[seat].Name)
}

// looksAtGoal is a map's command: a look is not taken back, so no rewind reaches behind it.
var looksAtGoal = regexp.MustCompile(` I[135]$`)

// playFirst plays the first legal command of whoever is due.
func (g *gallery) playFirst(i int) {
	g.t.Helper()
	g.playOf(i, func(string) bool { return true })
}

// playBlind plays the first that shows nobody a card, so that it can be taken back.
func (g *gallery) playBlind(i int) {
	g.t.Helper()
	g.playOf(i, func(command string) bool { return !looksAtGoal.MatchString(command) })
}

func (g *gallery) playOf(i int, may func(command string) bool) {
	g.t.Helper()
	_, seat := g.due()
	table := g.fold()
	s := table.Seats[seat]
	legal := table.Match.State().Legal(s.Name)
	if len(legal) == 0 {
		g.t.Fatalf("%s is due and can do nothing", s.Name)
	}
	first := slices.IndexFunc(legal, may)
	_, err := g.house.TakePage(g.t.Context(), house.PageWords{Player: s.Player, Match: g.match, Seat: seat, Step: table.Match.Chair(s.Name).Steps + 1,
		Once: fmt.Sprint(i), Words: legal[first], Now: g.clock})
	if err != nil {
		g.t.Fatal(err)
	}
}

// alike deals anew what a seat may not know and compares pages before and after.
func (g *gallery) alike(v *visitor, table *db.Table, seat string, paths []string) {
	g.t.Helper()
	before := map[string]string{}
	for _, path := range paths {
		code, page := v.get(path)
		if code != 200 {
			g.t.Fatalf("%s: %d", path, code)
		}
		before[path] = body(page)
	}
	if !g.redeal(table, seat) {
		g.t.Fatalf("%q: nothing was dealt anew, so nothing is proved", seat)
	}
	for _, path := range paths {
		if _, page := v.get(path); body(page) != before[path] {
			g.t.Errorf("%s changed with what %q may not know:\n%s\n---\n%s", path, seat, before[path], body(page))
		}
	}
}

// body is a page without the number of its form.
func body(page string) string {
	if once := fields(page)["once"]; once != "" {
		page = strings.ReplaceAll(page, once, "")
	}
	return page
}

// redeal writes into the log another deal that looks the same to a seat.
func (g *gallery) redeal(table *db.Table, seat string) (changed bool) {
	g.t.Helper()
	var log []engine.Fact
	for _, f := range table.Match.Facts() {
		if strings.HasPrefix(f.Event.Kind(), table.Row.Game+".") {
			log = append(log, f)
		}
	}
	dice := engine.Dice{Seed: [32]byte{7}}
	other := table.Match.Game.(enginetest.Redealer).Redeal(table.Match.Setup, log, seat, dice.For("redeal"))
	if len(other) != len(log) {
		g.t.Fatalf("%d facts were dealt for %d", len(other), len(log))
	}
	exec := func(sql string, args ...any) {
		g.t.Helper()
		if _, err := g.db.Pool().Exec(g.t.Context(), sql, args...); err != nil {
			g.t.Fatal(err)
		}
	}
	// Nobody but the owner of the table can do this to a log.
	exec("alter table facts disable trigger facts_stand")
	for i := range log {
		one, err := json.Marshal(log[i].Event)
		if err != nil {
			g.t.Fatal(err)
		}
		two, err := json.Marshal(other[i].Event)
		if err != nil {
			g.t.Fatal(err)
		}
		if string(one) != string(two) {
			changed = true
			exec("update facts set data = $1 where match_id = $2 and seq = $3", two, g.match, log[i].Seq)
		}
	}
	exec("alter table facts enable always trigger facts_stand")
	return changed
}
