-- +goose Up

-- Who is ready to take a vacant seat.
create table standins (
    player_id bigint primary key references players,
    games     text[]      not null, -- empty: any game
    most      smallint    not null check (most between 1 and 20), -- seats at once
    since     timestamptz not null,
    asked_at  timestamptz -- the last time a seat was offered
);

-- Offers of seats. Each person gets at most one in a match.
create table seat_offers (
    match_id   bigint   not null references matches,
    player_id  bigint   not null references players,
    seat       smallint not null,
    ask_id     bigint   not null references asks,
    by         text     not null check (by in ('house', 'host', 'league')),
    offered_at timestamptz not null,
    until      timestamptz not null,
    state      text     not null check (state in ('open', 'yes', 'no', 'lapsed', 'back', 'taken')),
    primary key (match_id, player_id)
);
-- One open offer for a seat: two processes cannot offer it to two people.
create unique index seat_offers_open on seat_offers (match_id, seat) where state = 'open';
create index seat_offers_player on seat_offers (player_id, offered_at);

-- Who left a seat for good and who took one over, and how the seat stood then. A player whose seat was
-- given away counts as having left it.
create table seat_changes (
    match_id  bigint   not null references matches,
    seat      smallint not null,
    what      text     not null check (what in ('left', 'taken')),
    player_id bigint   not null references players,
    why       text     not null, -- resigned, kicked, given; by whom it was offered: house, host, league
    seq       int      not null, -- the last fact before
    place     real     not null, -- 1 the best, the mean of what equals share
    score     int      not null,
    at        timestamptz not null,
    primary key (match_id, seat, what, seq)
);
create index seat_changes_player on seat_changes (player_id, match_id);

-- +goose Down
drop table seat_changes, seat_offers, standins;
