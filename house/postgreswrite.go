package house

import (
	"fmt"
	"slices"

	"pitpost.example/db/league"
	"pitpost.example/db/mail"
	players "pitpost.example/db/people"
	"pitpost.example/db/webhook"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

func withoutMatch(all []model.SeatChange, match int64) []model.SeatChange {
	return slices.DeleteFunc(all, func(c model.SeatChange) bool { return c.Match == match })
}

// Do writes a change, or keeps it until the command has ended.
func (t *transaction) Do(change world.Change) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case *world.NewAsk:
		id, err := players.NewAsk(tx, c.Ask)
		c.ID = id
		return id, err
	case world.SaveAsk:
		return nil, players.SaveAsk(tx, c.ID, c.Answer)
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
		return nil, mail.NoteCold(tx, c.Cold)
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
		return nil, t.at(c.Match, func(table *model.Table) { tx.Append(table, c.Facts...) })
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
		return nil, league.Tally(tx, &model.Table{Row: c.Match}, c.Seats, c.Counts)
	case world.Rate:
		league.SaveRated(tx, c.Rated, c.Now)
	default:
		return t.doOfPeople(change)
	}
	return nil, nil
}

// at does something at a match that is in sight.
func (t *transaction) at(match int64, do func(*model.Table)) error {
	table, err := t.tx.Table(match)
	if err == nil {
		do(table)
	}
	return err
}

// doOfPeople writes what changes of players.
func (t *transaction) doOfPeople(change world.Change) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case *world.NewPlayer:
		t.forget(c.Address)
		p, err := players.NewPlayer(tx, c.Address, c.Display)
		if err != nil {
			return nil, err
		}
		c.ID = p.ID
		return c.ID, nil
	case world.SavePlayer:
		players.SavePlayer(tx, &c.Player)
	case world.AddAddress:
		t.forget(c.Address.Address)
		players.AddAddress(tx, c.Address)
	case world.SaveAddress:
		t.forget(c.Address.Address)
		players.SaveAddress(tx, c.Address)
	case *world.Bar:
		t.sender = nil
		return players.Bar(tx, c.Player, c.Off)
	case *world.HostBlocks:
		return players.HostBlocks(tx, c.Host, c.Player, c.Address, c.Off)
	case world.KeepSigns:
		players.KeepSigns(tx, c.Player, c.Signs)
	case world.ForgetSigns:
		return nil, players.ForgetSigns(tx, c.Player)
	case world.AddCode:
		players.AddCode(tx, c.Nonce, c.Player, c.Code)
	case world.StopLinks:
		players.StopLinks(tx, c.Match, c.Seat, c.Player, c.Off)
	case world.KeepKey:
		players.KeepKey(tx, c.SeatKey, c.Hash)
	case world.DropKey:
		players.DropKey(tx, c.Match, c.Seat)
	case world.Watch:
		return nil, players.Watch(tx, c.Match, c.Player, c.Told)
	case *world.Unwatch:
		return players.Unwatch(tx, c.Match, c.Player)
	case world.UnwatchAll:
		return nil, players.UnwatchAll(tx, c.Match)
	case *world.AddHook:
		id, err := webhook.Add(tx, c.Hook)
		c.ID = id
		return id, err
	case world.DropHook:
		webhook.Remove(tx, c.ID)
	case world.TurnHook:
		webhook.Turn(tx, c.ID, c.Secret, c.Until)
	case *world.HookOff:
		return webhook.TurnOff(tx, c.ID, c.Why)
	case world.Greet:
		webhook.Greet(tx, c.Hook, c.Match)
	case *world.ReplayFailed:
		return webhook.ReplayMatch(tx, c.Match)
	default:
		return t.doOfSeats(change)
	}
	return nil, nil
}

// doOfSeats writes what changes of who may sit, and of leagues.
func (t *transaction) doOfSeats(change world.Change) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case world.AddOffer:
		return nil, players.AddOffer(tx, c.SeatOffer)
	case world.EndOffer:
		return nil, players.EndOffer(tx, c.Match, c.Player, c.State)
	case world.EndOffers:
		return nil, players.EndOffers(tx, c.Match, c.Seat, c.State)
	case world.NoteSeatChange:
		return nil, players.NoteSeatChange(tx, c.SeatChange)
	case world.SaveStandin:
		return nil, players.SaveStandin(tx, c.Standin)
	case *world.DropStandin:
		return players.DropStandin(tx, c.Player)
	case *world.NewLeague:
		l, err := league.New(tx, c.Name, c.Rules)
		if l != nil {
			c.League = *l
		}
		return l, err
	case world.SaveLeague:
		return nil, league.Save(tx, &c.League)
	case world.Organise:
		if c.Off {
			return nil, league.DropOrganiser(tx, c.League, c.Player)
		}
		return nil, league.AddOrganiser(tx, c.League, c.Player)
	case *world.NewSeason:
		s, err := league.NewSeason(tx, c.Season)
		if s != nil {
			c.Season = *s
		}
		return s, err
	case world.SaveSeason:
		return nil, league.SaveSeason(tx, &c.Season)
	case world.SaveEntrants:
		return nil, league.SaveEntrants(tx, c.All...)
	case world.AddGroups:
		return nil, league.AddMatches(tx, c.All)
	case world.SaveGroup:
		return nil, league.SaveMatch(tx, &c.LeagueMatch)
	}
	return nil, fmt.Errorf("nobody does %T", change)
}
