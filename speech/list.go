package speech

import (
	"regexp"
	"strconv"
)

var listed = regexp.MustCompile(`^([1-9][0-9]?)[.)]\s+(.*\pL.*)$`)

// unnumber removes the numbers of a list that starts at 1, such as "1. dig s2" above "2. rest", in place. They are
// only the order of the moves, and would be read as cards.
func unnumber(rows []string) {
	bare := map[int]string{}
	for i, row := range rows {
		m := listed.FindStringSubmatch(row)
		if m != nil && m[1] == strconv.Itoa(len(bare)+1) {
			bare[i] = m[2]
		} else if row != "" || len(bare) == 0 {
			break
		}
	}
	if len(bare) > 1 {
		for i, row := range bare {
			rows[i] = row
		}
	}
}
