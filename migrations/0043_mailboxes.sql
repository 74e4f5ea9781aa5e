-- +goose Up

-- A player who has no address and writes from the mailbox of another, and what they are called there.
alter table players add column keeper_id bigint references players, add column called text not null default '';
create index players_keeper on players (keeper_id) where keeper_id is not null;

-- +goose Down
alter table players drop column keeper_id, drop column called;
