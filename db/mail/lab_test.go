package mail_test

import (
	"sync"

	"pitpost.example/db/dbtest"
)

// Short names for the helpers of dbtest.
var (
	noon             = dbtest.Noon
	fresh, open      = dbtest.FreshURL, dbtest.OpenHouse
	operator, letter = dbtest.OperatorCause, dbtest.LetterCause
	play, count      = dbtest.RunCommand, dbtest.SelectNumber
	queue, await     = dbtest.QueueNote, dbtest.WaitUntil
)

func together(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
