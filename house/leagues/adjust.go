package leagues

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// adjusts matches what stands behind the league's name: "Bo -2 moves by telephone".
var adjusts = regexp.MustCompile(`^(\S+)\s+([+\-−–]?)(\d{1,3})(?:\s*(?:points?|pts))?[:,]?\s+(.+)$`)

// Limits of an adjustment.
const (
	adjustMost   = 100 // points
	adjustReason = 200 // characters
	adjustTimes  = 50  // adjustments of a season
)

// adjustPoints gives an entrant points, or takes some, beside the matches: "league adjust winter Bo -2 moves by
// telephone". It stands in the table with its reason. An organiser who plays in that division may not.
func adjustPoints(d *desk.Desk, l *leagueLine) desk.Result {
	form := desk.Refuse("house.league-adjust-form", "league", engine.NormaliseText(l.league.Name))
	words := strings.Fields(l.line.Raw)
	if len(words) < 4 || l.line.Match != 0 {
		return form
	}
	said := adjusts.FindStringSubmatch(strings.Join(words[3:], " "))
	if said == nil {
		return form
	}
	points, err := strconv.Atoi(said[3])
	reason := desk.TidyWords(said[4])
	if err != nil || points == 0 || points > adjustMost || reason == "" || len([]rune(reason)) > adjustReason {
		return form
	}
	if said[2] != "" && said[2] != "+" {
		points = -points
	}
	e, a := entrantNamed(d, l, said[1])
	switch {
	case e == nil:
		return a
	case l.season.State != model.SeasonRunning || e.Division == 0:
		return desk.Refuse("house.league-adjust-when", "league", l.league.Name, "name", e.Name)
	case playsInDivision(d, l, e.Division):
		return desk.Refuse("house.league-adjust-own", "league", l.league.Name, "name", e.Name)
	case len(l.season.Adjusted) >= adjustTimes:
		return form
	}
	l.season.Adjusted = append(slices.Clone(l.season.Adjusted), league.Adjustment{Name: e.Name, Points: points, Reason: reason, At: d.Now().UTC()})
	d.W.SaveSeason(*l.season)
	pairs := []any{"league", l.league.Name, "season", l.season.No, "name", e.Name, "points", season.SignedPoints(points), "words", reason}
	d.W.Queue(model.Notice{Key: fmt.Sprintf("season:%d:adjusted:%d", l.season.ID, len(l.season.Adjusted)), Player: e.Player, Address: e.Address, Purpose: model.PurposeNote,
		Params: notice.EncodeParams(notice.Note{Subject: engine.Say("house.league-adjusted-subject", pairs...),
			Lines: []engine.Phrase{engine.Say("house.league-adjusted-you", pairs...), engine.Say("house.league-adjusted-how", pairs...)}})})
	return desk.AnswerDone(engine.Say("house.league-adjusted", pairs...))
}

// playsInDivision reports whether an organiser is an entrant of a division. The operator, who is nobody's rival, is not asked.
func playsInDivision(d *desk.Desk, l *leagueLine, division int) bool {
	if d.Operator || d.Player == nil {
		return false
	}
	own := d.W.Entrant(l.season.ID, d.Player.ID)
	return own.Plays() && own.Division == division
}
