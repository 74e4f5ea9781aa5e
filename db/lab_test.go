package db_test

import "pitpost.example/db/dbtest"

// Short names for the helpers of dbtest.
var (
	noon                = dbtest.Noon
	fresh, open         = dbtest.FreshURL, dbtest.OpenHouse
	operator, letter    = dbtest.OperatorCause, dbtest.LetterCause
	match, move, play   = dbtest.StartMatch, dbtest.PlayMove, dbtest.RunCommand
	queue, count, await = dbtest.QueueNote, dbtest.SelectNumber, dbtest.WaitUntil
)
