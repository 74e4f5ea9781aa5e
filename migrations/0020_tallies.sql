-- +goose Up

-- Sums over the matches that are over, for the statistics; made anew from the log at any time.
create table tallies (
    game    text     not null,
    edition text     not null,
    seats   smallint not null, -- at the table
    what    text     not null, -- match, side, role, seat, turns, days, misses, …
    key     text     not null,
    n       bigint   not null,
    total   bigint   not null,
    primary key (game, edition, seats, what, key)
);

-- Which matches are in the sums.
create table tallied (match_id bigint primary key);

-- Matches open to all are listed for programs.
create index matches_public on matches (id) where listed or terms @> '{"watch": true}';

-- +goose Down
drop index matches_public;
drop table tallied;
drop table tallies;
