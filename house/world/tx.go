package world

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Tx is one command at work: what it asks is answered from what is in its sight, and what it
// changes is seen by it and stands in its outcome. Where the house cannot answer, the command
// stops with a Fault.
type Tx struct {
	cause  model.Cause
	sight  *World // all that there is; with a shell, what it has put there
	shell  Shell  // nil where all is in sight
	asked  map[any]bool
	tables map[int64]*table
	people map[int64]*model.Player
	out    Outcome
	told   int // how many of the changes the shell knows
}

// Shell keeps what a command does not see, and its changes. Once it is given a change, what it
// answers goes by it.
type Shell interface {
	// Look puts the rows that a question is about into sight, or answers it.
	Look(question any, sight *World) (any, error)
	// Do takes a change over, and answers where the change is one that answers.
	Do(c Change) (any, error)
}

// table is one at which the command is, and what was changed at it.
type table struct {
	*model.Table
	clocks   []model.Clock
	plans    map[int][]model.Plan
	appended []engine.Fact
	saved    bool
}

// Fault ends a command that cannot go on: the database fails, or what it holds cannot be. A
// decision panics with it, and the command ends with Err.
type Fault struct{ Err error }

// Decide carries out a command that sees nothing but what a shell shows it. All that it changes
// was given to the shell when it ends well, and is told once more.
func Decide(cause model.Cause, shell Shell, decide func(*Tx) error) (Outcome, error) {
	x := &Tx{cause: cause, sight: New(nil), shell: shell, asked: map[any]bool{}, tables: map[int64]*table{}, people: map[int64]*model.Player{}}
	return x.decide(decide)
}

func (x *Tx) decide(decide func(*Tx) error) (out Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(Fault)
			if !ok {
				panic(p)
			}
			err = f.Err
		}
	}()
	if err := decide(x); err != nil {
		return out, err
	}
	for _, id := range slices.Sorted(maps.Keys(x.tables)) {
		if t := x.tables[id]; t.saved {
			x.do(SaveTable{Row: t.Row, Seats: slices.Clone(t.Seats)})
		}
	}
	if x.cause.Letter != nil {
		x.do(NoteLetter{Letter: *x.cause.Letter})
	}
	x.send()
	x.out.Now = x.Now()
	return x.out, nil
}

// stop ends the command where there is an error.
func stop(err error) {
	if err != nil {
		panic(Fault{err})
	}
}

func got[A any](a A, err error) A {
	stop(err)
	return a
}

// rows sees to it that the rows that a question is about are in sight; it is asked once.
func (x *Tx) rows(question any) {
	if x.shell == nil || x.asked[question] {
		return
	}
	x.send()
	got(x.shell.Look(question, x.sight))
	x.asked[question] = true
}

// value is the answer to a question that looks over more than one command sees: reckoned where
// all is in sight.
func value[A any](x *Tx, question any, reckon func() A) A {
	if x.shell == nil {
		return reckon()
	}
	x.send()
	return got(x.shell.Look(question, x.sight)).(A)
}

// do changes something.
func (x *Tx) do(c Change) {
	if !Waits(c) {
		c.apply(x.sight, x.Now())
	}
	x.out.Changes = append(x.out.Changes, c)
}

// send gives the shell the changes that it does not know.
func (x *Tx) send() {
	for ; x.shell != nil && x.told < len(x.out.Changes); x.told++ {
		got(x.shell.Do(x.out.Changes[x.told]))
	}
}

// tell changes something and gives what the change answers; the zero value says that
// nothing was changed.
func tell[A comparable](x *Tx, c Change) A {
	var none A
	if x.shell == nil {
		a := c.apply(x.sight, x.Now()).(A)
		if a != none {
			x.out.Changes = append(x.out.Changes, c)
		}
		return a
	}
	x.send()
	a := got(x.shell.Do(c)).(A)
	if a != none {
		c.apply(x.sight, x.Now())
		x.out.Changes = append(x.out.Changes, c)
		x.told++
	}
	return a
}

// sit begins to work at a match.
func (x *Tx) sit(m *Match) *table {
	t := &table{Table: &model.Table{Row: m.Row, Seats: slices.Clone(m.Seats), Match: m.Fold}, clocks: m.Clocks, plans: m.Plans}
	x.tables[m.Row.ID] = t
	return t
}

// withClock is a list of clocks with one in the place of its seat's, by seat.
func withClock(clocks []model.Clock, c model.Clock) []model.Clock {
	clocks = append(withoutClock(clocks, c.Seat), c)
	slices.SortFunc(clocks, func(a, b model.Clock) int { return a.Seat - b.Seat })
	return clocks
}

