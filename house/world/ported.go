package world

import (
	"time"

	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// kept is the house of a command, and how often the command has changed it. The methods of the types below are those
// of Port, where it is said what they promise; an error ends the command.
type kept struct {
	port    Port
	changes int
}

// change returns the port for a change, which it counts.
func (k *kept) change() Port {
	k.changes++
	return k.port
}

// matches asks the port for who hosts, opens, plays and follows matches.
type matches struct{ *kept }

func (k matches) Gone(table string, number int64) time.Time { return Must(k.port.Gone(table, number)) }
func (k matches) Hosts(all bool) []int64                    { return Must(k.port.Hosts(all)) }
func (k matches) SaidYes(player, host int64) bool           { return Must(k.port.SaidYes(player, host)) }
func (k matches) CountOpened(player int64, rematches bool) int {
	return Must(k.port.CountOpened(player, rematches))
}
func (k matches) MatchesOf(player int64) []int64     { return Must(k.port.MatchesOf(player)) }
func (k matches) OpenMatchesOf(player int64) []int64 { return Must(k.port.OpenMatchesOf(player)) }
func (k matches) Acquainted(game string, players []int64) []int64 {
	return Must(k.port.Acquainted(game, players))
}
func (k matches) OpenTables(most int) []int64 { return Must(k.port.OpenTables(most)) }
func (k matches) Finished(player int64, most int) []int64 {
	return Must(k.port.Finished(player, most))
}
func (k matches) Watchers(match int64) []model.Watcher { return Must(k.port.Watchers(match)) }
func (k matches) Watched(player int64) []int64         { return Must(k.port.Watched(player)) }
func (k matches) SaveWatcher(v model.Watcher)          { StopOnError(k.change().SaveWatcher(v)) }
func (k matches) Unwatch(match, player int64) bool     { return Must(k.change().Unwatch(match, player)) }

// seats asks the port for seats that change hands.
type seats struct{ *kept }

func (k seats) OfferTo(match, player int64) *model.SeatOffer {
	return Must(k.port.OfferTo(match, player))
}
func (k seats) OpenOffer(match int64, seat int) *model.SeatOffer {
	return Must(k.port.OpenOffer(match, seat))
}
func (k seats) SaveOffer(o model.SeatOffer)                { StopOnError(k.change().SaveOffer(o)) }
func (k seats) SeatChanges(match int64) []model.SeatChange { return Must(k.port.SeatChanges(match)) }
func (k seats) SeatsLeft(player int64) []model.SeatChange  { return Must(k.port.SeatsLeft(player)) }
func (k seats) AddSeatChange(c model.SeatChange)           { StopOnError(k.change().AddSeatChange(c)) }
func (k seats) HasStandins() bool                          { return Must(k.port.HasStandins()) }
func (k seats) Standin(player int64) *model.Standin        { return Must(k.port.Standin(player)) }
func (k seats) NextStandin(v model.Vacancy) *model.Standin { return Must(k.port.NextStandin(v)) }
func (k seats) SaveStandin(s model.Standin)                { StopOnError(k.change().SaveStandin(s)) }
func (k seats) DropStandin(player int64) bool              { return Must(k.change().DropStandin(player)) }

// people asks the port for players and the ways to them.
type people struct{ *kept }

func (k people) SavePlayer(p model.Player)                    { StopOnError(k.change().SavePlayer(p)) }
func (k people) KeptPlayers(keeper int64) []model.Player      { return Must(k.port.KeptPlayers(keeper)) }
func (k people) Addresses(player int64) []model.Address       { return Must(k.change().Addresses(player)) }
func (k people) Forgotten(hash string) model.Forgotten        { return Must(k.port.Forgotten(hash)) }
func (k people) EverSat(player, after int64) []int64          { return Must(k.port.EverSat(player, after)) }
func (k people) HasUnsent(player int64) bool                  { return Must(k.port.HasUnsent(player)) }
func (k people) Forget(f model.Forgetting)                    { StopOnError(k.change().Forget(f)) }
func (k people) SetBlock(b model.Block, off bool) bool        { return Must(k.change().SetBlock(b, off)) }
func (k people) Signs(players []int64) map[int64][]model.Sign { return Must(k.port.Signs(players)) }
func (k people) AddSigns(player int64, signs []model.Sign) {
	StopOnError(k.change().AddSigns(player, signs))
}
func (k people) CodesSince(player int64, since time.Time) int {
	return Must(k.port.CodesSince(player, since))
}
func (k people) AddCode(player int64, nonce, code [32]byte) {
	StopOnError(k.change().AddCode(player, nonce, code))
}
func (k people) StopLinks(of model.SeatKey, off bool)    { StopOnError(k.change().StopLinks(of, off)) }
func (k people) KeepKey(of model.SeatKey, hash [32]byte) { StopOnError(k.change().KeepKey(of, hash)) }
func (k people) DropKey(of model.SeatKey)                { StopOnError(k.change().DropKey(of)) }

// mail asks the port for letters, questions and webhooks.
type mail struct{ *kept }

func (k mail) Ask(id int64) *model.Ask            { return Must(k.port.Ask(id)) }
func (k mail) Asks(f model.AskFilter) []model.Ask { return Must(k.port.Asks(f)) }
func (k mail) ColdLetters(host int64, address string) model.ColdCounts {
	return Must(k.port.ColdLetters(host, address))
}
func (k mail) AddCold(c model.Cold)                 { StopOnError(k.change().AddCold(c)) }
func (k mail) Replies(address string) []model.Reply { return Must(k.port.Replies(address)) }
func (k mail) IdleReplies() int                     { return Must(k.port.IdleReplies()) }
func (k mail) StepSeen(match int64, seat, step int, words [32]byte) bool {
	return Must(k.port.StepSeen(match, seat, step, words))
}
func (k mail) LetterTimes(match int64, most int) map[int][]time.Time {
	return Must(k.port.LetterTimes(match, most))
}
func (k mail) LastLetter(match int64, seat int, player int64) model.LastLetter {
	return Must(k.port.LastLetter(match, seat, player))
}
func (k mail) WroteTo(match int64, seat int, player int64) bool {
	return Must(k.port.WroteTo(match, seat, player))
}
func (k mail) LastDigested(match int64, seat int, player int64) int {
	return Must(k.port.LastDigested(match, seat, player))
}
func (k mail) DailyLetter(id int64) model.Notice   { return Must(k.port.DailyLetter(id)) }
func (k mail) MatchHooks(match int64) []model.Hook { return Must(k.port.MatchHooks(match)) }
func (k mail) AddHook(h model.Hook) int64          { return Must(k.change().AddHook(h)) }
func (k mail) DropHook(id int64) bool              { return Must(k.change().DropHook(id)) }
func (k mail) TurnHook(id int64, secret []byte, until time.Time) bool {
	return Must(k.change().TurnHook(id, secret, until))
}
func (k mail) TurnOffHook(id int64, why string) *model.Hook {
	return Must(k.change().TurnOffHook(id, why))
}
func (k mail) ReplayFailed(match int64) int { return Must(k.change().ReplayFailed(match)) }

// leagues asks the port for leagues.
type leagues struct{ *kept }

func (k leagues) Leagues() []model.League                { return Must(k.port.Leagues()) }
func (k leagues) League(id int64) *model.League          { return Must(k.port.League(id)) }
func (k leagues) AddLeague(l model.League) *model.League { return Must(k.change().AddLeague(l)) }
func (k leagues) SaveLeague(l model.League)              { StopOnError(k.change().SaveLeague(l)) }
func (k leagues) Organisers(league int64) []int64        { return Must(k.port.Organisers(league)) }
func (k leagues) SetOrganiser(league, player int64, off bool) {
	StopOnError(k.change().SetOrganiser(league, player, off))
}
func (k leagues) Season(id int64) *model.Season     { return Must(k.port.Season(id)) }
func (k leagues) LockSeason(id int64) *model.Season { return Must(k.port.LockSeason(id)) }
func (k leagues) SeasonOf(league int64, no int) *model.Season {
	return Must(k.port.SeasonOf(league, no))
}
func (k leagues) AddSeason(s model.Season) *model.Season { return Must(k.change().AddSeason(s)) }
func (k leagues) SaveSeason(s model.Season)              { StopOnError(k.change().SaveSeason(s)) }
func (k leagues) Entrants(season int64) []model.Entrant  { return Must(k.port.Entrants(season)) }
func (k leagues) Entrant(season, player int64) *model.Entrant {
	return Must(k.port.Entrant(season, player))
}
func (k leagues) OpenEntries(player int64) []model.Entrant       { return Must(k.port.OpenEntries(player)) }
func (k leagues) SaveEntrants(all []model.Entrant)               { StopOnError(k.change().SaveEntrants(all)) }
func (k leagues) Groups(f model.GroupFilter) []model.LeagueMatch { return Must(k.port.Groups(f)) }
func (k leagues) AddGroups(all []model.LeagueMatch)              { StopOnError(k.change().AddGroups(all)) }
func (k leagues) SaveGroup(m model.LeagueMatch)                  { StopOnError(k.change().SaveGroup(m)) }

// ratings asks the port for what is summed up over matches.
type ratings struct{ *kept }

func (k ratings) NextRated(match int64) int64          { return Must(k.port.NextRated(match)) }
func (k ratings) Rate(r model.Rated, now rating.Book)  { StopOnError(k.change().Rate(r, now)) }
func (k ratings) Ratings(players ...int64) rating.Book { return Must(k.port.Ratings(players...)) }
func (k ratings) RatingChanges(player int64, kind string, most int) []model.RatingChange {
	return Must(k.port.RatingChanges(player, kind, most))
}
func (k ratings) TurnsOf(player int64) rating.Turns { return Must(k.change().TurnsOf(player)) }
func (k ratings) Tally(m model.Match, seats int, counts []tally.Count) {
	StopOnError(k.change().Tally(m, seats, counts))
}
