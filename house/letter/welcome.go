package letter

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// welcomesADay is how many strangers are welcomed in a day, so that whoever writes from many addresses
// makes the house write to few.
const welcomesADay = 20

// strange says that somebody who is no player wrote to us alone, and nothing that we know. Their server
// vouches for them: nobody is written to because another used their name.
func strange(d *desk.Desk) bool {
	l := d.Letter
	if l == nil || !l.Own || l.Trust != desk.Proved || l.Trouble != nil || d.Player != nil || d.Table != nil || d.HeldWhy != "" || len(d.Receipt.Says) > 0 {
		return false
	}
	return !slices.ContainsFunc(d.Receipt.Lines, func(line notice.Answered) bool {
		slip := len(line.Says) == 1 && line.Says[0].Key == "house.word-slip"
		return line.State != model.LineAside && !slip
	})
}

// welcome tells a stranger what this is, and three lines to answer with, or asks whether they mean the
// match that they seem to wish for: once a week, and no other word of theirs comes back.
func welcome(d *desk.Desk) {
	c := world.Get(d.W, world.ColdLetters{Address: d.From})
	if c.Welcomed > 0 || c.Welcomes >= welcomesADay {
		d.End(model.LetterDrop, "a stranger's letter without a word for the house, welcomed before")
		return
	}
	d.W.Do(world.NoteCold{Cold: model.Cold{Kind: model.ColdWelcome, Address: d.From}})
	said := d.Receipt.Lines
	d.Receipt.Lines, d.Receipt.Home = nil, true
	if opensMatch(d) {
		d.NeedPlayer()
		d.Receipt.Says = append([]engine.Phrase{d.WithExample("house.welcome")}, meantIs(d, said[d.WishAt].Text).Says...)
		QueueReceipt(d)
		d.End(model.LetterApply, "")
		return
	}
	d.Receipt.Says, d.Receipt.Chips = desk.Welcome(d)
	QueueReceipt(d)
	d.End(model.LetterRefuse, "a stranger's letter, welcomed")
}
