package house

import (
	"fmt"
	"slices"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

func withoutMatch(all []model.SeatChange, match int64) []model.SeatChange {
	return slices.DeleteFunc(all, func(c model.SeatChange) bool { return c.Match == match })
}

// Do writes a change, or keeps it until the command has ended.
func (t transaction) Do(change world.Change) (any, error) {
	w := t.w
	switch c := change.(type) {
	case *world.NewAsk:
		id, err := w.NewAsk(c.Ask)
		c.ID = id
		return id, err
	case world.SaveAsk:
		w.SaveAsk(model.Ask{ID: c.ID, Answer: c.Answer})
	case world.SetDue:
		w.SetDue(c.Due)
	case world.DropDue:
		w.DropDue(model.Due{Owner: c.Owner, ID: c.ID, Seat: c.Seat, What: c.What, Of: c.Of})
	case *world.TakeDue:
		return w.TakeDue(c.Due)
	case world.Queue:
		w.Queue(c.Notice)
	case world.NoteLetter: // the work at hand keeps it
	case world.NoteCold:
		return nil, w.NoteCold(c.Cold)
	case *world.OpenTable:
		table, err := w.OpenTable(c.Row, nil)
		if err != nil {
			return nil, err
		}
		c.Row.ID = table.Row.ID
		return &world.Match{Row: table.Row, Fold: table.Match}, nil
	case *world.Say:
		table, err := w.Table(c.Match)
		if err != nil {
			return nil, err
		}
		c.ID, err = w.Say(table, c.By, c.Words)
		return c.ID, err
	case world.Append:
		return nil, t.at(c.Match, func(table *model.Table) { w.Keep(table, c.Facts...) })
	case world.SaveTable:
		return nil, t.at(c.Row.ID, func(table *model.Table) { table.Row, table.Seats = c.Row, c.Seats; w.Save(table) })
	case world.SetClock:
		return nil, t.at(c.Match, func(table *model.Table) { w.SetClock(table, c.Clock) })
	case world.DropClock:
		return nil, t.at(c.Match, func(table *model.Table) { w.DropClock(table, c.Seat) })
	case world.SetPlan:
		return nil, t.at(c.Match, func(table *model.Table) { w.SetPlan(table, c.Seat, c.Plan) })
	case world.DropPlan:
		return nil, t.at(c.Match, func(table *model.Table) { w.DropPlan(table, c.Seat, c.Kind) })
	case world.Tally:
		return nil, w.Tally(&model.Table{Row: c.Match}, c.Seats, c.Counts)
	case world.Rate:
		w.SaveRated(c.Rated, c.Now)
	default:
		return t.doOfPeople(change)
	}
	return nil, nil
}

// at does something at a match that is in sight.
func (t transaction) at(match int64, do func(*model.Table)) error {
	table, err := t.w.Table(match)
	if err == nil {
		do(table)
	}
	return err
}

// doOfPeople writes what changes of players.
func (t transaction) doOfPeople(change world.Change) (any, error) {
	w := t.w
	switch c := change.(type) {
	case *world.NewPlayer:
		p, err := w.NewPlayer(c.Address, c.Display)
		if err != nil {
			return nil, err
		}
		c.ID = p.ID
		return c.ID, nil
	case world.SavePlayer:
		w.SavePlayer(&c.Player)
	case world.AddAddress:
		w.AddAddress(c.Address)
	case world.SaveAddress:
		w.SaveAddress(c.Address)
	case *world.Bar:
		return w.Bar(c.Player, c.Off)
	case *world.HostBlocks:
		return w.HostBlocks(c.Host, c.Player, c.Address, c.Off)
	case world.KeepSigns:
		w.KeepSigns(c.Player, c.Signs)
	case world.ForgetSigns:
		return nil, w.ForgetSigns(c.Player)
	case world.AddCode:
		w.AddCode(c.Nonce, c.Player, c.Code)
	case world.StopLinks:
		w.StopLinks(c.Match, c.Seat, c.Player, c.Off)
	case world.KeepKey:
		w.KeepKey(c.SeatKey, c.Hash)
	case world.DropKey:
		w.DropKey(c.Match, c.Seat)
	case world.Watch:
		return nil, w.Watch(c.Match, c.Player, c.Told)
	case *world.Unwatch:
		return w.Unwatch(c.Match, c.Player)
	case world.UnwatchAll:
		return nil, w.UnwatchAll(c.Match)
	case *world.AddHook:
		id, err := w.AddHook(c.Hook)
		c.ID = id
		return id, err
	case world.DropHook:
		w.DropHook(c.ID)
	case world.TurnHook:
		w.TurnHook(c.ID, c.Secret, c.Until)
	case *world.HookOff:
		return w.HookOff(c.ID, c.Why)
	case world.Greet:
		w.Greet(c.Hook, c.Match)
	case *world.ReplayFailed:
		return w.ReplayFailed(c.Match)
	default:
		return t.doOfSeats(change)
	}
	return nil, nil
}

// doOfSeats writes what changes of who may sit, and of leagues.
func (t transaction) doOfSeats(change world.Change) (any, error) {
	w := t.w
	switch c := change.(type) {
	case world.AddOffer:
		return nil, w.AddOffer(c.SeatOffer)
	case world.EndOffer:
		return nil, w.EndOffer(c.Match, c.Player, c.State)
	case world.EndOffers:
		return nil, w.EndOffers(c.Match, c.Seat, c.State)
	case world.NoteSeatChange:
		return nil, w.NoteSeatChange(c.SeatChange)
	case world.SaveStandin:
		return nil, w.SaveStandin(c.Standin)
	case *world.DropStandin:
		return w.DropStandin(c.Player)
	case *world.NewLeague:
		l, err := w.NewLeague(c.Name, c.Rules)
		if l != nil {
			c.League = *l
		}
		return l, err
	case world.SaveLeague:
		return nil, w.SaveLeague(&c.League)
	case world.Organise:
		if c.Off {
			return nil, w.DropOrganiser(c.League, c.Player)
		}
		return nil, w.AddOrganiser(c.League, c.Player)
	case *world.NewSeason:
		s, err := w.NewSeason(c.Season)
		if s != nil {
			c.Season = *s
		}
		return s, err
	case world.SaveSeason:
		return nil, w.SaveSeason(&c.Season)
	case world.SaveEntrants:
		return nil, w.SaveEntrants(c.All...)
	case world.AddGroups:
		return nil, w.AddLeagueMatches(c.All)
	case world.SaveGroup:
		return nil, w.SaveLeagueMatch(&c.LeagueMatch)
	}
	return nil, fmt.Errorf("nobody does %T", change)
}
