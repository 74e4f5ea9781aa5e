-- +goose Up

-- Bounces of letters that were sent: one row for each letter and kind.
create table bounces (
    outbox_id bigint not null references outbox on delete cascade,
    kind      text   not null check (kind in ('hard', 'soft', 'complaint')),
    address   text   collate "C" not null,
    said      text   not null, -- status and diagnosis, one line
    at        timestamptz not null,
    primary key (outbox_id, kind)
);
create index bounces_address on bounces (address, at);

-- Before a letter leaves the house asks whether an earlier one to the same
-- person is still on its way.
create index outbox_waiting on outbox (player_id, id) where state in ('queued', 'written');

-- How often a sender was refused in the last hour.
create index letters_refused on letters (sender, taken_at) where state = 'refuse';

-- +goose Down
drop index letters_refused, outbox_waiting;
drop table bounces;
