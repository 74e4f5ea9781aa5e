package doctor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db"
	"pitpost.example/db/calendar"
	"pitpost.example/db/mail"
	"pitpost.example/inbox/imap"
)

// opened makes a check that opens the stores, and closes them afterwards. While a server
// is running, the schema is left as it is. If the database cannot be opened or does not answer,
// only the check of the database says so and how to fix it; others could not be asked.
func opened(look try) try {
	return func(v *visit, ctx context.Context) (string, error) {
		found, err := whole(look)(v, ctx)
		switch {
		case db.IsDatabaseUnusable(err) || errors.Is(err, context.DeadlineExceeded):
			err = &Unasked{db.ExplainUnreachable(err), "See the part database."}
		case v.away && FindUnasked(err) == nil:
			err = &Unasked{err, "See the part database."}
		}
		return found, err
	}
}

// whole is opened for the check of the database itself.
func whole(look try) try {
	return func(v *visit, ctx context.Context) (found string, err error) {
		if v.away {
			return "", &Unasked{errors.New("what is kept cannot be opened"), "See the parts above."}
		}
		v.kept, err = stores.Options{Log: slog.New(slog.DiscardHandler), AsIs: v.running()}.Open(ctx, v.set)
		if v.away = err != nil; v.away {
			return "", err
		}
		defer v.kept.Close()
		return look(v, ctx)
	}
}

func database(v *visit, ctx context.Context) (string, error) {
	if v.running() {
		return "reached", v.kept.DB.Ping(ctx)
	}
	return "reached, schema up to date", v.kept.DB.Ping(ctx)
}

// databaseTime returns the time of the database server.
func databaseTime(v *visit, ctx context.Context) (theirs time.Time, err error) {
	_, err = opened(func(v *visit, ctx context.Context) (string, error) {
		return "", v.kept.DB.Pool().QueryRow(ctx, "select clock_timestamp()").Scan(&theirs)
	})(v, ctx)
	return theirs, err
}

// mailTime returns the time of the mail server.
func mailTime(v *visit, ctx context.Context) (time.Time, error) {
	theirs, err := imap.ServerTime(ctx, v.account)
	switch {
	case errors.Is(err, imap.ErrNoClock):
		err = &Unasked{err, "It can be once `pitpost serve` has made its folders there, if the server deletes single letters (UIDPLUS)."}
	case err != nil:
		err = &Unasked{err, "See the part imap."}
	}
	return theirs, err
}

// otherClock is a clock to compare this machine's with.
type otherClock struct {
	who  string
	time func(*visit, context.Context) (time.Time, error)
}

// clock compares this machine's clock with the mail server's and with the database's. The latter says little where it
// runs on this machine, so alone it is no proof if there is a mail server.
func clock(v *visit, ctx context.Context) (string, error) {
	if v.now().Year() < 2026 {
		return "", errors.New("it stands in the past")
	}
	others := []otherClock{{"the database", databaseTime}}
	if v.reads() {
		others = append(others, otherClock{"the mail server", mailTime})
	}
	var agree []string
	var unasked error
	for _, other := range others {
		theirs, err := other.time(v, ctx)
		if err != nil {
			unasked = err
			continue
		}
		if off := v.now().Sub(theirs); off.Abs() > time.Minute {
			return "", fmt.Errorf("it is %s %s that of %s", off.Abs().Round(time.Second), map[bool]string{true: "ahead of", false: "behind"}[off > 0], other.who)
		}
		agree = append(agree, other.who)
	}
	if unasked != nil {
		return "", unasked
	}
	return "as that of " + strings.Join(agree, " and "), nil
}

// leagues reports how long seasons are expected to take, how many letters they send a day, and whether
// SEND_LIMIT is enough for that.
func leagues(v *visit, ctx context.Context) (string, error) {
	all, err := v.kept.House.Outlooks(ctx, time.Now())
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "nobody is in a league", nil
	}
	var said []string
	total, needed := 0, 0
	for _, m := range all {
		b := m.Busy
		said = append(said, fmt.Sprintf("%s, %d players in %d matches at once: half of them last up to %.0f days, nine in ten up to %.0f, the season %.0f of its %.0f; on its busiest day %d digests + %d receipts + %d reminders + %d others = %d letters",
			m.League, m.Players, m.Matches, days(m.Half), days(m.Most), days(m.Lasts), days(m.Closes), b.Digests, b.Receipts, b.Reminders, b.Others, b.Total()))
		if m.Lasts > m.Closes {
			said[len(said)-1] += "; the last matches would be finished by bots at its close: allow more days for a season"
		}
		total, needed = total+b.Total(), needed+b.Needed()
	}
	text, limit := strings.Join(said, "; "), v.set.SendLimit
	switch {
	case limit == 0:
		return text + "; no SEND_LIMIT holds them up", nil
	case needed > limit:
		return "", fmt.Errorf("%s; SEND_LIMIT %d does not carry that: turns would wait, and clocks with them", text, limit)
	case total > limit:
		return fmt.Sprintf("%s; SEND_LIMIT %d carries the turns, and standings wait", text, limit), nil
	}
	return fmt.Sprintf("%s; SEND_LIMIT %d carries that", text, limit), nil
}

func days(d time.Duration) float64 { return math.Ceil(d.Hours() / 24) }

// unwritten reports letters that could not be written. They are tried for five days; those set aside after that
// are reported for some more days.
func unwritten(v *visit, ctx context.Context) (string, error) {
	const named = 14 * 24 * time.Hour
	u, err := mail.CountUnwritten(ctx, v.kept.DB, time.Now().Add(-named))
	if err != nil {
		return "", err
	}
	if u.Waiting+u.Aside > 0 {
		return "", fmt.Errorf("%d could not be written and are tried again, %d were set aside after the last try; %s: %s", u.Waiting, u.Aside, u.Last, u.Reason)
	}
	return "all could be written", nil
}

func schema(v *visit, ctx context.Context) (string, error) {
	pending, err := v.kept.DB.Pending(ctx)
	if err != nil {
		return "", err
	}
	if len(pending) > 0 {
		return "", fmt.Errorf("this program knows steps that the tables have not taken: %s", strings.Join(pending, ", "))
	}
	return "all steps taken", nil
}

// lateJob is how long a job may be late, or run beyond its limit, before the doctor reports it.
const lateJob = 10 * time.Minute

// appointments reports for each job of the timetable when it last ended and when it runs next.
func appointments(v *visit, ctx context.Context) (string, error) {
	rows, err := calendar.ListJobs(ctx, v.kept.DB)
	if err != nil {
		return "", err
	}
	now := time.Now()
	var well, ill []string
	for _, j := range v.jobs {
		row, known := rows[j.Name]
		said := j.Name + " not yet done"
		if row.EndedAt != nil {
			said = j.Name + " ended " + moment(*row.EndedAt)
		}
		switch {
		case !known:
			ill = append(ill, j.Name+" is not on it")
		case row.TakenBy != "" && now.Sub(*row.TakenAt) > j.Most+lateJob:
			ill = append(ill, j.Name+" has been at work since "+moment(*row.TakenAt))
		case row.TakenBy == "" && now.Sub(row.NextAt) > lateJob:
			ill = append(ill, said+", was due "+moment(row.NextAt))
		case row.Error != "":
			ill = append(ill, fmt.Sprintf("%s and failed: %s; it comes again %s", said, row.Error, moment(row.NextAt)))
		default:
			well = append(well, said+", next "+moment(row.NextAt))
		}
	}
	if len(ill) > 0 {
		return "", errors.New(strings.Join(ill, "; "))
	}
	return strings.Join(well, "; "), nil
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }
