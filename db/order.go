package db

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (w *Work) RefusedThisHour(sender string) (int, error) {
	var n int
	err := w.conn.QueryRow(w.ctx, "select count(*) from letters where sender = $1 and state = 'refuse' and taken_at > $2::timestamptz - interval '1 hour'",
		Fit(sender), w.Now()).Scan(&n)
	return n, err
}
