package house

import (
	"pitpost.example/db"
	"pitpost.example/model"
)

// RefusalsAnHour is how many letters of one address in which nothing could be
// carried out are answered in an hour: a robot that answers every answer (a
// challenge, a "no such ticket") falls silent there long before a person does.
const RefusalsAnHour = 20

// silent says whether a letter is better not answered: its sender had enough
// answers this hour. A letter that nobody vouches for has limits of its own, so that
// who forges letters keeps no answer from whom they imitate.
func (d *desk) silent() (bool, error) {
	if d.bare() {
		return d.bareSilent()
	}
	n, err := d.w.AnswersThisHour(d.from)
	if err != nil || n >= AnswersAnHour {
		return true, err
	}
	if d.acted || n < RefusalsAnHour {
		return false, nil
	}
	n, err = d.w.RefusedThisHour(d.letter.From)
	return n >= RefusalsAnHour, err
}

// bare says that nothing but its own word tells who wrote the letter.
func (d *desk) bare() bool { return d.proof < Matching && d.letter.Trust != Proved }

// bareSilent counts the answer to a letter that nobody vouches for, and says whether there is
// none.
func (d *desk) bareSilent() (bool, error) {
	stranger, err := neverAnswered(d.w, d.from)
	if err != nil {
		return true, err
	}
	if d.hushed, err = d.bareEnough(d.from, stranger); d.hushed || err != nil {
		return true, err
	}
	d.stranger = stranger
	kind := db.ColdKnown
	if stranger {
		kind = db.ColdAnswer
	}
	return false, d.w.NoteCold(model.Cold{Kind: kind, Address: d.from})
}
