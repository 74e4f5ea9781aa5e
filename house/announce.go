package house

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// announcedADay is how often a host may write to all at once in a day.
const announcedADay = 5

// Announce carries the host's words, or the operator's, to everybody at the table at once:
// "announce I am on a train until six". They go whatever the match has agreed about talk.
func Announce(d *desk, line command.Line, _ string) answer {
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	words = tidied(words)
	t := d.table
	switch {
	case words == "":
		return refuse("acts.announce-what")
	case len([]rune(words)) > saidMost:
		return refuse("house.say-long", "count", saidMost)
	case t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted:
		return refuse("house.over", "match", int(t.Row.ID))
	case t.Row.Phase == model.PhaseLobby && !d.operator:
		return refuse("acts.announce-lobby")
	case !d.operator && announcedSince(t.Match, d.now().Add(-24*time.Hour)) >= announcedADay:
		return refuse("acts.announce-many", "count", announcedADay)
	}
	if t.Row.Phase != model.PhaseLobby { // a lobby has no log yet
		ref := d.w.Say(t, d.by(), words)
		d.w.Append(t, engine.Fact{Event: engine.Said{By: d.by(), Ref: ref}})
	}
	tellAll(d.w, t, d.seat, fmt.Sprintf("announce:%d:%d", t.Match.Seq, d.now().UnixNano()), notice.Note{Subject: say("acts.announced-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{say("match.said", "name", engine.Speaker(d.by()), "words", words)}})
	readers := people(t)
	if d.seat != nil {
		readers--
	}
	return done(say("acts.announced", "count", readers))
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

// Message writes the operator's words to every host of a match that is not over, or to all
// players of the house. The same words on the same day reach nobody twice. It gives how many
// it is written to.
func (h *House) Message(ctx context.Context, words string, all bool, now time.Time) (n int, err error) {
	words = tidied(words)
	if words == "" {
		return 0, fmt.Errorf("there are no words to send")
	}
	day := fmt.Sprintf("%x:%s", sha256.Sum256([]byte(words)), now.UTC().Format(time.DateOnly))
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		list := world.Get(w, world.Hosts{All: all})
		n = len(list)
		for _, player := range list {
			w.Queue(model.Notice{Key: fmt.Sprintf("operator:%s:%d", day, player), Player: player, Purpose: model.PurposeNote, Params: notice.Params(notice.Note{
				Subject: say("acts.operator-subject"), Lines: []engine.Phrase{say("match.said", "name", engine.Speaker("operator"), "words", words)}})})
		}
		return nil
	})
	return n, err
}
