package world

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

func (w *World) leagues() []model.League {
	return list(w.Leagues, func(model.League) bool { return true }, func(a, b model.League) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

func (w *World) leagueNamed(name string) *model.League {
	all := w.leagues()
	return first(slices.DeleteFunc(all, func(l model.League) bool { return !strings.EqualFold(l.Name, name) }))
}

func (w *World) organisers(league int64) []int64 {
	of := map[int64]bool{}
	for k := range w.Organisers {
		if k[0] == league {
			of[k[1]] = true
		}
	}
	return keys(of)
}

// seasonOf is the latest of a league that is wanted, no 0 being any.
func (w *World) seasonOf(league int64, no int) *model.Season {
	return first(list(w.Seasons, func(s model.Season) bool { return s.League == league && (s.No == no || no == 0) },
		func(a, b model.Season) int { return b.No - a.No }))
}

func (w *World) entrants(season int64) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool { return e.Season == season }, func(a, b model.Entrant) int {
		return cmp.Or(a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
}

func (w *World) entrantsAfter(season, after int64, limit int) []model.Entrant {
	all := list(w.Entrants, func(e model.Entrant) bool { return e.Season == season && e.Player > after },
		func(a, b model.Entrant) int { return cmp.Compare(a.Player, b.Player) })
	return all[:min(limit, len(all))]
}

func (w *World) entrantsOf(player int64) []model.Entrant {
	return list(w.Entrants, func(e model.Entrant) bool {
		return e.Player == player && w.Seasons[e.Season].State != model.SeasonClosed
	},
		func(a, b model.Entrant) int { return cmp.Compare(a.Season, b.Season) })
}

// groups are those that are wanted, in the order of the draw.
func (w *World) groups(wanted func(*model.LeagueMatch) bool) []model.LeagueMatch {
	out := list(w.Groups, func(m model.LeagueMatch) bool { return wanted(&m) }, func(a, b model.LeagueMatch) int {
		return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No)
	})
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // whoever asks may change them
	}
	return out
}

// hasPlace says whether a group has a place of a kind.
func hasPlace(m *model.LeagueMatch, such func(model.LeagueSeat) bool) bool {
	return slices.ContainsFunc(m.Seats, such)
}

func (w *World) groupsOf(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && hasPlace(m, func(s model.LeagueSeat) bool { return s.Player == player })
	})
}

func (w *World) groupsDrawn(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && hasPlace(m, func(s model.LeagueSeat) bool { return s.Drawn == player })
	})
}

func (w *World) placesLeft(season, player int64) []model.LeagueMatch {
	return w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && m.State == model.GroupPlanned &&
			hasPlace(m, func(s model.LeagueSeat) bool { return s.Drawn == player && s.Player == 0 })
	})
}

func (w *World) load(season int64, players []int64) map[int64]int {
	load := map[int64]int{}
	for _, m := range w.Groups {
		for _, s := range m.Seats {
			if m.Season == season && m.State == model.GroupRunning && s.Gone == nil && slices.Contains(players, s.Player) {
				load[s.Player]++
			}
		}
	}
	return load
}

func (w *World) waiting(season int64, players []int64, now time.Time) []int {
	out := []int{}
	for _, m := range w.groups(func(m *model.LeagueMatch) bool {
		return m.Season == season && m.State == model.GroupPlanned && !m.StartsAt.After(now) &&
			hasPlace(m, func(s model.LeagueSeat) bool { return slices.Contains(players, s.Player) })
	}) {
		out = append(out, m.No)
	}
	return out
}

func (w *World) openGroups(season int64) (n LeagueOpenAnswer) {
	for _, m := range w.Groups {
		count(&n.Planned, m.Season == season && m.State == model.GroupPlanned)
		count(&n.Running, m.Season == season && m.State == model.GroupRunning)
	}
	return n
}

func (w *World) openOffer(match int64, seat int) *model.SeatOffer {
	return first(list(w.Offers, func(o model.SeatOffer) bool { return o.Match == match && o.Seat == seat && o.State == model.OfferOpen },
		func(a, b model.SeatOffer) int { return cmp.Compare(a.Player, b.Player) }))
}

// seatChanges are those that are wanted, in the order in which they happened.
func (w *World) seatChanges(wanted func(model.SeatChange) bool) []model.SeatChange {
	out := []model.SeatChange{}
	for _, c := range w.Changes {
		if wanted(c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b model.SeatChange) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), a.Seq-b.Seq, cmp.Compare(a.What, b.What), a.Seat-b.Seat)
	})
	return out
}

func (w *World) left(player int64) []model.SeatChange {
	return w.seatChanges(func(c model.SeatChange) bool {
		m := w.Matches[c.Match]
		return c.Player == player && c.What == model.ChangeLeft && m != nil && m.played()
	})
}

