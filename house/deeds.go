package house

import (
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// does is what a word of the house does.
func does(word string) func(*desk, command.Line, string) answer {
	switch word {
	case "help":
		return once("help", Help)
	case "rules":
		return once("rules", Rules)
	case "cards":
		return once("cards", Cards)
	case "story":
		return once("story", Story)
	case "status":
		return once("status", Status)
	case "again":
		return once("again", Again)
	case "matches":
		return once("matches", Matches)
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
		return Decline
	case "block":
		return Block
	case "rematch":
		return Rematch
	case "note":
		return HostNote
	case "check":
		return Check
	case "next":
		return Next
	case "plan":
		return Plan
	case "undo":
		return Undo
	case "clear":
		return Clear
	case "say":
		return Say
	case "tell":
		return Tell
	case "suspect":
		return Suspect
	case "mute":
		return Mute
	case "announce":
		return Announce
	case "force":
		return Force
	case "fairplay":
		return once("fairplay", Fairplay)
	case "nudge":
		return Nudge
	case "watch":
		return Watch
	case "away":
		return Away
	case "back":
		return Back
	case "pause":
		return Pause
	case "resume":
		return Resume
	case "extend":
		return Extend
	case "rally":
		return Rally
	case "concede":
		return Concede
	case "resign":
		return Resign
	case "abort":
		return Abort
	case "kick":
		return Kick
	case "replace":
		return Replace
	case "rewind":
		return Rewind
	case "host":
		return Hand
	case "stop":
		return Stop
	case "standin":
		return Standin
	case "lang":
		return SetLang
	case "zone":
		return Zone
	case "format":
		return choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk, v model.Format) { d.player.Settings.Format = v })
	case "pictures":
		return choice("pictures", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoPictures = v == "off" })
	case "attach":
		return choice("attach", []string{"json", "off"}, func(d *desk, v string) { d.player.Settings.JSON = v == "json" })
	case "notify":
		return Notify
	case "receipts":
		return choice("receipts", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoReceipts = v == "off" })
	case "thread":
		return choice("thread", []string{"turn", "match"}, func(d *desk, v string) { d.player.Settings.Thread = v })
	case "voice":
		return choice("voice", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoVoice = v == "off" })
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
		return once("leagues", Leagues)
	case "standings":
		return Standings
	case "games":
		return once("myGames", MyGames)
	case "my":
		return once("myGames", MyGames)
	case "webhook":
		return Webhook
	case "key":
		return Key
	case "rating":
		return once("rating", Rating)
	}
	return nil
}