// withoutClock is a list of clocks without a seat's.
func withoutClock(clocks []model.Clock, seat int) []model.Clock {
	return slices.DeleteFunc(slices.Clone(clocks), func(o model.Clock) bool { return o.Seat == seat })
}

// withPlans are the plans of all seats, those of one kind of a seat being others; the newest
// kind stands last.
func withPlans(plans map[int][]model.Plan, seat int, kind model.PlanKind, with ...model.Plan) map[int][]model.Plan {
	plans = copied(plans)
	of := slices.DeleteFunc(slices.Clone(plans[seat]), func(o model.Plan) bool { return o.Kind == kind })
	of = append(of, with...)
	slices.SortFunc(of, func(a, b model.Plan) int { return cmp.Compare(b.Kind, a.Kind) })
	plans[seat] = of
	return plans
}

// kept is a fact as the log keeps it: the fold must not know more.
func kept(game engine.Game, f engine.Fact) (engine.Fact, error) {
	if f.Version == 0 {
		f.Version = 1
	}
	data, err := f.Data()
	if err != nil {
		return f, err
	}
	if tidy := engine.TidyJSON(data); !bytes.Equal(tidy, data) {
		f.Event, err = engine.Decode(game, f.Event.Kind(), f.Version, tidy)
	}
	return f, err
}

// NewAsk keeps a question and gives its number.
func (x *Tx) NewAsk(a model.Ask) int64 {
	return tell[int64](x, &NewAsk{a})
}

// Ask reads a question and locks it; nil if there is none of that number.
func (x *Tx) Ask(id int64) *model.Ask {
	x.rows(Ask{id})
	return row(x.sight.Asks, id)
}

// OpenAsks are the questions a player has not answered and may still.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	x.rows(OpenAsks{player})
	return x.sight.openAsks(player, x.Now())
}

// HeldThisHour counts the letters in a player's name that were held within an hour: those
// that answered a letter of ours, or those that did not.
func (x *Tx) HeldThisHour(player int64, answering bool) int {
	return value(x, HeldThisHour{player, answering}, func() int { return x.sight.heldThisHour(player, answering, x.Now()) })
}

// HeldAtStep says whether a letter was held that stopped the clock of a seat of the player at
// that step.
func (x *Tx) HeldAtStep(player, match int64, step int) bool {
	return value(x, HeldAtStep{player, match, step}, func() bool { return x.sight.heldAtStep(player, match, step) })
}

// MatchAsks are the open questions of a kind about a match.
func (x *Tx) MatchAsks(match int64, kind model.AskKind) []model.Ask {
	x.rows(MatchAsks{match, kind})
	return x.sight.matchAsks(match, kind)
}

// VoteAsks are all ballots of one vote, answered or not.
func (x *Tx) VoteAsks(match int64, round string) []model.Ask {
	x.rows(VoteAsks{match, round})
	return x.sight.voteAsks(match, round)
}

// SaveAsk keeps an answer.
func (x *Tx) SaveAsk(a model.Ask) {
	x.do(SaveAsk{a.ID, a.Answer})
}

// HostBlocks keeps an address, or with none a player, from the matches of a host, or lets
// them in again. It says whether that changed anything.
func (x *Tx) HostBlocks(host, player int64, address string, off bool) bool {
	return tell[bool](x, &HostBlocks{Block{host, address, player}, off})
}

// HostBlocked says whether a host keeps an address, or with a player given that one or any
// address of theirs, from their matches. An address that is kept away stands for its mailbox.
func (x *Tx) HostBlocked(host, player int64, address string) bool {
	return value(x, HostBlocked{host, player, address}, func() bool { return x.sight.hostBlocked(host, player, address) })
}

// HostedBy lists the matches of a host that wait, run or stand paused.
func (x *Tx) HostedBy(host int64) []int64 {
	return value(x, HostedBy{host}, func() []int64 { return x.sight.matches(func(m *Match) bool { return m.open() && m.hostedBy(host) }) })
}

// Bar turns all letters from a player's addresses away, and keeps closes their sessions, follows
// no match for them and keeps all mail from them; off ends that. It says whether that changed anything.
func (x *Tx) Bar(player int64, off bool) bool {
	return tell[bool](x, &Bar{player, off})
}

// Seated lists the matches in which a player has a seat that is not over yet.
func (x *Tx) Seated(player int64) []int64 {
	return value(x, Seated{player}, func() []int64 { return x.sight.matches(func(m *Match) bool { return m.open() && m.holds(player) }) })
}

