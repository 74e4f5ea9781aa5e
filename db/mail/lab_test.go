package mail_test

import (
	"sync"

	"pitpost.example/db/dbtest"
)

// Short names for the helpers of dbtest.
var (
	noon             = dbtest.Noon
	fresh, open      = dbtest.Fresh, dbtest.Open
	operator, letter = dbtest.Operator, dbtest.Letter
	play, count      = dbtest.Play, dbtest.Count
	queue, await     = dbtest.Queue, dbtest.Await
)

func together(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
