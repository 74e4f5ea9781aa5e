package desk

import (
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// answer is what a word did with its line.
type Answer struct {
	State   model.LineState
	Says    []engine.Phrase
	Nearest []string
	Pages   []notice.Page
	// goOn lets the lines after a refused one be read: a late move stops no word.
	GoOn bool
	// spent refuses all further invitations of the letter, whoever is invited.
	Spent bool
}

// plainDone says that all the letter asked for was done: it put no question, was
// put none, and nothing in it was refused or left unread.
func (d *Desk) PlainDone() bool {
	for _, l := range d.Receipt.Lines {
		if l.State != model.LineDone && l.State != model.LineKept && l.State != model.LineAside {
			return false
		}
	}
	r := d.Receipt
	return d.Acted && len(r.Pages) == 0 && r.Ask == 0 && !r.Digest && !r.GoesOn
}

func Done(says ...engine.Phrase) Answer { return Answer{State: model.LineDone, Says: says} }
func Told(says ...engine.Phrase) Answer { return Answer{State: model.LineTold, Says: says} }

func Refuse(key string, pairs ...any) Answer {
	return Answer{State: model.LineRefused, Says: []engine.Phrase{engine.Say(key, pairs...)}}
}

func Refused(r *engine.Refusal) Answer {
	return Answer{State: model.LineRefused, Says: []engine.Phrase{r.Phrase}, Nearest: r.Nearest}
}
