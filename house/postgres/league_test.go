package postgres_test

import (
	"testing"

	"pitpost.example/db"
	rules "pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// season creates a league with one season, two entrants and one group with both of them.
func season(t *testing.T, d *db.DB) (s *model.Season, ana, bo int64) {
	t.Helper()
	play(t, d, operator(), 0, func(x *world.Tx) {
		ana, bo = x.NewPlayer("ana@example.org", "Ana").ID, x.NewPlayer("bo@example.org", "Bo").ID
		l := world.Make(x, model.League{Name: "Winter", Rules: rules.Rules{Games: []rules.Play{{Game: "clonk"}}, Group: 4}})
		world.Save(x, world.Organise{League: l.ID, Player: ana})
		s = world.Make(x, model.Season{League: l.ID, No: 1, State: "signup", Rules: l.Rules, Seed: [32]byte{7}, OpenedAt: noon, MusterAt: noon, StartsAt: noon, EndsAt: noon})
		world.Save(x, []model.Entrant{{Season: s.ID, Player: bo, Name: "Bo", State: "entered", JoinedAt: noon},
			{Season: s.ID, Player: ana, Name: "Ana", State: "entered", JoinedAt: noon, Division: 1}})
		world.Save(x, []model.LeagueMatch{{Season: s.ID, No: 1, Division: 1, Round: 1, Game: "clonk", Edition: "en", StartsAt: noon,
			Seats: []model.LeagueSeat{{Seat: 0, Player: bo, Name: "Bo", Drawn: bo}, {Seat: 1, Player: ana, Name: "Ana", Drawn: ana}, {Seat: 2, Name: "Cy"}}}})
	})
	return s, ana, bo
}

func TestALeagueIsKeptAndFound(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	play(t, d, operator(), 0, func(x *world.Tx) {
		if twice := world.Make(x, model.League{Name: "winter"}); twice != nil {
			t.Errorf("a name was given twice: %v", twice)
		}
		if again := world.Make(x, *s); again != nil {
			t.Errorf("a season was opened twice: %v", again)
		}
		l := world.First(x, world.Leagues{})
		if l == nil || l.Name != "Winter" {
			t.Fatalf("the league: %v", l)
		}
		if found := world.First(x, world.Seasons{League: l.ID}); found == nil || found.ID != s.ID || found.Seed != s.Seed || found.State != "signup" {
			t.Errorf("the latest season: %+v", found)
		}
		if none := world.First(x, world.Seasons{League: l.ID, No: 2}); none != nil {
			t.Errorf("a second season: %v", none)
		}
		groups := world.Get(x, world.Groups{Season: s.ID})
		if len(groups) != 1 || len(groups[0].Seats) != 3 {
			t.Fatalf("the groups: %+v", groups)
		}
		if g := groups[0]; g.State != "planned" || g.Seats[0].Player != bo || g.Seats[2].Player != 0 || g.Seats[2].Name != "Cy" || g.Result != nil {
			t.Errorf("the group: %+v", g)
		}
		e := world.First(x, world.Entrants{Season: s.ID, Player: ana})
		if e == nil || e.Name != "Ana" || e.Division != 1 {
			t.Errorf("Ana in the season: %+v", e)
		}
		if of := world.Get(x, world.Entrants{Player: ana, Open: true}); len(of) != 1 || of[0].Season != s.ID {
			t.Errorf("what Ana plays in: %+v", of)
		}
		if all := world.Get(x, world.Entrants{Season: s.ID}); len(all) != 2 || all[0].Player != bo || all[1].Player != ana { // by division
			t.Errorf("all in the season: %+v", all)
		}
	})
}

func TestGroupsAreFoundByWhatIsAsked(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	play(t, d, operator(), 0, func(x *world.Tx) {
		if wait := world.Get(x, world.Groups{Season: s.ID, State: model.GroupPlanned, Players: []int64{ana}}); len(wait) != 1 || wait[0].No != 1 {
			t.Errorf("what waits for Ana: %+v", wait)
		}
		m := world.First(x, world.Groups{Season: s.ID, No: 1})
		gone := x.Now()
		m.State, m.Seats[0].Gone, m.Seats[0].Player, m.Result = model.GroupRunning, &gone, 0, &rules.Result{Group: 1, Aborted: true}
		world.Save(x, *m)
	})
	play(t, d, operator(), 0, func(x *world.Tx) {
		for _, c := range []struct {
			asked world.Groups
			found int
		}{{world.Groups{Season: s.ID}, 1}, {world.Groups{Season: s.ID + 1}, 0}, {world.Groups{Season: s.ID, No: 2}, 0}, {world.Groups{Match: 7}, 0},
			{world.Groups{Season: s.ID, State: model.GroupPlanned}, 0}, {world.Groups{Season: s.ID, State: model.GroupRunning, Players: []int64{bo}}, 1}, // who was drawn
			{world.Groups{Season: s.ID, Players: []int64{}}, 0}, {world.Groups{Season: s.ID, Players: []int64{ana + bo}}, 0}} {
			if got := world.Get(x, c.asked); len(got) != c.found {
				t.Errorf("%+v finds %+v", c.asked, got)
			}
		}
		m := world.First(x, world.Groups{Season: s.ID, Players: []int64{ana}})
		if m == nil || m.Result == nil || m.Result.Group != 1 || !m.Result.Aborted || m.Seats[0].Gone == nil {
			t.Errorf("Ana's group: %+v", m)
		}
	})
}
