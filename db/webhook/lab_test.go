package webhook_test

import "pitpost.example/db/dbtest"

// Short names for the helpers of dbtest.
var (
	noon         = dbtest.Noon
	fresh, open  = dbtest.FreshURL, dbtest.OpenHouse
	queue, count = dbtest.QueueNote, dbtest.SelectNumber
	await        = dbtest.WaitUntil
)
