package table

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/forecast"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// OpenTable creates a match with cards, a random seed and a random word for its join link. It is played by the newest
// rules, also where the one before it at the same table was not.
func OpenTable(w *world.Tx, row model.Match, seats []model.Seat) *Table {
	game := w.Rules().Games(row.Game)
	if game == nil {
		panic(world.Fault{Err: fmt.Errorf("there is no game %s", row.Game)})
	}
	if t, ok := game.(engine.Tabled); ok {
		row.Terms.Cards = t.Cards()
	}
	options, no := game.Options(row.Edition, engine.NewestRules, row.Options)
	if no != nil {
		panic(world.Fault{Err: fmt.Errorf("a match of %s: %w", row.Game, no)})
	}
	row.Terms.Rules, row.Options = engine.NewestRules, options
	row.Seed = [32]byte(w.Rules().Draw(32))
	row.Word = hex.EncodeToString(w.Rules().Draw(5))
	return New(w, w.OpenTable(row, seats))
}

// LobbyLapse is how long a match may wait for its players.
const LobbyLapse = 14 * 24 * time.Hour

// RemindInvite is how long after an invitation its one reminder is sent.
const RemindInvite = 3 * 24 * time.Hour

// DescribeDuration says how long such a match usually takes, and how to have a shorter one where the game has one.
func (t *Gathering) DescribeDuration(seats int) []engine.Phrase {
	says := []engine.Phrase{t.DescribeLength(seats)}
	if game, ok := t.Match.Game.(engine.Lasting); ok {
		if _, shorter := game.Turns(t.Match.Setup, seats); shorter != "" {
			says = append(says, engine.Say("house.lasts-shorter", "shorter", shorter))
		}
	}
	return says
}

// DescribeLength says how long such a match usually takes. It is in days, from two weeks on in weeks: nobody knows it
// better.
func (t *Gathering) DescribeLength(seats int) engine.Phrase {
	const day = 24 * time.Hour
	takes := max(ForecastInput(t.Match.Game, t.Match.Setup, seats, t.Row.Terms).Takes().Round(day), day)
	if takes >= 14*day {
		takes = takes.Round(7 * day)
	}
	return engine.Say("house.lasts", "in", int(takes/time.Second))
}

// ForecastInput returns the numbers that a forecast of a match's length needs.
func ForecastInput(game engine.Game, setup engine.Setup, seats int, terms model.Terms) forecast.Match {
	m := forecast.Match{Seats: seats, Turns: 10 * seats, Pace: paceFor(terms.Pace, seats), Bank: terms.Bank}
	if game, ok := game.(engine.Lasting); ok {
		m.Turns, _ = game.Turns(setup, seats)
	}
	began := time.Unix(0, 0)
	clock := engine.Clock{Began: began, Soft: began.Add(m.Pace), Due: began.Add(m.Pace + m.Bank)}
	m.Remind = engine.MapList(clock.Reminders(terms.Remind), func(at time.Time) time.Duration { return at.Sub(began) })
	return m
}

// Begin starts a match. It returns why it could not, nil if it did.
func (t *Gathering) Begin() *engine.Refusal {
	var facts, salts []engine.Fact
	if least, _ := t.Match.Game.Seats(); t.Count(model.SeatJoined, model.SeatBot) < least {
		return engine.Refuse("house.too-few", "count", least)
	}
	for s := range t.In() {
		switch s.State {
		case model.SeatJoined, model.SeatBot:
			facts = append(facts, engine.Fact{Event: engine.Joined{Name: s.Name}})
			s.Bank = t.Row.Terms.Bank
			if s.Salt != "" {
				salts = append(salts, engine.Fact{Event: engine.Salted{By: s.Name, Words: s.Salt}})
			}
		case model.SeatInvited:
			s.State = model.SeatUninvited
			t.dropDue(s.No, model.DueInvite)
		}
	}
	seats := len(facts)
	t.Row.Phase, t.Row.StartedAt = model.PhaseRunning, new(t.Now())
	t.Row.Terms.Pace = paceFor(t.Row.Terms.Pace, seats)
	t.findNewcomers()
	t.Append(append(facts, salts...)...)
	t.Append(t.Match.Start()...)
	t.TellShared()
	for s := range t.In(model.SeatBot) { // record which seats bots play from the start
		t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "host"}})
	}
	if of := t.Row.Terms.Restored; of != nil {
		t.Append(t.skipLost(*of)...)
	}
	t.dropDue(-1, model.DueLapse)
	return nil
}

// findNewcomers marks the seats of players who have never played this game.
func (t *Gathering) findNewcomers() {
	players := engine.MapList(slices.Collect(t.In(model.SeatJoined)), func(s *model.Seat) int64 { return s.Player })
	known := t.Acquainted(t.Row.Game, players)
	for s := range t.In(model.SeatJoined) {
		s.Standing.Newcomer = !slices.Contains(known, s.Player)
	}
}