// Hosts lists who holds the host's chair of a match that is not over, each once; all players
// with all.
func (x *Tx) Hosts(all bool) []int64 {
	return value(x, Hosts{all}, func() []int64 { return x.sight.hosts(all) })
}

// Clocks are the clocks of a table as this transaction left them.
func (x *Tx) Clocks(t *model.Table) []model.Clock {
	return slices.Clone(x.tables[t.Row.ID].clocks)
}

// SetClock keeps a seat's clock.
func (x *Tx) SetClock(t *model.Table, c model.Clock) {
	c.Began, c.Soft, c.Due = micro(c.Began), micro(c.Soft), micro(c.Due)
	if c.StoppedAt != nil {
		at := micro(*c.StoppedAt)
		c.StoppedAt = &at
	}
	own := x.tables[t.Row.ID]
	own.clocks = withClock(own.clocks, c)
	x.do(SetClock{Match: t.Row.ID, Clock: c})
}

// DropClock ends a seat's clock.
func (x *Tx) DropClock(t *model.Table, seat int) {
	own := x.tables[t.Row.ID]
	own.clocks = withoutClock(own.clocks, seat)
	x.do(DropClock{Match: t.Row.ID, Seat: seat})
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (x *Tx) SetDue(d model.Due) {
	if d.Data == nil {
		d.Data = json.RawMessage("{}")
	}
	x.do(SetDue{Due: d})
}

// DropDue takes something off, at whatever time it is due.
func (x *Tx) DropDue(d model.Due) {
	x.do(DropDue{DueKey: keyOf(&d)})
}

// DropAllDue takes off all that is due of a match.
func (x *Tx) DropAllDue(match int64) {
	x.do(DropDue{DueKey: DueKey{Owner: model.DueOfMatch, ID: match}})
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (x *Tx) TakeDue(d model.Due) bool {
	return tell[bool](x, &TakeDue{d})
}

// Plans are the moves kept for a seat, as this transaction left them.
func (x *Tx) Plans(t *model.Table, seat int) []model.Plan {
	return slices.Clone(x.tables[t.Row.ID].plans[seat])
}

// SetPlan keeps a plan in place of one of the same kind.
func (x *Tx) SetPlan(t *model.Table, seat int, p model.Plan) {
	p.At = micro(p.At)
	own := x.tables[t.Row.ID]
	own.plans = withPlans(own.plans, seat, p.Kind, p)
	x.do(SetPlan{Match: t.Row.ID, Seat: seat, Plan: p})
}

// DropPlan drops a plan, if there is one.
func (x *Tx) DropPlan(t *model.Table, seat int, kind model.PlanKind) {
	own := x.tables[t.Row.ID]
	if !slices.ContainsFunc(own.plans[seat], func(p model.Plan) bool { return p.Kind == kind }) {
		return
	}
	own.plans = withPlans(own.plans, seat, kind)
	x.do(DropPlan{Match: t.Row.ID, Seat: seat, Kind: kind})
}

// Cold counts what bears on one more cold letter of a host to an address; either may be empty.
// What this transaction has noted counts too, and no other counts until it ends.
func (x *Tx) Cold(host int64, address string) model.ColdCounts {
	return value(x, ColdLetters{host, address}, func() model.ColdCounts { return x.sight.cold(host, address, x.Now()) })
}

// NoteCold counts a letter from here on.
func (x *Tx) NoteCold(c model.Cold) {
	x.do(NoteCold{c})
}

// Unwanted says whether the mailbox behind an address wants no invitations, or is barred.
func (x *Tx) Unwanted(address string) bool {
	return value(x, Unwanted{address}, func() bool { return x.sight.unwanted(address) })
}

// SaidYes says whether a player ever took a seat that a host had offered.
func (x *Tx) SaidYes(player, host int64) bool {
	return value(x, SaidYes{player, host}, func() bool { return x.sight.saidYes(player, host) })
}

// Opened counts the matches that a player opened and that are not over: rematches, or all
// others. Groups of leagues are opened by nobody.
func (x *Tx) Opened(player int64, rematches bool) int {
	return value(x, Opened{player, rematches}, func() int { return x.sight.openedBy(player, rematches) })
}

// DailyTold is the last fact of a match that a seat was told of before the notice id; 0 for
// none.
func (x *Tx) DailyTold(match int64, seat int, player, id int64) int {
	return value(x, DailyTold{match, seat, player, id}, func() int { return x.sight.dailyTold(match, seat, player, id) })
}

// DailyLetter is to whom a letter of the day went and what it asked about; player 0 where
// the notice is none.
func (x *Tx) DailyLetter(id int64) (int64, []byte) {
	d := value(x, DailyLetter{id}, func() DailyLetterAnswer { return x.sight.dailyLetter(id) })
	return d.Player, d.Params
}

// GivenUp says whether the one who works at this is to stop: who looks now and then ends in good
// order, and sooner than by a call to the database.
func (x *Tx) GivenUp() {
	x.rows(GivenUp{})
}

// WroteTo says whether letters about a seat were queued for a player, who so held it once or
// was offered it; who left it for good is known for ever.
func (x *Tx) WroteTo(match int64, seat int, player int64) bool {
	return value(x, WroteTo{match, seat, player}, func() bool { return x.sight.wroteTo(match, seat, player) })
}

// ReplayFailed lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func (x *Tx) ReplayFailed(match int64) int {
	return tell[int](x, &ReplayFailed{match})
}

// Leagues lists all leagues by name.
func (x *Tx) Leagues() []model.League {
	x.rows(Leagues{})
	return x.sight.leagues()
}

// LeagueNamed finds a league without regard to case; nil if there is none.
func (x *Tx) LeagueNamed(name string) *model.League {
	x.rows(LeagueNamed{name})
	return x.sight.leagueNamed(name)
}

// League reads a league by its number; nil if there is none.
func (x *Tx) League(id int64) *model.League {
	x.rows(League{id})
	return row(x.sight.Leagues, id)
}

// NewLeague makes a league; nil, nil if the name is taken.
func (x *Tx) NewLeague(name string, rules json.RawMessage) *model.League {
	return tell[*model.League](x, &NewLeague{model.League{Name: name, Rules: rules}})
}

// SaveLeague keeps a league's rules and whether it has ended.
func (x *Tx) SaveLeague(l *model.League) {
	x.do(SaveLeague{*l})
}

// Organisers lists the players who run a league.
func (x *Tx) Organisers(league int64) []int64 {
	x.rows(Organisers{league})
	return x.sight.organisers(league)
}

// AddOrganiser lets a player run a league.
func (x *Tx) AddOrganiser(league, player int64) {
	x.do(Organise{League: league, Player: player})
}

// DropOrganiser ends that.
func (x *Tx) DropOrganiser(league, player int64) {
	x.do(Organise{league, player, true})
}

// NewSeason opens a season and gives it its number; nil, nil if the league has a
// season of that No.
func (x *Tx) NewSeason(s model.Season) *model.Season {
	return tell[*model.Season](x, &NewSeason{s})
}

// SeasonOf reads a season of a league by its number, the latest for 0; nil if
// there is none. It is not locked.
func (x *Tx) SeasonOf(league int64, no int) *model.Season {
	x.rows(SeasonOf{league, no})
	return x.sight.seasonOf(league, no)
}

// LockSeason reads a season and holds it until the transaction ends, so that of
// two processes one acts and the other sees what was done; nil if there is none.
func (x *Tx) LockSeason(id int64) *model.Season {
	x.rows(LockSeason{id})
	return row(x.sight.Seasons, id)
}

// SaveSeason keeps a season's state, rules and times.
func (x *Tx) SaveSeason(s *model.Season) {
	x.do(SaveSeason{*s})
}

// Season reads a season by its number; nil if there is none. It is not locked.
func (x *Tx) Season(id int64) *model.Season {
	x.rows(Season{id})
	return row(x.sight.Seasons, id)
}

// Entrants lists all who have to do with a season, by division and number.
func (x *Tx) Entrants(season int64) []model.Entrant {
	x.rows(Entrants{season})
	return x.sight.entrants(season)
}

// EntrantsAfter lists at most limit of them from the first with a greater number
// on, by number: for what is done to all of a season in batches.
func (x *Tx) EntrantsAfter(season, after int64, limit int) []model.Entrant {
	return value(x, EntrantsAfter{season, after, limit}, func() []model.Entrant { return x.sight.entrantsAfter(season, after, limit) })
}

// Entrant is a player's part in a season; nil if they have none.
func (x *Tx) Entrant(season, player int64) *model.Entrant {
	x.rows(Entrant{season, player})
	return row(x.sight.Entrants, [2]int64{season, player})
}

// EntrantsOf lists a player's parts in the seasons that are not closed.
func (x *Tx) EntrantsOf(player int64) []model.Entrant {
	return value(x, EntrantsOf{player}, func() []model.Entrant { return x.sight.entrantsOf(player) })
}

// SaveEntrants keeps entrants, new ones too, in one statement.
func (x *Tx) SaveEntrants(all ...model.Entrant) {
	if len(all) > 0 {
		x.do(SaveEntrants{slices.Clone(all)})
	}
}

// LeagueMatches lists the groups of a season in the order of the draw.
func (x *Tx) LeagueMatches(season int64) []model.LeagueMatch {
	x.rows(Groups{season})
	return x.sight.groups(func(m *model.LeagueMatch) bool { return m.Season == season })
}

// LeagueMatch reads one group; nil if there is none of that number.
func (x *Tx) LeagueMatch(season int64, no int) *model.LeagueMatch {
	x.rows(Group{season, no})
	return first(x.sight.groups(func(m *model.LeagueMatch) bool { return m.Season == season && m.No == no }))
}

// LeagueMatchOf is the group that a match is; nil for a match of no league.
func (x *Tx) LeagueMatchOf(match int64) *model.LeagueMatch {
	x.rows(GroupOf{match})
	return first(x.sight.groups(func(m *model.LeagueMatch) bool { return m.Match == match && match != 0 }))
}

// LeagueMatchesOf lists a player's groups in a season.
func (x *Tx) LeagueMatchesOf(season, player int64) []model.LeagueMatch {
	x.rows(GroupsOf{season, player})
	return x.sight.groupsOf(season, player)
}

// LeagueLoad counts the running groups of each of some players in a season.
func (x *Tx) LeagueLoad(season int64, players []int64) map[int64]int {
	return value(x, LeagueLoad{season, players}, func() map[int64]int { return x.sight.load(season, players) })
}

// LeagueWaiting lists, in order, the groups of some players that were to start
// by now and have not.
func (x *Tx) LeagueWaiting(season int64, players []int64) []int {
	return value(x, LeagueWaiting{season, players}, func() []int { return x.sight.waiting(season, players, x.Now()) })
}

// LeagueOpen counts the groups of a season that are planned and those that run.
func (x *Tx) LeagueOpen(season int64) (planned, running int) {
	n := value(x, LeagueOpen{season}, func() LeagueOpenAnswer { return x.sight.openGroups(season) })
	return n.Planned, n.Running
}

// AddLeagueMatches keeps groups that were drawn, in two statements.
func (x *Tx) AddLeagueMatches(all []model.LeagueMatch) {
	if len(all) > 0 {
		x.do(AddGroups{all})
	}
}

// SaveLeagueMatch keeps where a group stands, and who sits in it.
func (x *Tx) SaveLeagueMatch(m *model.LeagueMatch) {
	group := *m
	group.Seats = slices.Clone(m.Seats)
	x.do(SaveGroup{group})
}

// LeaguePlacesLeft lists the groups still to begin in which a player had a place
// and nobody has it now.
func (x *Tx) LeaguePlacesLeft(season, player int64) []model.LeagueMatch {
	x.rows(PlacesLeft{season, player})
	return x.sight.placesLeft(season, player)
}

// LeagueMatchesDrawn lists the groups of a season in which a player has a place,
// whoever sits there.
func (x *Tx) LeagueMatchesDrawn(season, player int64) []model.LeagueMatch {
	x.rows(GroupsDrawn{season, player})
	return x.sight.groupsDrawn(season, player)
}

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (x *Tx) RefusedThisHour(sender string) int {
	return value(x, RefusedThisHour{sender}, func() int { return x.sight.refusedThisHour(sender, x.Now()) })
}

// StopLinks kills the links in all letters to a seat so far, and the sessions and codes of
// its player; off keeps new letters without links too. Not off, it lets new letters have
// them again and revives none.
func (x *Tx) StopLinks(match int64, seat int, player int64, off bool) {
	x.do(StopLinks{Match: match, Seat: seat, Player: player, Off: off})
}

// CodesSince counts the codes a player was mailed since a time.
func (x *Tx) CodesSince(player int64, since time.Time) int {
	return value(x, CodesSince{player, since}, func() int { return x.sight.codesSince(player, since) })
}

// AddCode keeps a code for the browser that asked, and forgets what is a day old.
func (x *Tx) AddCode(nonce [32]byte, player int64, code [32]byte) {
	x.do(AddCode{Nonce: nonce, Player: player, Code: code})
}

// PlayerByAddress finds who writes from an address; nil, nil if nobody does.
func (x *Tx) PlayerByAddress(address string) (*model.Player, *model.Address) {
	x.rows(PlayerByAddress{address})
	a, there := x.sight.Addresses[Folded(address)]
	if !there {
		return nil, nil
	}
	found := a.Address
	return x.Player(found.Player), &found
}

// Player reads a player once; nil if there is none of that number.
func (x *Tx) Player(id int64) *model.Player {
	if p, known := x.people[id]; known {
		return p
	}
	x.rows(Player{id})
	p := row(x.sight.Players, id)
	if p != nil {
		x.people[id] = p
	}
	return p
}

// Addresses are all addresses of a player, the first one first.
func (x *Tx) Addresses(player int64) []model.Address {
	x.rows(Addresses{player})
	return x.sight.addressesOf(player)
}

// NewPlayer makes a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	return x.Player(tell[int64](x, &NewPlayer{Address: address, Display: display}))
}

