// Package world is what a decision of the house looks at and changes.
package world

import (
	"context"
	"encoding/json"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Tx is one command at work: what it asks is answered, and what it changes is written when it ends, or
// nothing is. Where the database fails, the command stops with a Fault.
type Tx struct{ w *db.Work }

// Fault ends a command that cannot go on: the database fails, or what it holds cannot be. A decision
// panics with it, and Play returns Err.
type Fault struct{ Err error }

// Play carries a command out in one transaction: see db.Play. A match other than 0 is locked.
func Play(ctx context.Context, store *db.DB, cause model.Cause, match int64, decide func(*Tx) error) error {
	return store.Play(ctx, cause, match, func(w *db.Work) (err error) {
		defer func() {
			if p := recover(); p != nil {
				f, ok := p.(Fault)
				if !ok {
					panic(p)
				}
				err = f.Err
			}
		}()
		return decide(&Tx{w})
	})
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

// NewAsk keeps a question and gives its number.
func (x *Tx) NewAsk(a model.Ask) int64 {
	return got(x.w.NewAsk(a))
}

// Ask reads a question and locks it; nil if there is none of that number.
func (x *Tx) Ask(id int64) *model.Ask {
	return got(x.w.Ask(id))
}

// OpenAsks are the questions a player has not answered and may still.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	return got(x.w.OpenAsks(player))
}

// HeldThisHour counts the letters in a player's name that were held within an hour: those
// that answered a letter of ours, or those that did not.
func (x *Tx) HeldThisHour(player int64, answering bool) (n int) {
	return got(x.w.HeldThisHour(player, answering))
}

// HeldAtStep says whether a letter was held that stopped the clock of a seat of the player at
// that step.
func (x *Tx) HeldAtStep(player, match int64, step int) (held bool) {
	return got(x.w.HeldAtStep(player, match, step))
}

// MatchAsks are the open questions of a kind about a match.
func (x *Tx) MatchAsks(match int64, kind model.AskKind) []model.Ask {
	return got(x.w.MatchAsks(match, kind))
}

// VoteAsks are all ballots of one vote, answered or not.
func (x *Tx) VoteAsks(match int64, round string) []model.Ask {
	return got(x.w.VoteAsks(match, round))
}

// SaveAsk keeps an answer.
func (x *Tx) SaveAsk(a model.Ask) {
	x.w.SaveAsk(a)
}

// HostBlocks keeps an address, or with none a player, from the matches of a host, or lets
// them in again. It says whether that changed anything.
func (x *Tx) HostBlocks(host, player int64, address string, off bool) bool {
	return got(x.w.HostBlocks(host, player, address, off))
}

// HostBlocked says whether a host keeps an address, or with a player given that one or any
// address of theirs, from their matches. An address that is kept away stands for its mailbox.
func (x *Tx) HostBlocked(host, player int64, address string) bool {
	return got(x.w.HostBlocked(host, player, address))
}

// HostedBy lists the matches of a host that wait, run or stand paused.
func (x *Tx) HostedBy(host int64) []int64 {
	return got(x.w.HostedBy(host))
}

// Bar turns all letters from a player's addresses away, and keeps closes their sessions, follows
// no match for them and keeps all mail from them; off ends that. It says whether that changed anything.
func (x *Tx) Bar(player int64, off bool) bool {
	return got(x.w.Bar(player, off))
}

// Seated lists the matches in which a player has a seat that is not over yet.
func (x *Tx) Seated(player int64) []int64 {
	return got(x.w.Seated(player))
}

// Hosts lists who holds the host's chair of a match that is not over, each once; all players
// with all.
func (x *Tx) Hosts(all bool) []int64 {
	return got(x.w.Hosts(all))
}

// Clocks are the clocks of a table as this transaction left them.
func (x *Tx) Clocks(t *model.Table) []model.Clock {
	return x.w.Clocks(t)
}

// SetClock keeps a seat's clock.
func (x *Tx) SetClock(t *model.Table, c model.Clock) {
	x.w.SetClock(t, c)
}

// DropClock ends a seat's clock.
func (x *Tx) DropClock(t *model.Table, seat int) {
	x.w.DropClock(t, seat)
}

// SetDue makes something due at a time; what was due under the same name is
// replaced.
func (x *Tx) SetDue(d model.Due) {
	x.w.SetDue(d)
}

// DropDue takes something off, at whatever time it is due.
func (x *Tx) DropDue(d model.Due) {
	x.w.DropDue(d)
}

// DropAllDue takes off all that is due of a match.
func (x *Tx) DropAllDue(match int64) {
	x.w.DropAllDue(match)
}

// TakeDue claims something due for this transaction; false if another has
// taken it or it was moved.
func (x *Tx) TakeDue(d model.Due) bool {
	return got(x.w.TakeDue(d))
}

// Plans are the moves kept for a seat, as this transaction left them.
func (x *Tx) Plans(t *model.Table, seat int) []model.Plan {
	return x.w.Plans(t, seat)
}

// SetPlan keeps a plan in place of one of the same kind.
func (x *Tx) SetPlan(t *model.Table, seat int, p model.Plan) {
	x.w.SetPlan(t, seat, p)
}

// DropPlan drops a plan, if there is one.
func (x *Tx) DropPlan(t *model.Table, seat int, kind model.PlanKind) {
	x.w.DropPlan(t, seat, kind)
}

// Cold counts what bears on one more cold letter of a host to an address; either may be empty.
// What this transaction has noted counts too, and no other counts until it ends.
func (x *Tx) Cold(host int64, address string) (c model.ColdCounts) {
	return got(x.w.Cold(host, address))
}

// NoteCold counts a letter from here on.
func (x *Tx) NoteCold(c model.Cold) {
	stop(x.w.NoteCold(c))
}

// Unwanted says whether the mailbox behind an address wants no invitations, or is barred.
func (x *Tx) Unwanted(address string) bool {
	return got(x.w.Unwanted(address))
}

// SaidYes says whether a player ever took a seat that a host had offered.
func (x *Tx) SaidYes(player, host int64) bool {
	return got(x.w.SaidYes(player, host))
}

// Opened counts the matches that a player opened and that are not over: rematches, or all
// others. Groups of leagues are opened by nobody.
func (x *Tx) Opened(player int64, rematches bool) int {
	return got(x.w.Opened(player, rematches))
}

// DailyTold is the last fact of a match that a seat was told of before the notice id; 0 for
// none.
func (x *Tx) DailyTold(match int64, seat int, player, id int64) int {
	return got(x.w.DailyTold(match, seat, player, id))
}

// DailyLetter is to whom a letter of the day went and what it asked about; player 0 where
// the notice is none.
func (x *Tx) DailyLetter(id int64) (int64, []byte) {
	a, b, err := x.w.DailyLetter(id)
	stop(err)
	return a, b
}

// GivenUp says whether the one who works at this is to stop: who looks now and then ends in good
// order, and sooner than by a call to the database.
func (x *Tx) GivenUp() {
	stop(x.w.GivenUp())
}

// WroteTo says whether letters about a seat were queued for a player, who so held it once or
// was offered it; who left it for good is known for ever.
func (x *Tx) WroteTo(match int64, seat int, player int64) bool {
	return got(x.w.WroteTo(match, seat, player))
}

// ReplayFailed lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func (x *Tx) ReplayFailed(match int64) int {
	return got(x.w.ReplayFailed(match))
}

