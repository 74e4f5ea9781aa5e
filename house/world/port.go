package world

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Port is all that a house must be able to answer and to change during one command. db/store does it in Postgres,
// house/memory on a plain value, which is the definition that Postgres must match.
//
// What it returns is the command's own to change. A change is seen by every later question, but for those to tables,
// due rows, notices, signs, sessions and keys, which are seen after the command. If the command fails, nothing of it
// stays. A row is looked up by its number: nil, and no error, means that there is none. Methods without an error only
// gather: what is wrong with what they were given is the error with which the command ends.
type Port interface {
	// GivenUp returns an error if the command's caller has given up.
	GivenUp() error
	// Gone returns to what time the house was restored from a backup when that lost the row with this number in this
	// table; zero if none did. Number 0 asks for the last restore, whatever it lost.
	Gone(table string, number int64) (time.Time, error)

	// A table is read once, with everything that belongs to it, and locked until the command ends; the error is
	// model.ErrNoMatch if there is none. What is changed in it then is kept. Facts that are appended must be numbered,
	// stamped and folded already. Say keeps what somebody said, which is no fact, and returns its number.
	Table(match int64) (*model.Table, error)
	OpenTable(row model.Match, seats []model.Seat) (*model.Table, error)
	Append(t *model.Table, facts ...engine.Fact)
	Say(match int64, by, words string) (int64, error)

	// There is one due row for a key, so setting it replaces what was due before. DropDue with an empty What drops
	// all rows of the owner. TakeDue claims a row; it returns false if it was moved or another process has taken it.
	// A notice is written once, however often its key is queued.
	SetDue(d model.Due)
	DropDue(d model.Due)
	TakeDue(d model.Due) (bool, error)
	Queue(n model.Notice)

	// Hosts lists, once each, the players who host a match that is not over, or with all every player who has proved an
	// address. SaidYes reports whether a player ever took a seat in a match of this host.
	// CountOpened counts the matches that a player opened and that are not over: rematches, or all others. Rematches of
	// the last day count also if they are over: each brings its host's words "play again" to people whose addresses the
	// host need not know. League groups do not count.
	// MatchesOf lists a player's matches that are waiting, running or paused, and those that ended in the last thirty
	// days; OpenMatchesOf leaves these out. Acquainted returns, in order, those of players who have a seat in a match of
	// this game that has started.
	Hosts(all bool) ([]int64, error)
	SaidYes(player, host int64) (bool, error)
	CountOpened(player int64, rematches bool) (int, error)
	MatchesOf(player int64) ([]int64, error)
	OpenMatchesOf(player int64) ([]int64, error)
	Acquainted(game string, players []int64) ([]int64, error)

	// OpenTables lists the lobbies that anybody may join, at most so many, the newest first.
	OpenTables(most int) ([]int64, error)

	// Finished lists the matches with a result in which a player held a seat at the end, at most so many, the newest first.
	Finished(player int64, most int) ([]int64, error)

	// Watchers are listed by player; Watched lists the matches that a player follows and that are not over. Unwatch
	// returns false if the player did not follow the match.
	Watchers(match int64) ([]model.Watcher, error)
	Watched(player int64) ([]int64, error)
	SaveWatcher(v model.Watcher) error
	Unwatch(match, player int64) (bool, error)

	// There is one offer of a match to a player, so keeping it replaces an earlier one. OpenOffer finds the one of a
	// seat that is not answered, expired or not. Both open the transaction, which locks the match at hand, so that none
	// is made or ended meanwhile. Changes of hands are listed in the order they happened; SeatsLeft lists the seats that
	// a player left for good in matches still being played.
	OfferTo(match, player int64) (*model.SeatOffer, error)
	OpenOffer(match int64, seat int) (*model.SeatOffer, error)
	SaveOffer(o model.SeatOffer) error
	SeatChanges(match int64) ([]model.SeatChange, error)
	SeatsLeft(player int64) ([]model.SeatChange, error)
	AddSeatChange(c model.SeatChange) error

	// NextStandin chooses who is asked next to take a vacant seat. It never chooses people who sit or sat in the match
	// or were asked about one of its seats. It locks: until the command ends no other chooses, so nobody is asked more
	// often than the limits allow. SaveStandin locks too, and makes seats due that may be vacant. DropStandin returns
	// false if the player was not on the list.
	HasStandins() (bool, error)
	Standin(player int64) (*model.Standin, error)
	NextStandin(v model.Vacancy) (*model.Standin, error)
	SaveStandin(s model.Standin) error
	DropStandin(player int64) (bool, error)

	// Sender is what is known of who writes from an address, read in one round trip. Addresses lists a player's, the
	// first address first. An address is new or of the same player, and keeps whether it is proved, blocked or failing.
	// A kept player has no address and writes from the mailbox of another, their keeper, whose addresses Addresses lists
	// for them. KeptPlayers are listed by number.
	// Unwanted reports whether the mailbox behind an address wants no invitations or is barred. Bar turns a player's
	// letters away, or with off lets them in again; it returns whether that changed anything.
	Sender(address string) (model.Sender, error)
	Player(id int64) (*model.Player, error)
	NewPlayer(address, display string) (*model.Player, error)
	NewKeptPlayer(keeper int64, called string) (*model.Player, error)
	KeptPlayers(keeper int64) ([]model.Player, error)
	SavePlayer(p model.Player) error
	Addresses(player int64) ([]model.Address, error)
	SaveAddress(a model.Address) error
	Unwanted(address string) (bool, error)
	Bar(player int64, off bool) (bool, error)

	// Forgotten returns what is kept of a mailbox by its hash. EverSat lists the matches in which a player has or had a
	// seat or is or was the referee, by number, after one. HasUnsent reports whether letters to a player are still to leave.
	// Forget deletes what is kept of a player, and all that it knows them by but their number, which results stand under.
	Forgotten(hash string) (model.Forgotten, error)
	EverSat(player, after int64) ([]int64, error)
	HasUnsent(player int64) (bool, error)
	Forget(f model.Forgetting) error

	// HostBlocked reports whether a host keeps an address out of their matches or, if Player is set, that player or any
	// of their addresses. A blocked address blocks its whole mailbox. SetBlock keeps somebody out, or with off lets them
	// in again, and returns whether that changed anything.
	HostBlocked(b model.Block) (bool, error)
	SetBlock(b model.Block, off bool) (bool, error)

	// Signs lists those of some players that have not expired, by player; AddSigns records those of a player's letter.
	Signs(players []int64) (map[int64][]model.Sign, error)
	AddSigns(player int64, signs []model.Sign) error

	// CodesSince counts the codes mailed to a player since a time, and locks the player, so that two requests at once do
	// not both find room for the last. AddCode keeps a code that opens a session. StopLinks kills the links in letters
	// to a seat and the codes of its player; off keeps new letters without links. KeepKey sets the key that opens a seat
	// to programs, in place of the one before.
	CodesSince(player int64, since time.Time) (int, error)
	AddCode(player int64, nonce, code [32]byte) error
	StopLinks(of model.SeatKey, off bool) error
	KeepKey(of model.SeatKey, hash [32]byte) error
	DropKey(of model.SeatKey) error

	// Ask locks the question. Asks lists those with all that is set in f, by number. AddAsk returns the new number.
	Ask(id int64) (*model.Ask, error)
	Asks(f model.AskFilter) ([]model.Ask, error)
	AddAsk(a model.Ask) (int64, error)
	AnswerAsk(id int64, answer model.Answer) error

	// ColdLetters counts the letters that limit how many more a host may send to an address that did not ask for them;
	// either may be empty. The counts include what this command has added. It locks: no other command counts until this
	// one ends. Replies are the answers and questions that went to an address in the last day, newest first; IdleReplies
	// counts the answers of that day, to anybody, to letters that did nothing.
	ColdLetters(host int64, address string) (model.ColdCounts, error)
	AddCold(c model.Cold) error
	Replies(address string) ([]model.Reply, error)
	IdleReplies() (int, error)

	// StepSeen reports whether a letter with the same words was taken for a step. Held letters do not count, because a
	// stranger may have sent them. LetterTimes returns when the last most letters about a match came in, by seat, newest
	// first. WroteTo reports whether a player was ever written to about a seat or had a part in its changes of hands:
	// who held it or was offered it. It stays true after they have left.
	StepSeen(match int64, seat, step int, words [32]byte) (bool, error)
	LetterTimes(match int64, most int) (map[int][]time.Time, error)
	WroteTo(match int64, seat int, player int64) (bool, error)

	// LastLetter returns a player's own last letter for a seat that was taken; the zero value if there is none.
	LastLetter(match int64, seat int, player int64) (model.LastLetter, error)

	// LastDigested returns the last fact of a match that a seat was told of in a notice, 0 if none. DailyLetter returns
	// Player and Params of a daily letter; nothing if it is none.
	LastDigested(match int64, seat int, player int64) (int, error)
	DailyLetter(id int64) (model.Notice, error)

	// MatchHooks lists the webhooks of this one match by number. AddHook returns the new number; the first call says
	// that others will follow. TurnHook gives a webhook a new secret, and until then calls are signed with the old one
	// too; it returns false if there is none or it is not signed. TurnOffHook returns nil if it was off already.
	// ReplayFailed retries the calls that were given up, of the webhooks that hosts of this match have set, and counts
	// them.
	MatchHooks(match int64) ([]model.Hook, error)
	AddHook(h model.Hook) (int64, error)
	DropHook(id int64) (bool, error)
	TurnHook(id int64, secret []byte, until time.Time) (bool, error)
	TurnOffHook(id int64, why string) (*model.Hook, error)
	ReplayFailed(match int64) (int, error)

	// Leagues are listed by name. AddLeague returns nil if the name is taken; of one that is kept already, rules and end
	// are saved. SetOrganiser makes a player an organiser of a league, or with off takes that away.
	Leagues() ([]model.League, error)
	League(id int64) (*model.League, error)
	AddLeague(l model.League) (*model.League, error)
	SaveLeague(l model.League) error
	Organisers(league int64) ([]int64, error)
	SetOrganiser(league, player int64, off bool) error

	// LockSeason locks a season until the command ends, so that a second process waits and then sees what the first has
	// done. SeasonOf finds the one of a league with a number, the latest for 0. AddSeason returns nil if the league
	// already has one of that number; of one that is kept already, state, rules and times are saved.
	Season(id int64) (*model.Season, error)
	LockSeason(id int64) (*model.Season, error)
	SeasonOf(league int64, no int) (*model.Season, error)
	AddSeason(s model.Season) (*model.Season, error)
	SaveSeason(s model.Season) error

	// Entrants of a season are listed by division and player, OpenEntries of a player are those of seasons that are not
	// closed, by season. They are saved whether new or known.
	Entrants(season int64) ([]model.Entrant, error)
	Entrant(season, player int64) (*model.Entrant, error)
	OpenEntries(player int64) ([]model.Entrant, error)
	SaveEntrants(all []model.Entrant) error

	// Groups lists, in the order of the draw, those with all that is set in f. AddGroups keeps those of a draw; of one
	// that is kept already, state and seats are saved.
	Groups(f model.GroupFilter) ([]model.LeagueMatch, error)
	AddGroups(all []model.LeagueMatch) error
	SaveGroup(m model.LeagueMatch) error

	// NextRated returns the number that this match gets among the rated ones, 0 if it has one already. It locks: until
	// the command ends no other process rates, because a rating starts from what the match before has left. Rate keeps
	// what rating a match did; now holds the new ratings. Ratings are those of some players, or of everybody for none.
	// RatingChanges lists the latest of a player, newest first; an empty kind means all. TurnsOf adds up a player's turns
	// in all rated matches. Tally adds the counts of a match to the totals; doing so twice adds them once.
	NextRated(match int64) (int64, error)
	Rate(r model.Rated, now rating.Book) error
	Ratings(players ...int64) (rating.Book, error)
	RatingChanges(player int64, kind string, most int) ([]model.RatingChange, error)
	TurnsOf(player int64) (rating.Turns, error)
	Tally(m model.Match, seats int, counts []tally.Count) error
}
