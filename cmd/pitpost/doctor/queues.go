package doctor

import (
	"pitpost.example/db/lookup"

	"errors"
	"fmt"
	"strings"
	"time"
)

// queueParts are the queues and clocks of a running house, each with what may hold it up.
func queueParts(l *live) []livePart {
	list := []livePart{
		{"clocks", func(b *lookup.Backlog) (string, error) {
			return lag("deadlines and reminders come on time", b.MostLate, lateClock,
				fmt.Sprintf("%d are overdue, the first for %s", sum(b.DueLate), b.MostLate.Round(time.Second)))
		}, "See `err` in the server's log lines “due”: one that fails stays due. If all wait, the server hangs: start it anew."},
		{"outbox", func(b *lookup.Backlog) (string, error) {
			late := max(b.Outbox["queued"].Late, b.Outbox["written"].Late)
			waiting := b.Outbox["queued"].Waiting + b.Outbox["written"].Waiting
			return lag(fmt.Sprintf("%d letters wait, none for longer than it should", waiting), late, lateMail,
				fmt.Sprintf("%d letters wait, one was to be sent %s ago", waiting, late.Round(time.Second)))
		}, "See the server's log lines “letter waits for the relay” and “letter not written”, and the part smtp."},
		{"calls", func(b *lookup.Backlog) (string, error) {
			waiting := fmt.Sprintf("%d calls of webhooks wait", b.Calls.Waiting)
			if b.Calls.Late > lateMail {
				waiting += fmt.Sprintf(", one was to be made %s ago", b.Calls.Late.Round(time.Second))
			}
			if b.HooksFailing > 0 {
				return "", fmt.Errorf("no call gets through to %d webhooks; %s", b.HooksFailing, waiting)
			}
			return lag(waiting, b.Calls.Late, lateMail, waiting)
		}, "`pitpost webhook list` names them, `pitpost webhook test N` tries one, `pitpost webhook remove N` forgets it."},
	}
	return append(list, livePart{"letters in", func(*lookup.Backlog) (string, error) { return l.lettersIn() },
		"`pitpost letters --state set-aside` lists them with the reason; they lie in the folder Set-aside."},
		livePart{"mailbox", func(*lookup.Backlog) (string, error) { return l.mailbox() },
			"See the server's log lines “no mail fetched”, and the part imap."},
		livePart{"send limit", func(*lookup.Backlog) (string, error) { return l.sendLimit() },
			"Raise SEND_LIMIT if your provider allows it; until then turns go first and all else waits."})
}

func lag(well string, late, most time.Duration, ill string) (string, error) {
	if late > most {
		return "", errors.New(ill)
	}
	return well, nil
}

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// lettersIn tells what became of letters since the server was started.
func (l *live) lettersIn() (string, error) {
	total, aside := 0.0, 0.0
	for name, v := range l.figures {
		if !strings.HasPrefix(name, "pitpost_door_letters_total{") {
			continue
		}
		total += v
		if strings.Contains(name, `state="set-aside"`) {
			aside += v
		}
	}
	if aside > 0 {
		return "", fmt.Errorf("%.0f of %.0f letters since the server's start could not be read and were set aside", aside, total)
	}
	return fmt.Sprintf("%.0f since the server's start, none set aside", total), nil
}

// mailbox tells whether the running server reads it. Where another process does, this one
// stands by, and is none the worse.
func (l *live) mailbox() (string, error) {
	connected, reads := l.figures[`pitpost_mailbox_connected{folder="inbox"}`]
	quiet := l.figures[`pitpost_mailbox_read_seconds{folder="inbox"}`]
	switch {
	case !reads:
		return "none is read; letters come by other doors", nil
	case connected == 0 && quiet > longQuiet.Seconds():
		return "", fmt.Errorf("not connected, last read %s ago (well, if another process of this house reads it)", spanOf(quiet))
	case quiet > longQuiet.Seconds():
		return "", fmt.Errorf("last read %s ago", spanOf(quiet))
	}
	return fmt.Sprintf("read %s ago, %.0f letters wait for another try", spanOf(quiet), l.figures[`pitpost_mailbox_waiting_letters{folder="inbox"}`]), nil
}

func (l *live) sendLimit() (string, error) {
	limit, set := l.figures["pitpost_send_limit_letters"]
	left := l.figures["pitpost_send_limit_left_letters"]
	switch {
	case !set:
		return "none is set", nil
	case left < limit/10:
		return "", fmt.Errorf("%.0f of %.0f letters a day are left", left, limit)
	}
	return fmt.Sprintf("%.0f of %.0f letters a day are left", left, limit), nil
}
