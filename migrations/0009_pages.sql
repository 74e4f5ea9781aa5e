-- +goose Up

-- When the links in a seat's letters were stopped, and whether new letters have none.
create table page_stops (
    match_id   bigint   not null references matches,
    seat       smallint not null,
    stopped_at timestamptz not null, -- links of letters queued until then are dead
    off        boolean  not null,
    primary key (match_id, seat)
);

-- Codes mailed to open a session, each for the one browser that asked.
create table page_codes (
    nonce     bytea  primary key, -- SHA-256 of what that browser keeps
    player_id bigint not null references players,
    code      bytea  not null, -- SHA-256 of nonce and code
    tries     int    not null default 0,
    used      boolean not null default false,
    asked_at  timestamptz not null
);
create index page_codes_player on page_codes (player_id, asked_at);

create table page_sessions (
    hash      bytea  primary key, -- SHA-256 of the cookie
    player_id bigint not null references players,
    ends_at   timestamptz not null
);
create index page_sessions_player on page_sessions (player_id);

-- +goose Down
drop table page_sessions;
drop table page_codes;
drop table page_stops;
