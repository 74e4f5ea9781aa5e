package letter

import (
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/lobby"
	"pitpost.example/house/people"
	"pitpost.example/house/play"
	"pitpost.example/house/seats"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// act carries out a command of the house. It gets the line and the words after the command.
type act func(*desk.Desk, speech.Line, string) desk.Result

// onlyIf returns a wrapper that refuses an act if may refuses.
func onlyIf(may func(*desk.Desk) desk.Result) func(act) act {
	return func(do act) act {
		return func(d *desk.Desk, line speech.Line, rest string) desk.Result {
			if no := may(d); no.Refuses() {
				return no
			}
			return do(d, line, rest)
		}
	}
}

// asPlayer makes a player of a stranger before it runs an act.
func asPlayer(do act) act {
	return func(d *desk.Desk, line speech.Line, rest string) desk.Result {
		d.NeedPlayer()
		return do(d, line, rest)
	}
}

// Conditions of commands: before the match begins, while it is played, by a player who may move, by whoever has not
// added too much to the log, by anybody with a seat, by them and the referee, by them once the match has begun, while the match is not paused, before
// it is over, and by anybody but the operator.
var (
	inLobby = onlyIf((*desk.Desk).InLobby)
	inPlay  = onlyIf((*desk.Desk).InPlay)
	moving  = onlyIf(play.MayMove)
	adding  = onlyIf(play.MayAdd)
	seated  = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Seat != nil, "house.not-seated", "match", int(d.Table.Row.ID))
	})
	present = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Seat != nil || desk.RefereeHere(d), "house.not-seated", "match", int(d.Table.Row.ID))
	})
	begun = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Seat != nil && d.Table.Row.Phase != model.PhaseLobby, "house.not-started", "match", int(d.Table.Row.ID))
	})
	notOver = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(!d.Table.Row.Phase.Ended(), "house.over", "match", int(d.Table.Row.ID))
	})
	running = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Table.Row.Phase == model.PhaseRunning, "house.not-running")
	})
	person = onlyIf(func(d *desk.Desk) desk.Result { return desk.RefuseUnless(!d.Operator, "house.operator-plays-not") })
)

// standing keeps a standing order, which is a word of a game and no command of the house.
var standing = moving(adding(play.Standing))

// does maps each command of the house to what carries it out.
var does = map[string]act{
	"help":      desk.Once("help", people.Help),
	"rules":     desk.Once("rules", people.Rules),
	"cards":     desk.Once("cards", people.Cards),
	"story":     desk.Once("story", begun(people.Story)),
	"status":    desk.Once("status", people.Status),
	"again":     desk.Once("again", begun(people.Again)),
	"matches":   desk.Once("matches", people.Matches),
	"new":       lobby.NewMatch,
	"invite":    inLobby(lobby.Invite),
	"uninvite":  inLobby(lobby.Uninvite),
	"name":      seated(inLobby(lobby.Rename)),
	"resend":    lobby.Resend,
	"open":      lobby.OpenLobby,
	"join":      lobby.Join,
	"fill":      inLobby(lobby.Fill),
	"start":     inLobby(lobby.StartMatch),
	"salt":      inLobby(lobby.Salt),
	"decline":   seats.Decline,
	"block":     lobby.Block,
	"rematch":   lobby.Rematch,
	"note":      inLobby(lobby.HostNote),
	"check":     moving(play.Check),
	"next":      moving(adding(play.Next)),
	"plan":      seated(play.Plan),
	"undo":      moving(play.Undo),
	"now":       moving(play.Now),
	"wait":      moving(play.Wait),
	"slips":     asPlayer(people.Slips),
	"clear":     seated(adding(play.Clear)),
	"say":       adding(lobby.Say),
	"tell":      adding(play.Tell),
	"suspect":   moving(adding(play.Suspect)),
	"mute":      inPlay(play.Mute),
	"announce":  play.Announce,
	"fairplay":  desk.Once("fairplay", people.Fairplay),
	"nudge":     running(play.Nudge),
	"watch":     person(asPlayer(people.Watch)),
	"away":      asPlayer(seats.Away),
	"back":      seats.Back,
	"pause":     running(adding(play.Pause)),
	"resume":    adding(play.Resume),
	"extend":    running(adding(play.Extend)),
	"rally":     lobby.Rally,
	"concede":   running(play.Concede),
	"resign":    seats.Resign,
	"abort":     notOver(seats.Abort),
	"kick":      seats.Kick,
	"replace":   inPlay(seats.Replace),
	"rewind":    inPlay(play.Rewind),
	"host":      notOver(lobby.HandOn),
	"stop":      present(lobby.Stop),
	"standin":   person(asPlayer(seats.Standin)),
	"lang":      asPlayer(people.SetLang),
	"zone":      asPlayer(people.Zone),
	"format":    people.Choice("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk.Desk, v model.Format) { d.Player.Settings.Format = v }),
	"pictures":  people.Choice("pictures", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoPictures = v == "off" }),
	"attach":    people.Choice("attach", []string{"json", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.JSON = v == "json" }),
	"notify":    asPlayer(people.Notify),
	"receipts":  people.Choice("receipts", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoReceipts = v == "off" }),
	"thread":    people.Choice("thread", []string{"turn", "match"}, func(d *desk.Desk, v string) { d.Player.Settings.Thread = v }),
	"voice":     people.Choice("voice", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoVoice = v == "off" }),
	"calendar":  asPlayer(people.Calendar),
	"quiet":     asPlayer(people.Quiet),
	"daily":     asPlayer(people.Daily),
	"remind":    asPlayer(people.RemindMe),
	"ping":      asPlayer(people.Ping),
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

// actOf returns what a command does. "force" is not in does because it can run the lines of a waiting
// letter, which come back here: does would refer to itself while it is initialised.
func actOf(word string) act {
	if word == "force" {
		return running(force)
	}
	return does[word]
}
