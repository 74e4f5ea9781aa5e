-- +goose Up

-- Where a player's letters come from, as keyed hashes that tell nothing but "the same", for a host who
-- wonders whether two seats are one person. They are deleted 60 days after they were last seen.
create table signs (
    player_id bigint not null references players,
    kind      text   collate "C" not null check (kind in ('network', 'device', 'program')),
    hash      bytea  not null,
    letters   int    not null default 1,
    last_at   timestamptz not null,
    primary key (player_id, kind, hash)
);

-- Whom a host keeps out of their matches: an address, whoever has it, or a player, blocked by their
-- name at a table. They are kept apart so that no answer about one tells whose the other is.
create table host_blocks (
    host_id    bigint not null references players,
    address    text   collate "C" not null default '', -- folded
    player_id  bigint not null default 0,
    blocked_at timestamptz not null,
    primary key (host_id, address, player_id),
    check ((address = '') <> (player_id = 0))
);

-- Since when the operator turns letters from an address away.
alter table addresses add column barred_at timestamptz;

-- +goose Down
alter table addresses drop column barred_at;
drop table host_blocks, signs;
