package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/model"
)

// does is what a word of the house does.
func does(word string) func(*desk.Desk, command.Line, string) desk.Answer {
	switch word {
	case "help":
		return desk.Once("help", Help)
	case "rules":
		return desk.Once("rules", Rules)
	case "cards":
		return desk.Once("cards", Cards)
	case "story":
		return desk.Once("story", Story)
	case "status":
		return desk.Once("status", Status)
	case "again":
		return desk.Once("again", Again)
	case "matches":
		return desk.Once("matches", Matches)
	case "new":
		return NewMatch
	case "invite":
		return Invite
	case "uninvite":
		return Uninvite
	case "name":
		return Rename
	case "resend":
		return Resend
	case "open":
		return OpenLobby
	case "join":
		return Join
	case "fill":
		return Fill
	case "start":
		return StartMatch
	case "salt":
		return Salt
	case "decline":
		return seats.Decline
	case "block":
		return Block
	case "rematch":
		return Rematch
	case "note":
		return HostNote
	case "check":
		return play.Check
	case "next":
		return play.Next
	case "plan":
		return play.Plan
	case "undo":
		return play.Undo
	case "clear":
		return play.Clear
	case "say":
		return play.Say
	case "tell":
		return play.Tell
	case "suspect":
		return play.Suspect
	case "mute":
		return play.Mute
	case "announce":
		return play.Announce
	case "force":
		return Force
	case "fairplay":
		return desk.Once("fairplay", Fairplay)
	case "nudge":
		return play.Nudge
	case "watch":
		return Watch
	case "away":
		return seats.Away
	case "back":
		return seats.Back
	case "pause":
		return play.Pause
	case "resume":
		return play.Resume
	case "extend":
		return play.Extend
	case "rally":
		return Rally
	case "concede":
		return play.Concede
	case "resign":
		return seats.Resign
	case "abort":
		return seats.Abort
	case "kick":
		return seats.Kick
	case "replace":
		return seats.Replace
	case "rewind":
		return play.Rewind
	case "host":
		return play.Hand
	case "stop":
		return seats.Stop
	case "standin":
		return seats.Standin
	case "lang":
		return SetLang
	case "zone":
		return Zone
	case "format":
		return choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk.Desk, v model.Format) { d.Player.Settings.Format = v })
	case "pictures":
		return choice("pictures", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoPictures = v == "off" })
	case "attach":
		return choice("attach", []string{"json", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.JSON = v == "json" })
	case "notify":
		return Notify
	case "receipts":
		return choice("receipts", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoReceipts = v == "off" })
	case "thread":
		return choice("thread", []string{"turn", "match"}, func(d *desk.Desk, v string) { d.Player.Settings.Thread = v })
	case "voice":
		return choice("voice", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoVoice = v == "off" })
	case "calendar":
		return Calendar
	case "quiet":
		return Quiet
	case "daily":
		return Daily
	case "remind":
		return RemindMe
	case "ping":
		return Ping
	case "links":
		return Links
	case "league":
		return League
	case "leagues":
		return desk.Once("leagues", Leagues)
	case "standings":
		return Standings
	case "games":
		return desk.Once("myGames", MyGames)
	case "my":
		return desk.Once("myGames", MyGames)
	case "webhook":
		return Webhook
	case "key":
		return Key
	case "rating":
		return desk.Once("rating", Rating)
	}
	return nil
}
