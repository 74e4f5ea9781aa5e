package table

import (
	"fmt"

	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// pingTurn queues the word that it is a seat's turn, where its player wants one.
func pingTurn(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	if s.Stopped != nil || s.Player == 0 {
		return
	}
	p := w.Player(s.Player)
	if p == nil || p.Settings.Ping == "" {
		return
	}
	w.Queue(model.Notice{Key: fmt.Sprintf("ping:%d:%d:%s", t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No, Player: s.Player, Purpose: model.PurposePing,
		Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq, Params: notice.Params(notice.Ping{URL: p.Settings.Ping, Says: Say("ping.turn", "match", int(t.Row.ID))})})
}
