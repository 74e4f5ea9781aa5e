package mail

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// LastFactDigested returns the last fact of a match that a seat was told of in a digest or a daily letter before the notice id, 0
// if none.
func LastFactDigested(ctx context.Context, q db.Querier, match int64, seat int, player, id int64) (int, error) {
	return db.QueryValue[int](ctx, q, `select greatest(
		(select coalesce(max(seq), 0) from outbox where match_id = $1 and seat = $2 and id < $4
			and purpose in ('turn', 'round', 'each', 'end') and state in ('written', 'sent')),
		(select coalesce(max((m->>'seq')::int), 0) from outbox, jsonb_array_elements(params->'matches') m
			where key > 'daily:' || $3::bigint || ':' and key < 'daily:' || $3::bigint || ';' and id < $4 and state in ('queued', 'written', 'sent') and (m->>'match')::bigint = $1))`,
		match, seat, player, id)
}

// NoticesByMessageIDs returns the letters out with these Message-IDs, in the order of ids.
func NoticesByMessageIDs(ctx context.Context, d *db.DB, ids []string) ([]model.Notice, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return db.QueryRows[model.Notice](ctx, d, "select "+noticeColumns+" from outbox where message_id = any($1) order by array_position($1, message_id)", db.CleanTexts(ids))
}

// ListLatestLettersTo returns the last two digests sent to a seat and the last two letters sent to an address, if their
// bytes are still kept.
func ListLatestLettersTo(ctx context.Context, d *db.DB, match int64, seat int, address string) ([]model.Notice, error) {
	return db.QueryRows[model.Notice](ctx, d, "(select "+noticeColumns+" from outbox where match_id = $1 and seat = $2 and purpose in "+digests+
		" and raw is not null order by id desc limit 2) union all (select "+noticeColumns+
		" from outbox where address = $3 and raw is not null order by queued_at desc limit 2)", match, seat, db.CleanText(address))
}

// WasSentTo reports whether a letter to a seat, or of no match if match is 0, was sent to an address.
func WasSentTo(ctx context.Context, d *db.DB, match int64, seat int, address string) (bool, error) {
	return db.QueryValue[bool](ctx, d.Pool(), "select exists (select from outbox where address = $3 and (match_id = $1 and seat = $2 or $1 = 0) and state = 'sent')", match, seat, db.CleanText(address))
}

// TellsWhatHappened reports whether a letter is one of those that tell a seat what happened.
func TellsWhatHappened(n *model.Notice) bool {
	return n.Match != 0 && (n.Purpose == model.PurposeTurn || n.Purpose == model.PurposeRound || n.Purpose == model.PurposeEach || n.Purpose == model.PurposeEnd)
}

// digests are the purposes of letters that show a position.
const digests = "('turn', 'remind', 'nudge', 'round', 'each', 'end')"

// NoticeByKey returns the letter out queued under a key; nil if there is none.
func NoticeByKey(ctx context.Context, d *db.DB, key string) (*model.Notice, error) {
	return db.QueryFirst[model.Notice](ctx, d, "select "+noticeColumns+" from outbox where key = $1", model.FitKey(key))
}

// ListDigests lists the digests that a player was sent about a seat, newest first, without their bytes.
func ListDigests(ctx context.Context, d *db.DB, match int64, seat int, player int64,
	limit int) ([]model.Notice, error) {
	n, all := model.Notice{Match: match, Seat: seat, Player: player}, []model.Notice{}
	err := db.ScanRows(ctx, d, []any{&n.ID, &n.Purpose, &n.QueuedAt}, func() { all = append(all, n) }, `select id, purpose, queued_at from outbox where match_id = $1 and seat = $2 and player_id = $3
		and purpose in `+digests+` and raw is not null order by id desc limit $4`, match, seat, player, limit)
	return all, err
}

// HasLaterDigest reports whether the reader of a letter was sent a newer digest of the same seat.
func HasLaterDigest(ctx context.Context, d *db.DB, n *model.Notice) (bool, error) {
	return db.QueryValue[bool](ctx, d.Pool(), `select exists (select from outbox where match_id = $1 and seat = $2 and player_id = $3 and id > $4
		and purpose in `+digests+` and raw is not null)`, n.Match, n.Seat, n.Player, n.ID)
}

const noticeColumns = `id, key, coalesce(match_id, 0), coalesce(seat, 0), coalesce(player_id, 0), address, purpose, step, seq, params, message_id, rank,
	state, raw, tries, next_at, queued_at, cause`
