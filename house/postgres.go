package house

import (
	"errors"
	"fmt"
	"slices"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/league"
	"pitpost.example/db/mail"
	players "pitpost.example/db/people"
	"pitpost.example/db/webhook"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// transaction is the world.Shell over Postgres. It reads the rows that a command needs and writes its
// changes, most of them in one batch when the command ends.
type transaction struct {
	tx      *db.Tx
	answers map[string]int // answers queued in the last hour, by the addresses that were looked up
}

// rowsInto returns a function that copies rows into a table of sight and reports that they are there, as Look
// does.
func rowsInto[K comparable, V any](m map[K]V, key func(*V) K) func([]V, error) (any, error) {
	return func(all []V, err error) (any, error) {
		for i := range all {
			m[key(&all[i])] = all[i]
		}
		return nil, err
	}
}

// rowInto is like rowsInto, for a single row that may be missing.
func rowInto[K comparable, V any](m map[K]V, key func(*V) K) func(*V, error) (any, error) {
	return func(v *V, err error) (any, error) {
		if v != nil {
			m[key(v)] = *v
		}
		return nil, err
	}
}

func keyOfAsk(a *model.Ask) int64 { return a.ID }

func keyOfHook(h *model.Hook) int64 { return h.ID }

func keyOfLeague(l *model.League) int64 { return l.ID }

func keyOfSeason(s *model.Season) int64 { return s.ID }

func keyOfEntrant(e *model.Entrant) [2]int64 { return [2]int64{e.Season, e.Player} }

func keyOfGroup(m *model.LeagueMatch) [2]int64 { return [2]int64{m.Season, int64(m.No)} }

func keyOfOffer(o *model.SeatOffer) [2]int64 { return [2]int64{o.Match, o.Player} }

// Look answers a command's question or puts the rows for it into sight; see world.Shell.
func (t *transaction) Look(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.GivenUp:
		return nil, tx.GivenUp()
	case world.Table:
		return nil, t.lookAtTable(q.ID, sight)
	case world.PlayerByAddress:
		return nil, t.lookForAddress(q.Address, sight)
	case world.Player:
		if _, there := sight.Players[q.ID]; there {
			return nil, nil
		}
		p, err := players.ByID(tx.Context(), tx, q.ID)
		if p != nil {
			sight.Players[p.ID] = *p
		}
		return nil, err
	case world.Addresses:
		all, err := players.Addresses(tx.Context(), tx, q.Player)
		for _, a := range all {
			show(sight, a)
		}
		return nil, err
	case world.Ask:
		return rowInto(sight.Asks, keyOfAsk)(players.AskByID(tx, q.ID))
	case world.OpenAsks:
		return rowsInto(sight.Asks, keyOfAsk)(players.OpenAsks(tx, q.Player))
	case world.MatchAsks:
		return rowsInto(sight.Asks, keyOfAsk)(players.MatchAsks(tx, q.Match, q.Kind, q.All))
	case world.HeldThisHour:
		return rowsInto(sight.Asks, keyOfAsk)(players.HeldAsks(tx, q.Player, 0))
	case world.HeldAtStep:
		return rowsInto(sight.Asks, keyOfAsk)(players.HeldAsks(tx, q.Player, q.Match))
	case world.AnswersThisHour:
		if n, known := t.answers[db.Normalise(q.Address)]; known {
			return n, nil
		}
		s, err := players.SenderOf(tx, q.Address)
		return s.Answers, err
	case world.LastAnswer:
		return players.LastAnswer(tx, q.Address)
	case world.AsksThisHour:
		return players.AsksThisHour(tx, q.Address)
	case world.LettersThisHour:
		return players.LettersThisHour(tx, q.Sender)
	case world.StepSeen:
		return players.StepSeen(tx, q.Match, q.Seat, q.Step, q.Words)
	case world.Gone:
		of, gone, err := archive.Gone(tx, q.Table, q.Number)
		return world.Restored{Of: of, Gone: gone}, err
	}
	return t.lookAtPeople(question, sight)
}

// lookAtTable locks a match and puts it into sight.
func (t *transaction) lookAtTable(id int64, sight *world.World) error {
	table, err := t.tx.Table(id)
	if errors.Is(err, db.ErrNoMatch) {
		return nil
	}
	if err != nil {
		return err
	}
	sight.Matches[id] = &world.Match{Table: *table}
	return nil
}

