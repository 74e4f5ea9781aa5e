package house

import (
	"encoding/json"
	"strings"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/house/notice"
)

// heldFor is how long a held letter waits for its yes.
const heldFor = 72 * time.Hour

// heldAnHour is how many questions about held letters one address gets in an
// hour: whoever sends letters in another's name must not fill their mailbox.
const heldAnHour = 3

// held is the params of an ask of kind "held": a letter whose sender was not
// known well enough.
type held struct {
	From    string `json:"from"`
	Display string `json:"display"`
	Vouched bool   `json:"vouched,omitempty"` // for From, by its server
	Lines   []Line `json:"lines"`
	Ref     *Ref   `json:"ref,omitempty"`
}

// hold keeps a letter for a seat that came from an unknown or failed sender:
// nothing is done, the seat's clock stops, and the address on file is asked.
// The sender hears nothing.
func (d *desk) hold(owner int64) error {
	address, err := d.onFile(owner)
	if err != nil {
		return err
	}
	if n, err := d.w.AsksThisHour(address); err != nil || n >= heldAnHour {
		return firstError(err, d.unasked())
	}
	if asked, err := d.askedOf(owner); err != nil || asked {
		return firstError(err, d.end("hold", "a letter of the same sender was asked about this hour"))
	}
	ask, err := d.askHeld(owner, address)
	if err != nil {
		return err
	}
	if d.table != nil && d.seat != nil {
		if err := stopClock(d.w, d.table, d.seat.No, "held"); err != nil {
			return err
		}
	}
	why := "the sender is not known here"
	if d.player != nil && d.player.ID != owner {
		why = "the token is another player's"
		d.Log.Warn("a player wrote with the token of another", "seat of player", owner, "sender is player", d.player.ID)
	}
	return d.end("hold", why+"; the address on file was asked, question "+itoa(ask))
}

// askedOf says whether a question about another letter of the same sender waits for its
// answer, put less than an hour ago.
func (d *desk) askedOf(owner int64) (bool, error) {
	open, err := d.w.OpenAsks(owner)
	if err != nil {
		return false, err
	}
	for _, ask := range open {
		var h held
		if ask.Kind != "held" || d.now().Sub(ask.AskedAt) >= time.Hour || json.Unmarshal(ask.Params, &h) != nil {
			continue
		}
		if strings.EqualFold(h.From, d.letter.From) {
			return true, nil
		}
	}
	return false, nil
}

// holdSelf keeps a letter without token from a sender nobody vouches for and
// asks that address itself.
func (d *desk) holdSelf() error {
	if n, err := d.w.AsksThisHour(d.from); err != nil || n >= heldAnHour {
		return firstError(err, d.unasked())
	}
	player := int64(0)
	address := d.from
	if d.player != nil {
		player = d.player.ID
	} else {
		p, err := d.w.NewPlayer(d.from, d.letter.Display)
		if err != nil {
			return err
		}
		player = p.ID
	}
	if _, err := d.askHeld(player, address); err != nil {
		return err
	}
	return d.end("hold", "nobody vouches for the sender; the address was asked")
}

func (d *desk) askHeld(player int64, address string) (int64, error) {
	id, err := d.asked(player, address, "held", heldFor,
		held{From: d.letter.From, Display: d.letter.Display, Vouched: d.letter.Trust == Proved, Lines: d.letter.Lines, Ref: d.letter.Ref})
	if err != nil {
		return 0, err
	}
	n := notice.Note{Ask: id, Answers: []string{"yes", "no"}, Subject: say("house.held-subject"), InReplyTo: ""}
	how := say("house.held-how")
	if d.letter.Ref == nil {
		how = say("house.held-how-self")
	}
	from := say("house.held", "words", quoteLines(d.letter.Lines), "from", d.letter.From)
	if d.player != nil && d.player.ID != player {
		// No player is shown the address of another, whoever wrote in its name.
		from, how = say("house.held-other", "words", quoteLines(d.letter.Lines)), say("house.held-how-other")
	}
	n.Lines = []engine.Phrase{from, how}
	out := db.Notice{Key: "held:" + itoa(id), Player: player, Address: address, Purpose: "ask", Params: notice.Params(n)}
	if d.table != nil && d.seat != nil {
		out.Match, out.Seat = d.table.Row.ID, d.seat.No
	}
	if d.table != nil && d.seat != nil && d.letter.Ref != nil {
		// A question that nobody answers must not stop the match for good.
		d.w.SetDue(db.Due{Match: d.table.Row.ID, Seat: d.seat.No, What: "held:" + itoa(id), At: d.now().Add(heldFor)})
	}
	d.w.Queue(out)
	return id, nil
}

// unasked ends a letter about which its owner has had enough questions for now.
// Nothing will release it, so its bytes are not kept: a flood must not fill the disk.
func (d *desk) unasked() error {
	if err := d.end("hold", "asked too often this hour"); err != nil {
		return err
	}
	d.w.Letter().Raw = nil
	return nil
}

// onFile is the address a player's mail goes to.
func (d *desk) onFile(player int64) (string, error) {
	if d.seat != nil && d.seat.Player == player && d.seat.Address != "" {
		return d.seat.Address, nil
	}
	all, err := d.w.Addresses(player)
	if err != nil {
		return "", err
	}
	for _, a := range all {
		if a.First {
			return a.Address, nil
		}
	}
	return d.from, nil
}

func quoteLines(lines []Line) string {
	var rows []string
	for _, l := range lines {
		rows = append(rows, l.Raw)
	}
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}

// release carries out a held letter whose owner said yes, and begins to take
// the address it came from for theirs.
func (d *desk) release(ask *db.Ask) (answer, error) {
	var h held
	if err := json.Unmarshal(ask.Params, &h); err != nil {
		return answer{}, err
	}
	first, err := d.second(ask, h)
	if err != nil {
		return answer{}, err
	}
	if err := d.unhold(ask); err != nil {
		return answer{}, err
	}
	d.ref = h.Ref
	if d.ref != nil && d.ref.Purpose == ForAsk {
		if _, err := d.owner(); err != nil {
			return answer{}, err
		}
	}
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: "yes", State: first.state, Says: first.says})
	d.acted = true
	return answer{state: "quiet"}, d.run(h.Lines)
}

// unhold lets the seat's clock run on once the last question about its letters
// is answered.
func (d *desk) unhold(ask *db.Ask) error {
	if d.table == nil || d.seat == nil {
		return nil
	}
	d.w.DropDue(d.table.Row.ID, d.seat.No, "held:"+itoa(ask.ID))
	return startHeld(d.w, d.table, d.seat.No, ask.ID)
}

// startHeld runs a seat's clock on unless another question but this one is open.
func startHeld(w *db.Work, t *db.Table, seat int, but int64) error {
	open, err := w.MatchAsks(t.Row.ID, "held")
	if err != nil {
		return err
	}
	for _, a := range open {
		if a.Seat == seat && a.ID != but && a.LapsesAt.After(w.Now()) {
			return nil
		}
	}
	return startClock(w, t, seat, "held")
}
