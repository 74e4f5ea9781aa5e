package people

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// ChoiceCommand returns a command that sets one of a few values.
func ChoiceCommand[T ~string](name string, values []T, set func(*desk.Desk, T)) func(*desk.Desk, speech.Line, string) desk.Result {
	return func(d *desk.Desk, _ speech.Line, rest string) desk.Result {
		d.NeedPlayer()
		if slices.Contains(values, T(rest)) {
			set(d, T(rest))
			return desk.AnswerDone(engine.Say("house.set", "command", name+" "+rest))
		}
		near := engine.MapList(values, func(v T) string { return name + " " + string(v) })
		return desk.Refuse("house.set-choices", "command", name, "value", engine.ClipText(rest)).Offering(near...)
	}
}

// SetLanguage sets the language of letters to the player and of the commands they write.
func SetLanguage(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	code := speech.FindLanguage(rest)
	if code == "" {
		near := engine.MapList(speech.Languages(), func(l speech.Language) string { return "lang " + l.Code })
		return desk.Refuse("house.no-such-language", "value", engine.ClipText(rest)).Offering(near...)
	}
	d.Player.Lang, d.Player.Settings.LangGuessed = code, false
	a := desk.AnswerDone(engine.Say("house.set", "command", "lang "+code))
	if s := d.Seat; s != nil && s.State == model.SeatInvited { // whoever could not read the invitation wants it in this language
		a.Says, a.Chips = append(a.Says, d.Table.Invite(s)...), []string{"yes", "no"}
	}
	return a
}

// SetZone sets the time zone, by its name in the time zone database or by a city if only one zone is named after
// it.
func SetZone(d *desk.Desk, line speech.Line, _ string) desk.Result {
	want := desk.AfterFirstWord(line)
	name := strings.TrimRight(strings.TrimSpace(want), ".")
	zone, err := time.LoadLocation(name)
	if err != nil || !strings.Contains(name, "/") {
		if full := dates.ZoneOfCity(name); full != "" {
			name = full
		} else {
			name = SpellZone(name)
		}
		zone, err = time.LoadLocation(name)
	}
	if name == "" || err != nil || strings.EqualFold(name, "local") {
		return desk.Refuse("house.no-such-zone", "value", engine.ClipText(want)).Offering("zone Europe/Madrid", "zone America/New_York")
	}
	d.Player.Zone = model.ZoneAsSaid(name)
	d.MoveClocksOutOfQuiet()
	return desk.AnswerDone(engine.Say("house.zone-set", "value", name, "at", d.Now().In(zone).Format(time.RFC3339)))
}

// SpellZone spells a zone as the time zone database does: "europe/madrid" becomes "Europe/Madrid".
func SpellZone(s string) string {
	if !strings.Contains(s, "/") {
		return strings.ToUpper(s)
	}
	return zonePart.ReplaceAllStringFunc(strings.ReplaceAll(s, " ", "_"), strings.ToUpper)
}

// zonePart matches the beginning of each part of a zone's name.
var zonePart = regexp.MustCompile(`(?:^|[/_-])[a-z]`)

// SetQuietHours sets the hours in which no deadline may fall: "quiet 22-07".
func SetQuietHours(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest == "off" {
		d.Player.Settings.Quiet = ""
		return desk.AnswerDone(engine.Say("house.set", "command", "quiet off"))
	}
	quiet, ok := dates.ReadQuietHours(rest)
	if !ok {
		return desk.Refuse("house.quiet-form").Offering("quiet 22-07", "quiet off")
	}
	d.Player.Settings.Quiet = quiet
	d.MoveClocksOutOfQuiet()
	return desk.AnswerDone(engine.Say("house.set", "command", "quiet "+quiet))
}

// SetPing sets the URL that is called at each turn of the player: "ping https://ntfy.example/topic".
func SetPing(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if rest == "off" {
		d.Player.Settings.Ping = ""
		return desk.AnswerDone(engine.Say("house.ping-off"))
	}
	u := desk.WebAddress(strings.Trim(strings.TrimSpace(desk.AfterFirstWord(line)), "<>"))
	if u == nil {
		return desk.Refuse("house.ping-form").Offering("ping https://ntfy.example/topic", "ping off")
	}
	d.Player.Settings.Ping = u.String()
	d.W.Queue(model.Notice{Key: fmt.Sprintf("ping:first:%d:%d", d.Player.ID, d.Now().UnixNano()), Player: d.Player.ID, Purpose: model.PurposePing,
		Params: notice.EncodeParams(notice.Ping{URL: u.String(), Says: engine.Say("ping.first")})})
	return desk.AnswerDone(engine.Say("house.ping-on", "host", u.Hostname()))
}

// RemindMe sets when the player is reminded in all their matches: "remind 50%,90%", "remind 6h" or "remind
// off". "remind match" goes back to the settings of each match.
func RemindMe(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	marks := strings.ReplaceAll(strings.ReplaceAll(rest, ", ", ","), " ", ",")
	switch rest {
	case "match":
		marks = ""
	case "":
		return desk.Refuse("house.set-choices", "command", "remind", "value", "").Offering("remind 50%,90%", "remind 6h", "remind off")
	default:
		if _, no := dates.ReadReminders(marks); no != nil {
			return desk.RefuseWith(&engine.Refusal{Phrase: no.Phrase, Nearest: []string{"remind 50%,90%", "remind 6h", "remind off"}})
		}
	}
	d.Player.Settings.Remind = marks
	d.EachOwnClock(func(t *table.Table, s *model.Seat, c *model.Clock) {
		if c != nil && c.StoppedAt == nil && t.HoldsUp(s.Name) {
			c.Reminded = 0
			for _, at := range (engine.Clock{Began: c.Began, Soft: c.Soft, Due: c.Due}).Reminders(table.ReminderMarks(t.Table, d.Player)) {
				if !at.After(d.Now()) {
					c.Reminded++
				}
			}
			t.ShiftClock(*c, 0)
		}
	})
	if marks == "" {
		return desk.AnswerDone(engine.Say("house.remind-match"))
	}
	return desk.AnswerDone(engine.Say("house.set", "command", "remind "+marks))
}

