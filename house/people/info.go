// Package people carries out commands that concern a player rather than a table: settings, help and status,
// ratings, matches to follow, the daily letter, webhooks and keys for programs. It also compares the players
// of a match for its host (Fairplay).
package people

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/rating"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// ExplainCards explains what each card does, and the terms of the game.
func ExplainCards(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	game, _ := gameOrNamed(d, "")
	if game == nil {
		return desk.Refuse("house.no-such-game", "game", "", "games", d.House.Names)
	}
	lines := []engine.Phrase{engine.Say(game.Name() + ".cards")}
	if g, ok := game.(engine.Glossed); ok {
		lines = append(lines, g.Terms()...)
	}
	return desk.AnswerPage(notice.Page{Title: engine.Say("house.cards-title", "game", engine.Say(game.Name()+".title")), Lines: lines})
}

// gameOrNamed returns the game of the match at hand with its edition, or the game of a name with the edition that the
// sender's own match of it would have.
func gameOrNamed(d *desk.Desk, word string) (engine.Game, string) {
	if d.Table != nil && word == "" {
		return d.Table.Match.Game, d.Table.Row.Edition
	}
	word = cmp.Or(word, d.House.Usual())
	g := dates.FindGame(d.House.Games, d.House.Names, word)
	if g == nil {
		return nil, ""
	}
	return g, engine.EditionFor(g, desk.LanguageOf(d))
}

// TellStory tells the round so far as this seat may know it.
func TellStory(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	title := "house.story-title"
	if d.Table.Row.Phase.Ended() {
		title = "house.story-last"
	}
	return desk.AnswerPage(notice.Page{Title: engine.Say(title, "match", int(d.Table.Row.ID)), Lines: heardBy(d, d.Table.Match.Story(d.Seat.Name))})
}

// heardBy leaves out the words of those whom the sender has muted.
func heardBy(d *desk.Desk, lines []engine.Phrase) []engine.Phrase {
	deaf := engine.MapList(d.Seat.Standing.Deaf, func(no int) string { return d.Table.Seat(no).Name })
	return slices.DeleteFunc(lines, func(p engine.Phrase) bool {
		name, _ := p.Args["name"].(string)
		return p.Key == "match.said" && slices.Contains(deaf, name)
	})
}

// ShowStatus shows the state of the match and whether mail reaches each seat.
func ShowStatus(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	t := d.Table
	says := []engine.Phrase{engine.Say("house.status-"+string(t.Row.Phase), "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title"))}
	says = append(append(says, table.DescribeReferees(t.Table)...), t.DescribeShared(nil)...)
	for s := range t.In() {
		if s.State != model.SeatUninvited && (s.State != model.SeatDeclined || t.Row.Phase == model.PhaseLobby) {
			says = append(says, statusOf(d, t, s))
		}
	}
	if t.Row.Phase == model.PhaseLobby {
		says = append(says, t.DescribeLength(t.Taken()))
	}
	return desk.AnswerInfo(says...)
}

func statusOf(d *desk.Desk, t *table.Table, s *model.Seat) engine.Phrase {
	mail := "ok"
	if s.Player != 0 && slices.ContainsFunc(d.W.Addresses(s.Player), func(a model.Address) bool {
		return (a.Address == s.Address || s.Address == "" && a.First) && a.Failing != ""
	}) {
		mail = "failing"
	}
	pairs := []any{"name", s.Name, "state", engine.Say("house.seat-" + string(s.State)), "mail", engine.Say("house.mail-" + mail)}
	c, toMove := t.Clock(s.No), slices.Contains(t.Match.ToMove(), s.Name)
	switch {
	case toMove && c != nil && c.StoppedAt == nil && d.Seat != nil && d.Seat.No == s.No:
		return engine.Say("house.status-due", append(pairs, "until", c.Soft.UTC().Format("2006-01-02T15:04:05Z"))...)
	case toMove:
		return engine.Say("house.status-turn", pairs...)
	case s.Player == 0:
		return engine.Say("house.status-bot", pairs...)
	}
	return engine.Say("house.status-seat", pairs...)
}

// SendDigestAgain sends the digest again as part of the receipt.
func SendDigestAgain(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	d.Receipt.Digest = true
	return desk.AnswerInfo(engine.Say("house.again"))
}

// ListMatches lists the sender's matches.
func ListMatches(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	var says []engine.Phrase
	var first int64
	for t, s := range table.SeatsOf(d.W, d.Player.Number()) {
		phase := string(t.Row.Phase)
		if t.Row.Phase == model.PhaseRunning && slices.Contains(t.Match.ToMove(), s.Name) {
			phase = "yours"
		}
		first = cmp.Or(first, t.Row.ID)
		says = append(says, engine.Say("house.matches-"+phase, "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title"), "name", s.Name,
			"names", strings.Join(t.Match.Names(), ", ")))
	}
	for _, id := range d.W.MatchesOf(d.Player.Number()) {
		if t := table.LoadTable(d.W, id); t.Row.Referee == d.Player.Number() {
			first = cmp.Or(first, id)
			says = append(says, engine.Say("house.referee-matches", "match", int(id), "game", engine.Say(t.Row.Game+".title")))
		}
	}
	if len(says) == 0 {
		return desk.AnswerInfo(desk.ExplainOpening(d, "house.no-match-yet")...)
	}
	return desk.AnswerInfo(append(says, engine.Say("house.matches-how", "match", fmt.Sprint(first)))...)
}

