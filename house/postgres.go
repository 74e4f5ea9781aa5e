package house

import (
	"fmt"

	"pitpost.example/db"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// transaction shows a command what Postgres holds, and writes what it changes: most of it in
// one batch when the command has ended.
type transaction struct{ tx *db.Tx }

// into puts rows into a table of what is in sight.
func into[K comparable, V any](m map[K]V, key func(*V) K) func([]V, error) (any, error) {
	return func(all []V, err error) (any, error) {
		for i := range all {
			m[key(&all[i])] = all[i]
		}
		return nil, err
	}
}

// one is into for a row that may be missing.
func one[K comparable, V any](m map[K]V, key func(*V) K) func(*V, error) (any, error) {
	return func(v *V, err error) (any, error) {
		if v != nil {
			m[key(v)] = *v
		}
		return nil, err
	}
}

func keyOfAsk(a *model.Ask) int64              { return a.ID }
func keyOfHook(h *model.Hook) int64            { return h.ID }
func keyOfLeague(l *model.League) int64        { return l.ID }
func keyOfSeason(s *model.Season) int64        { return s.ID }
func keyOfEntrant(e *model.Entrant) [2]int64   { return [2]int64{e.Season, e.Player} }
func keyOfGroup(m *model.LeagueMatch) [2]int64 { return [2]int64{m.Season, int64(m.No)} }
func keyOfOffer(o *model.SeatOffer) [2]int64   { return [2]int64{o.Match, o.Player} }

// Look answers what a command asks.
func (t transaction) Look(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.GivenUp:
		return nil, tx.GivenUp()
	case world.Table:
		return nil, t.lookAtTable(q.ID, sight)
	case world.PlayerByAddress:
		return nil, t.lookForAddress(q.Address, sight)
	case world.Player:
		p, err := tx.Player(q.ID)
		if p != nil {
			sight.Players[p.ID] = *p
		}
		return nil, err
	case world.Addresses:
		all, err := tx.Addresses(q.Player)
		for _, a := range all {
			show(sight, a)
		}
		return nil, err
	case world.Ask:
		return one(sight.Asks, keyOfAsk)(tx.Ask(q.ID))
	case world.OpenAsks:
		return into(sight.Asks, keyOfAsk)(tx.OpenAsks(q.Player))
	case world.MatchAsks:
		return into(sight.Asks, keyOfAsk)(tx.MatchAsks(q.Match, q.Kind))
	case world.VoteAsks:
		return into(sight.Asks, keyOfAsk)(tx.VoteAsks(q.Match, q.Round))
	case world.HeldThisHour:
		return tx.HeldThisHour(q.Player, q.Answering)
	case world.HeldAtStep:
		return tx.HeldAtStep(q.Player, q.Match, q.Step)
	case world.AsksSince:
		return tx.AsksSince(q.Match, q.Kind, q.Since)
	case world.AnswersThisHour:
		return tx.AnswersThisHour(q.Address)
	case world.AsksThisHour:
		return tx.AsksThisHour(q.Address)
	case world.RefusedThisHour:
		return tx.RefusedThisHour(q.Sender)
	case world.StepSeen:
		return tx.StepSeen(q.Match, q.Seat, q.Step, q.Words)
	case world.Gone:
		of, gone, err := tx.Gone(q.Table, q.Number)
		return world.GoneAnswer{Of: of, Gone: gone}, err
	}
	return t.lookAtPeople(question, sight)
}

// lookAtTable puts a match into sight, locked.
func (t transaction) lookAtTable(id int64, sight *world.World) error {
	table, err := t.tx.FindTable(id)
	if err != nil || table == nil {
		return err
	}
	m := &world.Match{Row: table.Row, Seats: table.Seats, Fold: table.Match, Clocks: t.tx.Clocks(table), Plans: map[int][]model.Plan{}}
	for _, s := range table.Seats {
		if plans := t.tx.Plans(table, s.No); len(plans) > 0 {
			m.Plans[s.No] = plans
		}
	}
	sight.Matches[id] = m
	return nil
}

func (t transaction) lookForAddress(address string, sight *world.World) error {
	p, a, err := t.tx.PlayerByAddress(address)
	if err != nil || a == nil {
		return err
	}
	show(sight, *a)
	sight.Players[p.ID] = *p
	return nil
}

// show puts an address into sight. One that the command has changed stays as it is.
func show(sight *world.World, a model.Address) {
	if _, there := sight.Addresses[a.Address]; !there {
		sight.Addresses[a.Address] = world.Address{Address: a}
	}
}

