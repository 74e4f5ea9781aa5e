// Package faults breaks a running house and counts: whole processes of pitpost under load, their Postgres, the
// relay, the mailbox and the clock. After each round an independent count must agree, made with SQL of its own
// from the tables and from the mail that was really delivered. The package has only tests: make test runs a few
// rounds, make faults many; make many loses machines of a database that three of them keep.
package faults
