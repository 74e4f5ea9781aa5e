package postgres_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/house/postgres"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

func TestAReadNeitherLocksNorWrites(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, _ := season(t, d)
	read := func(ask func(*world.Tx)) error {
		return d.Read(t.Context(), noon, func(tx *db.Tx) error {
			_, err := world.Decide(&world.Rules{}, operator(), postgres.Shell(tx), ask)
			return err
		})
	}
	if err := read(func(x *world.Tx) {
		if e := world.First(x, world.Entrants{Season: s.ID, Player: ana}); e == nil || e.Name != "Ana" {
			t.Errorf("Ana in the season: %+v", e)
		}
	}); err != nil {
		t.Error(err)
	}
	for what, ask := range map[string]func(*world.Tx){
		"a lock":   func(x *world.Tx) { world.First(x, world.Seasons{ID: s.ID, Lock: true}) },
		"a table":  func(x *world.Tx) { x.FindTable(match(t, d)) },
		"a change": func(x *world.Tx) { world.Save(x, world.Organise{League: s.League, Player: ana, Off: true}) },
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
		world.Save(x, *a)
		world.Save(x, model.Address{Address: "bo@home.example", Player: bo.ID})
		world.Save(x, model.Watcher{Match: match(t, d), Player: bo.ID})
		watched := world.Get(x, world.Watched{Player: bo.ID})
		if p, a := x.PlayerByAddress(" BO@example.org"); p != bo || !a.Proved || !a.First || a.Barred || len(watched) != 1 {
			t.Errorf("Bo is %v at %+v and follows %v", p, a, watched)
		}
		world.Tell(x, &world.Bar{Player: bo.ID})
		all, watched := world.Get(x, world.Addresses{Player: bo.ID}), world.Get(x, world.Watched{Player: bo.ID})
		if _, a := x.PlayerByAddress("bo@home.example"); len(all) != 2 || !all[0].First || !all[1].Barred || !a.Barred || len(watched) != 0 {
			t.Errorf("barred, Bo has %+v and follows %v", all, watched)
		}
	})
}
