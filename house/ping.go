package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Ping sets where a player is pinged at each turn: "ping https://ntfy.example/topic".
func Ping(d *desk, line command.Line, rest string) answer {
	d.needPlayer()
	if rest == "off" {
		d.player.Settings.Ping = ""
		d.w.Do(world.SavePlayer{Player: *d.player})
		return done(table.Say("house.ping-off"))
	}
	_, raw, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	to := strings.Trim(strings.TrimSpace(raw), "<>")
	u := webAddress(to)
	if u == nil {
		return refused(&engine.Refusal{Phrase: table.Say("house.ping-form"), Nearest: []string{"ping https://ntfy.example/topic", "ping off"}})
	}
	d.player.Settings.Ping = u.String()
	d.w.Do(world.SavePlayer{Player: *d.player})
	d.w.Queue(model.Notice{Key: fmt.Sprintf("ping:first:%d:%d", d.player.ID, d.now().UnixNano()), Player: d.player.ID, Purpose: model.PurposePing,
		Params: notice.Params(notice.Ping{URL: u.String(), Says: table.Say("ping.first")})})
	return done(table.Say("house.ping-on", "host", u.Hostname()))
}
