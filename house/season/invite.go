package season

import (
	"encoding/json"
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Invite is the params of an ask of kind "league".
type Invite struct {
	Season  int64  `json:"season"`
	Address string `json:"address"`
}

// invite asks somebody from a list whether they want to play: one letter a season.
func invite(w *world.Tx, l *model.League, s *model.Season, e *model.Entrant) {
	open := world.Get(w, world.OpenAsks{Player: e.Player})
	for _, a := range open {
		var in Invite
		if a.Kind == model.AskLeague && json.Unmarshal(a.Params, &in) == nil && in.Season == s.ID {
			return
		}
	}
	id := w.NewAsk(model.Ask{Player: e.Player, Address: e.Address, Kind: model.AskLeague, Params: notice.Params(Invite{Season: s.ID, Address: e.Address}),
		AskedAt: w.Now(), LapsesAt: s.EndsAt})
	w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:ask:%d", s.ID, e.Player), Player: e.Player, Address: e.Address, Purpose: model.PurposeAsk, Params: notice.Params(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: engine.Say("house.league-invite-subject", "league", l.Name),
		Lines: []engine.Phrase{engine.Say("house.league-invite", "league", l.Name, "season", s.No, "name", e.Name), Play(s),
			engine.Say("house.league-invite-how", "until", engine.Moment(s.MusterAt), "at", engine.Moment(s.StartsAt), "by_time", engine.Moment(s.EndsAt)),
			engine.Say("house.league-invite-answers"), engine.Say("house.league-private")}})})
}