// Leagues lists all leagues by name.
func (x *Tx) Leagues() []model.League {
	return got(x.w.Leagues())
}

// LeagueNamed finds a league without regard to case; nil if there is none.
func (x *Tx) LeagueNamed(name string) *model.League {
	return got(x.w.LeagueNamed(name))
}

// League reads a league by its number; nil if there is none.
func (x *Tx) League(id int64) *model.League {
	return got(x.w.League(id))
}

// NewLeague makes a league; nil, nil if the name is taken.
func (x *Tx) NewLeague(name string, rules json.RawMessage) *model.League {
	return got(x.w.NewLeague(name, rules))
}

// SaveLeague keeps a league's rules and whether it has ended.
func (x *Tx) SaveLeague(l *model.League) {
	stop(x.w.SaveLeague(l))
}

// Organisers lists the players who run a league.
func (x *Tx) Organisers(league int64) []int64 {
	return got(x.w.Organisers(league))
}

// AddOrganiser lets a player run a league.
func (x *Tx) AddOrganiser(league, player int64) {
	stop(x.w.AddOrganiser(league, player))
}

// DropOrganiser ends that.
func (x *Tx) DropOrganiser(league, player int64) {
	stop(x.w.DropOrganiser(league, player))
}

// NewSeason opens a season and gives it its number; nil, nil if the league has a
// season of that No.
func (x *Tx) NewSeason(s model.Season) *model.Season {
	return got(x.w.NewSeason(s))
}