// StartsItself reports whether everybody who was invited has accepted and they are enough. A match that is
// open to anybody never starts by itself.
func (t *Gathering) StartsItself() bool {
	if t.Row.Listed || t.Count(model.SeatInvited, model.SeatDeclined) > 0 {
		return false
	}
	least, _ := t.Match.Game.Seats()
	guest := t.SeatThat(func(s *model.Seat) bool { return s.No != t.Row.Host }, model.SeatJoined)
	return guest != nil && t.Count(model.SeatJoined, model.SeatBot) >= least
}

// CountMissingPlayers says how many players a lobby lacks even if all who are invited accept; nil if it lacks none. key
// is the phrase to say it with.
func (t *Gathering) CountMissingPlayers(key string) []engine.Phrase {
	least, _ := t.Match.Game.Seats()
	if lacks := least - t.Taken(); lacks > 0 {
		return []engine.Phrase{engine.Say(key, "count", lacks)}
	}
	return nil
}

// SayNo declines a seat in a lobby and tells the host. A seat that was withdrawn stays so, or its guest could still
// change their mind.
func (t *Gathering) SayNo(s *model.Seat) {
	if s.State != model.SeatInvited && s.State != model.SeatJoined {
		return
	}
	s.State = model.SeatDeclined
	t.dropDue(s.No, model.DueInvite)
	how := t.CountMissingPlayers("house.short")
	if how == nil {
		how = []engine.Phrase{engine.Say("house.declined-how")}
	}
	t.NoteHost(nil, fmt.Sprintf("declined:%d", s.No), notice.Note{
		Pressing: t.Count(model.SeatInvited) == 0, // no guest is left to answer, so the lobby waits for its host
		Subject:  engine.Say("house.declined-subject", "name", s.Name, "match", int(t.Row.ID)),
		Lines:    append([]engine.Phrase{engine.Say("house.declined", "name", s.Name)}, how...)})
}

// DescribeAwaited says what a lobby waits for, and whether that is its host.
func (t *Gathering) DescribeAwaited() (says []engine.Phrase, host bool) {
	open := t.NamesOf(model.SeatInvited)
	short := t.CountMissingPlayers("house.short")
	switch {
	case len(open) > 0:
		return append([]engine.Phrase{engine.Say("house.waits-for", "names", open)}, short...), false
	case t.StartsItself():
		return []engine.Phrase{engine.Say("house.waits-nobody")}, false
	case short != nil:
		return short, true
	}
	return []engine.Phrase{engine.Say("house.waits-start")}, true
}

// Invitation returns the letter that invites a guest, or its one reminder if again is not "".
func (t *Gathering) Invitation(s *model.Seat, again string) model.Notice {
	n := notice.Note{Subject: engine.Say("house.invite-subject", "match", int(t.Row.ID), "host", t.HostName(), "game", engine.Say(t.Row.Game+".title")),
		Answers: []string{"yes", "no", "block"}, Lines: t.Invite(s), Foot: []engine.Phrase{engine.Say("house.invite-fair", "commitment", t.Commitment())}, Known: t.Knows(s)}
	return model.Notice{Key: fmt.Sprintf("invite%s:%d:%d", again, t.Row.ID, s.No), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: model.PurposeInvite, Params: notice.EncodeParams(n)}
}

// Invite says what a guest is invited to, by whom and with whom, and how to answer.
func (t *Gathering) Invite(s *model.Seat) (says []engine.Phrase) {
	seats := t.Taken()
	pace := paceFor(t.Row.Terms.Pace, seats)
	says = append(says, t.InvitedBy(s), engine.Say(t.Row.Game+".blurb"), engine.Say("house.invite-how", "in", int(pace/time.Second)), t.DescribeLength(seats))
	says = append(append(says, DescribeReferees(t.Table)...), t.InvitedToo(s)...)
	if !NeverAnswered(t.Tx, s.Address) { // whom the names of others would tell something
		says = append(says, t.DescribeShared(nil)...)
	}
	if bots := t.NamesOf(model.SeatBot); len(bots) > 0 {
		says = append(says, engine.Say("house.invite-bots", "names", bots))
	}
	if t.Row.Terms.Watch {
		says = append(says, engine.Say("house.watch-allowed", "match", int(t.Row.ID)))
	}
	return append(says, engine.Say("house.invite-answers"), t.InviteUntil(), engine.Say("house.invite-private"))
}

// PaceSeconds returns the time for a move in seconds, as it is or, in a lobby, as it would be now.
func (t *Gathering) PaceSeconds() int {
	return int(paceFor(t.Row.Terms.Pace, t.Taken()) / time.Second)
}

// InvitedBy says who invites a guest to what.
func (t *Gathering) InvitedBy(s *model.Seat) engine.Phrase {
	if NeverAnswered(t.Tx, s.Address) { // a stranger must not be shown the seat name that the host chose
		return engine.Say("house.invite-stranger", "host", t.HostName(), "game", engine.Say(t.Row.Game+".title"))
	}
	return engine.Say("house.invite-who", "host", t.HostName(), "name", s.Name, "game", engine.Say(t.Row.Game+".title"))
}

