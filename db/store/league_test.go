package store_test

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
		l := x.AddLeague(model.League{Name: "Winter", Rules: rules.Rules{Games: []rules.Play{{Game: "clonk"}}, Group: 4}})
		x.SetOrganiser(l.ID, ana, false)
		s = x.AddSeason(model.Season{League: l.ID, No: 1, State: "signup", Rules: l.Rules, Seed: [32]byte{7}, OpenedAt: noon, MusterAt: noon, StartsAt: noon, EndsAt: noon})
		x.SaveEntrants([]model.Entrant{{Season: s.ID, Player: bo, Name: "Bo", State: "entered", JoinedAt: noon},
			{Season: s.ID, Player: ana, Name: "Ana", State: "entered", JoinedAt: noon, Division: 1}})
		x.AddGroups([]model.LeagueMatch{{Season: s.ID, No: 1, Division: 1, Round: 1, Game: "clonk", Edition: "en", StartsAt: noon,
			Seats: []model.LeagueSeat{{Seat: 0, Player: bo, Name: "Bo", Drawn: bo}, {Seat: 1, Player: ana, Name: "Ana", Drawn: ana}, {Seat: 2, Name: "Cy"}}}})
	})
	return s, ana, bo
}

func TestALeagueIsKeptAndFound(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	play(t, d, operator(), 0, func(x *world.Tx) {
		if twice := x.AddLeague(model.League{Name: "winter"}); twice != nil {
			t.Errorf("a name was given twice: %v", twice)
		}
		if again := x.AddSeason(*s); again != nil {
			t.Errorf("a season was opened twice: %v", again)
		}
		l := x.League(s.League)
		if l == nil || l.Name != "Winter" {
			t.Fatalf("the league: %v", l)
		}
		if found := x.SeasonOf(l.ID, 0); found == nil || found.ID != s.ID || found.Seed != s.Seed || found.State != "signup" {
			t.Errorf("the latest season: %+v", found)
		}
		if none := x.SeasonOf(l.ID, 2); none != nil {
			t.Errorf("a second season: %v", none)
		}
		groups := x.Groups(model.GroupFilter{Season: s.ID})
		if len(groups) != 1 || len(groups[0].Seats) != 3 {
			t.Fatalf("the groups: %+v", groups)
		}
		if g := groups[0]; g.State != "planned" || g.Seats[0].Player != bo || g.Seats[2].Player != 0 || g.Seats[2].Name != "Cy" || g.Result != nil {
			t.Errorf("the group: %+v", g)
		}
		e := x.Entrant(s.ID, ana)
		if e == nil || e.Name != "Ana" || e.Division != 1 {
			t.Errorf("Ana in the season: %+v", e)
		}
		if of := x.OpenEntries(ana); len(of) != 1 || of[0].Season != s.ID {
			t.Errorf("what Ana plays in: %+v", of)
		}
		if all := x.Entrants(s.ID); len(all) != 2 || all[0].Player != bo || all[1].Player != ana { // by division
			t.Errorf("all in the season: %+v", all)
		}
	})
}

func TestGroupsAreFoundByWhatIsAsked(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	play(t, d, operator(), 0, func(x *world.Tx) {
		if wait := x.Groups(model.GroupFilter{Season: s.ID, State: model.GroupPlanned, Players: []int64{ana}}); len(wait) != 1 || wait[0].No != 1 {
			t.Errorf("what waits for Ana: %+v", wait)
		}
		m := x.Group(s.ID, 1)
		gone := x.Now()
		m.State, m.Seats[0].Gone, m.Seats[0].Player, m.Result = model.GroupRunning, &gone, 0, &rules.Result{Group: 1, Aborted: true}
		x.SaveGroup(*m)
	})
	play(t, d, operator(), 0, func(x *world.Tx) {
		for _, c := range []struct {
			asked model.GroupFilter
			found int
		}{{model.GroupFilter{Season: s.ID}, 1}, {model.GroupFilter{Season: s.ID + 1}, 0}, {model.GroupFilter{Season: s.ID, No: 2}, 0}, {model.GroupFilter{Match: 7}, 0},
			{model.GroupFilter{Season: s.ID, State: model.GroupPlanned}, 0}, {model.GroupFilter{Season: s.ID, State: model.GroupRunning, Players: []int64{bo}}, 1}, // who was drawn
			{model.GroupFilter{Season: s.ID, Players: []int64{}}, 0}, {model.GroupFilter{Season: s.ID, Players: []int64{ana + bo}}, 0}} {
			if got := x.Groups(c.asked); len(got) != c.found {
				t.Errorf("%+v finds %+v", c.asked, got)
			}
		}
		theirs := x.Groups(model.GroupFilter{Season: s.ID, Players: []int64{ana}})
		if len(theirs) != 1 {
			t.Fatalf("Ana's groups: %+v", theirs)
		}
		if m := theirs[0]; m.Result == nil || m.Result.Group != 1 || !m.Result.Aborted || m.Seats[0].Gone == nil {
			t.Errorf("Ana's group: %+v", theirs)
		}
	})
}
