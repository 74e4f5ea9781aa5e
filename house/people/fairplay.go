package people

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

const (
	sharedMost = 3                // a device or program that more players use says nothing about two of them
	networkOf  = 6                // likewise a network that more players write from
	timesMost  = 2000             // how many letters of a match are compared by time
	rhythmMost = 15 * time.Minute // how far apart letters "at about the same time" are
	rhythmOf   = 8                // how many letters each must have written before their rhythm means anything
)

// ShowFairplay shows the host what suggests that one person plays two seats. It says what two seats have in
// common and draws no conclusion. It names no address, network or program, nobody else sees it, and nothing
// happens because of it.
func ShowFairplay(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	list := seatSigns(d.Table)
	page := notice.Page{Title: engine.Say("fairplay.title", "match", int(d.Table.Row.ID)), Lines: append([]engine.Phrase{engine.Say("fairplay.how")}, list...)}
	if len(list) == 0 {
		page.Lines = append(page.Lines, engine.Say("fairplay.none"))
	}
	return desk.AnswerPage(page)
}

// known is what the house knows of a seat's player that can be compared.
type known struct {
	name      string
	mailboxes []string
	signs     []model.Sign
	times     []time.Time // when their letters about this match came in, oldest first
}

// seatSigns lists what the players of two seats have in common, in the order of seats.
func seatSigns(t *table.Table) []engine.Phrase {
	all := knownOf(t)
	var out []engine.Phrase
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			for _, key := range alike(&all[i], &all[j]) {
				out = append(out, engine.Say("fairplay."+key, "name", all[i].name, "other", all[j].name))
			}
			if near, of := nearLetters(all[i].times, all[j].times); rhythmic(all, i, j) {
				out = append(out, engine.Say("fairplay.rhythm", "name", all[i].name, "other", all[j].name, "count", near, "of", of))
			}
		}
	}
	return out
}

func knownOf(t *table.Table) (all []known) {
	seats := engine.FilterList(slices.Collect(t.In(model.SeatInvited, model.SeatJoined, model.SeatBot)), func(s *model.Seat) bool { return s.Player != 0 })
	signs := t.Signs(engine.MapList(seats, func(s *model.Seat) int64 { return s.Player }))
	times := t.LetterTimes(t.Row.ID, timesMost)
	for _, s := range seats {
		k := known{name: s.Name, signs: signs[s.Player], times: times[s.No]}
		slices.Reverse(k.times)
		k.mailboxes = engine.MapList(t.Addresses(s.Player), func(a model.Address) string { return model.MailboxBehind(a.Address) })
		all = append(all, k)
	}
	return all
}

// alike returns the phrase keys for what two players have in common.
func alike(a, b *known) (keys []string) {
	if slices.ContainsFunc(a.mailboxes, func(m string) bool { return slices.Contains(b.mailboxes, m) }) {
		keys = append(keys, "mailbox")
	}
	for _, kind := range []model.SignKind{model.SignNetwork, model.SignDevice, model.SignProgram} {
		most := sharedMost
		if kind == model.SignNetwork {
			most = networkOf
		}
		same := slices.ContainsFunc(a.signs, func(s model.Sign) bool {
			return s.Kind == kind && s.Shared <= most &&
				slices.ContainsFunc(b.signs, func(o model.Sign) bool { return o.Kind == kind && string(o.Hash) == string(s.Hash) })
		})
		if same {
			keys = append(keys, string(kind))
		}
	}
	return keys
}

// nearLetters counts the letters of two seats: those within rhythmMost of a letter of the other seat, and
// all.
func nearLetters(a, b []time.Time) (near, of int) {
	return countNear(a, b) + countNear(b, a), len(a) + len(b)
}

func countNear(a, b []time.Time) (n int) {
	for _, at := range a {
		i, _ := slices.BinarySearchFunc(b, at, time.Time.Compare)
		if i < len(b) && b[i].Sub(at) <= rhythmMost || i > 0 && at.Sub(b[i-1]) <= rhythmMost {
			n++
		}
	}
	return n
}

// rhythmic reports whether two seats write at about the same times, and much more often than other pairs at
// the table. Without that comparison, people who answer at once would look alike, because they follow each
// other anyway.
func rhythmic(all []known, i, j int) bool {
	near, of := nearLetters(all[i].times, all[j].times)
	if len(all[i].times) < rhythmOf || len(all[j].times) < rhythmOf || near*10 < of*6 {
		return false
	}
	others, sum := 0, 0
	for a := range all {
		for b := a + 1; b < len(all); b++ {
			if n, m := nearLetters(all[a].times, all[b].times); (a != i || b != j) && m > 0 {
				others, sum = others+m, sum+n
			}
		}
	}
	return others == 0 || near*others*2 >= sum*of*3
}
