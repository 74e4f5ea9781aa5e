package command

import (
	"regexp"
	"strconv"
)

var listed = regexp.MustCompile(`^([1-9][0-9]?)[.)]\s+(.*\pL.*)$`)

// unnumber takes the numbers off rows that count from 1, "1. dig s2" and "2. rest" below it: they say in which
// order moves are made.
func unnumber(rows []string) {
	var list []string
	at := []int{}
	for i, row := range rows {
		m := listed.FindStringSubmatch(row)
		if m != nil && m[1] == strconv.Itoa(len(at)+1) {
			at, list = append(at, i), append(list, m[2])
		} else if row != "" || len(at) == 0 {
			break
		}
	}
	for i := 0; i < len(at) && len(at) > 1; i++ {
		rows[at[i]] = list[i]
	}
}
