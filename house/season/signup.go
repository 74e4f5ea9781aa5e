package season

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// EnterPlayer saves a player as an entrant of a season, as a substitute or to play. e is their entry so far, nil if
// they have none; then called is their name in the season.
func EnterPlayer(w *world.Tx, s *model.Season, e *model.Entrant, player *model.Player, called, address string, substitute bool) *model.Entrant {
	if e == nil {
		taken := map[string]bool{}
		for _, o := range w.Entrants(s.ID) {
			taken[engine.LookalikeForm(o.Name)] = true
		}
		e = &model.Entrant{Season: s.ID, Player: player.ID, Name: freeName(taken, called), Address: address}
	}
	e.State, e.JoinedAt, e.LeftAt = model.EntrantSubstitute, w.Now(), nil
	if !substitute {
		e.State = enteredNow(w, s)
	}
	saveEntrants(w, *e)
	return e
}

// enteredNow returns the state of somebody who enters a season now. After the draw they are late, and late
// groups are scheduled.
func enteredNow(w *world.Tx, s *model.Season) model.EntrantState {
	if s.State == model.SeasonSignup || s.State == model.SeasonMustered {
		return model.EntrantEntered
	}
	seasonDue(w, s, model.DueLate, "", nextLate(w.Now()))
	return model.EntrantLate
}

// freeName returns name, with letters added if it is taken, and marks the result as taken.
func freeName(taken map[string]bool, name string) string {
	base := []rune(name)
	base = base[:min(17, len(base))]
	free := name
	for n := 1; taken[engine.LookalikeForm(free)]; n++ {
		free = string(base) + "-" + letters(n)
	}
	taken[engine.LookalikeForm(free)] = true
	return free
}

// letters counts in letters: b to z, then aa, ab and so on.
func letters(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return letters(n/26-1) + string(rune('a'+n%26))
}

// longestSignup is how long a sign-up may take, with too few players, before the league ends.
const longestSignup = 12 * aWeek

// CloseSignUp closes a sign-up now and moves the season's dates forward accordingly.
func CloseSignUp(w *world.Tx, s *model.Season) {
	bringForward(s, w.Now(), s.MusterAt)
	closeSignup(w, s)
}

// ListStarters lists who plays in a season from its start.
func ListStarters(w *world.Tx, s *model.Season) []model.Entrant {
	return onTime(w.Entrants(s.ID))
}

func onTime(all []model.Entrant) []model.Entrant {
	return engine.FilterList(all, func(e model.Entrant) bool { return e.State == model.EntrantEntered })
}

// muster closes a sign-up on its day. If there are too few players it lasts another week, and in the end the
// league ends.
func muster(w *world.Tx, s *model.Season) {
	if s.State != model.SeasonSignup {
		return
	}
	if len(ListStarters(w, s)) >= s.Rules.Least {
		closeSignup(w, s)
		return
	}
	l := w.League(s.League)
	if s.MusterAt.Add(aWeek).Sub(s.OpenedAt) > longestSignup {
		l.EndedAt = new(w.Now())
		w.SaveLeague(*l)
		CancelSeason(w, s)
		return
	}
	s.MusterAt, s.StartsAt, s.EndsAt = s.MusterAt.Add(aWeek), s.StartsAt.Add(aWeek), s.EndsAt.Add(aWeek)
	seasonDue(w, s, model.DueMuster, "", s.MusterAt)
	tell(w, s, model.NewsLater)
	w.SaveSeason(*s)
}

// drawOnTime draws a season on its day. If too many have left again it reopens the sign-up.
func drawOnTime(w *world.Tx, s *model.Season) {
	if len(ListStarters(w, s)) >= s.Rules.Least {
		DrawSeason(w, s)
		return
	}
	s.State = model.SeasonSignup
	muster(w, s)
}

// closeSignup closes a sign-up and tells everybody who is in, when play begins, and the hash of the seed for
// the draw.
func closeSignup(w *world.Tx, s *model.Season) {
	s.State = model.SeasonMustered
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueMuster})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueTell, Of: string(model.NewsLater)})
	seasonDue(w, s, model.DueDraw, "", s.StartsAt)
	tell(w, s, model.NewsMuster)
	w.SaveSeason(*s)
}

// bringForward moves a season's dates forward by the time that something planned happens early.
func bringForward(s *model.Season, now, planned time.Time) {
	early := planned.Sub(now)
	if early <= 0 {
		return
	}
	if s.MusterAt.After(now) {
		s.MusterAt = now
	}
	s.StartsAt, s.EndsAt = s.StartsAt.Add(-early), s.EndsAt.Add(-early)
}