func (t *transaction) lookForAddress(address string, sight *world.World) error {
	s, err := players.SenderOf(t.tx, address)
	if err != nil {
		return err
	}
	t.answers[s.Address.Address] = s.Answers
	if s.Player.ID != 0 {
		show(sight, s.Address)
		sight.Players[s.Player.ID] = s.Player
	}
	return nil
}

// show puts an address into sight, unless it is there: the command may have changed it.
func show(sight *world.World, a model.Address) {
	if _, there := sight.Addresses[a.Address]; !there {
		sight.Addresses[a.Address] = world.Address{Address: a}
	}
}

// lookAtPeople is the part of Look about players.
func (t *transaction) lookAtPeople(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.MatchesOf:
		return players.MatchesOf(tx, q.Player, q.Open)
	case world.Acquainted:
		return players.Acquainted(tx, q.Game, q.Players)
	case world.Hosts:
		return players.Hosts(tx, q.All)
	case world.HostBlocked:
		return players.HostBlocked(tx, q.Host, q.Player, q.Address)
	case world.Unwanted:
		return players.Unwanted(tx, q.Address)
	case world.SaidYes:
		return players.SaidYes(tx, q.Player, q.Host)
	case world.Opened:
		return players.Opened(tx, q.Player, q.Rematches)
	case world.ColdLetters:
		return mail.Cold(tx, q.Host, q.Address)
	case world.WroteTo:
		return mail.WroteTo(tx, q.Match, q.Seat, q.Player)
	case world.DailyTold:
		return mail.DailyTold(tx.Context(), tx, q.Match, q.Seat, q.Player, q.ID)
	case world.DailyLetter:
		player, params, err := mail.DailyLetter(tx, q.ID)
		return world.DayLetter{Player: player, Params: params}, err
	case world.CodesSince:
		return players.CodesSince(tx, q.Player, q.Since)
	case world.Signs:
		return players.Signs(tx, q.Players)
	case world.SharedBy:
		return players.SharedBy(tx, q.Hashes)
	case world.LetterTimes:
		return players.LetterTimes(tx, q.Match, q.Most)
	case world.Watchers:
		all, err := players.Watchers(tx, q.Match)
		for _, v := range all {
			sight.Watches[[2]int64{q.Match, v.Player}] = v
		}
		return nil, err
	case world.Watched:
		return players.Watched(tx, q.Player)
	case world.MatchHooks:
		return rowsInto(sight.Hooks, keyOfHook)(webhook.OfMatch(tx, q.Match))
	}
	return t.lookAtSeats(question, sight)
}

// lookAtSeats is the part of Look about seats that change hands, stand-ins and ratings.
func (t *transaction) lookAtSeats(question any, sight *world.World) (any, error) {
	tx := t.tx
	switch q := question.(type) {
	case world.SeatChanges:
		all, err := players.SeatChanges(tx, q.Match)
		sight.Changes = append(slices.DeleteFunc(sight.Changes, func(c model.SeatChange) bool { return c.Match == q.Match }), all...)
		return nil, err
	case world.SeatsLeft:
		return players.Left(tx, q.Player)
	case world.OpenOffer:
		return rowsInto(sight.Offers, keyOfOffer)(players.Offers(tx, q.Match))
	case world.OfferTo:
		return rowsInto(sight.Offers, keyOfOffer)(players.Offers(tx, q.Match))
	case world.StandinOf:
		return players.Standin(tx, q.Player)
	case world.AnyStandin:
		return players.AnyStandin(tx)
	case world.NextStandin:
		return players.NextStandin(tx, q.Vacancy)
	case world.NextRated:
		if err := league.LockRatings(tx); err != nil {
			return nil, err
		}
		no, already, err := league.NextRated(tx, q.Match)
		return world.RatedNext{No: no, Already: already}, err
	case world.Ratings:
		return league.Ratings(tx, q.Players...)
	case world.RatingChanges:
		return league.RatingChanges(tx, q.Player, q.Kind, q.Most)
	case world.TurnsOf:
		return league.TurnsOf(tx, q.Player)
	}
	return t.lookAtLeague(question, sight)
}

