package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pitpost.example/cmd/pitpost/stores"
)

// leagueMail reckons what the leagues send a day and whether SEND_LIMIT carries it.
func leagueMail(ctx context.Context, k *stores.Stores, limit int) (string, error) {
	all, err := k.House.Leagues().BusyDays(ctx, k.House.DB)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "nobody is in a league", nil
	}
	var said []string
	total, needed := 0, 0
	for _, m := range all {
		said = append(said, fmt.Sprintf("%s, %d players in %d matches at once, on a busy day: %d digests + %d receipts + %d reminders + %d others = %d letters",
			m.League, m.Players, m.Matches, m.Digests, m.Receipts, m.Reminders, m.Others, m.Total()))
		total, needed = total+m.Total(), needed+m.Needed()
	}
	text := strings.Join(said, "; ")
	switch {
	case limit == 0:
		return text + "; no SEND_LIMIT holds them up", nil
	case needed > limit:
		return "", errors.New(text + fmt.Sprintf("; SEND_LIMIT %d does not carry that: turns would wait, and clocks with them", limit))
	case total > limit:
		return text + fmt.Sprintf("; SEND_LIMIT %d carries the turns, and standings wait", limit), nil
	}
	return text + fmt.Sprintf("; SEND_LIMIT %d carries that", limit), nil
}