// SavePlayer keeps what a player changed.
func (x *Tx) SavePlayer(p *model.Player) {
	x.do(SavePlayer{*p})
}

// AddAddress gives a player one more address; one that is somebody's stays
// theirs.
func (x *Tx) AddAddress(a model.Address) {
	x.do(AddAddress{a})
}

// SaveAddress keeps whether an address is proved, blocked or failing.
func (x *Tx) SaveAddress(a model.Address) {
	x.do(SaveAddress{a})
}

// MatchesOf lists a player's matches: waiting, running and paused ones, and
// those that ended in the last thirty days.
func (x *Tx) MatchesOf(player int64) []int64 {
	return value(x, MatchesOf{player}, func() []int64 { return x.sight.matchesOf(player, x.Now()) })
}

// AnswersThisHour counts the receipts and questions queued to an address in an
// hour.
func (x *Tx) AnswersThisHour(address string) int {
	return value(x, AnswersThisHour{address}, func() int { return x.sight.queued(address, x.Now(), model.PurposeReceipt, model.PurposeAsk) })
}

// AsksThisHour counts the questions queued to an address in an hour.
func (x *Tx) AsksThisHour(address string) int {
	return value(x, AsksThisHour{address}, func() int { return x.sight.queued(address, x.Now(), model.PurposeAsk) })
}

