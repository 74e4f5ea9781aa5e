package store_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/store"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

func TestAReadNeitherLocksNorWrites(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, _ := season(t, d)
	read := func(ask func(*world.Tx)) error {
		return d.Read(t.Context(), noon, func(tx *db.Tx) error {
			return world.Decide(&world.Rules{}, operator(), store.NewTx(tx), ask)
		})
	}
	if err := read(func(x *world.Tx) {
		if e := x.Entrant(s.ID, ana); e == nil || e.Name != "Ana" {
			t.Errorf("Ana in the season: %+v", e)
		}
	}); err != nil {
		t.Error(err)
	}
	for what, ask := range map[string]func(*world.Tx){
		"a lock":   func(x *world.Tx) { x.LockSeason(s.ID) },
		"a table":  func(x *world.Tx) { x.FindTable(match(t, d)) },
		"a change": func(x *world.Tx) { x.SetOrganiser(s.League, ana, true) },
	} {
		if read(ask) == nil {
			t.Errorf("%s was let through", what)
		}
	}
	if n := count(t, d, "select count(*) from league_organisers"); n != 1 {
		t.Errorf("%d organisers are left", n)
	}
}

// What a command has changed, its own later questions see.
func TestAChangeIsSeenByLaterQuestions(t *testing.T) {
	d := open(t, fresh(t))
	play(t, d, operator(), 0, func(x *world.Tx) {
		if p, a := x.PlayerByAddress("bo@example.org"); p != nil || a != nil {
			t.Fatalf("Bo is %v at %v", p, a)
		}
		bo := x.NewPlayer("Bo@example.org", "Bo")
		_, a := x.PlayerByAddress("bo@example.org")
		a.Proved = true
		x.SaveAddress(*a)
		x.SaveAddress(model.Address{Address: "bo@home.example", Player: bo.ID})
		x.SaveWatcher(model.Watcher{Match: match(t, d), Player: bo.ID})
		watched := x.Watched(bo.ID)
		if p, a := x.PlayerByAddress(" BO@example.org"); p != bo || !a.Proved || !a.First || a.Barred || len(watched) != 1 {
			t.Errorf("Bo is %v at %+v and follows %v", p, a, watched)
		}
		x.Bar(bo.ID, false)
		all, watched := x.Addresses(bo.ID), x.Watched(bo.ID)
		if _, a := x.PlayerByAddress("bo@home.example"); len(all) != 2 || !all[0].First || !all[1].Barred || !a.Barred || len(watched) != 0 {
			t.Errorf("barred, Bo has %+v and follows %v", all, watched)
		}
	})
}
