package faults

import "fmt"

// heading is the heading of the table.
const heading = "| round | what broke | SIGKILLs | seconds | letters sent | = ended | moves | = facts | digests owed | = received | letters out | extra copies | refused | counts |\n" +
	"| --: | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |"

// String returns a line of the table; its sums are totals from the first round on.
func (r *row) String() string {
	verdict := "hold"
	if len(r.wrong) > 0 {
		verdict = fmt.Sprintf("%d WRONG", len(r.wrong))
	}
	if r.nudge > 0 {
		verdict += ", started anew"
	}
	return fmt.Sprintf("| %d | %s | %d | %.1f | %d | %d | %d | %d | %d | %d | %d | %d | %d | %s |", r.round, r.fault, r.kills, r.seconds,
		r.sent, r.ended, r.moves, r.facts, r.owed, r.got, r.out, r.extra, r.refused, verdict)
}
