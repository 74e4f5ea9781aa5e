package letter

import (
	"strings"

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
	moving  = onlyIf(play.RefuseUnlessPlaying)
	adding  = onlyIf(play.RefuseTooManyAdded)
	seated  = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Seat != nil, "house.not-seated", "match", int(d.Table.Row.ID))
	})
	present = onlyIf(func(d *desk.Desk) desk.Result {
		return desk.RefuseUnless(d.Seat != nil || desk.IsRefereeWriting(d), "house.not-seated",
			"match", int(d.Table.Row.ID))
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
var standing = moving(adding(play.KeepStandingOrder))

// does maps each command of the house to what carries it out.
var does = map[string]act{
	"help":      desk.ShowPageOnce("help", people.ShowHelp),
	"rules":     desk.ShowPageOnce("rules", people.ShowRules),
	"cards":     desk.ShowPageOnce("cards", people.ExplainCards),
	"story":     desk.ShowPageOnce("story", begun(people.TellStory)),
	"status":    desk.ShowPageOnce("status", people.ShowStatus),
	"again":     desk.ShowPageOnce("again", begun(people.SendDigestAgain)),
	"matches":   desk.ShowPageOnce("matches", people.ListMatches),
	"new":       lobby.NewMatch,
	"invite":    inLobby(lobby.InvitePeople),
	"uninvite":  inLobby(lobby.WithdrawInvitation),
	"name":      seated(inLobby(lobby.RenameSeat)),
	"resend":    lobby.ResendInvitation,
	"open":      lobby.OpenLobby,
	"join":      lobby.JoinLobby,
	"fill":      inLobby(lobby.FillWithBots),
	"start":     inLobby(lobby.StartMatch),
	"salt":      inLobby(lobby.SaltShuffle),
	"decline":   seats.DeclineMatch,
	"block":     lobby.BlockInvitations,
	"rematch":   lobby.OpenRematch,
	"note":      inLobby(lobby.SetHostNote),
	"check":     moving(play.CheckMove),
	"next":      moving(adding(play.KeepNextMove)),
	"plan":      seated(play.ShowPlans),
	"undo":      moving(play.UndoWaitingMoves),
	"now":       moving(play.PlayWaitingMoves),
	"wait":      moving(play.LetMovesWaitLonger),
	"slips":     asPlayer(people.SetSlipTime),
	"clear":     seated(adding(play.ClearPlans)),
	"say":       adding(play.SayToTable),
	"tell":      adding(play.WhisperToSeat),
	"memo":      seated(notOver(people.KeepMemo)),
	"tables":    desk.ShowPageOnce("tables", people.ListTables),
	"report":    seated(notOver(people.ReportPlayer)),
	"suspect":   moving(adding(play.KeepSuspicion)),
	"mute":      inPlay(play.MutePlayer),
	"announce":  play.AnnounceToTable,
	"fairplay":  desk.ShowPageOnce("fairplay", people.ShowFairplay),
	"nudge":     running(play.NudgePlayers),
	"watch":     person(asPlayer(people.WatchMatch)),
	"away":      asPlayer(seats.SetAbsence),
	"back":      seats.EndAbsence,
	"pause":     running(adding(play.PauseClocks)),
	"resume":    adding(play.ResumeClocks),
	"extend":    running(adding(play.ExtendTurn)),
	"terms":     notOver(play.ChangeTerms),
	"rally":     lobby.ProposeRally,
	"concede":   running(play.ConcedeRound),
	"resign":    seats.ResignMatch,
	"abort":     notOver(seats.AbortMatch),
	"kick":      seats.KickPlayer,
	"replace":   inPlay(seats.ReplacePlayer),
	"rewind":    inPlay(play.RewindMoves),
	"host":      notOver(lobby.HandOnHosting),
	"stop":      present(lobby.StopMail),
	"standin":   person(asPlayer(seats.SetStandin)),
	"lang":      asPlayer(people.SetLanguage),
	"zone":      asPlayer(people.SetZone),
	"format":    people.ChoiceCommand("format", []model.Format{model.FormatText, model.FormatHTML, model.FormatReader}, func(d *desk.Desk, v model.Format) { d.Player.Settings.Format = v }),
	"pictures":  people.ChoiceCommand("pictures", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoPictures = v == "off" }),
	"attach":    people.ChoiceCommand("attach", []string{"json", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.JSON = v == "json" }),
	"notify":    asPlayer(people.SetDigestTimes),
	"receipts":  people.ChoiceCommand("receipts", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoReceipts = v == "off" }),
	"thread":    people.ChoiceCommand("thread", []string{"turn", "match"}, func(d *desk.Desk, v string) { d.Player.Settings.Thread = v }),
	"voice":     people.ChoiceCommand("voice", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoVoice = v == "off" }),
	"hints":     people.ChoiceCommand("hints", []string{"on", "off"}, func(d *desk.Desk, v string) { d.Player.Settings.NoHints = v == "off" }),
	"calendar":  asPlayer(people.GiveCalendar),
	"quiet":     asPlayer(people.SetQuietHours),
	"daily":     asPlayer(people.SetDailyLetter),
	"remind":    asPlayer(people.RemindMe),
	"ping":      asPlayer(people.SetPing),
	"links":     people.SwitchLinks,
	"league":    leagues.RunLeagueCommand,
	"leagues":   desk.ShowPageOnce("leagues", leagues.ListLeagues),
	"standings": leagues.ShowStandings,
	"games":     desk.ShowPageOnce("myGames", leagues.ListMyGames),
	"my":        showMine,
	"forget":    people.ForgetMe,
	"webhook":   people.RunWebhookCommand,
	"key":       people.ShowSeatKey,
	"rating":    desk.ShowPageOnce("rating", people.ShowRatings),
}

// showMine shows what is asked for behind "my": what is being played, or what was.
func showMine(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if strings.HasPrefix(rest, "record") {
		return desk.ShowPageOnce("myRecord", people.ShowRecord)(d, line, rest)
	}
	if rest == "data" {
		return people.SendOwnData(d, line, rest)
	}
	return desk.ShowPageOnce("myGames", leagues.ListMyGames)(d, line, rest)
}

// actOf returns what a command does. "force" is not in does because it can run the lines of a waiting
// letter, which come back here: does would refer to itself while it is initialised.
func actOf(word string) act {
	if word == "force" {
		return running(force)
	}
	return does[word]
}