// standin is a player's entry with what is to be known of them.
func (w *World) standin(player int64) *model.Standin {
	s := row(w.Standins, player)
	if s == nil {
		return nil
	}
	s.Lang, s.Address, s.Sits = w.Players[player].Lang, w.FirstAddress(player), 0
	for _, m := range w.Matches {
		for _, seat := range m.Seats {
			holds := seat.Player == player && (seat.State == model.SeatJoined || seat.State == model.SeatBot)
			count(&s.Sits, holds && m.played() && slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool {
				return c.Match == m.Row.ID && c.Seat == seat.No && c.What == model.ChangeTaken && c.Player == player
			}))
		}
	}
	return s
}

// nextStandin is the first, in the order of fairness, of all who may be asked: who speaks the
// language of the table, then who missed at most one turn in five so far, then who was not
// asked for the longest time.
func (w *World) nextStandin(v model.Vacancy, now time.Time) *model.Standin {
	var may []model.Standin
	for player := range w.Standins {
		if s := w.standin(player); w.mayStandIn(s, v, now) {
			may = append(may, *s)
		}
	}
	slices.SortFunc(may, func(a, b model.Standin) int {
		return cmp.Or(last(a.Lang != v.Lang, b.Lang != v.Lang), last(w.misses(a.Player), w.misses(b.Player)), last(a.Asked != nil, b.Asked != nil),
			since(a.Asked).Compare(since(b.Asked)), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	return first(may)
}

// last puts what holds behind what does not.
func last(a, b bool) int {
	number := map[bool]int{true: 1}
	return number[a] - number[b]
}

func since(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// mayStandIn says whether somebody may be asked to take a seat.
func (w *World) mayStandIn(s *model.Standin, v model.Vacancy, now time.Time) bool {
	a, p := w.firstAddress(s.Player), w.Players[s.Player]
	if a == nil || !a.Proved || a.Barred || a.Failing != "" || a.Blocked && !a.BlockedAt.Before(s.Since) { // an explicit wish after a "block" stands
		return false
	}
	away := p.AwayFrom != nil && p.AwayUntil != nil && p.AwayFrom.Before(v.Until) && p.AwayUntil.After(now)
	if away || len(s.Games) > 0 && !slices.Contains(s.Games, v.Game) || w.knows(s.Player, v.Match) {
		return false
	}
	if host := w.Matches[v.Match].seat(w.Matches[v.Match].Row.Host); host != nil && host.Player != 0 && w.hostBlocked(host.Player, s.Player, "") {
		return false
	}
	offers, open := 0, 0
	for _, o := range w.Offers {
		count(&offers, o.Player == s.Player && o.By == model.OfferHouse && o.At.After(now.Add(-7*day)))
		count(&open, o.Player == s.Player && o.State == model.OfferOpen && o.Until.After(now) && w.Matches[o.Match].played())
	}
	return offers < v.Offers && s.Sits+open < s.Most
}

// knows says whether a player sat in a match, was asked for a seat of it or was told of it.
func (w *World) knows(player, match int64) bool {
	_, offered := w.Offers[[2]int64{match, player}]
	return offered || slices.ContainsFunc(w.Matches[match].Seats, func(s model.Seat) bool { return s.Player == player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Player == player }) ||
		slices.ContainsFunc(w.Notices, func(n model.Notice) bool {
			return n.Match == match && n.Player == player && n.Seat >= 0 && isDigest(n.Purpose)
		})
}

// misses says whether a player misses turns too often.
func (w *World) misses(player int64) bool {
	t := w.turnsOf(player)
	return t.Missed > 2 && 5*t.Missed > t.Made+t.Missed
}

func (w *World) turnsOf(player int64) rating.Turns {
	sum := rating.Turns{Player: player}
	for _, r := range w.Rated {
		for _, t := range r.Turns {
			if t.Player == player {
				sum.Made, sum.Missed = sum.Made+t.Made, sum.Missed+t.Missed
			}
		}
	}
	return sum
}

func (w *World) nextRated(match int64) NextRatedAnswer {
	n := NextRatedAnswer{No: 1}
	for _, r := range w.Rated {
		n.No, n.Already = max(n.No, r.No+1), n.Already || r.Match == match
	}
	return n
}

func (w *World) ratings(players []int64) rating.Book {
	book := rating.Book{}
	for k, s := range w.Ratings {
		if len(players) == 0 || slices.Contains(players, k.Player) {
			book[k] = s
		}
	}
	return book
}

func (w *World) ratingChanges(player int64, kind string, most int) []model.RatingChange {
	out := []model.RatingChange{}
	for _, r := range slices.Backward(w.Rated) {
		var of []model.RatingChange
		for _, c := range r.Changes {
			if c.Player == player && (kind == "" || c.Kind == kind) {
				of = append(of, model.RatingChange{No: r.No, Match: r.Match, Game: w.Matches[r.Match].Row.Game, Change: c})
			}
		}
		slices.SortFunc(of, func(a, b model.RatingChange) int { return cmp.Compare(a.Kind, b.Kind) })
		out = append(out, of...)
	}
	return out[:min(most, len(out))]
}
