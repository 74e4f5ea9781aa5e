package archive

import "time"

// walk goes through a table in the order of its rows' numbers.
type walk struct {
	name, table string
	at          string // the column that tells a row's age
	keep        func(Keep) time.Duration
	// statements are done to the rows numbered above $1 up to $2, and look themselves whether a row
	// is from before $3, or numbered $4 or lower.
	statements []string
}

// ended are the states of a letter out that nobody will send any more.
const ended = "state in ('sent', 'failed', 'superseded')"

// walks are all of them. Each statement may be done again to the same rows without harm.
var walks = []walk{
	{"letters", "letters", "taken_at", func(k Keep) time.Duration { return k.Letters }, []string{
		// A copy that comes once more is judged the same again, and does nothing then either.
		"delete from letters where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and state in ('drop', 'set-aside')",
		"update letters set kept = '', raw = null where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and (kept <> '' or raw is not null)",
	}},
	{"raw", "letters", "taken_at", func(Keep) time.Duration { return 0 }, []string{
		"update letters set raw = null where id > $1 and id <= $2 and (taken_at < $3 or id <= $4) and raw is not null",
	}},
	{"senders", "letters", "taken_at", func(k Keep) time.Duration { return k.Traces }, []string{
		// The hash stays, and with it what became of the letter: a copy that comes years later
		// counts for nothing.
		`update letters set message_id = '', sender = '', subject = '', why = '' where id > $1 and id <= $2 and (taken_at < $3 or id <= $4)
			and (message_id <> '' or sender <> '' or subject <> '' or why <> '')`,
	}},
	{"mail", "outbox", "queued_at", func(k Keep) time.Duration { return k.Mail }, []string{
		// The digest that a seat was last asked by stays, however late its answer comes: what the
		// answer quotes of it is told by its bytes.
		`update outbox o set raw = null, params = case when purpose = 'receipt' then '{}' else params end
			where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and ` + ended + ` and (raw is not null or purpose = 'receipt' and params <> '{}')
			and not exists (select from clocks c where c.match_id = o.match_id and c.seat = o.seat and c.step = o.step)`,
	}},
	{"rows of mail", "outbox", "queued_at", func(k Keep) time.Duration { return k.Traces }, []string{
		// While a match is open, what its seats were told is told once.
		`delete from outbox o where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and ` + ended + `
			and not exists (select from matches m where m.id = o.match_id and (m.ended_at is null or m.ended_at >= $3))`,
	}},
	{"questions", "asks", "asked_at", func(k Keep) time.Duration { return k.Traces }, []string{
		`delete from seat_offers s using matches m where s.ask_id > $1 and s.ask_id <= $2 and (s.offered_at < $3 or s.ask_id <= $4)
			and m.id = s.match_id and m.ended_at < $3`,
		`delete from asks a where id > $1 and id <= $2 and (asked_at < $3 or id <= $4) and lapses_at < $3
			and not exists (select from seat_offers s where s.ask_id = a.id)`,
	}},
	{"calls of webhooks", "webhook_calls", "queued_at", func(Keep) time.Duration { return keepMade }, []string{
		`delete from webhook_calls where id > $1 and id <= $2 and (queued_at < $3 or id <= $4) and (state in ('sent', 'superseded')
			or state = 'failed' and queued_at < $3::timestamptz - interval '` + keepFailedOn + `')`,
	}},
}

// How long calls of webhooks are kept: those that were made, and how much longer those that
// were given up.
const (
	keepMade     = 30 * 24 * time.Hour
	keepFailedOn = "60 days"
)
