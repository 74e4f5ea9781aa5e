package db

// ReplaySQL has calls made once more; which, is to be added.
const ReplaySQL = "update webhook_calls set state = 'queued', tries = 0, next_at = $1, holder = ''"

// ReplayFailed lets all calls that were given up of the webhooks that hosts of a match set be
// made once more, and counts them.
func (tx *Tx) ReplayFailed(match int64) (int, error) {
	return tx.Affected(ReplaySQL+" where state = 'failed' and hook_id in (select id from webhooks where match_id = $2 and player_id is not null)", tx.Now(), match)
}
