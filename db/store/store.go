// Package store joins the rooms of db into what one command asks and changes, as house/world's Port promises it. It
// knows no house: package server says that the two fit.
package store

import (
	"pitpost.example/db"
	"pitpost.example/db/league"
	"pitpost.example/db/mail"
	"pitpost.example/db/matches"
	"pitpost.example/db/people"
	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Tx is a transaction with the rows of every room.
type Tx struct {
	log
	matchRows
	peopleRows
	mailRows
	hookRows
	leagueRows
}

type (
	matchRows  = matches.Rows
	peopleRows = people.Rows
	mailRows   = mail.Rows
	hookRows   = webhook.Rows
	leagueRows = league.Rows
)

// log is what a command needs of a db.Tx itself.
type log interface {
	GivenUp() error
	Table(match int64) (*model.Table, error)
	OpenTable(row model.Match, seats []model.Seat) (*model.Table, error)
	Append(t *model.Table, facts ...engine.Fact)
	Say(match int64, by, words string) (int64, error)
	SetDue(d model.Due)
	DropDue(d model.Due)
	TakeDue(d model.Due) (bool, error)
	Queue(n model.Notice)
}

// NewTx returns the rows of a transaction.
func NewTx(tx *db.Tx) *Tx {
	return &Tx{tx, matches.Rows{Tx: tx}, people.Rows{Tx: tx}, mail.Rows{Tx: tx}, webhook.Rows{Tx: tx}, league.Rows{Tx: tx}}
}