// SeasonOf reads a season of a league by its number, the latest for 0; nil if
// there is none. It is not locked.
func (x *Tx) SeasonOf(league int64, no int) *model.Season {
	return got(x.w.SeasonOf(league, no))
}

// LockSeason reads a season and holds it until the transaction ends, so that of
// two processes one acts and the other sees what was done; nil if there is none.
func (x *Tx) LockSeason(id int64) *model.Season {
	return got(x.w.LockSeason(id))
}

// SaveSeason keeps a season's state, rules and times.
func (x *Tx) SaveSeason(s *model.Season) {
	stop(x.w.SaveSeason(s))
}

// Season reads a season by its number; nil if there is none. It is not locked.
func (x *Tx) Season(id int64) *model.Season {
	return got(x.w.Season(id))
}

// Entrants lists all who have to do with a season, by division and number.
func (x *Tx) Entrants(season int64) []model.Entrant {
	return got(x.w.Entrants(season))
}

// EntrantsAfter lists at most limit of them from the first with a greater number
// on, by number: for what is done to all of a season in batches.
func (x *Tx) EntrantsAfter(season, after int64, limit int) []model.Entrant {
	return got(x.w.EntrantsAfter(season, after, limit))
}

// Entrant is a player's part in a season; nil if they have none.
func (x *Tx) Entrant(season, player int64) *model.Entrant {
	return got(x.w.Entrant(season, player))
}

// EntrantsOf lists a player's parts in the seasons that are not closed.
func (x *Tx) EntrantsOf(player int64) []model.Entrant {
	return got(x.w.EntrantsOf(player))
}

// SaveEntrants keeps entrants, new ones too, in one statement.
func (x *Tx) SaveEntrants(all ...model.Entrant) {
	stop(x.w.SaveEntrants(all...))
}

// LeagueMatches lists the groups of a season in the order of the draw.
func (x *Tx) LeagueMatches(season int64) []model.LeagueMatch {
	return got(x.w.LeagueMatches(season))
}

// LeagueMatch reads one group; nil if there is none of that number.
func (x *Tx) LeagueMatch(season int64, no int) *model.LeagueMatch {
	return got(x.w.LeagueMatch(season, no))
}

// LeagueMatchOf is the group that a match is; nil for a match of no league.
func (x *Tx) LeagueMatchOf(match int64) *model.LeagueMatch {
	return got(x.w.LeagueMatchOf(match))
}

// LeagueMatchesOf lists a player's groups in a season.
func (x *Tx) LeagueMatchesOf(season, player int64) []model.LeagueMatch {
	return got(x.w.LeagueMatchesOf(season, player))
}

// LeagueLoad counts the running groups of each of some players in a season.
func (x *Tx) LeagueLoad(season int64, players []int64) map[int64]int {
	return got(x.w.LeagueLoad(season, players))
}

// LeagueWaiting lists, in order, the groups of some players that were to start
// by now and have not.
func (x *Tx) LeagueWaiting(season int64, players []int64) []int {
	return got(x.w.LeagueWaiting(season, players))
}

// LeagueOpen counts the groups of a season that are planned and those that run.
func (x *Tx) LeagueOpen(season int64) (planned, running int) {
	a, b, err := x.w.LeagueOpen(season)
	stop(err)
	return a, b
}

// AddLeagueMatches keeps groups that were drawn, in two statements.
func (x *Tx) AddLeagueMatches(all []model.LeagueMatch) {
	stop(x.w.AddLeagueMatches(all))
}

// SaveLeagueMatch keeps where a group stands, and who sits in it.
func (x *Tx) SaveLeagueMatch(m *model.LeagueMatch) {
	stop(x.w.SaveLeagueMatch(m))
}

// LeaguePlacesLeft lists the groups still to begin in which a player had a place
// and nobody has it now.
func (x *Tx) LeaguePlacesLeft(season, player int64) []model.LeagueMatch {
	return got(x.w.LeaguePlacesLeft(season, player))
}

// LeagueMatchesDrawn lists the groups of a season in which a player has a place,
// whoever sits there.
func (x *Tx) LeagueMatchesDrawn(season, player int64) []model.LeagueMatch {
	return got(x.w.LeagueMatchesDrawn(season, player))
}

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (x *Tx) RefusedThisHour(sender string) int {
	return got(x.w.RefusedThisHour(sender))
}

