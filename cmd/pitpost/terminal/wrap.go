package terminal

import (
	"io"
	"strings"
	"unicode/utf8"
)

// columns are as many as any terminal has; boards are drawn for them.
const columns = 78

// wrapped breaks long rows of prose between words: a terminal would break them within one.
type wrapped struct{ to io.Writer }

func (w wrapped) Write(p []byte) (int, error) {
	rows := strings.Split(string(p), "\n")
	for i, row := range rows {
		if !strings.HasPrefix(row, "|") {
			rows[i] = broken(row)
		}
	}
	if _, err := io.WriteString(w.to, strings.Join(rows, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// broken is a row as several, the others indented; one that fits stays as it is, blanks and all.
func broken(row string) string {
	if utf8.RuneCountInString(row) <= columns {
		return row
	}
	var b strings.Builder
	wide := 0
	for i, word := range strings.Split(row, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case wide+1+n > columns:
			b.WriteString("\n  ")
			wide = 2
		default:
			b.WriteByte(' ')
			wide++
		}
		b.WriteString(word)
		wide += n
	}
	return b.String()
}