// lastChanges is how many past matches "rating" shows.
const lastChanges = 5

// ShowRatings shows the sender's ratings and what changed them last. "rating Bo" shows those of somebody at the
// same table.
func ShowRatings(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest != "" && rest != "me" && rest != "mine" {
		return ratingOfSeat(d, rest)
	}
	if d.Player == nil {
		return desk.AnswerInfo(engine.Say("house.rating-none"))
	}
	says := ratings(d, d.Player.ID, "")
	for _, c := range d.W.RatingChanges(d.Player.ID, rating.Overall, lastChanges) {
		says = append(says, engine.Say("house.rating-change", "match", int(c.Match), "game", engine.Say(c.Game+".title"), "place", c.Place, "among", c.Among,
			"before", c.Before.Points(), "after", c.After.Points()))
	}
	return desk.AnswerInfo(append(says, engine.Say("house.rating-how"))...)
}

// ratingOfSeat shows the ratings of a player at the sender's table, overall and in its game. Their other
// games are private.
func ratingOfSeat(d *desk.Desk, name string) desk.Result {
	if d.Table == nil {
		return d.WhichMatch()
	}
	if d.Seat == nil && !d.Operator {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	s := d.Table.SeatBegins(name)
	switch {
	case s == nil:
		return desk.Refuse("house.no-such-seat", "name", engine.ClipText(name))
	case s.Player == 0:
		return desk.AnswerInfo(engine.Say("house.rating-bot", "name", s.Name))
	case s.State == model.SeatInvited:
		return desk.AnswerInfo(engine.Say("house.rating-none-of", "name", s.Name)) // they have not agreed to play here
	}
	says := ratings(d, s.Player, d.Table.Row.Game)
	return desk.AnswerInfo(append([]engine.Phrase{engine.Say("house.rating-of", "name", s.Name)}, append(says, engine.Say("house.rating-how"))...)...)
}

// ratings describes a player's ratings, in one game or with "" in all, and how reliably they answer.
func ratings(d *desk.Desk, player int64, game string) []engine.Phrase {
	book := d.W.Ratings(player)
	turns := d.W.TurnsOf(player)
	place := func(k rating.Key) string { return strings.TrimPrefix(k.Kind, rating.Overall) } // sorts the overall rating first
	var says []engine.Phrase
	for _, k := range slices.SortedFunc(maps.Keys(book), func(a, b rating.Key) int { return cmp.Compare(place(a), place(b)) }) {
		if of, _ := rating.SplitKind(k.Kind); k.Kind == rating.Overall || game == "" || of == game {
			s := book[k]
			says = append(says, engine.Say("house.rating", "what", ratingName(d.House.Games, k.Kind), "points", s.Points(), "spread", s.Spread(), "count", s.Matches))
		}
	}
	if len(says) == 0 {
		says = append(says, engine.Say("house.rating-none"))
	}
	if all := turns.Made + turns.Missed; all > 0 {
		says = append(says, engine.Say("house.rating-reliable", "percent", turns.Percent(), "made", turns.Made, "count", all))
	}
	return says
}

// ratingName returns the name of a kind of rating.
func ratingName(games func(string) engine.Game, kind string) engine.Phrase {
	game, role := rating.SplitKind(kind)
	g := games(game)
	parties, sides := g.(engine.Parties)
	switch {
	case kind == rating.Overall:
		return engine.Say("house.rating-all")
	case g != nil && role == "":
		return engine.Say("house.rating-named", "game", engine.Say(game+".title"))
	case sides:
		return engine.Say("house.rating-side", "game", engine.Say(game+".title"), "side", parties.Party(role))
	}
	return engine.Say("house.rating-named", "game", kind)
}

// topics maps a subject of "help" to the sections that explain it.
var topics = map[string][]string{
	"time":     {"time", "settings"},
	"settings": {"time", "settings"},
	"host":     {"start", "leave", "host", "referee", "outside"},
	"league":   {"league"},
	"talk":     {"talk", "also", "yours"},
	"plans":    {"plans", "turn"},
	"more":     {"start", "turn", "plans", "talk", "ask", "time", "leave", "settings", "also", "yours", "host", "referee", "outside", "league"},
}

// ShowHelp shows what the sender can write now, everything about a subject, or what Pitpost is.
func ShowHelp(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest == "pitpost" {
		return whoAmI(d)
	}
	page := notice.Page{Title: engine.Say("house.help-title")}
	if rest == "all" {
		rest = "more"
	}
	about := topics[rest]
	a := desk.Result{State: model.LineShown}
	if about == nil {
		a.Says = []engine.Phrase{engine.Say("house.help-now")}
		if d.Player == nil {
			a.Says = []engine.Phrase{d.WithExample("house.welcome")}
		}
		for _, c := range canSay(d) {
			line, does, _ := strings.Cut(c, "|")
			page.Lines = append(page.Lines, engine.Say("house.help-line", "command", line, "does", engine.Say("house.help-does-"+cmp.Or(does, line))))
			if !strings.ContainsAny(line, "@…#") {
				a.Chips = append(a.Chips, line)
			}
		}
	} else {
		a.Says = []engine.Phrase{engine.Say("house.page-follows")}
		if rest == "more" {
			a.Says = []engine.Phrase{engine.Say("house.help-follows")}
		}
		if d.Seat != nil && d.Table.Row.Phase == model.PhaseRunning && about[0] == "time" {
			terms, spare := d.Table.Row.Terms, int(d.Seat.Bank/time.Second)
			page.Lines = append(page.Lines, engine.Say("house.help-clock", "in", int(terms.Pace/time.Second)),
				engine.Say("mail.then-"+string(terms.Timeout), "spare_in", spare, "spare", spare > 0, "runs", false))
		}
		if g := d.Game(); g != nil && rest == "more" {
			page.Lines = append(page.Lines, engine.Say(g.Name()+".help"))
		}
		page.Lines = append(page.Lines, engine.MapList(about, func(key string) engine.Phrase { return d.WithExample("house.help-" + key) })...)
	}
	if d.Lang != "en" {
		page.Lines = append(page.Lines, engine.Say("house.help-own"))
	}
	a.Pages = []notice.Page{page}
	d.Receipt.Home = true
	return a
}

// whoAmI answers what newcomers ask of a program that writes to them: who it is, what it costs and who sees their
// address. A guest is also told again who invites them.
func whoAmI(d *desk.Desk) desk.Result {
	d.Receipt.Home = true
	says := append([]engine.Phrase{engine.Say("house.help-pitpost"), engine.Say("house.help-address")}, desk.DescribeDoor(d.House)...)
	if d.Seat != nil && d.Seat.State == model.SeatInvited {
		says = slices.Insert(says, 0, d.Table.InvitedBy(d.Seat))
	}
	return desk.AnswerInfo(says...)
}

// canSay lists what the sender can write in their situation: without a match, in a lobby, on their turn, on
// somebody else's, or after the end. After a bar stands the key of what a command does, if it differs from
// the command.
func canSay(d *desk.Desk) []string {
	more := []string{"help time|time", "help more|more"}
	if d.Table != nil && d.Host() {
		more = slices.Insert(more, 1, "help host|host")
	}
	var now []string
	switch {
	case desk.IsRefereeWriting(d) && d.Table.Row.Phase.InPlay():
		now = []string{"status", "say …|say", "nudge", "abort", "rules", "stop"}
	case desk.IsRefereeWriting(d) && d.Table.Row.Phase.Ended():
		now = []string{"rematch", "matches", "new practice|practice"}
	case d.Table == nil || d.Seat == nil && !desk.IsRefereeWriting(d):
		if d.Player != nil && len(d.W.MatchesOf(d.Player.ID)) > 0 {
			now = append(now, "matches")
		}
		now = append(now, "new practice|practice", "new "+d.House.Example()+" with bo@example.org|new", "join #42|join", "rules", "leagues")
		if d.Lang != "en" {
			now = append(now, "lang en|lang")
		}
		more = slices.Insert(more, 0, "help pitpost|pitpost")
	case d.Table.Row.Phase == model.PhaseLobby && d.Seat != nil && d.Seat.State == model.SeatInvited:
		now = []string{"yes", "no", "block", "rules", "help pitpost|pitpost"}
	case d.Table.Row.Phase == model.PhaseLobby && d.Host():
		now = []string{"invite bo@example.org|invite", "fill", "start", "status", "abort", "rules"}
	case d.Table.Row.Phase == model.PhaseLobby:
		now = []string{"status", "salt …|salt", "name …|name", "rules", "stop"}
	case d.Table.Row.Phase != model.PhaseRunning:
		now = []string{"rematch", "story", "rating", "matches", "new practice|practice"}
	default:
		now = []string{"next …|next", "plan", "say …|say", "nudge", "story", "again", "away 3 days|away"}
		state := d.Table.Match.State()
		if legal := state.Legal(d.Seat.Name); len(legal) > 0 {
			// A newcomer may copy the example, so it is a sensible move. Its stream has no seed and tells nothing of any shuffle.
			move := bot.PlayCarefully(bot.SightOfSeat(state, d.Seat.Name, legal), engine.Dice{}.For("example"))
			now = []string{move + "|move", "check " + move + "|check", "say …|say", "again", "story", "rules", "cards"}
		}
	}
	return append(now, more...)
}
