package db_test

import "pitpost.example/db/dbtest"

// Short names for the helpers of dbtest.
var (
	noon                = dbtest.Noon
	fresh, open         = dbtest.Fresh, dbtest.Open
	operator, letter    = dbtest.Operator, dbtest.Letter
	match, move, play   = dbtest.Match, dbtest.Move, dbtest.Play
	queue, count, await = dbtest.Queue, dbtest.Count, dbtest.Await
)
