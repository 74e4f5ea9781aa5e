package people

import (
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// memoMost is the most characters of a memo.
const memoMost = 200

// KeepMemo keeps a line of the sender's own that is printed in each of their letters about this match. Nobody else ever
// sees it. Alone it shows what is kept.
func KeepMemo(d *desk.Desk, line speech.Line, rest string) desk.Result {
	words := desk.TidyWords(speech.MemoWords(line.Raw))
	if words == "" {
		words = desk.TidyWords(desk.AfterFirstWord(line))
	}
	kept := d.Seat.Standing.Memo
	switch {
	case words == "" && kept == "":
		return desk.AnswerInfo(engine.Say("own.memo-form"))
	case words == "":
		return desk.AnswerInfo(engine.Say("own.memo-is", "words", kept))
	case rest == "off":
		d.Seat.Standing.Memo = ""
		return desk.AnswerDone(engine.Say("own.memo-off"))
	case len([]rune(words)) > memoMost:
		return desk.Refuse("own.memo-long", "count", memoMost)
	}
	d.Seat.Standing.Memo = words
	return desk.AnswerDone(engine.Say("own.memo-kept"))
}

// tablesMost is how many open tables are listed.
const tablesMost = 12

// ListTables lists matches that anybody may join.
func ListTables(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	var says []engine.Phrase
	first := ""
	for _, id := range d.W.OpenTables(tablesMost) {
		t := table.FindTable(d.W, id)
		if t == nil || d.Player != nil && (t.SeatOf(d.Player.ID) != nil || t.MayNeverSit(d.Player.ID, d.From)) || t.KeptOut(d.Player.Number(), d.From) {
			continue
		}
		least, most := t.Match.Game.Seats()
		if t.Taken() >= most {
			continue
		}
		if first == "" {
			first = strconv.FormatInt(id, 10)
		}
		says = append(says, engine.Say("own.table", "match", int(id), "game", engine.Say(t.Row.Game+".title"), "book", engine.EditionTitle(t.Row.Game, t.Row.Edition),
			"seats", t.Count(model.SeatJoined, model.SeatBot, model.SeatInvited), "least", least, "most", most, "in", t.PaceSeconds(), "until", engine.FormatMoment(t.Row.CreatedAt.Add(table.LobbyLapse))))
	}
	if says == nil {
		return desk.AnswerInfo(desk.ExplainOpening(d, "own.tables-none")...)
	}
	return desk.AnswerInfo(append(says, engine.Say("own.tables-how", "match", first))...)
}
