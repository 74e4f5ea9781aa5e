-- +goose Up

-- When a player was forgotten: what is left of them is the number that results stand under.
alter table players add column forgotten_at timestamptz;

-- Mailboxes of players who were forgotten, by keyed hashes, with what they or the operator wanted of the house.
create table forgotten (
    hash    text        collate "C" primary key,
    blocked boolean     not null, -- wants no invitations
    barred  boolean     not null, -- its letters are turned away
    at      timestamptz not null
);

-- What an entrant of a season that was drawn is called since they were forgotten; '' for name, by which the draw is checked.
alter table entrants add column shown text not null default '';

-- +goose Down
alter table entrants drop column shown;
drop table forgotten;
alter table players drop column forgotten_at;
