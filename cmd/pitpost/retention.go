package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db"
	"pitpost.example/inbox/imap"
)

// keepLeast is the shortest time for which anything is kept: a slip of an hour for a day must
// not empty the house.
const keepLeast = 24 * time.Hour

// span reads a length of time such as 90d, 36h or 0, which is for ever.
func span(name, value string) (time.Duration, error) {
	if value == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(value)
	if days, ok := strings.CutSuffix(value, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		if n > 36500 {
			err = strconv.ErrRange
		}
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d < keepLeast {
		return 0, fmt.Errorf("%s is a number of days such as 90d, one at least, or 0 for ever, not %q", name, value)
	}
	return d, nil
}

// kept checks how long things are kept.
func (s *settings) kept() error {
	_, err := s.keep()
	return err
}

// keep is how long things are kept.
func (s *settings) keep() (k db.Keep, err error) {
	for _, one := range []struct {
		name, value string
		into        *time.Duration
	}{{"KEEP_LETTERS", s.KeepLetters, &k.Letters}, {"KEEP_MAIL", s.KeepMail, &k.Mail}, {"KEEP_TRACES", s.KeepTraces, &k.Traces}} {
		if *one.into, err = span(one.name, one.value); err != nil {
			return k, err
		}
	}
	if s.KeepMB < 0 {
		return k, errors.New("KEEP_MB is a number of megabytes, 0 for no limit")
	}
	if k.Traces != 0 && (k.Mail == 0 || k.Mail > k.Traces || k.Letters == 0 || k.Letters > k.Traces) {
		return k, errors.New("KEEP_TRACES is at least as long as KEEP_LETTERS and KEEP_MAIL")
	}
	k.Bytes = int64(s.KeepMB) << 20
	return k, nil
}

// forgetting has letters forgotten that are older than they may be in the folders where letters
// lie that were read, and in the built-in post office. What is in the database is the timetable's.
func (st *station) forgetting(ctx context.Context, account imap.Account) error {
	k, err := st.settings.keep()
	if err != nil {
		return err
	}
	every := max(time.Second, time.Hour/time.Duration(max(1, st.house.Haste)))
	if account.URL != "" {
		var ours func([]byte) bool
		if st.settings.Mailbox == "shared" && !st.settings.builtIn() {
			ours = st.receiver("", true).OursByHeader
		}
		sweeper := imap.NewFolderSweeper(imap.FolderSweeperConfig{Account: account, Ours: ours, Keep: k.Letters, Bytes: k.Bytes, Every: every, Now: st.now,
			Lock: func(ctx context.Context) (func(context.Context) error, func(), error) {
				return st.db.Lock(ctx, "folders of "+st.settings.Address)
			}}, st.log)
		st.spawn(func() { _ = sweeper.Run(ctx) })
	}
	if st.office != nil && k.Mail > 0 {
		st.spawn(func() { st.tidyOffice(ctx, k.Mail, every) })
	}
	return nil
}

// tidyOffice forgets old mail in the boxes of the built-in post office, but for the house's own.
func (st *station) tidyOffice(ctx context.Context, keep, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if _, err := st.office.Forget(ctx, st.settings.Address, st.now().Add(-keep)); err != nil && ctx.Err() == nil {
			st.log.Warn("old mail in the post office is not forgotten", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
