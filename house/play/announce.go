package play

import (
	"fmt"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// announcedADay is how often a host may write to all at once in a day.
const announcedADay = 5

// Announce carries the host's words, or the operator's, to everybody at the table at once:
// "announce I am on a train until six". They go whatever the match has agreed about talk.
func Announce(d *desk.Desk, line command.Line, _ string) desk.Answer {
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	words = Tidied(words)
	t := d.Table
	switch {
	case words == "":
		return desk.Refuse("acts.announce-what")
	case len([]rune(words)) > saidMost:
		return desk.Refuse("house.say-long", "count", saidMost)
	case t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted:
		return desk.Refuse("house.over", "match", int(t.Row.ID))
	case t.Row.Phase == model.PhaseLobby && !d.Operator:
		return desk.Refuse("acts.announce-lobby")
	case !d.Operator && announcedSince(t.Match, d.Now().Add(-24*time.Hour)) >= announcedADay:
		return desk.Refuse("acts.announce-many", "count", announcedADay)
	}
	if t.Row.Phase != model.PhaseLobby { // a lobby has no log yet
		ref := d.W.Say(t, d.By(), words)
		d.W.Append(t, engine.Fact{Event: engine.Said{By: d.By(), Ref: ref}})
	}
	table.TellAll(d.W, t, d.Seat, fmt.Sprintf("announce:%d:%d", t.Match.Seq, d.Now().UnixNano()), notice.Note{Subject: table.Say("acts.announced-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{table.Say("match.said", "name", engine.Speaker(d.By()), "words", words)}})
	readers := table.People(t)
	if d.Seat != nil {
		readers--
	}
	return desk.Done(table.Say("acts.announced", "count", readers))
}

func announcedSince(m *engine.Match, since time.Time) int {
	n := 0
	for _, f := range m.Facts() {
		if e, ok := f.Event.(engine.Said); ok && e.By == "host" && f.At.After(since) {
			n++
		}
	}
	return n
}
