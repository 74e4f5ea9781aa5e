package seats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// AnswerOffer carries out the answer to an offer of a seat. A late yes counts if nobody else was asked in the
// meantime.
func AnswerOffer(d *desk.Desk, ask *model.Ask, yes bool) desk.Result {
	t, s := d.Table, d.Table.Seat(ask.Seat)
	o := d.W.OfferTo(ask.Match, ask.Player)
	if s == nil {
		return desk.Refuse("house.seat-gone")
	}
	if taken := t.SeatTakenBy(ask.Player); taken != nil {
		return desk.AnswerDone(engine.Say("house.already-seated", "name", taken.Name))
	}
	if yes && t.MayNeverSit(ask.Player, ask.Address) {
		return desk.Refuse("house.referee-never-you", "match", int(t.Row.ID))
	}
	if !t.Row.Phase.InPlay() {
		return desk.Refuse("house.offer-over", "match", int(t.Row.ID))
	}
	if o == nil || o.Ask != ask.ID || s.State != model.SeatBot {
		return offerGone(d, o, s)
	}
	if !yes {
		return offerDeclined(d, ask, o, s)
	}
	other := t.OfferOf(s)
	spent := o.State != model.OfferOpen || d.Now().After(o.Until)
	if o.State == model.OfferBack || other != nil && other.Player != ask.Player || spent && !t.IsVacant(s) {
		return offerGone(d, o, s)
	}
	d.W.Answer(ask, model.AnswerYes)
	return takeSeat(d, ask, s, o)
}

// offerGone explains why a seat is not available any more.
func offerGone(d *desk.Desk, o *model.SeatOffer, s *model.Seat) desk.Result {
	switch {
	case o != nil && o.State == model.OfferBack:
		return desk.Refuse("house.offer-back", "match", int(d.Table.Row.ID), "name", s.Name)
	case o != nil && (o.State == model.OfferTaken || o.State == model.OfferLapsed):
		return desk.Refuse("house.offer-taken", "match", int(d.Table.Row.ID), "name", s.Name)
	}
	return desk.Refuse("house.seat-gone")
}

// offerDeclined has the next person asked at once.
func offerDeclined(d *desk.Desk, ask *model.Ask, o *model.SeatOffer, s *model.Seat) desk.Result {
	d.W.Answer(ask, model.AnswerNo)
	open := o.State == model.OfferOpen
	table.EndOffer(d.W, o, model.OfferNo)
	if open && d.Table.IsVacant(s) {
		d.Table.ScheduleSeatSearch(s.No, d.Now())
	}
	if o.By == model.OfferHost {
		d.Table.NoteHost(nil, fmt.Sprintf("offer-no:%d", ask.ID), notice.Note{Subject: engine.Say("house.offer-no-subject", "match", int(d.Table.Row.ID), "name", s.Name),
			Lines: []engine.Phrase{engine.Say("house.offer-no", "name", s.Name)}})
	}
	return desk.AnswerDone(engine.Say("house.offer-declined"))
}

