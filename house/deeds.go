package house

import (
	"pitpost.example/house/command"
	"pitpost.example/model"
)

// does is what a word of the house does.
func does(word string) func(*desk, command.Line, string) answer {
	switch word {
	case "help":
		return once("help", (*desk).help)
	case "rules":
		return once("rules", (*desk).rules)
	case "cards":
		return once("cards", (*desk).cards)
	case "story":
		return once("story", (*desk).story)
	case "status":
		return once("status", (*desk).status)
	case "again":
		return once("again", (*desk).again)
	case "matches":
		return once("matches", (*desk).matches)
	case "new":
		return (*desk).newMatch
	case "invite":
		return (*desk).invite
	case "uninvite":
		return (*desk).uninvite
	case "name":
		return (*desk).rename
	case "resend":
		return (*desk).resend
	case "open":
		return (*desk).openLobby
	case "join":
		return (*desk).join
	case "fill":
		return (*desk).fill
	case "start":
		return (*desk).startMatch
	case "salt":
		return (*desk).salt
	case "decline":
		return (*desk).decline
	case "block":
		return (*desk).block
	case "rematch":
		return (*desk).rematch
	case "note":
		return (*desk).hostNote
	case "check":
		return (*desk).check
	case "next":
		return (*desk).next
	case "plan":
		return (*desk).plan
	case "undo":
		return (*desk).undo
	case "clear":
		return (*desk).clear
	case "say":
		return (*desk).say
	case "tell":
		return (*desk).tell
	case "suspect":
		return (*desk).suspect
	case "mute":
		return (*desk).mute
	case "announce":
		return (*desk).announce
	case "force":
		return (*desk).force
	case "fairplay":
		return once("fairplay", (*desk).fairplay)
	case "nudge":
		return (*desk).nudge
	case "watch":
		return (*desk).watch
	case "away":
		return (*desk).away
	case "back":
		return (*desk).back
	case "pause":
		return (*desk).pause
	case "resume":
		return (*desk).resume
	case "extend":
		return (*desk).extend
	case "rally":
		return (*desk).rally
	case "concede":
		return (*desk).concede
	case "resign":
		return (*desk).resign
	case "abort":
		return (*desk).abort
	case "kick":
		return (*desk).kick
	case "replace":
		return (*desk).replace
	case "rewind":
		return (*desk).rewind
	case "host":
		return (*desk).hand
	case "stop":
		return (*desk).stop
	case "standin":
		return (*desk).standin
	case "lang":
		return (*desk).setLang
	case "zone":
		return (*desk).zone
	case "format":
		return choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk, v model.Format) { d.player.Settings.Format = v })
	case "pictures":
		return choice("pictures", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoPictures = v == "off" })
	case "attach":
		return choice("attach", []string{"json", "off"}, func(d *desk, v string) { d.player.Settings.JSON = v == "json" })
	case "notify":
		return (*desk).notify
	case "receipts":
		return choice("receipts", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoReceipts = v == "off" })
	case "thread":
		return choice("thread", []string{"turn", "match"}, func(d *desk, v string) { d.player.Settings.Thread = v })
	case "voice":
		return choice("voice", []string{"on", "off"}, func(d *desk, v string) { d.player.Settings.NoVoice = v == "off" })
	case "calendar":
		return (*desk).calendar
	case "quiet":
		return (*desk).quiet
	case "daily":
		return (*desk).daily
	case "remind":
		return (*desk).remindMe
	case "ping":
		return (*desk).ping
	case "links":
		return (*desk).links
	case "league":
		return (*desk).league
	case "leagues":
		return once("leagues", (*desk).leagues)
	case "standings":
		return (*desk).standings
	case "games":
		return once("myGames", (*desk).myGames)
	case "my":
		return once("myGames", (*desk).myGames)
	case "webhook":
		return (*desk).webhook
	case "key":
		return (*desk).key
	case "rating":
		return once("rating", (*desk).rating)
	}
	return nil
}
