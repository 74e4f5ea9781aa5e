package webhook_test

import "pitpost.example/db/dbtest"

// Short names for the helpers of dbtest.
var (
	noon         = dbtest.Noon
	fresh, open  = dbtest.Fresh, dbtest.Open
	queue, count = dbtest.Queue, dbtest.Count
	await        = dbtest.Await
)
