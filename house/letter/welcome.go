package letter

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// welcomesADay is how many strangers are welcomed in a day. It limits what somebody can make the house send
// by writing from many addresses.
const welcomesADay = 100

// fromStranger reports whether the letter was sent to us alone by somebody who is no player, and contains nothing
// we understand. Their server must vouch for them, so that nobody gets mail because somebody else used their
// name.
func fromStranger(d *desk.Desk) bool {
	l := d.Letter
	if !l.Own || l.Trust != model.TrustProved || l.Trouble != nil {
		return false
	}
	if known, answered := d.Player != nil || d.Table != nil, d.HeldWhy != "" || len(d.Receipt.Says) > 0; known || answered {
		return false
	}
	return !slices.ContainsFunc(d.Receipt.Lines, func(line notice.Answered) bool {
		nothing := line.State == model.LineAside || line.State == model.LineUnread
		if len(line.Says) == 1 {
			why := line.Says[0].Key
			nothing = nothing || why == "house.word-slip" || why == "house.unknown-here" && opensMatch(d) // "How often must we answer?"
		}
		return !nothing
	})
}

// welcome tells a stranger what this is, and three lines to answer with, once a week; or asks whether they
// mean the match that they seem to wish for, which waits for no other day: the word “new” is answered each time
// too, and the answer goes to whoever asked and to nobody else. No other word of theirs comes back.
func welcome(d *desk.Desk) {
	c := d.W.ColdLetters(0, d.From)
	enough := c.Welcomed > 0 || c.Welcomes >= welcomesADay
	if opensMatch(d) {
		enough = table.HasHadEnoughLetters(c) || table.ReachesCap(c.Welcomes, d.House.Limits().StrangersADay)
	}
	if enough {
		d.End(model.LetterDrop, "a stranger's letter without a word for the house, welcomed before")
		return
	}
	d.W.AddCold(model.Cold{Kind: model.ColdWelcome, Address: d.From})
	said := d.Receipt.Lines
	d.Receipt.Lines, d.Receipt.Home = nil, true
	if opensMatch(d) {
		d.NeedPlayer()
		d.Receipt.Says = append([]engine.Phrase{d.WithExample("house.welcome")}, meantIs(d, said[d.Wished.At].Text).Says...)
		QueueReceipt(d)
		d.End(model.LetterApply, "")
		return
	}
	d.Receipt.Says, d.Receipt.Chips = desk.WelcomeNewcomer(d)
	QueueReceipt(d)
	d.End(model.LetterRefuse, "a stranger's letter, welcomed")
}
