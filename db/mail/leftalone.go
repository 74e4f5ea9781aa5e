package mail

import (
	"context"
	"time"

	"pitpost.example/db"
)

// aloneKept is for how many days it is counted how many letters were left alone.
const aloneKept = 60

// CountLeftAlone counts letters that were left alone in a mailbox that a person reads too. Nothing else is kept of
// them.
func CountLeftAlone(ctx context.Context, d *db.DB, letters int, now time.Time) error {
	day := now.UTC().Truncate(24 * time.Hour)
	return d.Exec(ctx, `with old as (delete from house where key like 'left alone %' and key < 'left alone ' || to_char($3::date, 'YYYY-MM-DD'))
		insert into house (key, value) values ('left alone ' || to_char($1::date, 'YYYY-MM-DD'), to_jsonb($2::int))
		on conflict (key) do update set value = to_jsonb((house.value #>> '{}')::int + $2::int)`, day, letters, day.AddDate(0, 0, -aloneKept))
}

// Alone is how many letters were left alone on a day.
type Alone struct {
	Day     time.Time
	Letters int
}

// ListLeftAlone lists the days on which letters were left alone, the latest first.
func ListLeftAlone(ctx context.Context, d *db.DB) ([]Alone, error) {
	return db.QueryRows[Alone](ctx, d.Pool(), `select to_date(substr(key, 12), 'YYYY-MM-DD')::timestamptz, (value #>> '{}')::int from house
		where key like 'left alone %' order by key desc`)
}

// Whose says who reads the mailbox: "own" if only the house does, "shared" if a person does too, with how many letters of
// a person's lay in it when that was found out.
type Whose struct {
	Is      string `json:"is"`
	Private int    `json:"private"`
}

func whoseKey(address string) string { return "whose mailbox " + address }

// ReadMailboxOwner returns what was found out about a mailbox for which MAILBOX is not set; it is zero if nothing was
// yet.
func ReadMailboxOwner(ctx context.Context, d *db.DB, address string) (w Whose, err error) {
	_, err = d.House(ctx, whoseKey(address), &w)
	return w, err
}

// SaveMailboxOwner keeps what was found out about a mailbox.
func SaveMailboxOwner(ctx context.Context, d *db.DB, address string, w Whose) error {
	return d.SetHouse(ctx, whoseKey(address), w)
}

// WasMailboxShared reports whether letters of a mailbox were left alone by an earlier version, which did so unless it
// was told otherwise.
func WasMailboxShared(ctx context.Context, d *db.DB, floor string) (bool, error) {
	return db.QueryValue[bool](ctx, d, "select exists (select from house where starts_with(key, $1))", floor)
}
