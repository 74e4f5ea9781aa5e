package letter

import (
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
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
func silent(d *desk.Desk) bool {
	if bare(d) {
		return bareSilent(d)
	}
	n := world.Get(d.W, world.AnswersThisHour{Address: d.From})
	if n >= AnswersAnHour {
		return true
	}
	if d.Acted || n < RefusalsAnHour {
		return false
	}
	n = world.Get(d.W, world.RefusedThisHour{Sender: d.Letter.From})
	return n >= RefusalsAnHour
}

// bare says that nothing but its own word tells who wrote the letter.
func bare(d *desk.Desk) bool { return d.Proof < desk.Matching && d.Letter.Trust != desk.Proved }

// bareSilent counts the answer to a letter that nobody vouches for, and says whether there is
// none.
func bareSilent(d *desk.Desk) bool {
	stranger := table.NeverAnswered(d.W, d.From)
	if d.Hushed = d.BareEnough(d.From, stranger); d.Hushed {
		return true
	}
	d.Stranger = stranger
	kind := model.ColdKnown
	if stranger {
		kind = model.ColdAnswer
	}
	d.W.Do(world.NoteCold{Cold: model.Cold{Kind: kind, Address: d.From}})
	return false
}