// lookAtLeague is the part of Look about leagues.
func (t *transaction) lookAtLeague(question any, sight *world.World) (any, error) {
	tx := t.tx
	seasons, entrants, groups := rowInto(sight.Seasons, keyOfSeason), rowsInto(sight.Entrants, keyOfEntrant), rowsInto(sight.Groups, keyOfGroup)
	switch q := question.(type) {
	case world.Leagues, world.LeagueNamed, world.League: // there are few, so read all
		return rowsInto(sight.Leagues, keyOfLeague)(league.All(tx.Context(), tx))
	case world.Organisers:
		all, err := league.Organisers(tx.Context(), tx, q.League)
		for _, player := range all {
			sight.Organisers[[2]int64{q.League, player}] = true
		}
		return nil, err
	case world.SeasonOf:
		return seasons(league.SeasonNo(tx.Context(), tx, q.League, q.No))
	case world.Season:
		return seasons(league.Season(tx.Context(), tx, q.ID))
	case world.LockSeason:
		return seasons(league.LockSeason(tx, q.ID))
	case world.Entrants:
		return entrants(league.Entrants(tx.Context(), tx, q.Season))
	case world.EntrantsAfter:
		return league.EntrantsAfter(tx, q.Season, q.After, q.Limit)
	case world.Entrant:
		return rowInto(sight.Entrants, keyOfEntrant)(league.Entrant(tx, q.Season, q.Player))
	case world.EntrantsOf:
		return league.EntrantsOf(tx, q.Player)
	case world.Groups:
		return groups(league.Matches(tx.Context(), tx, q.Season))
	case world.Group:
		return rowInto(sight.Groups, keyOfGroup)(league.Match(tx, q.Season, q.No))
	case world.GroupOf:
		return rowInto(sight.Groups, keyOfGroup)(league.MatchOf(tx, q.Match))
	case world.GroupsOf:
		return groups(league.MatchesOf(tx, q.Season, q.Player))
	case world.LeagueLoad:
		return league.Load(tx, q.Season, q.Players)
	case world.LeagueWaiting:
		return league.Waiting(tx, q.Season, q.Players)
	case world.LeagueOpen:
		planned, running, err := league.OpenMatches(tx, q.Season)
		return world.OpenGroups{Planned: planned, Running: running}, err
	}
	return nil, fmt.Errorf("nobody answers %T", question)
}

// Do writes a change now, or keeps it until the command ends.
func (t *transaction) Do(change any) (any, error) {
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
	case world.NoteLetter: // db.Play writes it from the cause
	case world.NoteCold:
		return nil, mail.NoteCold(tx, c.Cold)
	case *world.OpenTable:
		table, err := tx.OpenTable(c.Row, nil)
		if err != nil {
			return nil, err
		}
		c.Row.ID = table.Row.ID
		return &world.Match{Table: *table}, nil
	case *world.Say:
		table, err := tx.Table(c.Match)
		if err != nil {
			return nil, err
		}
		c.ID, err = tx.Say(table, c.By, c.Words)
		return c.ID, err
	case world.SaveTable:
		return nil, t.saveTable(c)
	case world.Tally:
		return nil, league.Tally(tx, &model.Table{Row: c.Match}, c.Seats, c.Counts)
	case world.Rate:
		league.SaveRated(tx, c.Rated, c.Now)
	default:
		return t.changePeople(change)
	}
	return nil, nil
}

// saveTable gives a match's new state to the db.Tx, which writes it when the command ends.
func (t *transaction) saveTable(c world.SaveTable) error {
	table, err := t.tx.Table(c.Row.ID)
	if err != nil {
		return err
	}
	table.Row, table.Seats, table.Clocks, table.Plans = c.Row, c.Seats, c.Clocks, c.Plans
	t.tx.Append(table, c.Facts...)
	return nil
}

// changePeople is the part of Do about players and what belongs to them.
func (t *transaction) changePeople(change any) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case *world.NewPlayer:
		id, err := players.NewPlayer(tx, c.Address, c.Display)
		c.ID = id
		return id, err
	case world.SavePlayer:
		players.SavePlayer(tx, &c.Player)
	case world.AddAddress:
		players.AddAddress(tx, c.Address)
	case world.SaveAddress:
		players.SaveAddress(tx, c.Address)
	case *world.Bar:
		return players.Bar(tx, c.Player, c.Off)
	case *world.HostBlocks:
		return players.HostBlocks(tx, c.Host, c.Player, c.Address, c.Off)
	case world.KeepSigns:
		players.KeepSigns(tx, c.Player, c.Signs)
	case world.ForgetSigns:
		players.ForgetSigns(tx, c.Player)
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
	default:
		return t.changeSeats(change)
	}
	return nil, nil
}

// changeSeats is the part of Do about seats that change hands, and leagues.
func (t *transaction) changeSeats(change any) (any, error) {
	tx := t.tx
	switch c := change.(type) {
	case *world.ReplayFailed:
		return webhook.ReplayMatch(tx, c.Match)
	case world.SaveOffer:
		return nil, players.SaveOffer(tx, c.SeatOffer)
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
