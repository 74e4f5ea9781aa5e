package letter

import (
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/lobby"
	"pitpost.example/house/people"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/model"
)

// does is what a word of the house does.
func does(word string) func(*desk.Desk, command.Line, string) desk.Answer {
	switch word {
	case "help":
		return desk.Once("help", people.Help)
	case "rules":
		return desk.Once("rules", people.Rules)
	case "cards":
		return desk.Once("cards", people.Cards)
	case "story":
		return desk.Once("story", people.Story)
	case "status":
		return desk.Once("status", people.Status)
	case "again":
		return desk.Once("again", people.Again)
	case "matches":
		return desk.Once("matches", people.Matches)
	case "new":
		return lobby.NewMatch
	case "invite":
		return lobby.Invite
	case "uninvite":
		return lobby.Uninvite
	case "name":
		return lobby.Rename
	case "resend":
		return lobby.Resend
	case "open":
		return lobby.OpenLobby
	case "join":
		return lobby.Join
	case "fill":
		return lobby.Fill
	case "start":
		return lobby.StartMatch
	case "salt":
		return lobby.Salt
	case "decline":
		return seats.Decline
	case "block":
		return lobby.Block
	case "rematch":
		return lobby.Rematch
	case "note":
		return lobby.HostNote
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
		return force
	case "fairplay":
		return desk.Once("fairplay", people.Fairplay)
	case "nudge":
		return play.Nudge
	case "watch":
		return people.Watch
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
		return lobby.Rally
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
		return people.SetLang
	case "zone":
		return people.Zone
	case "format":
		return people.Choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk.Desk, v model.Format) { d.Player.Settings.Format = v })
	case "pictures":
		return people.Choice("pictures", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoPictures = v == "off" })
	case "attach":
		return people.Choice("attach", []string{"json", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.JSON = v == "json" })
	case "notify":
		return people.Notify
	case "receipts":
		return people.Choice("receipts", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoReceipts = v == "off" })
	case "thread":
		return people.Choice("thread", []string{"turn", "match"}, func(d *desk.Desk, v string) { d.Player.Settings.Thread = v })
	case "voice":
		return people.Choice("voice", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoVoice = v == "off" })
	case "calendar":
		return people.Calendar
	case "quiet":
		return people.Quiet
	case "daily":
		return people.Daily
	case "remind":
		return people.RemindMe
	case "ping":
		return people.Ping
	case "links":
		return people.Links
	case "league":
		return leagues.League
	case "leagues":
		return desk.Once("leagues", leagues.Leagues)
	case "standings":
		return leagues.Standings
	case "games":
		return desk.Once("myGames", leagues.MyGames)
	case "my":
		return desk.Once("myGames", leagues.MyGames)
	case "webhook":
		return people.Webhook
	case "key":
		return people.Key
	case "rating":
		return desk.Once("rating", people.Rating)
	}
	return nil
}
