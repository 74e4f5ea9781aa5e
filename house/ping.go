package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Ping sets where a player is pinged at each turn: "ping https://ntfy.example/topic".
func Ping(d *desk, line command.Line, rest string) answer {
	d.needPlayer()
	if rest == "off" {
		d.player.Settings.Ping = ""
		d.w.Do(world.SavePlayer{Player: *d.player})
		return done(say("house.ping-off"))
	}
	_, raw, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	to := strings.Trim(strings.TrimSpace(raw), "<>")
	u := webAddress(to)
	if u == nil {
		return refused(&engine.Refusal{Phrase: say("house.ping-form"), Nearest: []string{"ping https://ntfy.example/topic", "ping off"}})
	}
	d.player.Settings.Ping = u.String()
	d.w.Do(world.SavePlayer{Player: *d.player})
	d.w.Queue(model.Notice{Key: fmt.Sprintf("ping:first:%d:%d", d.player.ID, d.now().UnixNano()), Player: d.player.ID, Purpose: model.PurposePing,
		Params: notice.Params(notice.Ping{URL: u.String(), Says: say("ping.first")})})
	return done(say("house.ping-on", "host", u.Hostname()))
}

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
		Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq, Params: notice.Params(notice.Ping{URL: p.Settings.Ping, Says: say("ping.turn", "match", int(t.Row.ID))})})
}
