package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/db/lookup"
)

// How late a running house may be before the doctor reports it.
const (
	lateMail  = 10 * time.Minute
	lateClock = 5 * time.Minute
	longQuiet = 20 * time.Minute // time since a mailbox was last read
)

// queues makes a check of what waits in a running house.
func queues(look func(*lookup.Backlog) (string, error)) try {
	return opened(func(v *visit, ctx context.Context) (string, error) {
		b, err := lookup.ReadBacklog(ctx, v.kept.DB, time.Now())
		if err != nil {
			return "", err
		}
		return look(b)
	})
}

// checkFigures makes a check of the running server's metrics.
func checkFigures(look func(*live) (string, error)) try {
	return func(v *visit, _ context.Context) (string, error) {
		if len(v.live.figures) == 0 {
			return "", &Unasked{errors.New("the running server does not tell its figures at " + v.live.base + "/metrics"), "See the part server."}
		}
		return look(v.live)
	}
}

func clocks(b *lookup.Backlog) (string, error) {
	if b.MostLate <= lateClock {
		return "deadlines and reminders come on time", nil
	}
	overdue := 0
	for _, n := range b.DueLate {
		overdue += n
	}
	return "", fmt.Errorf("%d are overdue, the first for %s", overdue, b.MostLate.Round(time.Second))
}

func outbox(b *lookup.Backlog) (string, error) {
	queued, written := b.Outbox["queued"], b.Outbox["written"]
	waiting, late := queued.Waiting+written.Waiting, max(queued.Late, written.Late)
	if late > lateMail {
		return "", fmt.Errorf("%d letters wait, one was to be sent %s ago", waiting, late.Round(time.Second))
	}
	return fmt.Sprintf("%d letters wait, none for longer than it should", waiting), nil
}

func calls(b *lookup.Backlog) (string, error) {
	waiting, late := fmt.Sprintf("%d calls of webhooks wait", b.Calls.Waiting), b.Calls.Late > lateMail
	if late {
		waiting += fmt.Sprintf(", one was to be made %s ago", b.Calls.Late.Round(time.Second))
	}
	switch {
	case b.HooksFailing > 0:
		return "", fmt.Errorf("no call gets through to %d webhooks; %s", b.HooksFailing, waiting)
	case late:
		return "", errors.New(waiting)
	}
	return waiting, nil
}

// lettersIn reports what happened to incoming letters since the server started.
func lettersIn(l *live) (string, error) {
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

// mailbox reports whether the running server reads the mailbox. If
// another process reads it, this one is in reserve, which is fine.
func mailbox(l *live) (string, error) {
	connected, reads := l.figures[`pitpost_mailbox_connected{folder="inbox"}`]
	quiet := l.figures[`pitpost_mailbox_read_seconds{folder="inbox"}`]
	switch {
	case !reads:
		return "none is read; letters come by other doors", nil
	case connected == 0 && quiet > longQuiet.Seconds():
		return "", fmt.Errorf("not connected, last read %s ago (well, if another process of this house reads it)", spanOf(quiet))
	case quiet > longQuiet.Seconds():
		return "", fmt.Errorf("last read %s ago", spanOf(quiet))
	case connected == 0: // perhaps never connected: before the first reading, the metric counts from the server's start
		return fmt.Sprintf("not connected, and not read in the last %s", spanOf(quiet)), nil
	}
	return fmt.Sprintf("read %s ago, %.0f letters wait for another try", spanOf(quiet), l.figures[`pitpost_mailbox_waiting_letters{folder="inbox"}`]), nil
}

func sendLimit(l *live) (string, error) {
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

func spanOf(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second)
}