// InviteUntil says until when an invitation can be answered.
func (t *Gathering) InviteUntil() engine.Phrase {
	return engine.Say("house.invite-until", "until", engine.FormatMoment(t.Row.CreatedAt.Add(LobbyLapse)))
}

// InvitedToo says who else is invited. An address that has never answered is told only how many, because the
// host chose the names.
func (t *Gathering) InvitedToo(s *model.Seat) []engine.Phrase {
	switch stranger := NeverAnswered(t.Tx, s.Address); {
	case stranger && t.Taken() < 2:
		return nil // they are the referee's first guest
	case stranger:
		return []engine.Phrase{engine.Say("house.invite-many", "count", t.Taken())}
	}
	names := t.NamesThat(func(o *model.Seat) bool { return o.No != s.No && o.No != t.Row.Host }, model.SeatInvited, model.SeatJoined)
	if len(names) == 0 {
		return nil
	}
	return []engine.Phrase{engine.Say("house.invite-others", "names", names)}
}

// Knows reports whether a guest holds a seat in another match with the host; an invitation is none. Only then an
// invitation has the host's own note in it.
func (t *Gathering) Knows(s *model.Seat) bool {
	host := t.HostPlayer() // 0 holds no seat
	theirs := t.MatchesOf(s.Player)
	return slices.ContainsFunc(t.MatchesOf(host), func(id int64) bool {
		if id == t.Row.ID || !slices.Contains(theirs, id) {
			return false
		}
		other := t.Tx.Table(id)
		return other.SeatTakenBy(host) != nil && other.SeatTakenBy(s.Player) != nil
	})
}

// StrangerAnHour and StrangerADay limit the letters to an address that never answered, whoever causes them.
// The same limits hold for answers to letters in a player's name that nobody vouches for.
const (
	StrangerAnHour = 3
	StrangerADay   = 10
)

// ReachesCap reports whether n has reached a cap; a cap of 0 is no limit.
func ReachesCap(n, most int) bool { return most > 0 && n >= most }

// NeverAnswered reports whether nobody at an address has answered a letter yet and no server has vouched for
// a letter from it. An empty address is that of a player who wrote to us first.
func NeverAnswered(w *world.Tx, address string) bool {
	if address == "" {
		return false
	}
	_, a := w.PlayerByAddress(address)
	return a == nil || !a.Proved
}

// HasHadEnoughLetters reports whether an address that never answered has had all its letters for now.
func HasHadEnoughLetters(c model.ColdCounts) bool {
	return c.Hour >= StrangerAnHour || c.Day >= StrangerADay
}

// TellGuest tells a guest what became of their invitation, unless they never answered and have had enough
// letters.
func (t *Gathering) TellGuest(s *model.Seat, key string, n notice.Note) {
	if NeverAnswered(t.Tx, s.Address) {
		if HasHadEnoughLetters(t.ColdLetters(0, s.Address)) {
			return
		}
		t.AddCold(model.Cold{Kind: model.ColdNews, Address: s.Address, Match: t.Row.ID, Seat: s.No})
	}
	n.Pressing = true
	t.Note(s, key, n)
}

// RemindGuest sends the one reminder to a guest who has not answered yet, unless they have had enough letters.
func (t *Gathering) RemindGuest(d model.Due) {
	s := t.Seat(d.Seat)
	if t.Row.Phase != model.PhaseLobby || s == nil || s.State != model.SeatInvited {
		return
	}
	c := t.ColdLetters(0, s.Address)
	if NeverAnswered(t.Tx, s.Address) && HasHadEnoughLetters(c) ||
		ReachesCap(c.Guest, t.Rules().Limits().InvitesAGuest) {
		return
	}
	t.AddCold(model.Cold{Kind: model.ColdRemind, Address: s.Address, Match: t.Row.ID, Seat: s.No})
	s.Reminded = new(t.Now())
	t.Queue(t.Invitation(s, "-reminder"))
}

// InvitationCameBack says why an invitation came back and what follows. To an address that may be read some day it is sent
// once more, in place of its reminder; to a dead one nothing more is sent.
func (t *Gathering) InvitationCameBack(s *model.Seat, why model.BounceReason) []engine.Phrase {
	who := s.Name
	if NeverAnswered(t.Tx, s.Address) {
		who = s.Address // nobody but the host has given it
	}
	says := []engine.Phrase{engine.Say("house.mail-fails-invited", "name", s.Name), engine.Say("house.back-"+string(why), "who", who)}
	t.dropDue(s.No, model.DueInvite)
	if why.IsDead() || s.Reminded != nil {
		return append(says, engine.Say("house.back-no-more", "name", s.Name))
	}
	at := t.Now().Add(RemindInvite)
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite, At: at})
	return append(says, engine.Say("house.back-again", "at", engine.FormatMoment(at)))
}
