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
	tx := t.tx
	switch c := change.(type) {
	case *world.NewAsk:
		id, err := tx.NewAsk(c.Ask)
		c.ID = id
		return id, err
	case world.SaveAsk:
		return nil, tx.SaveAsk(c.ID, c.Answer)
	case world.SetDue:
		tx.SetDue(c.Due)
	case world.DropDue:
		tx.DropDue(model.Due{Owner: c.Owner, ID: c.ID, Seat: c.Seat, What: c.What, Of: c.Of})
	case *world.TakeDue:
		return tx.TakeDue(c.Due)
	case world.Queue:
		tx.Queue(c.Notice)
	case world.NoteLetter: // the work at hand keeps it
	case world.NoteCold:
		return nil, tx.NoteCold(c.Cold)
	case *world.OpenTable:
		table, err := tx.OpenTable(c.Row, nil)
		if err != nil {
			return nil, err
		}
		c.Row.ID = table.Row.ID
		return &world.Match{Row: table.Row, Fold: table.Match}, nil
	case *world.Say:
		table, err := tx.Table(c.Match)
		if err != nil {
			return nil, err
		}
		c.ID, err = tx.Say(table, c.By, c.Words)
		return c.ID, err
	case world.Append:
		return nil, t.at(c.Match, func(table *model.Table) { tx.Keep(table, c.Facts...) })
	case world.SaveTable:
		return nil, t.at(c.Row.ID, func(table *model.Table) { table.Row, table.Seats = c.Row, c.Seats; tx.Save(table) })
	case world.SetClock:
		return nil, t.at(c.Match, func(table *model.Table) { tx.SetClock(table, c.Clock) })
	case world.DropClock:
		return nil, t.at(c.Match, func(table *model.Table) { tx.DropClock(table, c.Seat) })
	case world.SetPlan:
		return nil, t.at(c.Match, func(table *model.Table) { tx.SetPlan(table, c.Seat, c.Plan) })
	case world.DropPlan:
		return nil, t.at(c.Match, func(table *model.Table) { tx.DropPlan(table, c.Seat, c.Kind) })
	case world.Tally:
		return nil, tx.Tally(&model.Table{Row: c.Match}, c.Seats, c.Counts)
	case world.Rate:
		tx.SaveRated(c.Rated, c.Now)
	default:
		return t.doOfPeople(change)
	}
	return nil, nil
}

// at does something at a match that is in sight.
func (t transaction) at(match int64, do func(*model.Table)) error {
	table, err := t.tx.Table(match)
	if err == nil {
		do(table)
	}
	return err
}

// doOfPeople writes what changes of players.
func (t transaction) doOfPeople(change world.Change) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case *world.NewPlayer:
		p, err := tx.NewPlayer(c.Address, c.Display)
		if err != nil {
			return nil, err
		}
		c.ID = p.ID
		return c.ID, nil
	case world.SavePlayer:
		tx.SavePlayer(&c.Player)
	case world.AddAddress:
		tx.AddAddress(c.Address)
	case world.SaveAddress:
		tx.SaveAddress(c.Address)
	case *world.Bar:
		return tx.Bar(c.Player, c.Off)
	case *world.HostBlocks:
		return tx.HostBlocks(c.Host, c.Player, c.Address, c.Off)
	case world.KeepSigns:
		tx.KeepSigns(c.Player, c.Signs)
	case world.ForgetSigns:
		return nil, tx.ForgetSigns(c.Player)
	case world.AddCode:
		tx.AddCode(c.Nonce, c.Player, c.Code)
	case world.StopLinks:
		tx.StopLinks(c.Match, c.Seat, c.Player, c.Off)
	case world.KeepKey:
		tx.KeepKey(c.SeatKey, c.Hash)
	case world.DropKey:
		tx.DropKey(c.Match, c.Seat)
	case world.Watch:
		return nil, tx.Watch(c.Match, c.Player, c.Told)
	case *world.Unwatch:
		return tx.Unwatch(c.Match, c.Player)
	case world.UnwatchAll:
		return nil, tx.UnwatchAll(c.Match)
	case *world.AddHook:
		id, err := tx.AddHook(c.Hook)
		c.ID = id
		return id, err
	case world.DropHook:
		tx.DropHook(c.ID)
	case world.TurnHook:
		tx.TurnHook(c.ID, c.Secret, c.Until)
	case *world.HookOff:
		return tx.HookOff(c.ID, c.Why)
	case world.Greet:
		tx.Greet(c.Hook, c.Match)
	case *world.ReplayFailed:
		return tx.ReplayFailed(c.Match)
	default:
		return t.doOfSeats(change)
	}
	return nil, nil
}

// doOfSeats writes what changes of who may sit, and of leagues.
func (t transaction) doOfSeats(change world.Change) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case world.AddOffer:
		return nil, tx.AddOffer(c.SeatOffer)
	case world.EndOffer:
		return nil, tx.EndOffer(c.Match, c.Player, c.State)
	case world.EndOffers:
		return nil, tx.EndOffers(c.Match, c.Seat, c.State)
	case world.NoteSeatChange:
		return nil, tx.NoteSeatChange(c.SeatChange)
	case world.SaveStandin:
		return nil, tx.SaveStandin(c.Standin)
	case *world.DropStandin:
		return tx.DropStandin(c.Player)
	case *world.NewLeague:
		l, err := tx.NewLeague(c.Name, c.Rules)
		if l != nil {
			c.League = *l
		}
		return l, err
	case world.SaveLeague:
		return nil, tx.SaveLeague(&c.League)
	case world.Organise:
		if c.Off {
			return nil, tx.DropOrganiser(c.League, c.Player)
		}
		return nil, tx.AddOrganiser(c.League, c.Player)
	case *world.NewSeason:
		s, err := tx.NewSeason(c.Season)
		if s != nil {
			c.Season = *s
		}
		return s, err
	case world.SaveSeason:
		return nil, tx.SaveSeason(&c.Season)
	case world.SaveEntrants:
		return nil, tx.SaveEntrants(c.All...)
	case world.AddGroups:
		return nil, tx.AddLeagueMatches(c.All)
	case world.SaveGroup:
		return nil, tx.SaveLeagueMatch(&c.LeagueMatch)
	}
	return nil, fmt.Errorf("nobody does %T", change)
}
