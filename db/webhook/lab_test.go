package webhook_test

import "pitpost.example/db/dbtest"

// The house of these tests.
var (
	noon         = dbtest.Noon
	fresh, open  = dbtest.Fresh, dbtest.Open
	queue, count = dbtest.Queue, dbtest.Count
	await        = dbtest.Await
)
