package archive

import (
	"fmt"
	"time"

	"pitpost.example/db"
)

// RestoredKey is where the house keeps what it was restored from.
const RestoredKey = "restored"

// Restored is a restore that is finished: numbers after the first of a span,
// up to the second, were given in the lost time or never.
type Restored struct {
	Of    time.Time           `json:"of"`
	At    time.Time           `json:"at"`
	Spans map[string][2]int64 `json:"spans"`
}

// Gone says whether the row of a number in one of the tables whose rows are
// numbered was lost by a restore, and to when the house was restored. Number 0
// asks for the last restore, whatever was lost by it.
func Gone(tx *db.Tx, table string, number int64) (of time.Time, gone bool, err error) {
	list, err := db.Value[[]Restored](tx.Context(), tx.Open(), "select value from house where key = $1", RestoredKey)
	if err != nil {
		return of, false, fmt.Errorf("what the house was restored from: %w", err)
	}
	for _, r := range list {
		if span, ok := r.Spans[table]; number == 0 || ok && number > span[0] && number <= span[1] {
			of, gone = r.Of, true
		}
	}
	return of, gone, nil
}