// StepSeen says whether a letter with the same words was taken for a step. One
// that was held is none: a stranger may have sent it.
func (x *Tx) StepSeen(match int64, seat, step int, words [32]byte) bool {
	return value(x, StepSeen{match, seat, step, words}, func() bool { return x.sight.stepSeen(match, seat, step, words) })
}

// Queue makes a notice a duty: told once under its key, however often it is
// queued. Its Message-ID is fixed here.
func (x *Tx) Queue(n model.Notice) {
	x.do(Queue{Notice: n})
}

// RatingChanges are the latest changes of a player's ratings, the last first; of one kind, or
// with "" of all.
func (x *Tx) RatingChanges(player int64, kind string, most int) []model.RatingChange {
	return value(x, RatingChanges{player, kind, most}, func() []model.RatingChange { return x.sight.ratingChanges(player, kind, most) })
}

// TurnsOf sums the turns of a player in matches that ended.
func (x *Tx) TurnsOf(player int64) rating.Turns {
	return value(x, TurnsOf{player}, func() rating.Turns { return x.sight.turnsOf(player) })
}

// LockRatings lets one process rate at a time, until the transaction ends: who rates a match
// reads what the match before has left.
func (x *Tx) LockRatings() {
	x.rows(LockRatings{})
}

// NextRated is the number the next rated match gets, and whether this match has one already.
// The ratings must be locked.
func (x *Tx) NextRated(match int64) (int64, bool) {
	n := value(x, NextRated{match}, func() NextRatedAnswer { return x.sight.nextRated(match) })
	return n.No, n.Already
}

