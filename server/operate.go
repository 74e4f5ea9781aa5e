package server

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/lobby"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// Operate carries out one line by the operator about a match. The commands are those of a host, and the seats
// are told as if the host had written.
func (h *House) Operate(ctx context.Context, match int64, text string, now time.Time) (*letter.Said, error) {
	out := &letter.Said{Match: match}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, match, func(w *world.Tx) {
		letter.RunLine(desk.ForOperator(w, table.LoadTable(w, match)), text, out)
	})
	return out, err
}

// OpenMatchFor opens a match for a host as if they had written "new …" themselves. They get the answer by mail
// too.
func (h *House) OpenMatchFor(ctx context.Context, host, display, text string, now time.Time) (*letter.Said, error) {
	guests, no := dates.ReadGuests(host)
	if no != nil || len(guests) != 1 {
		return nil, fmt.Errorf("the host is one address, not %q", engine.ClipText(host))
	}
	host, display = guests[0].Address, cmp.Or(display, guests[0].Name)
	out := &letter.Said{}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		player, _ := w.PlayerByAddress(host)
		d := desk.ForPlayer(w, player, host, model.ProofFailing)
		d.Lang, d.Letter = "", &desk.Letter{From: host, Display: display, Trust: model.TrustUnproved, Now: now}
		a := lobby.NewMatch(d, speech.Line{Raw: text, Folded: h.Rules.Fold(text)}, "")
		*out = letter.Said{Done: !a.Refuses(), Lines: a.Says, Near: a.Nearest}
		if !out.Done {
			return
		}
		out.Match = d.Table.Row.ID
		d.NoteChanged(d.Table)
		d.Table.NoteHost(nil, "opened", d.Table.News("house.opened-subject", a.Says...))
		d.Table.Advance()
	})
	return out, err
}

// NoteOperatorLooked records in the log of a match in play that the operator has seen its secrets. Every seat is told
// in its next digest.
func (h *House) NoteOperatorLooked(ctx context.Context, match int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, match, func(w *world.Tx) {
		if t := w.Table(match); t.Row.Phase.InPlay() {
			w.Append(t, engine.Fact{Event: engine.Opened{By: "operator"}})
		}
	})
}

// Message sends the operator's words to all hosts of matches that are not over, or to all players, and
// returns to how many. Nobody gets the same words twice on one day.
func (h *House) Message(ctx context.Context, words string, all bool, now time.Time) (n int, err error) {
	words = desk.TidyWords(words)
	if words == "" {
		return 0, fmt.Errorf("there are no words to send")
	}
	day := fmt.Sprintf("%x:%s", sha256.Sum256([]byte(words)), now.UTC().Format(time.DateOnly))
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		list := w.Hosts(all)
		n = len(list)
		for _, player := range list {
			w.Queue(model.Notice{Key: fmt.Sprintf("operator:%s:%d", day, player), Player: player, Purpose: model.PurposeNote, Params: notice.EncodeParams(notice.Note{
				Subject: engine.Say("acts.operator-subject"), Lines: []engine.Phrase{engine.Say("match.said", "name", engine.SpeakerName("operator"), "words", words)}})})
		}
	})
	return n, err
}

// Report sends lines to the operator, once under a key.
func (h *House) Report(ctx context.Context, operator, key string, lines []string, now time.Time) error {
	says := engine.MapList(lines, func(line string) engine.Phrase { return engine.Say("acts.operator-report", "words", line) })
	note := notice.Note{Subject: engine.Say("acts.report-subject"), Lines: says}
	return h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		w.Queue(model.Notice{Key: mail.ToOperator + key, Address: operator, Purpose: model.PurposeNote, Rank: 1, Params: notice.EncodeParams(note)})
	})
}

// BanAddress bans an address and the player behind it: their letters are refused, one last letter tells them so, and
// bots take over their seats. off lifts the ban, but does not give seats back.
func (h *House) BanAddress(ctx context.Context, address string, off bool, now time.Time) (*letter.Said, error) {
	out := &letter.Said{Done: true}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		p, _ := w.PlayerByAddress(address)
		if p == nil && off {
			*out = letter.Said{Lines: []engine.Phrase{engine.Say("acts.bar-nobody", "who", address)}}
			return
		}
		if p == nil {
			p = w.NewPlayer(address, "")
		}
		says := func(key string, more ...any) {
			out.Lines = []engine.Phrase{engine.Say(key, append(more, "who", address)...)}
		}
		switch changed := w.Bar(p.ID, off); {
		case !changed && off:
			says("acts.unbar-already")
		case !changed:
			says("acts.bar-already")
		case off:
			says("acts.unbarred")
		default:
			w.Queue(model.Notice{Key: fmt.Sprintf("%s%d:%d", mail.LastWord, p.ID, now.UnixNano()), Player: p.ID, Address: address, Purpose: model.PurposeNote,
				Params: notice.EncodeParams(notice.Note{Subject: engine.Say("acts.barred-subject"), Lines: []engine.Phrase{engine.Say("acts.barred-you")}})})
			says("acts.barred", "count", seats.TakeAllSeats(w, p.ID))
			table.NoteRefereeGone(w, p.ID)
		}
	})
	return out, err
}
