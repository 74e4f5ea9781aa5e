package house

import (
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// answer is what a word did with its line.
type answer struct {
	state   model.LineState
	says    []engine.Phrase
	nearest []string
	pages   []notice.Page
	// goOn lets the lines after a refused one be read: a late move stops no word.
	goOn bool
	// spent refuses all further invitations of the letter, whoever is invited.
	spent bool
}

// plainDone says that all the letter asked for was done: it put no question, was
// put none, and nothing in it was refused or left unread.
func (d *desk) plainDone() bool {
	for _, l := range d.receipt.Lines {
		if l.State != model.LineDone && l.State != model.LineKept && l.State != model.LineAside {
			return false
		}
	}
	r := d.receipt
	return d.acted && len(r.Pages) == 0 && r.Ask == 0 && !r.Digest && !r.GoesOn
}

func done(says ...engine.Phrase) answer { return answer{state: model.LineDone, says: says} }
func told(says ...engine.Phrase) answer { return answer{state: model.LineTold, says: says} }

func refuse(key string, pairs ...any) answer {
	return answer{state: model.LineRefused, says: []engine.Phrase{engine.Say(key, pairs...)}}
}

func refused(r *engine.Refusal) answer {
	return answer{state: model.LineRefused, says: []engine.Phrase{r.Phrase}, nearest: r.Nearest}
}