// Ratings are all ratings of some players; with none named, of everybody.
func (x *Tx) Ratings(players ...int64) rating.Book {
	return value(x, Ratings{players}, func() rating.Book { return x.sight.ratings(players) })
}

// SaveRated keeps what the rating of a match did, with the ratings that it changed as the book
// has them now.
func (x *Tx) SaveRated(r model.Rated, book rating.Book) {
	changed := rating.Book{}
	for _, c := range r.Changes {
		changed[c.Key] = book.Get(c.Key)
	}
	x.do(Rate{r, changed})
}

// Gone says whether the row of a number in one of the tables whose rows are
// numbered was lost by a restore, and to when the house was restored. Number 0
// asks for the last restore, whatever was lost by it.
func (x *Tx) Gone(table string, number int64) (time.Time, bool) {
	l := value(x, Gone{table, number}, func() GoneAnswer { return GoneAnswer{} }) // a world was never restored
	return l.Of, l.Gone
}

// KeepKey lets a key open a seat, known by its hash alone; one that the seat had opens it no
// more.
func (x *Tx) KeepKey(k model.SeatKey, hash [32]byte) {
	x.do(KeepKey{SeatKey: k, Hash: hash})
}

// DropKey makes the key of a seat open nothing.
func (x *Tx) DropKey(match int64, seat int) {
	x.do(DropKey{Match: match, Seat: seat})
}

