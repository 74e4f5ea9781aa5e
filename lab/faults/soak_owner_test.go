package faults

import "strings"

// owner says what makes a table grow and what deletes its rows.
type owner struct {
	why string
	// beyond is a query that counts rows without an owner, which must be 0. $1 is the house's time, and $2 to
	// $4 are the days for which letters, mail and traces are kept. It is "" if rows are kept.
	beyond string
}

const (
	factual = "stays, as the facts do"
	byMatch = "open matches"
)

// anew is how much longer than its time a row may exist, because the job that deletes it comes by each month.
const anew = " + interval '33 days'"

func ofOpen(table string) string {
	return "select count(*) from " + table + " x where $1::timestamptz > '2000-01-01' and $2::int + $3::int + $4::int > 0 and not exists (select from matches m where m.id = x.match_id and m.ended_at is null)"
}

// older returns a query that counts the rows whose time is more than
// days and anew ago and that match the further condition.
func older(table, at, days, and string) string {
	return "select count(*) from " + table + " x where " + at + " < $1::timestamptz - make_interval(days => " + days + "::int)" + strings.ReplaceAll(anew, "+", "-") +
		" and $2::int + $3::int + $4::int > 0" + and
}

func atMost(table, n string) string {
	return "select greatest(0, count(*) - (" + n + ")) from " + table + " where $1::timestamptz > '2000-01-01' and $2::int + $3::int + $4::int > 0"
}

const longOver = " and not exists (select from matches m where m.id = x.match_id and (m.ended_at is null or m.ended_at > $1::timestamptz - make_interval(days => $4::int) - interval '33 days'))"

// owners has the owner of every table, by schema and name.
var owners = map[string]owner{
	"facts": {factual, ""}, "matches": {factual, ""}, "seats": {factual, ""}, "words": {factual, ""}, "card_tables": {factual, ""},
	"rated": {factual, ""}, "rating_changes": {factual, ""}, "turns_made": {factual, ""}, "tallied": {factual, ""}, "seat_changes": {factual, ""},
	"leagues": {factual, ""}, "league_organisers": {factual, ""}, "seasons": {factual, ""}, "entrants": {factual, ""},
	"league_matches": {factual, ""}, "league_seats": {factual, ""},
	"letters":       {"a hash each stays, words and senders for a time", older("letters", "taken_at", "$2", " and (kept <> '' or raw is not null or state in ('drop', 'set-aside'))")},
	"outbox":        {"KEEP_TRACES after the match", older("outbox", "queued_at", "$4", " and state not in ('queued', 'written')"+longOver)},
	"asks":          {"KEEP_TRACES", older("asks", "greatest(asked_at, lapses_at)", "$4", " and not exists (select from seat_offers o where o.ask_id = x.id)")},
	"seat_offers":   {"KEEP_TRACES after the match", older("seat_offers", "offered_at", "$4", longOver)},
	"bounces":       {"the letter in outbox", older("bounces", "at", "$4", " and not exists (select from outbox o where o.id = x.outbox_id)")},
	"webhooks":      {"KEEP_TRACES after the match", older("webhooks", "made_at", "$4", longOver)},
	"webhook_calls": {"30 days, 90 if it failed", older("webhook_calls", "queued_at", "90", " and state <> 'queued'")},
	"seat_keys":     {"KEEP_TRACES after the match", older("seat_keys", "made_at", "$4", longOver)},
	"page_stops":    {"KEEP_TRACES after the match", older("page_stops", "stopped_at", "$4", longOver)},
	"page_codes":    {"a day", older("page_codes", "asked_at", "1", "")},
	"door_tokens":   {"their end", older("door_tokens", "until", "1", "")},
	"page_sessions": {"their end", older("page_sessions", "ends_at", "1", "")},
	"cold_letters":  {"15 days", older("cold_letters", "at", "16", "")},
	"tries":         {"KEEP_LETTERS", older("tries", "at", "$2", "")},
	"signs":         {"60 days", older("signs", "last_at", "67", "")},
	"clocks":        {byMatch, ofOpen("clocks")}, "plans": {byMatch, ofOpen("plans")}, "watches": {byMatch, older("watches", "told_at", "2", longOver)},
	"due": {byMatch + ", people, leagues", "select count(*) from due x where owner = 'match' and at < $1::timestamptz - make_interval(days => 1 + 0 * ($2::int + $3::int + $4::int)) " +
		"or owner = 'match' and what not in ('rate', 'tally') and not exists (select from matches m where m.id = x.owner_id and m.ended_at is null)"},
	"players": {"people", ""}, "addresses": {"people", ""}, "standins": {"people", atMost("standins", "select count(*) from players")},
	"host_blocks": {"people", ""}, "forgotten": {"people who were forgotten", ""}, "ratings": {"people and games", atMost("ratings", "select 12 * count(*) from players")},
	"tallies":   {"kinds of matches", atMost("tallies", "20000")},
	"timetable": {"jobs", atMost("timetable", "20")},
	"house":     {"few", atMost("house", "20")}, "goose_db_version": {"versions", atMost("goose_db_version", "200")},
}

// owned returns the number of rows and bytes of each table, and checks that all rows have an owner. A table
// that is not in owners is an error.
func (s *soak) owned() (rows, bytes map[string]int) {
	s.t.Helper()
	rows, bytes = map[string]int{}, map[string]int{}
	for _, table := range s.lines(s.conn, `select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$|^lab$' order by 1`) {
		o, known := owners[table]
		if !known {
			s.book.complain("table %s has no owner", table)
			continue
		}
		rows[table] = s.number(s.conn, "select count(*) from "+table)
		bytes[table] = s.number(s.conn, "select coalesce(sum(pg_total_relation_size(relid)), 0) from pg_partition_tree($1::regclass)", table)
		if bytes[table] == 0 {
			bytes[table] = s.number(s.conn, "select pg_total_relation_size($1::regclass)", table)
		}
		if o.beyond == "" {
			continue
		}
		if n := s.number(s.conn, o.beyond, s.now().Add(-s.grace()), s.term.letters, s.term.mail, s.traces); n > 0 {
			s.book.complain("%d rows of %s are there beyond what owns them (%s)", n, table, o.why)
		}
	}
	return rows, bytes
}