// StopLinks kills the links in all letters to a seat so far, and the sessions and codes of
// its player; off keeps new letters without links too. Not off, it lets new letters have
// them again and revives none.
func (x *Tx) StopLinks(match int64, seat int, player int64, off bool) {
	x.w.StopLinks(match, seat, player, off)
}

// CodesSince counts the codes a player was mailed since a time.
func (x *Tx) CodesSince(player int64, since time.Time) int {
	return got(x.w.CodesSince(player, since))
}

// AddCode keeps a code for the browser that asked, and forgets what is a day old.
func (x *Tx) AddCode(nonce [32]byte, player int64, code [32]byte) {
	x.w.AddCode(nonce, player, code)
}

// PlayerByAddress finds who writes from an address; nil, nil if nobody does.
func (x *Tx) PlayerByAddress(address string) (*model.Player, *model.Address) {
	a, b, err := x.w.PlayerByAddress(address)
	stop(err)
	return a, b
}

// Player reads a player once; nil if there is none of that number.
func (x *Tx) Player(id int64) *model.Player {
	return got(x.w.Player(id))
}

// Addresses are all addresses of a player, the first one first.
func (x *Tx) Addresses(player int64) []model.Address {
	return got(x.w.Addresses(player))
}

// NewPlayer makes a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	return got(x.w.NewPlayer(address, display))
}

// SavePlayer keeps what a player changed.
func (x *Tx) SavePlayer(p *model.Player) {
	x.w.SavePlayer(p)
}

// AddAddress gives a player one more address; one that is somebody's stays
// theirs.
func (x *Tx) AddAddress(a model.Address) {
	x.w.AddAddress(a)
}

// SaveAddress keeps whether an address is proved, blocked or failing.
func (x *Tx) SaveAddress(a model.Address) {
	x.w.SaveAddress(a)
}

// MatchesOf lists a player's matches: waiting, running and paused ones, and
// those that ended in the last thirty days.
func (x *Tx) MatchesOf(player int64) []int64 {
	return got(x.w.MatchesOf(player))
}

// AnswersThisHour counts the receipts and questions queued to an address in an
// hour.
func (x *Tx) AnswersThisHour(address string) int {
	return got(x.w.AnswersThisHour(address))
}

// AsksThisHour counts the questions queued to an address in an hour.
func (x *Tx) AsksThisHour(address string) int {
	return got(x.w.AsksThisHour(address))
}

// StepSeen says whether a letter with the same words was taken for a step. One
// that was held is none: a stranger may have sent it.
func (x *Tx) StepSeen(match int64, seat, step int, words [32]byte) bool {
	return got(x.w.StepSeen(match, seat, step, words))
}

// Queue makes a notice a duty: told once under its key, however often it is
// queued. Its Message-ID is fixed here.
func (x *Tx) Queue(n model.Notice) {
	x.w.Queue(n)
}

// RatingChanges are the latest changes of a player's ratings, the last first; of one kind, or
// with "" of all.
func (x *Tx) RatingChanges(player int64, kind string, most int) []db.RatingChange {
	return got(x.w.RatingChanges(player, kind, most))
}

// TurnsOf sums the turns of a player in matches that ended.
func (x *Tx) TurnsOf(player int64) rating.Turns {
	return got(x.w.TurnsOf(player))
}

// LockRatings lets one process rate at a time, until the transaction ends: who rates a match
// reads what the match before has left.
func (x *Tx) LockRatings() {
	stop(x.w.LockRatings())
}

// Patient lets this deed think between two statements for as long as it likes: it is an
// operator's, who waits for it and can end it.
func (x *Tx) Patient() {
	stop(x.w.Patient())
}

// NextRated is the number the next rated match gets, and whether this match has one already.
// The ratings must be locked.
func (x *Tx) NextRated(match int64) (int64, bool) {
	a, b, err := x.w.NextRated(match)
	stop(err)
	return a, b
}

// Ratings are all ratings of some players; with none named, of everybody.
func (x *Tx) Ratings(players ...int64) rating.Book {
	return got(x.w.Ratings(players...))
}

// SaveRated keeps what the rating of a match did, with the ratings that it changed as the book
// has them now.
func (x *Tx) SaveRated(r model.Rated, book rating.Book) {
	x.w.SaveRated(r, book)
}

// RatedMatches are the matches in the order in which they were rated, with nothing but their
// numbers, and those that ended and have no number yet, by their end.
func (x *Tx) RatedMatches() ([]model.Rated, []int64) {
	a, b, err := x.w.RatedMatches()
	stop(err)
	return a, b
}

