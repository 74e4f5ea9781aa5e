package db

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (tx *Tx) RefusedThisHour(sender string) (int, error) {
	return Value[int](tx.ctx, tx, "select count(*) from letters where sender = $1 and state = 'refuse' and taken_at > $2::timestamptz - interval '1 hour'",
		Fit(sender), tx.Now())
}
