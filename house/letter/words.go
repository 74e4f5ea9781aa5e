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

// deeds is what the words of the house do.
var deeds = map[string]func(*desk.Desk, command.Line, string) desk.Answer{
	"help":      desk.Once("help", people.Help),
	"rules":     desk.Once("rules", people.Rules),
	"cards":     desk.Once("cards", people.Cards),
	"story":     desk.Once("story", people.Story),
	"status":    desk.Once("status", people.Status),
	"again":     desk.Once("again", people.Again),
	"matches":   desk.Once("matches", people.Matches),
	"new":       lobby.NewMatch,
	"invite":    lobby.Invite,
	"uninvite":  lobby.Uninvite,
	"name":      lobby.Rename,
	"resend":    lobby.Resend,
	"open":      lobby.OpenLobby,
	"join":      lobby.Join,
	"fill":      lobby.Fill,
	"start":     lobby.StartMatch,
	"salt":      lobby.Salt,
	"decline":   seats.Decline,
	"block":     lobby.Block,
	"rematch":   lobby.Rematch,
	"note":      lobby.HostNote,
	"check":     play.Check,
	"next":      play.Next,
	"plan":      play.Plan,
	"undo":      play.Undo,
	"clear":     play.Clear,
	"say":       play.Say,
	"tell":      play.Tell,
	"suspect":   play.Suspect,
	"mute":      play.Mute,
	"announce":  play.Announce,
	"fairplay":  desk.Once("fairplay", people.Fairplay),
	"nudge":     play.Nudge,
	"watch":     people.Watch,
	"away":      seats.Away,
	"back":      seats.Back,
	"pause":     play.Pause,
	"resume":    play.Resume,
	"extend":    play.Extend,
	"rally":     lobby.Rally,
	"concede":   play.Concede,
	"resign":    seats.Resign,
	"abort":     seats.Abort,
	"kick":      seats.Kick,
	"replace":   seats.Replace,
	"rewind":    play.Rewind,
	"host":      play.Hand,
	"stop":      seats.Stop,
	"standin":   seats.Standin,
	"lang":      people.SetLang,
	"zone":      people.Zone,
	"format":    people.Choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk.Desk, v model.Format) { d.Player.Settings.Format = v }),
	"pictures":  people.Choice("pictures", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoPictures = v == "off" }),
	"attach":    people.Choice("attach", []string{"json", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.JSON = v == "json" }),
	"notify":    people.Notify,
	"receipts":  people.Choice("receipts", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoReceipts = v == "off" }),
	"thread":    people.Choice("thread", []string{"turn", "match"}, func(d *desk.Desk, v string) { d.Player.Settings.Thread = v }),
	"voice":     people.Choice("voice", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoVoice = v == "off" }),
	"calendar":  people.Calendar,
	"quiet":     people.Quiet,
	"daily":     people.Daily,
	"remind":    people.RemindMe,
	"ping":      people.Ping,
	"links":     people.Links,
	"league":    leagues.League,
	"leagues":   desk.Once("leagues", leagues.Leagues),
	"standings": leagues.Standings,
	"games":     desk.Once("myGames", leagues.MyGames),
	"my":        desk.Once("myGames", leagues.MyGames),
	"webhook":   people.Webhook,
	"key":       people.Key,
	"rating":    desk.Once("rating", people.Rating),
}

// deedOf is what a word does. What an operator forces may be a letter of its own, which comes back
// here: so "force" stands outside the table.
func deedOf(word string) func(*desk.Desk, command.Line, string) desk.Answer {
	if word == "force" {
		return force
	}
	return deeds[word]
}