// Invite is the Params of an ask of kind "league".
type Invite struct {
	Season  int64  `json:"season"`
	Address string `json:"address"`
}

// invite asks somebody from an imported list whether they want to play, once a season.
func invite(w *world.Tx, l *model.League, s *model.Season, e *model.Entrant) {
	if slices.ContainsFunc(w.OpenAsks(e.Player), func(a model.Ask) bool {
		return a.Kind == model.AskLeague && world.DecodeJSON[Invite]("a league's question", a.Params).Season == s.ID
	}) {
		return
	}
	id := w.AddAsk(model.Ask{Player: e.Player, Address: e.Address, Kind: model.AskLeague, Params: notice.EncodeParams(Invite{Season: s.ID, Address: e.Address}), LapsesAt: s.EndsAt})
	w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:ask:%d", s.ID, e.Player), Player: e.Player, Address: e.Address, Purpose: model.PurposeAsk, Params: notice.EncodeParams(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: engine.Say("house.league-invite-subject", "league", l.Name), Lines: DescribeInvitation(l, s, e)})})
}

// DescribeInvitation says what an invitation to a season is about, and how it is answered.
func DescribeInvitation(l *model.League, s *model.Season, e *model.Entrant) []engine.Phrase {
	return []engine.Phrase{engine.Say("house.league-invite", "league", l.Name, "season", s.No, "name", e.Name), DescribeSeason(s),
		engine.Say("house.league-invite-how", "until", engine.FormatMoment(s.MusterAt), "at", engine.FormatMoment(s.StartsAt), "by_time", engine.FormatMoment(s.EndsAt)),
		engine.Say("house.league-invite-answers"), engine.Say("house.league-private")}
}

// drawLate places late entrants: first in the groups of people who left the last division, then in new groups
// when there are enough of them.
func drawLate(w *world.Tx, s *model.Season) {
	if s.State != model.SeasonRunning || s.Rules.Late != "join" {
		return
	}
	all := w.Entrants(s.ID)
	last := 1
	for _, e := range all {
		last = max(last, e.Division)
	}
	late := engine.FilterList(all, func(e model.Entrant) bool { return e.State == model.EntrantLate })
	slices.SortStableFunc(late, func(a, b model.Entrant) int { return a.JoinedAt.Compare(b.JoinedAt) })
	for i := range late {
		late[i].Division = last
	}
	if late = placeLate(w, s, all, late, last); len(late) == 0 {
		return
	}
	round := roundOpen(w, s)
	if round == 0 {
		return // they stay entered for the next season
	}
	if len(late) < s.Rules.Least {
		seasonDue(w, s, model.DueLate, "", nextLate(w.Now()))
		return
	}
	groupLate(w, s, late, round)
}

// placeLate gives late entrants the groups of people who left the last division, if those have not started.
// It returns the entrants that are left.
func placeLate(w *world.Tx, s *model.Season, all, late []model.Entrant, last int) []model.Entrant {
	for _, gone := range all {
		if gone.State != model.EntrantDropped || gone.Division != last || len(late) == 0 {
			continue
		}
		groups := slices.DeleteFunc(w.Groups(model.GroupFilter{Season: s.ID, Players: []int64{gone.Player}}), func(m model.LeagueMatch) bool {
			return m.State != model.GroupPlanned || !slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Drawn == gone.Player && o.Player == 0 })
		})
		if len(groups) == 0 {
			continue
		}
		heir := &late[0]
		heir.State = model.EntrantEntered
		for i := range groups {
			inherit(w, &groups[i], gone.Player, heir)
		}
		saveEntrants(w, *heir)
		late = late[1:]
	}
	return late
}

// roundOpen returns the first round in which groups are still to start, 0 if there is none.
func roundOpen(w *world.Tx, s *model.Season) int {
	for round := 1; round <= s.Rules.Groups; round++ {
		if s.Rules.Begins(s.StartsAt, league.Group{Round: round, Wave: s.Rules.Calendar.Waves}).After(w.Now()) {
			return round
		}
	}
	return 0
}

// groupLate draws groups of late entrants for all rounds from this one on.
func groupLate(w *world.Tx, s *model.Season, late []model.Entrant, round int) {
	history := historyOf(w, s)
	var who []league.Entrant
	for i := range late {
		late[i].State = model.EntrantEntered
		who = append(who, league.Entrant{Name: late[i].Name, Division: late[i].Division})
	}
	s.Late++
	keepGroups(w, s, league.DrawLate(s.Seed, s.No, s.Late, &s.Rules, who, history, round), late)
	saveEntrants(w, late...)
	w.SaveSeason(*s)
}