// takeSeat seats somebody who accepted. Plans, links and questions of the previous player end, and the seat
// starts with a new clock and full reserve time.
func takeSeat(d *desk.Desk, ask *model.Ask, s *model.Seat, o *model.SeatOffer) desk.Result {
	w, t := d.W, d.Table
	t.NoteLeft(s, model.LeftGiven)
	w.AddSeatChange(t.Change(s, model.ChangeTaken, ask.Player, model.ChangeWhy(o.By)))
	table.EndOffer(w, o, model.OfferYes)
	w.Unwatch(t.Row.ID, ask.Player)
	t.EndClock(s.No)
	t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueStandin})
	w.StopLinks(model.SeatKey{Match: t.Row.ID, Seat: s.No, Player: ask.Player}, false)
	known := w.Acquainted(t.Row.Game, []int64{ask.Player})
	s.State, s.Player, s.Address, s.Stopped, s.Standing = model.SeatJoined, ask.Player, ask.Address, nil, model.Standing{Since: t.StepOf(s), Newcomer: len(known) == 0}
	for other := range t.In() { // whom they did not want to read has gone
		other.Standing.Deaf = slices.DeleteFunc(slices.Clone(other.Standing.Deaf), func(no int) bool { return no == s.No })
	}
	s.Bank, s.Round = t.Row.Terms.Bank, t.Match.Deals
	by := "house"
	if o.By == model.OfferHost {
		by = "host"
	}
	t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: s.Name, By: by}})
	t.TellAll(s, fmt.Sprintf("taken:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.offer-filled-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say("house.offer-filled", "name", s.Name)}, Logged: true})
	w.Queue(t.FirstDigest(s))
	d.NoteChanged(d.Table)
	d.Seat = s
	return desk.AnswerDone(engine.Say("house.seat-taken", "name", s.Name))
}

// SeekStandin offers a vacant seat to the next person, once the last one who was asked has declined or not
// answered.
func SeekStandin(t *table.Table, d model.Due) {
	s := t.Seat(d.Seat)
	if !t.IsVacant(s) {
		return
	}
	open := t.OfferOf(s)
	if open != nil && open.Until.After(t.Now()) {
		t.ScheduleSeatSearch(s.No, open.Until)
		return
	}
	table.EndOffer(t.Tx, open, model.OfferLapsed)
	if t.Row.Terms.League != 0 && askSubstitute(t, s) {
		return
	}
	most := min(table.OfferLasts, t.Row.Terms.Pace)
	next := t.NextStandin(model.Vacancy{Match: t.Row.ID, Game: t.Row.Game, Lang: t.SpokenAt(), Until: t.Now().Add(most), Offers: table.OffersAWeek})
	if next == nil {
		switch {
		case t.HasStandins():
			t.ScheduleSeatSearch(s.No, t.Now().Add(table.LookAgain))
		case t.Row.Terms.League != 0: // somebody may still become a substitute
			t.ScheduleSeatSearch(s.No, t.Now().Add(table.OfferLasts))
		}
		return
	}
	until := table.HoursOf(t.Player(next.Player)).Awake(t.Now().Add(most))
	t.ScheduleSeatSearch(s.No, until)
	t.PutOffer(s, model.SeatOffer{Player: next.Player, By: model.OfferHouse, Until: until}, next.Address)
}

// askSubstitute offers a seat of a league match to the next substitute; false if none is left.
func askSubstitute(t *table.Table, s *model.Seat) bool {
	m := t.GroupOf(t.Row.ID)
	if m == nil {
		return false
	}
	in := t.Season(m.Season)
	if in == nil || in.State == model.SeasonClosed {
		return false
	}
	offerToHeir(t, s, ListSubstitutes(t.Tx, in, m))
	open := t.OfferOf(s)
	if open == nil {
		return false
	}
	t.ScheduleSeatSearch(s.No, open.Until)
	return true
}

// ListSubstitutes lists the season's substitutes who may take a seat in a group, those with the fewest matches
// first.
func ListSubstitutes(w *world.Tx, s *model.Season, m *model.LeagueMatch) []model.Entrant {
	free := slices.DeleteFunc(w.Entrants(s.ID), func(e model.Entrant) bool {
		return e.State != model.EntrantSubstitute || slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == e.Player || o.Drawn == e.Player })
	})
	if len(free) == 0 {
		return nil
	}
	load := CountRunningGroups(w, s, engine.MapList(free, func(e model.Entrant) int64 { return e.Player }))
	free = slices.DeleteFunc(free, func(e model.Entrant) bool { return load[e.Player] >= s.Rules.AtOnce })
	slices.SortStableFunc(free, func(a, b model.Entrant) int {
		return cmp.Or(load[a.Player]-load[b.Player], a.JoinedAt.Compare(b.JoinedAt))
	})
	return free
}

// CountRunningGroups counts, for each of some players, the running groups of a season they sit in.
func CountRunningGroups(w *world.Tx, s *model.Season, players []int64) map[int64]int {
	load := map[int64]int{}
	for _, m := range w.Groups(model.GroupFilter{Season: s.ID, State: model.GroupRunning, Players: players}) {
		for _, o := range m.Seats {
			if o.Gone == nil && slices.Contains(players, o.Player) {
				load[o.Player]++
			}
		}
	}
	return load
}

// standinMost is how many seats one player may offer to take over at the same time.
const standinMost = 20

// SetStandin puts the sender on the stand-in list ("standin saboteur 2") or takes them off it ("standin off").
func SetStandin(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest == "off" {
		if !d.W.DropStandin(d.Player.ID) {
			return desk.AnswerDone(engine.Say("house.standin-not"))
		}
		return desk.AnswerDone(engine.Say("house.standin-off"))
	}
	s := d.W.Standin(d.Player.ID)
	if s != nil && rest == "" {
		return desk.AnswerInfo(standinState(s))
	}
	if s == nil {
		s = &model.Standin{Player: d.Player.ID, Most: 1}
	}
	if no := readStandin(d, s, rest); no != nil {
		return desk.RefuseWith(no)
	}
	d.W.SaveStandin(*s)
	return desk.AnswerDone(standinState(s), engine.Say("house.standin-how"))
}

// readStandin reads which games a player offers to play (all if none is named) and how many seats at a time.
func readStandin(d *desk.Desk, s *model.Standin, rest string) *engine.Refusal {
	var games []string
	for f := range strings.FieldsSeq(strings.NewReplacer(",", " ").Replace(rest)) {
		switch n, err := strconv.Atoi(f); {
		case err == nil && (n < 1 || n > standinMost):
			return engine.Refuse("house.standin-most", "count", standinMost)
		case err == nil:
			s.Most = n
		case f == "on":
			s.Games = nil
		case slices.Contains([]string{"and", "at", "once", "match", "matches", "seat", "seats"}, f):
		default:
			g := dates.FindGame(d.House.Games, d.House.Names, f)
			if g == nil {
				return &engine.Refusal{Phrase: engine.Say("house.standin-form", "words", engine.ClipText(f), "games", d.House.Names), Nearest: []string{"standin", "standin off"}}
			}
			games = append(games, g.Name())
		}
	}
	if games != nil {
		slices.Sort(games)
		s.Games = slices.Compact(games)
	}
	return nil
}

// standinState says what a player has offered.
func standinState(s *model.Standin) engine.Phrase {
	if len(s.Games) == 0 {
		return engine.Say("house.standin-any", "count", s.Most)
	}
	titles := engine.MapList(s.Games, func(g string) any { return engine.Say(g + ".title") })
	return engine.Say("house.standin-games", "games", titles, "count", s.Most)
}
