package people

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Limits of reports: characters of one, and how many somebody can send about a match in a day.
const (
	reportMost = 500
	reportsDay = 3
	reportLife = 60 * 24 * time.Hour
)

// report is the Params of an ask of kind "report".
type report struct {
	By      int64      `json:"by"` // the player who wrote it
	Address string     `json:"address"`
	Whom    string     `json:"whom"`
	To      readerRole `json:"to"`
}

// readerRole is why somebody reads a report.
type readerRole string

// The roles.
const (
	readsAsOperator  readerRole = "operator"
	readsAsHost      readerRole = "host" // without a seat
	readsAsOrganiser readerRole = "organiser"
)

// reader is somebody who reads a report.
type reader struct {
	role    readerRole
	player  *model.Player
	address string
}

// ReportPlayer sends what somebody says against a player to those who can judge it and do not play: the operator, a host
// without a seat, and the organisers of the league. It never reaches whom it is about, and stands in no log. Its writer
// hears when it was read.
func ReportPlayer(d *desk.Desk, line speech.Line, rest string) desk.Result {
	raw := strings.TrimSpace(desk.AfterFirstWord(line))
	name, words, _ := strings.Cut(raw, " ")
	words = desk.TidyWords(words)
	if rest == "" || words == "" {
		return desk.Refuse("own.report-form", "names", d.Others())
	}
	whom, host := "", false
	switch s := d.Table.SeatBegins(strings.TrimRight(name, ":,")); {
	case s != nil && d.Seat != nil && s.No == d.Seat.No:
		return desk.Refuse("own.mute-you")
	case s != nil:
		whom, host = s.Name, s.No == d.Table.Row.Host
	case d.Table.Row.Referee != 0 && d.Table.CalledReferee(strings.TrimRight(name, ":,")):
		whom, host = d.Table.Row.RefereeName, true
	default:
		a := desk.RefuseUnknownName(d, "report", name)
		a.GoOn = true // it may be prose: "report cards are out"
		return a
	}
	if len([]rune(words)) > reportMost {
		return desk.Refuse("house.say-long", "count", reportMost)
	}
	if reportsToday(d) >= reportsDay {
		return desk.Refuse("own.report-many", "count", reportsDay)
	}
	readers := readersOf(d, whom, host)
	if len(readers) == 0 {
		return desk.Refuse("own.report-nobody")
	}
	var roles []engine.Phrase
	for _, r := range readers {
		sendReport(d, r, whom, words)
		if p := engine.Say("own.report-" + string(r.role)); !slices.ContainsFunc(roles, func(o engine.Phrase) bool { return o.Key == p.Key }) {
			roles = append(roles, p)
		}
	}
	return desk.AnswerDone(engine.Say("own.reported", "readers", roles, "name", whom))
}

// reportsToday counts the reports of the sender about this match in a day, by what their most frequent reader got.
func reportsToday(d *desk.Desk) (most int) {
	each := map[int64]int{}
	for _, a := range d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskReport, AskedAfter: d.Now().Add(-24 * time.Hour)}) {
		if world.DecodeJSON[report]("a report", a.Params).By == d.Player.Number() {
			each[a.Player]++
			most = max(most, each[a.Player])
		}
	}
	return most
}

// readersOf lists who reads a report. Nobody reads one about themselves, or about somebody in whose match they play.
func readersOf(d *desk.Desk, whom string, host bool) (readers []reader) {
	t := d.Table
	about := t.SeatNamed(whom)
	add := func(role readerRole, p *model.Player, address string) {
		theirs := about != nil && p != nil && about.Player == p.ID
		if address == "" || theirs || p != nil && slices.ContainsFunc(readers, func(r reader) bool { return r.player != nil && r.player.ID == p.ID }) {
			return
		}
		readers = append(readers, reader{role, p, address})
	}
	if d.House.Operator != "" {
		p, _ := d.W.PlayerByAddress(d.House.Operator)
		if p == nil {
			p = d.W.NewPlayer(d.House.Operator, "")
		}
		add(readsAsOperator, p, d.House.Operator)
	}
	if host {
		return readers
	}
	if t.Row.Referee != 0 {
		add(readsAsHost, d.W.Player(t.Row.Referee), t.Row.RefereeAddress)
	}
	if s := seasonOf(d); s != nil {
		for _, id := range d.W.Organisers(s.League) {
			if t.EverSat(id) {
				continue
			}
			for _, a := range d.W.Addresses(id) {
				if a.First {
					add(readsAsOrganiser, d.W.Player(id), a.Address)
				}
			}
		}
	}
	return readers
}

// seasonOf returns the season that the match at hand belongs to, nil if it is no league's.
func seasonOf(d *desk.Desk) *model.Season {
	if d.Table.Row.Terms.League == 0 {
		return nil
	}
	return d.W.Season(d.Table.Row.Terms.League)
}

// sendReport writes to one reader, who can answer with the acts of a referee if they have them, and with a yes that says
// that it was read.
func sendReport(d *desk.Desk, r reader, whom, words string) {
	t := d.Table
	ask := d.W.AddAsk(model.Ask{Player: r.player.ID, Address: r.address, Match: t.Row.ID, Seat: model.NoSeat, Kind: model.AskReport, LapsesAt: d.Now().Add(reportLife),
		Params: notice.EncodeParams(report{By: d.Player.Number(), Address: d.From, Whom: whom, To: r.role})})
	n := notice.Note{Ask: ask, Answers: []string{"yes"}, Subject: engine.Say("own.report-subject", "match", int(t.Row.ID)), Lines: []engine.Phrase{
		engine.Say("own.report-says", "by", d.Seat.Name, "name", whom, "match", int(t.Row.ID)), engine.Say("match.said", "name", d.Seat.Name, "words", words)}}
	if r.role != readsAsOperator {
		n.Lines = append(n.Lines, engine.Say("own.report-acts", "commands", engine.MapList([]string{"force " + whom, "kick " + whom, "mute " + whom + " for all", "abort"},
			func(act string) string { return fmt.Sprintf("#%d %s", t.Row.ID, act) })))
	}
	n.Lines = append(n.Lines, engine.Say("own.report-read", "by", d.Seat.Name))
	d.W.Queue(model.Notice{Key: fmt.Sprintf("report:%d", ask), Match: t.Row.ID, Seat: model.NoSeat, Player: r.player.ID, Address: r.address,
		Purpose: model.PurposeAsk, Seq: t.Match.Seq, Params: notice.EncodeParams(n)})
}

// ReportRead tells the writer of a report that it was read.
func ReportRead(d *desk.Desk, ask *model.Ask) desk.Result {
	of := world.DecodeJSON[report]("a report", ask.Params)
	if d.Table == nil {
		return desk.Refuse("house.nothing-asked")
	}
	if s := d.Table.SeatOf(of.By); s != nil {
		d.Table.Note(s, fmt.Sprintf("report-read:%d", ask.ID), d.Table.News("own.report-read-subject",
			engine.Say("own.report-was-read", "name", of.Whom, "reader", engine.Say("own.report-"+string(of.To)))))
	}
	return desk.AnswerDone(engine.Say("own.report-thanks"))
}
