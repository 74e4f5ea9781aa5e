package postgres_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/house/postgres"
	"pitpost.example/house/world"
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
		"a change": func(x *world.Tx) { x.Do(world.Organise{League: s.League, Player: ana, Off: true}) },
	} {
		if read(ask) == nil {
			t.Errorf("%s was let through", what)
		}
	}
	if n := count(t, d, "select count(*) from league_organisers"); n != 1 {
		t.Errorf("%d organisers are left", n)
	}
}
