package command

import (
	"regexp"
	"strconv"
)

var listed = regexp.MustCompile(`^([1-9][0-9]?)[.)]\s+(.*\pL.*)$`)

// unnumber removes the numbers of a list that starts at 1, such as "1. dig s2" above "2. rest", in place. They are
// only the order of the moves, and would be read as cards.
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
