-- +goose Up

-- A deed at a match that a process has in memory is one row, and with it done: the letter, the
-- facts, what is to be told and what is due. What stands here is settled into the tables
-- within milliseconds, many deeds at once, and then gone; by whoever lives, if its writer
-- does not.
create table journal (
    match_id bigint      not null,
    id       bigint      generated always as identity,
    at       timestamptz not null default now(), -- by the server's clock
    upto     int         not null,               -- the match's last fact after it
    data     bytea       not null,               -- rows of tables, as db/entry.go has them
    primary key (match_id, id)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1,
    autovacuum_vacuum_cost_delay = 0);
alter table journal alter data set storage external;

-- The mark of the process that may go on by the journal: whoever else changes the match sets
-- another, and that process reads the match anew.
alter table matches add held bigint not null default 0;

-- +goose Down
alter table matches drop held;
drop table journal;
