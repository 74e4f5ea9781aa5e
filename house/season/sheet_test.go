package season

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine/league"
	"pitpost.example/model"
)

// Points that were given or taken stand in the table, the CSV and the JSON of a season, with their reasons; no reason is a
// formula.
func TestAdjustedPointsStandInTheSheet(t *testing.T) {
	at := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	s := &model.Season{No: 1, State: model.SeasonRunning, DrawnAt: &at, Rules: league.Rules{Group: 3, TieBreaks: []string{"points", "lot"}},
		Adjusted: []league.Adjustment{{Name: "Bo", Points: -2, Reason: "=1+1", At: at}, {Name: "Cy", Points: 1, Reason: "lost mail", At: at}, {Name: "Bo", Points: 1, Reason: "once", At: at}}}
	all := []model.Entrant{{Name: "Ana", Division: 1, State: model.EntrantEntered}, {Name: "Bo", Division: 1, State: model.EntrantEntered}, {Name: "Cy", Division: 1, State: model.EntrantEntered}}
	sheet := NewSheet(&model.League{Name: "winter"}, s, all, nil)
	want := "1,1,Cy,1,0,0,0.000,0,false,,1,lost mail\n1,2,Ana,0,0,0,0.000,0,false,,,\n1,3,Bo,-1,0,0,0.000,0,false,,-1,'=1+1; once\n"
	if _, rows, _ := strings.Cut(string(sheet.CSV()), "adjusted,reason\n"); rows != want {
		t.Errorf("CSV\n%s\nwant\n%s", rows, want)
	}
	text, err := sheet.JSON()
	if err != nil || !strings.Contains(string(text), `"adjusted": [
    {
     "name": "Bo",
     "points": -2,
     "reason": "=1+1",
     "at": "2026-08-03T09:00:00Z"
    },`) {
		t.Errorf("%v\n%s", err, text)
	}
	says := DescribeAdjusted(sheet.Rows)
	if len(says) != 3 || says[1].Args["points"] != "−2" || says[1].Args["words"] != "=1+1" || says[0].Args["name"] != "Cy" {
		t.Errorf("%v", says)
	}
}

// Somebody who was forgotten stands in the table and the groups without a name, and the order is the same as before.
func TestTheForgottenStandInTheSheetWithoutAName(t *testing.T) {
	at := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	s := &model.Season{No: 1, State: model.SeasonRunning, DrawnAt: &at, Rules: league.Rules{Group: 3, TieBreaks: []string{"points", "lot"}}}
	all := []model.Entrant{{Name: "Ana", Division: 1, State: model.EntrantEntered}, {Name: "Bo", Division: 1, State: model.EntrantDropped}, {Name: "Cy", Division: 1, State: model.EntrantEntered}}
	groups := []model.LeagueMatch{{No: 1, Seats: []model.LeagueSeat{{Name: "Bo"}, {Name: "Ana"}, {Name: "Cy"}},
		Result: &league.Result{Seats: []league.Finish{{Name: "Bo", Score: 3, Won: true}, {Name: "Ana", By: "Bo"}, {Name: "Cy"}}}}}
	before := NewSheet(&model.League{Name: "winter"}, s, all, groups)
	all[1].Shown = "Former"
	after := NewSheet(&model.League{Name: "winter"}, s, all, groups)
	text, err := after.JSON()
	if err != nil || strings.Contains(string(text)+string(after.CSV()), "Bo") || !strings.Contains(string(text), `"by": "Former"`) {
		t.Errorf("%v\n%s\n%s", err, text, after.CSV())
	}
	if want := strings.ReplaceAll(string(before.CSV()), "Bo", "Former"); string(after.CSV()) != want {
		t.Errorf("%s\nwas\n%s", after.CSV(), want)
	}
	if groups[0].Seats[0].Name != "Bo" || groups[0].Result.Seats[0].Name != "Bo" {
		t.Error("the groups themselves are called otherwise")
	}
}
