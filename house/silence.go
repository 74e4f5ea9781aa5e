package house

import (
	"pitpost.example/db/mail"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// RefusalsAnHour is how many letters of one address in which nothing could be
// carried out are answered in an hour: a robot that answers every answer (a
// challenge, a "no such ticket") falls silent there long before a person does.
const RefusalsAnHour = 20

// silent says whether a letter is better not answered: its sender had enough
// answers this hour. A letter that nobody vouches for has limits of its own, so that
// who forges letters keeps no answer from whom they imitate.
func silent(d *desk) bool {
	if bare(d) {
		return bareSilent(d)
	}
	n := world.Get(d.w, world.AnswersThisHour{Address: d.from})
	if n >= AnswersAnHour {
		return true
	}
	if d.acted || n < RefusalsAnHour {
		return false
	}
	n = world.Get(d.w, world.RefusedThisHour{Sender: d.letter.From})
	return n >= RefusalsAnHour
}

// bare says that nothing but its own word tells who wrote the letter.
func bare(d *desk) bool { return d.proof < Matching && d.letter.Trust != Proved }

// bareSilent counts the answer to a letter that nobody vouches for, and says whether there is
// none.
func bareSilent(d *desk) bool {
	stranger := neverAnswered(d.w, d.from)
	if d.hushed = d.bareEnough(d.from, stranger); d.hushed {
		return true
	}
	d.stranger = stranger
	kind := mail.ColdKnown
	if stranger {
		kind = mail.ColdAnswer
	}
	d.w.Do(world.NoteCold{Cold: model.Cold{Kind: kind, Address: d.from}})
	return false
}
