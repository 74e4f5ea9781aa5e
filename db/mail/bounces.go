package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// An address with softMost soft bounces within softSpan counts as dead.
const (
	softMost = 5
	softSpan = 14 * 24 * time.Hour
)

// Bounce is a report about one letter that was sent.
type Bounce struct {
	Letter  int64 // its number in the outbox
	Kind    model.BounceKind
	Address string
	Said    string // status code and diagnosis of the report
	Reason  model.BounceReason
	At      time.Time
}

// Struck tells what a bounce changed.
type Struck struct {
	Letter  int64
	Player  int64 // 0: none
	Match   int64 // 0: none
	Seat    int
	Purpose model.Purpose
	Address string
	Reason  model.BounceReason
	// Fails is true if the address counts as dead from now on, Elsewhere if the letter was queued again for
	// another proved address of the player.
	Fails, Elsewhere bool
}

// RecordBounce records a bounce, once for each letter and kind. It returns nil if the report came before or if the
// letter did not go to that address. If the address is dead now, it is marked and the letter is queued again
// for another proved address of the player.
func RecordBounce(ctx context.Context, d *db.DB, b Bounce) (*Struck, error) {
	b.Address, b.Said = model.FoldAddress(b.Address), db.CleanText(b.Said)
	var s *Struck
	var again int64
	err := pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) (err error) {
		if s, err = struck(ctx, tx, b); err != nil || s == nil || b.Kind == model.BounceComplaint {
			return err
		}
		if s.Fails, err = fails(ctx, tx, b); err != nil || !s.Fails {
			return err
		}
		again, err = sendElsewhere(ctx, d, tx, b)
		s.Elsewhere = again != 0
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("noting a bounce: %w", err)
	}
	if again != 0 {
		d.Tell(1, 0)
	}
	return s, nil
}

func struck(ctx context.Context, tx pgx.Tx, b Bounce) (*Struck, error) {
	s := Struck{Letter: b.Letter, Address: b.Address, Reason: b.Reason}
	err := tx.QueryRow(ctx, `with noted as (
			insert into bounces (outbox_id, kind, address, said, at) select id, $2, $3, $4, $5 from outbox where id = $1 and address = $3
			on conflict do nothing returning outbox_id)
		select coalesce(o.player_id, 0), coalesce(o.match_id, 0), coalesce(o.seat, 0), o.purpose from outbox o join noted on o.id = noted.outbox_id`,
		b.Letter, b.Kind, b.Address, b.Said, b.At).Scan(&s.Player, &s.Match, &s.Seat, &s.Purpose)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &s, err
}

// fails marks the address as failing if the bounce is hard, or is one soft bounce too many. It reports
// whether the mark is new.
func fails(ctx context.Context, tx pgx.Tx, b Bounce) (bool, error) {
	if b.Kind == model.BounceSoft {
		n, err := db.QueryValue[int](ctx, tx, "select count(*) from bounces where address = $1 and kind = 'soft' and at > $2", b.Address, b.At.Add(-softSpan))
		if err != nil || n < softMost {
			return false, err
		}
	}
	tag, err := tx.Exec(ctx, "update addresses set failing = $2 where address = $1 and failing = ''", b.Address, b.Said)
	return tag.RowsAffected() > 0, err
}

// sendElsewhere queues the letter again for another proved address of its player and returns the number of
// the new one; 0 if there is no such address.
func sendElsewhere(ctx context.Context, d *db.DB, tx pgx.Tx, b Bounce) (int64, error) {
	return db.QueryValue[int64](ctx, tx, `insert into outbox (next_at, queued_at, key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank)
		select $3, $3, o.key || ':elsewhere', o.match_id, o.seat, o.player_id, a.address, o.purpose, o.step, o.seq, o.params, $4, o.rank
		from outbox o join addresses a on a.player_id = o.player_id and a.address <> $2 and a.proved_at is not null and a.failing = ''
		where o.id = $1 order by a.first desc, a.address limit 1
		on conflict (key) do nothing returning id`,
		b.Letter, b.Address, b.At, d.NewMessageID())
}

// ErrBarred means that the operator has barred an address from all mail.
var ErrBarred = errors.New("no mail goes to this address")

// LastWord is the prefix of the key of the one letter that still goes to a barred address: the one that tells
// of it.
const LastWord = "barred:"

// ToOperator is the prefix of the keys of letters to the operator. The daily limit does not hold them back,
// because one of them tells that the limit was reached.
const ToOperator = "to operator:"

// NoticeByID returns a letter out by its number; nil if there is none.
func NoticeByID(ctx context.Context, d *db.DB, id int64) (*model.Notice, error) {
	return db.QueryFirst[model.Notice](ctx, d, "select "+noticeColumns+" from outbox where id = $1", id)
}

// HasComplaint reports whether a complaint about a letter was recorded.
func HasComplaint(ctx context.Context, d *db.DB, letter int64) (bool, error) {
	return db.QueryValue[bool](ctx, d.Pool(), "select exists (select from bounces where outbox_id = $1 and kind = 'complaint')", letter)
}