// SwitchLinks disables the links in all letters to the seat so far, or allows links in new letters again.
func SwitchLinks(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if d.Operator || d.Seat == nil || d.Player == nil {
		return desk.Refuse("house.links-seat")
	}
	if !speech.IsSwitch(rest) {
		return desk.Refuse("house.links-form")
	}
	d.W.StopLinks(model.SeatKey{Match: d.Table.Row.ID, Seat: d.Seat.No, Player: d.Player.ID}, rest == "off")
	return desk.AnswerDone(engine.Say("house.links-"+rest, "match", int(d.Table.Row.ID)))
}

// SetDigestTimes sets when digests come: at each turn, after each move, or once a day.
func SetDigestTimes(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if rest == "daily" {
		return SetDailyLetter(d, line, "")
	}
	set := ChoiceCommand("notify", []model.Notify{model.NotifyTurn, model.NotifyEach, model.NotifyDaily}, func(d *desk.Desk, v model.Notify) { d.Player.Settings.Notify = v })
	was := table.WantsDailyLetter(d.Player)
	a := set(d, line, rest)
	if was && !table.WantsDailyLetter(d.Player) {
		endDaily(d)
	}
	return a
}

// SetDailyLetter asks for one letter a day about all matches: "daily 8", "daily 20:00", "daily off".
func SetDailyLetter(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	set := &d.Player.Settings
	if rest == "off" {
		if table.WantsDailyLetter(d.Player) {
			set.Notify = model.NotifyTurn
			endDaily(d)
		}
		return desk.AnswerDone(engine.Say("house.daily-off"))
	}
	if rest != "" {
		hour, minute, ok := dates.TimeOfDay(rest)
		if !ok {
			return desk.Refuse("house.daily-form").Offering("daily 8:00", "daily 20:00")
		}
		set.DailyAt = fmt.Sprintf("%d:%02d", hour, minute)
	}
	set.Notify = model.NotifyDaily
	next := table.NextDailyLetter(d.Player, d.Now())
	d.W.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueDaily, At: next})
	return desk.AnswerDone(engine.Say("house.daily-on", "at", engine.FormatMoment(next)))
}

// endDaily sends single letters for the turns that the next daily letter would have asked for.
func endDaily(d *desk.Desk) {
	d.W.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.Player.ID, What: model.DueDaily})
	d.EachOwnClock(func(t *table.Table, s *model.Seat, c *model.Clock) {
		if c != nil {
			t.Digest(s, model.PurposeTurn, fmt.Sprint(c.Step))
		}
	})
}

// OwnerOfDailyLetter returns the player whose daily letter is answered, 0 if there is none. If that letter was about
// one match only, it makes this the current one, so that the answer needs no number.
func OwnerOfDailyLetter(d *desk.Desk) int64 {
	day, player := d.AnsweredDaily()
	if day == nil {
		return 0
	}
	d.Day = day
	if len(day.Matches) == 1 {
		one := day.Matches[0]
		d.TurnToMatch(one.Match)
		d.Seat, d.Ref = d.Table.Seat(one.Seat), desk.RefOfMatch(day, one.Match)
		if d.Seat == nil || d.Seat.Player != player {
			return 0
		}
	}
	return player
}

// ReadLineWithoutNumber handles a line that is no command by itself. In an answer to a daily letter it may be a move
// without its match's number; otherwise it is talk.
func ReadLineWithoutNumber(d *desk.Desk, line speech.Line) desk.Result {
	aside := desk.Result{State: model.LineAside}
	if d.Day == nil || d.Table != nil {
		return aside
	}
	for _, m := range d.Day.Matches {
		if speech.ReadCommand(line.Folded, table.LoadTable(d.W, m.Match).Match.Game).Kind == speech.GameLine {
			return d.WhichMatch()
		}
	}
	return aside
}

// GiveCalendar gives the player a feed of their deadlines. After "calendar off" its address stops working, and
// the next feed gets a new one.
func GiveCalendar(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest == "off" {
		d.Player.Settings.Calendar = 0
		return desk.AnswerDone(engine.Say("house.calendar-off"))
	}
	if d.Player.Settings.Calendar == 0 {
		d.Player.Settings.Calendar = 1 + binary.BigEndian.Uint32(d.House.Draw(4))>>1
	}
	d.Receipt.Calendar = true
	return desk.AnswerDone(engine.Say("house.calendar-on"))
}

// The shortest and the longest grace that somebody can ask for at each of their moves.
const (
	slipsLeast = time.Minute
	slipsMost  = 12 * time.Hour
)

// SetSlipTime sets how long each move of the player waits before it counts, in which they can take it back: "slips 10m". In a
// match it is never more than a tenth of the pace.
func SetSlipTime(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if rest == "off" {
		d.Player.Settings.Slips = 0
		return desk.AnswerDone(engine.Say("house.set", "command", "slips off"))
	}
	span, ok := dates.ReadSpan(rest)
	if !ok || span < slipsLeast || span > slipsMost {
		return desk.Refuse("house.slips-form").Offering("slips 10m", "slips off")
	}
	d.Player.Settings.Slips = span
	return desk.AnswerDone(engine.Say("house.slips-on", "in", int(span/time.Second)))
}
