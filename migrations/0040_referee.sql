-- +goose Up

-- Who hosts a match without a seat in it, its referee: the player, the address that their mail goes to, and
-- what the table calls them. The host column then names no seat.
alter table matches add column referee bigint references players,
    add column referee_address text not null default '',
    add column referee_name text not null default '';
create index matches_referee on matches (referee) where referee is not null;

-- +goose Down
drop index matches_referee;
alter table matches drop column referee, drop column referee_address, drop column referee_name;
