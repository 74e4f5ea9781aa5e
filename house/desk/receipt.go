package desk

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Limits that keep a receipt small, whatever it answers.
const (
	receiptMost = 100 // lines about the letter's lines
	receiptKeep = 5   // of these, kept free for why something was not done
	asideMost   = 20  // lines of talk, which are shown together as one
	quotedMost  = 400 // letters quoted from a line
)

// Record adds a line and its answer to the receipt.
func (d *Desk) Record(line speech.Line, a Result) {
	if a.State == model.LineQuiet {
		return
	}
	if a.State == model.LineDone || a.State == model.LineKept || a.State == model.LineShown {
		d.Acted = true
	}
	d.addLine(notice.Answered{Text: d.redacted(line.Raw), State: a.State, Says: a.Says, Nearest: a.Nearest, Chips: a.Chips}, a.Pages...)
}

// RecordUnread adds a line that was not read.
func (d *Desk) RecordUnread(line speech.Line) {
	d.addLine(notice.Answered{Text: line.Raw, State: model.LineUnread})
}

// addLine adds to the receipt if there is room and counts what does not fit. Each page is added once.
func (d *Desk) addLine(a notice.Answered, pages ...notice.Page) {
	r := &d.Receipt
	room := receiptMost - receiptKeep - d.shown
	switch {
	case a.State == model.LineAside:
		if d.asides++; d.asides > asideMost {
			return
		}
	case a.State == model.LineRefused || a.State == model.LineUnread && len(a.Says) > 0:
		room += receiptKeep
		fallthrough
	case a.State == model.LineUnread:
		if room <= 0 {
			r.More++
			return
		}
		d.shown++
	default: // each of its sentences takes a line
		room = max(room, 0) // refusals may fill what is kept for them
		if left := len(a.Says) - room; left > 0 {
			r.More += left
			a.Says = a.Says[:room]
		}
		if room == 0 {
			return
		}
		d.shown += max(1, len(a.Says))
	}
	if text := []rune(a.Text); len(text) > quotedMost {
		a.Text = string(text[:quotedMost]) + "…"
	}
	r.Lines = append(r.Lines, a)
	for _, p := range pages {
		if !slices.ContainsFunc(r.Pages, func(page notice.Page) bool { return reflect.DeepEqual(page, p) }) {
			r.Pages = append(r.Pages, p)
		}
	}
}

// ShowPageOnce wraps a command that shows a page, so that one letter gets it once for each match and argument.
func ShowPageOnce(name string, do func(*Desk, speech.Line, string) Result) func(*Desk, speech.Line, string) Result {
	return func(d *Desk, line speech.Line, rest string) Result {
		page := fmt.Sprintf("%d %s %s", d.MatchID(), name, rest)
		if slices.Contains(d.paged, page) {
			return Result{State: model.LineQuiet}
		}
		d.paged = append(d.paged, page)
		return do(d, line, rest)
	}
}

// ByNameStep is the step noted for letters that named their match without a token.
const ByNameStep = -1

// End sets the final state of the letter and why, and the match it was about.
func (d *Desk) End(state model.LetterState, why string) {
	note := d.W.Letter()
	note.Hash, note.Signed = d.Letter.Hash, d.Letter.Signed
	if note.End(state, why); d.Unheard && !state.Unheard(why) {
		note.Part()
	}
	if state == model.LetterHold && !state.Unheard(why) || state == model.LetterSetAside { // one that nobody was asked about is never released, and a flood of them would fill the disk
		note.Raw = d.Letter.Raw
	}
	if note.Match == 0 && d.Table != nil {
		note.Match, note.Step = d.Table.Row.ID, ByNameStep
		if d.Seat != nil {
			note.Seat = d.Seat.No
		}
	}
}

// WhyNot returns the reason noted for a letter of which nothing was carried out.
func (d *Desk) WhyNot() string {
	for _, l := range d.Receipt.Lines {
		if l.State == model.LineRefused && len(l.Says) > 0 {
			return l.Says[0].Key
		}
	}
	return "no command read"
}

// TellOnce puts a secret into the receipt. It is sealed until the receipt is written and deleted after it is
// sent.
func (d *Desk) TellOnce(what model.SecretKind, secret string) {
	d.Receipt.Sealed = append(d.Receipt.Sealed, notice.Secret{What: what, Box: d.House.Seal(SealShown, []byte(secret))})
}

// HideWebAddresses hides the web addresses of a line in everything that is kept of the letter and in its receipt,
// because whoever knows such an address can post to it.
func (d *Desk) HideWebAddresses(raw string) {
	d.hidden = append(d.hidden, engine.FilterList(strings.Fields(raw), func(field string) bool { return strings.Contains(field, "://") })...)
	if note := d.W.Letter(); note != nil {
		note.Kept, note.Subject, note.Raw = d.redacted(note.Kept), d.redacted(note.Subject), nil
	}
	d.Receipt.Subject = d.redacted(d.Receipt.Subject)
}

// redacted returns text with the hidden addresses shortened.
func (d *Desk) redacted(text string) string {
	for _, address := range d.hidden {
		shown := "…"
		if u := WebAddress(strings.Trim(address, "<>")); u != nil {
			shown = u.Scheme + "://" + u.Host + "/…"
		}
		text = strings.ReplaceAll(text, address, shown)
	}
	return text
}

// The uses that Seal keeps apart.
const (
	SealURL    = "webhook url"
	SealSecret = "webhook secret"
	SealShown  = "told once"
)

// webAddressMost is the most bytes of a web address.
const webAddressMost = 500

// WebAddress parses an address on the web. It returns nil for anything else, for one with a password in it,
// and for one that is too long.
func WebAddress(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || len(text) > webAddressMost || strings.ContainsAny(text, " \t\n") {
		return nil
	}
	if web := u.Scheme == "https" || u.Scheme == "http"; !web || u.Hostname() == "" || u.User != nil {
		return nil
	}
	u.Fragment = ""
	return u
}

// HashSecret returns a secret as it is stored.
func HashSecret(word string) [32]byte { return sha256.Sum256([]byte(word)) }