// lookAtPeople answers what is asked of players beside the match at hand.
func (t transaction) lookAtPeople(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.MatchesOf:
		return tx.MatchesOf(q.Player)
	case world.Seated:
		return tx.Seated(q.Player)
	case world.HostedBy:
		return tx.HostedBy(q.Host)
	case world.Hosts:
		return tx.Hosts(q.All)
	case world.HostBlocked:
		return tx.HostBlocked(q.Host, q.Player, q.Address)
	case world.Unwanted:
		return tx.Unwanted(q.Address)
	case world.SaidYes:
		return tx.SaidYes(q.Player, q.Host)
	case world.Opened:
		return tx.Opened(q.Player, q.Rematches)
	case world.ColdLetters:
		return tx.Cold(q.Host, q.Address)
	case world.WroteTo:
		return tx.WroteTo(q.Match, q.Seat, q.Player)
	case world.DailyTold:
		return tx.DailyTold(q.Match, q.Seat, q.Player, q.ID)
	case world.DailyLetter:
		player, params, err := tx.DailyLetter(q.ID)
		return world.DailyLetterAnswer{Player: player, Params: params}, err
	case world.CodesSince:
		return tx.CodesSince(q.Player, q.Since)
	case world.Signs:
		return tx.Signs(q.Players)
	case world.SharedBy:
		return tx.SharedBy(q.Hashes)
	case world.LetterTimes:
		return tx.LetterTimes(q.Match, q.Most)
	case world.Watchers:
		all, err := tx.Watchers(q.Match)
		for _, v := range all {
			sight.Watches[[2]int64{q.Match, v.Player}] = v
		}
		return nil, err
	case world.Watched:
		return tx.Watched(q.Player)
	case world.MatchHooks:
		return into(sight.Hooks, keyOfHook)(tx.MatchHooks(q.Match))
	}
	return t.lookAtSeats(question, sight)
}

// lookAtSeats answers what is asked of who left seats, who may take them and how they play.
func (t transaction) lookAtSeats(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.SeatChanges:
		all, err := tx.SeatChanges(q.Match)
		sight.Changes = append(withoutMatch(sight.Changes, q.Match), all...)
		return nil, err
	case world.SeatsLeft:
		return tx.Left(q.Player)
	case world.OpenOffer:
		return one(sight.Offers, keyOfOffer)(tx.OpenOffer(q.Match, q.Seat))
	case world.OfferTo:
		return one(sight.Offers, keyOfOffer)(tx.OfferTo(q.Match, q.Player))
	case world.StandinOf:
		return tx.Standin(q.Player)
	case world.AnyStandin:
		return tx.AnyStandin()
	case world.NextStandin:
		return tx.NextStandin(q.Vacancy)
	case world.LockRatings:
		return nil, tx.LockRatings()
	case world.NextRated:
		no, already, err := tx.NextRated(q.Match)
		return world.NextRatedAnswer{No: no, Already: already}, err
	case world.Ratings:
		return tx.Ratings(q.Players...)
	case world.RatingChanges:
		return tx.RatingChanges(q.Player, q.Kind, q.Most)
	case world.TurnsOf:
		return tx.TurnsOf(q.Player)
	}
	return t.lookAtLeague(question, sight)
}

// lookAtLeague answers what is asked of leagues.
func (t transaction) lookAtLeague(question any, sight *world.World) (any, error) {
	tx := t.tx
	leagues, seasons, entrants, groups := one(sight.Leagues, keyOfLeague), one(sight.Seasons, keyOfSeason), into(sight.Entrants, keyOfEntrant), into(sight.Groups, keyOfGroup)
	switch q := question.(type) {
	case world.Leagues:
		return into(sight.Leagues, keyOfLeague)(tx.Leagues())
	case world.LeagueNamed:
		return leagues(tx.LeagueNamed(q.Name))
	case world.League:
		return leagues(tx.League(q.ID))
	case world.Organisers:
		all, err := tx.Organisers(q.League)
		for _, player := range all {
			sight.Organisers[[2]int64{q.League, player}] = true
		}
		return nil, err
	case world.SeasonOf:
		return seasons(tx.SeasonOf(q.League, q.No))
	case world.Season:
		return seasons(tx.Season(q.ID))
	case world.LockSeason:
		return seasons(tx.LockSeason(q.ID))
	case world.Entrants:
		return entrants(tx.Entrants(q.Season))
	case world.EntrantsAfter:
		return tx.EntrantsAfter(q.Season, q.After, q.Limit)
	case world.Entrant:
		return one(sight.Entrants, keyOfEntrant)(tx.Entrant(q.Season, q.Player))
	case world.EntrantsOf:
		return tx.EntrantsOf(q.Player)
	case world.Groups:
		return groups(tx.LeagueMatches(q.Season))
	case world.Group:
		return one(sight.Groups, keyOfGroup)(tx.LeagueMatch(q.Season, q.No))
	case world.GroupOf:
		return one(sight.Groups, keyOfGroup)(tx.LeagueMatchOf(q.Match))
	case world.GroupsOf:
		return groups(tx.LeagueMatchesOf(q.Season, q.Player))
	case world.GroupsDrawn:
		return groups(tx.LeagueMatchesDrawn(q.Season, q.Player))
	case world.PlacesLeft:
		return groups(tx.LeaguePlacesLeft(q.Season, q.Player))
	case world.LeagueLoad:
		return tx.LeagueLoad(q.Season, q.Players)
	case world.LeagueWaiting:
		return tx.LeagueWaiting(q.Season, q.Players)
	case world.LeagueOpen:
		planned, running, err := tx.LeagueOpen(q.Season)
		return world.LeagueOpenAnswer{Planned: planned, Running: running}, err
	}
	return nil, fmt.Errorf("nobody answers %T", question)
}
