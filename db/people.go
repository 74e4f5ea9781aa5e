package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// PlayerByAddress finds who writes from an address; nil, nil if nobody does.
func (tx *Tx) PlayerByAddress(address string) (*model.Player, *model.Address, error) {
	address = Normalise(address)
	if tx.knows(address) {
		if tx.ahead.address == nil {
			return nil, nil, nil
		}
		a := *tx.ahead.address
		return tx.ahead.player, &a, nil
	}
	rows, err := tx.conn.Query(tx.ctx, "select "+AddressColumns+" from addresses where address = $1", address)
	if err != nil {
		return nil, nil, err
	}
	a, err := pgx.CollectOneRow(rows, ScanAddress)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	p, err := tx.Player(a.Player)
	return p, &a, err
}

// Normalise is the form in which an address is kept and looked for.
func Normalise(address string) string { return Fit(strings.ToLower(strings.TrimSpace(address))) }

// Player reads a player once; nil if there is none of that number.
func (tx *Tx) Player(id int64) (*model.Player, error) {
	if p, ok := tx.people[id]; ok {
		return p, nil
	}
	rows, err := tx.conn.Query(tx.ctx, "select "+PlayerColumns+" from players where id = $1", id)
	if err != nil {
		return nil, err
	}
	p, err := pgx.CollectOneRow(rows, ScanPlayer)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	tx.know(&p)
	return &p, nil
}

func (tx *Tx) know(p *model.Player) {
	if tx.people == nil {
		tx.people = map[int64]*model.Player{}
	}
	tx.people[p.ID] = p
}

// Addresses are all addresses of a player, the first one first.
func (tx *Tx) Addresses(player int64) ([]model.Address, error) {
	return Many(tx.ctx, tx, ScanAddress, "select "+AddressColumns+" from addresses where player_id = $1 order by first desc, address", player)
}

// NewPlayer makes a player with a first address.
func (tx *Tx) NewPlayer(address, display string) (*model.Player, error) {
	if err := tx.transact(); err != nil {
		return nil, err
	}
	tx.forget(address)
	p := &model.Player{Lang: "en", Zone: "UTC"}
	err := tx.conn.QueryRow(tx.ctx, "insert into players (created_at) values ($1) returning id", tx.Now()).Scan(&p.ID)
	if err != nil {
		return nil, err
	}
	_, err = tx.conn.Exec(tx.ctx, "insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", Normalise(address), p.ID, Clean(display))
	if err != nil {
		return nil, err
	}
	tx.know(p)
	return p, nil
}

// SavePlayer keeps what a player changed.
func (tx *Tx) SavePlayer(p *model.Player) {
	tx.Later("update players set lang = $2, zone = $3, settings = $4, away_from = $5, away_until = $6 where id = $1",
		p.ID, p.Lang, p.Zone, JSON(p.Settings), p.AwayFrom, p.AwayUntil)
}

// AddAddress gives a player one more address; one that is somebody's stays
// theirs.
func (tx *Tx) AddAddress(a model.Address) {
	tx.forget(a.Address)
	tx.Later(`insert into addresses (address, player_id, first, proved_at, display) values ($1, $2, false, case when $3 then $4::timestamptz end, $5)
		on conflict (address) do nothing`, Normalise(a.Address), a.Player, a.Proved, tx.Now(), Clean(a.Display))
}

// SaveAddress keeps whether an address is proved, blocked or failing.
func (tx *Tx) SaveAddress(a model.Address) {
	tx.forget(a.Address)
	tx.Later(`update addresses set proved_at = case when $2 then coalesce(proved_at, $4::timestamptz) end,
		blocked_at = case when $3 then coalesce(blocked_at, $4::timestamptz) end, failing = $5 where address = $1`,
		Normalise(a.Address), a.Proved, a.Blocked, tx.Now(), Clean(a.Failing))
}

// MatchesOf lists a player's matches: waiting, running and paused ones, and
// those that ended in the last thirty days.
func (tx *Tx) MatchesOf(player int64) ([]int64, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int64], `select m.id from matches m join seats s on s.match_id = m.id
		where s.player_id = $1 and s.state in ('invited', 'joined', 'bot')
			and (m.phase in ('lobby', 'running', 'paused') or m.ended_at > $2::timestamptz - interval '30 days' and m.started_at is not null)
		order by m.id`, player, tx.Now())
}

// InvitedToday counts the people that a host's matches invited in a day.
func (tx *Tx) InvitedToday(player int64) (int, error) {
	return Value[int](tx.ctx, tx, `select count(*) from seats s join matches m on m.id = s.match_id
		join seats h on h.match_id = m.id and h.no = m.host
		where h.player_id = $1 and s.invited_at > $2::timestamptz - interval '1 day'`, player, tx.Now())
}

// AnswersThisHour counts the receipts and questions queued to an address in an
// hour.
func (tx *Tx) AnswersThisHour(address string) (int, error) {
	address = Normalise(address)
	if tx.knows(address) {
		return tx.ahead.answers, nil
	}
	return Value[int](tx.ctx, tx, countAnswers, address, tx.Now())
}

// AsksThisHour counts the questions queued to an address in an hour.
func (tx *Tx) AsksThisHour(address string) (int, error) {
	return Value[int](tx.ctx, tx, `select count(*) from outbox where address = $1 and purpose = 'ask'
		and queued_at > $2::timestamptz - interval '1 hour'`, Normalise(address), tx.Now())
}

// StepSeen says whether a letter with the same words was taken for a step. One
// that was held is none: a stranger may have sent it.
func (tx *Tx) StepSeen(match int64, seat, step int, words [32]byte) (bool, error) {
	if a := tx.ahead; a != nil && match != 0 && a.step == (model.Expected{Match: match, Seat: seat, Step: step}) && words == tx.cause.Letter.WordsHash {
		return a.seen, nil
	}
	return Value[bool](tx.ctx, tx, stepSeen, match, seat, step, words[:])
}
