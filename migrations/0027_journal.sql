-- +goose Up

-- A command at a match that a process has in memory writes one row, and is done: the letter, the
-- facts, the notices and the due rows. Within milliseconds a living process, usually the one that
-- wrote them, moves many such rows at once into the tables and deletes them here.
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

-- The mark of the process that may write to the journal. Any other process that changes the match sets
-- another mark, and then the first process reads the match again.
alter table matches add held bigint not null default 0;

-- +goose Down
alter table matches drop held;
drop table journal;