// ReplaceRatings puts other ratings in the place of all that are kept.
func (x *Tx) ReplaceRatings(all []model.Rated, book rating.Book) {
	stop(x.w.ReplaceRatings(all, book))
}

// StoredRatings are all ratings and all that made them, in order.
func (x *Tx) StoredRatings() ([]model.Rated, rating.Book) {
	a, b, err := x.w.StoredRatings()
	stop(err)
	return a, b
}

// Gone says whether the row of a number in one of the tables whose rows are
// numbered was lost by a restore, and to when the house was restored. Number 0
// asks for the last restore, whatever was lost by it.
func (x *Tx) Gone(table string, number int64) (time.Time, bool) {
	a, b, err := x.w.Gone(table, number)
	stop(err)
	return a, b
}

// Forget takes one step of forgetting what is older than it may be, a thousand rows of each
// table at the most; more says that another step would find some at once.
func (x *Tx) Forget(k db.Keep) (more bool) {
	return got(x.w.Forget(k))
}

// CountKept looks which letters are too many, the newest being kept; Forget takes the bytes of
// those. It reads how long each letter is that is kept.
func (x *Tx) CountKept(k db.Keep) {
	stop(x.w.CountKept(k))
}

// KeepKey lets a key open a seat, known by its hash alone; one that the seat had opens it no
// more.
func (x *Tx) KeepKey(k model.SeatKey, hash [32]byte) {
	x.w.KeepKey(k, hash)
}

// DropKey makes the key of a seat open nothing.
func (x *Tx) DropKey(match int64, seat int) {
	x.w.DropKey(match, seat)
}

// OpenOffer is the offer of a seat that waits for its answer, in time or not; nil for none.
func (x *Tx) OpenOffer(match int64, seat int) *model.SeatOffer {
	return got(x.w.OpenOffer(match, seat))
}

// OfferTo is what a player was offered in a match; nil for nothing.
func (x *Tx) OfferTo(match, player int64) *model.SeatOffer {
	return got(x.w.OfferTo(match, player))
}

// AddOffer keeps an offer that is put to somebody now. One the same person had before in
// the match is forgotten.
func (x *Tx) AddOffer(o model.SeatOffer) {
	stop(x.w.AddOffer(o))
}

// EndOffer keeps how the offer that a player had in a match ended.
func (x *Tx) EndOffer(match, player int64, state model.OfferState) {
	stop(x.w.EndOffer(match, player, state))
}

// EndOffers keeps how the open offer of a seat ended, if there is one.
func (x *Tx) EndOffers(match int64, seat int, state model.OfferState) {
	stop(x.w.EndOffers(match, seat, state))
}

// NoteSeatChange keeps a change of hands.
func (x *Tx) NoteSeatChange(c model.SeatChange) {
	stop(x.w.NoteSeatChange(c))
}

// SeatChanges are all changes of hands of a match, in the order in which they happened.
func (x *Tx) SeatChanges(match int64) []model.SeatChange {
	return got(x.w.SeatChanges(match))
}

// Left lists the seats of matches still played that a player left for good.
func (x *Tx) Left(player int64) []model.SeatChange {
	return got(x.w.Left(player))
}

// KeepSigns notes the signs of a player's letter, and sees that old ones are forgotten.
func (x *Tx) KeepSigns(player int64, signs []model.Sign) {
	x.w.KeepSigns(player, signs)
}

// ForgetSigns forgets the signs of a player that are older than they may be, and looks again
// in a week while there are others.
func (x *Tx) ForgetSigns(player int64) {
	stop(x.w.ForgetSigns(player))
}

// Signs lists the signs of some players that are young enough, by number of player.
func (x *Tx) Signs(players []int64) map[int64][]model.Sign {
	return got(x.w.Signs(players))
}

// LetterTimes are the times at which the letters about a match came in, by seat, the last
// of them first and so many at most of all together.
func (x *Tx) LetterTimes(match int64, most int) map[int][]time.Time {
	return got(x.w.LetterTimes(match, most))
}

// SharedBy counts, for each hash of a kind, how many players bear it: what many share says
// nothing about two.
func (x *Tx) SharedBy(hashes [][]byte) map[string]int {
	return got(x.w.SharedBy(hashes))
}

// Standin is a player's entry in the list; nil for none.
func (x *Tx) Standin(player int64) *model.Standin {
	return got(x.w.Standin(player))
}

// AnyStandin says whether anybody is ready at all.
func (x *Tx) AnyStandin() bool {
	return got(x.w.AnyStandin())
}