// OpenOffer is the offer of a seat that waits for its answer, in time or not; nil for none.
func (x *Tx) OpenOffer(match int64, seat int) *model.SeatOffer {
	x.rows(OpenOffer{match, seat})
	return x.sight.openOffer(match, seat)
}

// OfferTo is what a player was offered in a match; nil for nothing.
func (x *Tx) OfferTo(match, player int64) *model.SeatOffer {
	x.rows(OfferTo{match, player})
	return row(x.sight.Offers, [2]int64{match, player})
}

// AddOffer keeps an offer that is put to somebody now. One the same person had before in
// the match is forgotten.
func (x *Tx) AddOffer(o model.SeatOffer) {
	x.do(AddOffer{o})
}

// EndOffer keeps how the offer that a player had in a match ended.
func (x *Tx) EndOffer(match, player int64, state model.OfferState) {
	x.do(EndOffer{match, player, state})
}

// EndOffers keeps how the open offer of a seat ended, if there is one.
func (x *Tx) EndOffers(match int64, seat int, state model.OfferState) {
	x.do(EndOffers{match, seat, state})
}

// NoteSeatChange keeps a change of hands.
func (x *Tx) NoteSeatChange(c model.SeatChange) {
	x.do(NoteSeatChange{c})
}

// SeatChanges are all changes of hands of a match, in the order in which they happened.
func (x *Tx) SeatChanges(match int64) []model.SeatChange {
	x.rows(SeatChanges{match})
	return x.sight.seatChanges(func(c model.SeatChange) bool { return c.Match == match })
}

// Left lists the seats of matches still played that a player left for good.
func (x *Tx) Left(player int64) []model.SeatChange {
	return value(x, SeatsLeft{player}, func() []model.SeatChange { return x.sight.left(player) })
}

// KeepSigns notes the signs of a player's letter, and sees that old ones are forgotten.
func (x *Tx) KeepSigns(player int64, signs []model.Sign) {
	x.do(KeepSigns{Player: player, Signs: signs})
}

// ForgetSigns forgets the signs of a player that are older than they may be, and looks again
// in a week while there are others.
func (x *Tx) ForgetSigns(player int64) {
	x.do(ForgetSigns{Player: player})
}

// Signs lists the signs of some players that are young enough, by number of player.
func (x *Tx) Signs(players []int64) map[int64][]model.Sign {
	return value(x, Signs{players}, func() map[int64][]model.Sign { return x.sight.signsOf(players, x.Now()) })
}

// LetterTimes are the times at which the letters about a match came in, by seat, the last
// of them first and so many at most of all together.
func (x *Tx) LetterTimes(match int64, most int) map[int][]time.Time {
	return value(x, LetterTimes{match, most}, func() map[int][]time.Time { return x.sight.letterTimes(match, most) })
}

// SharedBy counts, for each hash of a kind, how many players bear it: what many share says
// nothing about two.
func (x *Tx) SharedBy(hashes [][]byte) map[string]int {
	return value(x, SharedBy{hashes}, func() map[string]int { return x.sight.sharedBy(hashes, x.Now()) })
}

// Standin is a player's entry in the list; nil for none.
func (x *Tx) Standin(player int64) *model.Standin {
	return value(x, StandinOf{player}, func() *model.Standin { return x.sight.standin(player) })
}

// AnyStandin says whether anybody is ready at all.
func (x *Tx) AnyStandin() bool {
	return value(x, AnyStandin{}, func() bool { return len(x.sight.Standins) > 0 })
}

// SaveStandin puts a player on the list, or changes what they are ready for, and has
// every seat that waits for somebody looked at again.
func (x *Tx) SaveStandin(s model.Standin) {
	x.do(SaveStandin{s})
}

// DropStandin takes a player off the list; false if they were not on it.
func (x *Tx) DropStandin(player int64) bool {
	return tell[bool](x, &DropStandin{player})
}

// NextStandin is who is to be asked to take a seat; nil for nobody. Nobody who sits or sat
// in the match, or was asked for a seat of it, is. Until the transaction ends no other
// process picks anybody, so that each finds the limits of all as they are.
func (x *Tx) NextStandin(v model.Vacancy) *model.Standin {
	return value(x, NextStandin{v}, func() *model.Standin { return x.sight.nextStandin(v, x.Now()) })
}

