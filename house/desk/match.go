package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Read reads a folded line of the current letter.
func (d *Desk) Read(line string) speech.Reading {
	if g := d.Game(); g != nil {
		return speech.ReadCommand(line, g)
	}
	return speech.ReadCommand(line, nil, table.AllGames(d.House)...)
}

// HasOnlyGameWords reports whether a line that begins like a move has only words of the game in it. If it has others it
// is talk.
func (d *Desk) HasOnlyGameWords(line speech.Line) bool {
	if d.Table == nil || d.Seat == nil || d.Table.Match.State() == nil {
		return len(d.ear(0).Strangers(line.Raw)) <= 1 // one unknown word may be a name
	}
	_, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil)
	switch {
	case no != nil && no.Kind == engine.Unreadable:
		return false
	case no != nil && no.Kind == engine.UnknownSeat:
		return strings.ContainsFunc(line.Raw, unicode.IsUpper) // a name may be misspelt
	}
	return true
}

// TurnTo makes another match of the sender the current one. It returns false if line may not do so.
func (d *Desk) TurnTo(id int64, line string) bool {
	if d.Table != nil && d.Table.Row.ID == id {
		return true
	}
	if d.ByKey() {
		return false // a key opens only one seat
	}
	t := table.FindTable(d.W, id)
	if t == nil || !d.MayChooseMatch(t, line) {
		return false
	}
	d.Ref = d.refIn(id)
	d.TurnToMatch(id)
	return true
}

// MayChooseMatch reports whether the sender may choose this match by its number: their own, an open lobby, one they
// join with this line, or one of a league they run.
func (d *Desk) MayChooseMatch(t *table.Table, line string) bool {
	if d.Operator || d.Player != nil && (t.SeatOf(d.Player.ID) != nil || t.Row.Referee == d.Player.ID) {
		return true
	}
	if t.Row.Phase == model.PhaseLobby && (t.Row.Listed || line == "join" || strings.HasPrefix(line, "join ")) {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	return d.MayMendAsOrganiser(t, word)
}

// WhichMatch refuses the line at hand, which needs a match, and asks for it with the number before it.
func (d *Desk) WhichMatch() Result {
	if d.Player == nil {
		return Result{State: model.LineRefused, Says: ExplainOpening(d, "house.unknown-here")}
	}
	ids := d.OwnMatches()
	if len(ids) == 1 { // it is not the one that was meant
		ids = d.W.MatchesOf(d.Player.ID)
	}
	if len(ids) == 0 {
		return Result{State: model.LineRefused, Says: ExplainOpening(d, "house.no-match-yet")}
	}
	names := engine.MapList(ids, func(id int64) string { return "#" + strconv.FormatInt(id, 10) })
	return Refuse("house.which-match", "matches", names, "line", names[0]+" "+engine.ClipText(d.redacted(d.Line.Raw)))
}

// OwnMatches lists the sender's matches that words without a number may be about: those that are not over, or if
// there are none, those that ended lately.
func (d *Desk) OwnMatches() []int64 {
	if open := d.W.OpenMatchesOf(d.Player.ID); len(open) > 0 {
		return open
	}
	return d.W.MatchesOf(d.Player.ID)
}

// AnsweredDaily returns the daily letter that is answered, and its player; nil if none is.
func (d *Desk) AnsweredDaily() (*notice.Daily, int64) {
	if d.Ref == nil || d.Ref.Purpose != model.ForDaily {
		return nil, 0
	}
	letter := d.W.DailyLetter(d.Ref.Step)
	if letter.Player == 0 {
		return nil, 0
	}
	day := world.DecodeJSON[notice.Daily](fmt.Sprintf("daily letter %d", d.Ref.Step), letter.Params)
	return &day, letter.Player
}

// refIn returns the step that a line about a match is meant for, if the letter answers a daily letter: the
// step printed there. Otherwise it is nil.
func (d *Desk) refIn(match int64) *model.Ref {
	if d.Day == nil {
		d.Day, _ = d.AnsweredDaily()
	}
	if d.Day == nil {
		return nil
	}
	return RefOfMatch(d.Day, match)
}

// RefOfMatch returns the step that a daily letter printed for a match, nil if it is not in it.
func RefOfMatch(day *notice.Daily, match int64) *model.Ref {
	for _, m := range day.Matches {
		if m.Match == match {
			return &model.Ref{Match: m.Match, Seat: m.Seat, Purpose: model.ForTurn, Step: int64(m.Step)}
		}
	}
	return nil
}

// MoveClocksOutOfQuiet moves the sender's deadlines out of their new quiet hours.
func (d *Desk) MoveClocksOutOfQuiet() {
	d.EachOwnClock(func(t *table.Table, _ *model.Seat, c *model.Clock) {
		if c != nil && c.StoppedAt == nil {
			t.ShiftClock(*c, 0)
		}
	})
}

// EachOwnClock calls do for each running match in which the sender is to move. The clock may be nil.
func (d *Desk) EachOwnClock(do func(*table.Table, *model.Seat, *model.Clock)) {
	for t, s := range table.SeatsOf(d.W, d.Player.ID) {
		if s.State == model.SeatJoined && t.Row.Phase == model.PhaseRunning && slices.Contains(t.Match.ToMove(), s.Name) {
			do(t, s, t.Clock(s.No))
		}
	}
}