// SaveStandin puts a player on the list, or changes what they are ready for, and has
// every seat that waits for somebody looked at again.
func (x *Tx) SaveStandin(s model.Standin) {
	stop(x.w.SaveStandin(s))
}

// DropStandin takes a player off the list; false if they were not on it.
func (x *Tx) DropStandin(player int64) bool {
	return got(x.w.DropStandin(player))
}

// NextStandin is who is to be asked to take a seat; nil for nobody. Nobody who sits or sat
// in the match, or was asked for a seat of it, is. Until the transaction ends no other
// process picks anybody, so that each finds the limits of all as they are.
func (x *Tx) NextStandin(v model.Vacancy) *model.Standin {
	return got(x.w.NextStandin(v))
}

// Table is a match with all that belongs to it, locked until the transaction
// ends, and read once; ErrNoMatch if there is none.
func (x *Tx) Table(id int64) *model.Table {
	return got(x.w.Table(id))
}

// FindTable is Table, nil where there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	return got(x.w.FindTable(id))
}

// OpenTable makes a match with its first seats and gives it its number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	return got(x.w.OpenTable(row, seats))
}

// Append lengthens the log of a table: the facts are numbered, stamped with
// Now, folded into t.Match and written at the end.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	x.w.Append(t, facts...)
}

// Appended lists the facts this transaction has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact {
	return x.w.Appended(t)
}

// Save keeps what was changed in a table's Row and Seats.
func (x *Tx) Save(t *model.Table) {
	x.w.Save(t)
}

// Say keeps what somebody said, apart from the facts, and gives its number.
func (x *Tx) Say(t *model.Table, by, words string) (ref int64) {
	return got(x.w.Say(t, by, words))
}

// Tally adds the counts of a match to the sums, once.
func (x *Tx) Tally(t *model.Table, seats int, counts []tally.Count) {
	stop(x.w.Tally(t, seats, counts))
}

// Watchers are all who follow a match, by number of player.
func (x *Tx) Watchers(match int64) []model.Watcher {
	return got(x.w.Watchers(match))
}

// Watched lists the matches that a player follows, those that are not over.
func (x *Tx) Watched(player int64) []int64 {
	return got(x.w.Watched(player))
}

// Watch lets a player follow a match, told up to a fact; who follows it already is told
// that much.
func (x *Tx) Watch(match, player int64, told int) {
	stop(x.w.Watch(match, player, told))
}

// Unwatch ends that; false if the player did not follow the match.
func (x *Tx) Unwatch(match, player int64) bool {
	return got(x.w.Unwatch(match, player))
}

// UnwatchAll ends it for everybody who follows a match.
func (x *Tx) UnwatchAll(match int64) {
	stop(x.w.UnwatchAll(match))
}

// AsksSince counts how often a question of a kind was put at a table since a time, however
// many were asked it.
func (x *Tx) AsksSince(match int64, kind string, since time.Time) int {
	return got(x.w.AsksSince(match, kind, since))
}

// AddHook keeps a hook and gives its number.
func (x *Tx) AddHook(h model.Hook) (id int64) {
	return got(x.w.AddHook(h))
}

// MatchHooks are those that a match has of its own, by number.
func (x *Tx) MatchHooks(match int64) []model.Hook {
	return got(x.w.MatchHooks(match))
}

// DropHook forgets a hook and all its calls.
func (x *Tx) DropHook(id int64) {
	x.w.DropHook(id)
}

// TurnHook gives a hook another secret; the one it had signs too until a time.
func (x *Tx) TurnHook(id int64, secret []byte, until time.Time) {
	x.w.TurnHook(id, secret, until)
}

// HookOff ends a hook that still was on, and gives up the calls that wait; nil if it was not.
func (x *Tx) HookOff(id int64, why string) *model.Hook {
	return got(x.w.HookOff(id, why))
}

// Greet queues the first call of a hook, which only says that it will be told.
func (x *Tx) Greet(hook, match int64) {
	x.w.Greet(hook, match)
}

// Cause is why this is done.
func (x *Tx) Cause() model.Cause {
	return x.w.Cause()
}

// Now is the time of the deed.
func (x *Tx) Now() time.Time {
	return x.w.Now()
}

// Letter is the letter being noted; its State, Why, Match, Seat and Step may
// be set until the end. Nil for any other cause.
func (x *Tx) Letter() *model.Letter {
	return x.w.Letter()
}