// Table is a match with all that belongs to it, locked until the transaction
// ends, and read once; ErrNoMatch if there is none.
func (x *Tx) Table(id int64) *model.Table {
	t := x.FindTable(id)
	if t == nil {
		stop(ErrNoMatch)
	}
	return t
}

// FindTable is Table, nil where there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	if t := x.tables[id]; t != nil {
		return t.Table
	}
	x.rows(Table{id})
	m := x.sight.Matches[id]
	if m == nil {
		return nil
	}
	return x.sit(m).Table
}

// OpenTable makes a match with its first seats and gives it its number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	m := tell[*Match](x, &OpenTable{row})
	t := x.sit(m)
	t.Seats, t.saved = seats, true
	return t.Table
}

// Append lengthens the log of a table: the facts are numbered, stamped with
// Now, folded into t.Match and written at the end.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	if len(facts) == 0 {
		return
	}
	own := x.tables[t.Row.ID]
	added := make([]engine.Fact, len(facts))
	for i, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, micro(x.Now().UTC())
		added[i] = got(kept(t.Match.Game, f))
		t.Match.Apply(added[i])
	}
	own.appended = append(own.appended, added...)
	x.do(Append{Match: t.Row.ID, Facts: added})
}

// Appended lists the facts this transaction has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact {
	return x.tables[t.Row.ID].appended
}

// Save keeps what was changed in a table's Row and Seats.
func (x *Tx) Save(t *model.Table) {
	x.tables[t.Row.ID].saved = true
}

// Say keeps what somebody said, apart from the facts, and gives its number.
func (x *Tx) Say(t *model.Table, by, words string) int64 {
	return tell[int64](x, &Say{Match: t.Row.ID, By: by, Words: words})
}

// Tally adds the counts of a match to the sums, once.
func (x *Tx) Tally(t *model.Table, seats int, counts []tally.Count) {
	x.do(Tally{t.Row, seats, counts})
}

// Watchers are all who follow a match, by number of player.
func (x *Tx) Watchers(match int64) []model.Watcher {
	x.rows(Watchers{match})
	return x.sight.watchers(match)
}

// Watched lists the matches that a player follows, those that are not over.
func (x *Tx) Watched(player int64) []int64 {
	return value(x, Watched{player}, func() []int64 { return x.sight.watched(player) })
}

// Watch lets a player follow a match, told up to a fact; who follows it already is told
// that much.
func (x *Tx) Watch(match, player int64, told int) {
	x.do(Watch{match, player, told})
}

// Unwatch ends that; false if the player did not follow the match.
func (x *Tx) Unwatch(match, player int64) bool {
	return tell[bool](x, &Unwatch{match, player})
}

// UnwatchAll ends it for everybody who follows a match.
func (x *Tx) UnwatchAll(match int64) {
	x.do(UnwatchAll{match})
}

// AsksSince counts how often a question of a kind was put at a table since a time, however
// many were asked it.
func (x *Tx) AsksSince(match int64, kind string, since time.Time) int {
	return value(x, AsksSince{match, kind, since}, func() int { return x.sight.asksSince(match, kind, since) })
}

// AddHook keeps a hook and gives its number.
func (x *Tx) AddHook(h model.Hook) int64 {
	return tell[int64](x, &AddHook{h})
}

// MatchHooks are those that a match has of its own, by number.
func (x *Tx) MatchHooks(match int64) []model.Hook {
	x.rows(MatchHooks{match})
	return x.sight.matchHooks(match)
}

// DropHook forgets a hook and all its calls.
func (x *Tx) DropHook(id int64) {
	x.do(DropHook{id})
}

// TurnHook gives a hook another secret; the one it had signs too until a time.
func (x *Tx) TurnHook(id int64, secret []byte, until time.Time) {
	x.do(TurnHook{id, secret, until})
}

// HookOff ends a hook that still was on, and gives up the calls that wait; nil if it was not.
func (x *Tx) HookOff(id int64, why string) *model.Hook {
	return tell[*model.Hook](x, &HookOff{id, why})
}

// Greet queues the first call of a hook, which only says that it will be told.
func (x *Tx) Greet(hook, match int64) {
	x.do(Greet{hook, match})
}

// Cause is why this is done.
func (x *Tx) Cause() model.Cause {
	return x.cause
}

// Now is the time of the deed.
func (x *Tx) Now() time.Time {
	return x.cause.Now
}

// Letter is the letter being noted; its State, Why, Match, Seat and Step may
// be set until the end. Nil for any other cause.
func (x *Tx) Letter() *model.Letter {
	return x.cause.Letter
}
