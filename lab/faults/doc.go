// Package faults is the lab that breaks a running house and counts: whole processes of
// pitpost under load, their Postgres, the relay, the mailbox and the clock. After each round
// of breaking, a count of its own, from the tables by its own SQL and from the mail that was
// really handed over, must hold. All of it is tests: make faults runs it long, make test
// for a few rounds; make many loses machines of a database that three of them keep.
package faults
