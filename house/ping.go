package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Ping sets where a player is pinged at each turn: "ping https://ntfy.example/topic".
func Ping(d *desk.Desk, line command.Line, rest string) desk.Answer {
	d.NeedPlayer()
	if rest == "off" {
		d.Player.Settings.Ping = ""
		d.W.Do(world.SavePlayer{Player: *d.Player})
		return desk.Done(table.Say("house.ping-off"))
	}
	_, raw, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	to := strings.Trim(strings.TrimSpace(raw), "<>")
	u := desk.WebAddress(to)
	if u == nil {
		return desk.Refused(&engine.Refusal{Phrase: table.Say("house.ping-form"), Nearest: []string{"ping https://ntfy.example/topic", "ping off"}})
	}
	d.Player.Settings.Ping = u.String()
	d.W.Do(world.SavePlayer{Player: *d.Player})
	d.W.Queue(model.Notice{Key: fmt.Sprintf("ping:first:%d:%d", d.Player.ID, d.Now().UnixNano()), Player: d.Player.ID, Purpose: model.PurposePing,
		Params: notice.Params(notice.Ping{URL: u.String(), Says: table.Say("ping.first")})})
	return desk.Done(table.Say("house.ping-on", "host", u.Hostname()))
}
