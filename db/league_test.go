package db_test

import (
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/league"
	"pitpost.example/db/people"
	rules "pitpost.example/engine/league"
	"pitpost.example/model"
)

// season creates a league with one season, two entrants and one group with both of them.
func season(t *testing.T, d *db.DB) (s *model.Season, ana, bo int64) {
	t.Helper()
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		var err error
		if ana, err = people.NewPlayer(tx, "ana@example.org", "Ana"); err != nil {
			return err
		}
		if bo, err = people.NewPlayer(tx, "bo@example.org", "Bo"); err != nil {
			return err
		}
		l, err := league.New(tx, "Winter", rules.Rules{Games: []rules.Play{{Game: "clonk"}}, Group: 4})
		if err != nil {
			return err
		}
		if err := league.AddOrganiser(tx, l.ID, ana); err != nil {
			return err
		}
		s, err = league.NewSeason(tx, model.Season{League: l.ID, No: 1, State: "signup", Rules: l.Rules, Seed: [32]byte{7}, OpenedAt: noon, MusterAt: noon, StartsAt: noon, EndsAt: noon})
		if err != nil {
			return err
		}
		if err := league.SaveEntrants(tx, model.Entrant{Season: s.ID, Player: bo, Name: "Bo", State: "entered", JoinedAt: noon},
			model.Entrant{Season: s.ID, Player: ana, Name: "Ana", State: "entered", JoinedAt: noon, Division: 1}); err != nil {
			return err
		}
		return league.AddMatches(tx, []model.LeagueMatch{{Season: s.ID, No: 1, Division: 1, Round: 1, Game: "clonk", Edition: "en", StartsAt: noon,
			Seats: []model.LeagueSeat{{Seat: 0, Player: bo, Name: "Bo", Drawn: bo}, {Seat: 1, Player: ana, Name: "Ana", Drawn: ana}, {Seat: 2, Name: "Cy"}}}})
	})
	return s, ana, bo
}

func TestALeagueIsKeptAndFound(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	l, err := league.Named(t.Context(), d, "wINTER")
	if err != nil || l == nil || l.Name != "Winter" {
		t.Fatalf("the league: %v, %v", l, err)
	}
	found, err := league.SeasonNo(t.Context(), d, l.ID, 0)
	if err != nil || found == nil || found.ID != s.ID || found.Seed != s.Seed || found.State != "signup" {
		t.Fatalf("the latest season: %+v, %v", found, err)
	}
	if none, err := league.SeasonNo(t.Context(), d, l.ID, 2); none != nil || err != nil {
		t.Errorf("a second season: %v, %v", none, err)
	}
	groups, err := league.Matches(t.Context(), d, s.ID)
	if err != nil || len(groups) != 1 || len(groups[0].Seats) != 3 {
		t.Fatalf("the groups: %+v, %v", groups, err)
	}
	if g := groups[0]; g.State != "planned" || g.Seats[0].Player != bo || g.Seats[2].Player != 0 || g.Seats[2].Name != "Cy" || g.Result != nil {
		t.Errorf("the group: %+v", g)
	}
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		if twice, err := league.New(tx, "winter", rules.Rules{}); twice != nil || err != nil {
			t.Errorf("a name was given twice: %v, %v", twice, err)
		}
		if again, err := league.NewSeason(tx, *s); again != nil || err != nil {
			t.Errorf("a season was opened twice: %v, %v", again, err)
		}
		e, err := league.Entrant(tx, s.ID, ana)
		if err != nil || e == nil || e.Name != "Ana" || e.Division != 1 {
			t.Errorf("Ana in the season: %+v, %v", e, err)
		}
		after, err := league.EntrantsAfter(tx, s.ID, ana, 10)
		if err != nil || len(after) != 1 || after[0].Player != bo {
			t.Errorf("those after Ana: %+v, %v", after, err)
		}
		return err
	})
}

func TestTheLoadOfALeagueCountsWhatRuns(t *testing.T) {
	d := open(t, fresh(t))
	s, ana, bo := season(t, d)
	later := operator()
	later.Now = noon.Add(time.Hour)
	play(t, d, later, 0, func(tx *db.Tx) error {
		wait, err := league.Waiting(tx, s.ID, []int64{ana})
		if err != nil || len(wait) != 1 || wait[0] != 1 {
			t.Errorf("what waits for Ana: %v, %v", wait, err)
		}
		m, err := league.Match(tx, s.ID, 1)
		if err != nil {
			return err
		}
		gone := tx.Now()
		m.State, m.Seats[0].Gone, m.Result = "running", &gone, &rules.Result{Group: 1, Aborted: true}
		return league.SaveMatch(tx, m)
	})
	play(t, d, later, 0, func(tx *db.Tx) error {
		load, err := league.Load(tx, s.ID, []int64{ana, bo})
		if err != nil || load[ana] != 1 || load[bo] != 0 {
			t.Errorf("the load: %v, %v", load, err)
		}
		planned, running, err := league.OpenMatches(tx, s.ID)
		if err != nil || planned != 0 || running != 1 {
			t.Errorf("open: %d planned, %d running, %v", planned, running, err)
		}
		mine, err := league.MatchesOf(tx, s.ID, ana)
		if err != nil || len(mine) != 1 || mine[0].Result == nil || mine[0].Result.Group != 1 || !mine[0].Result.Aborted || mine[0].Seats[0].Gone == nil {
			t.Errorf("Ana's groups: %+v, %v", mine, err)
		}
		return err
	})
}
