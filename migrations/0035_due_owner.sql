-- +goose Up

-- Due rows name their owner. Until now rows of players and seasons had match 0 and the owner's number
-- as the seat, what a season had due began with "season:", and the number or word that a row was about
-- followed a colon. The table is changed in place, so that it keeps the operator's settings.
alter table due drop constraint due_pkey;
alter table due rename match_id to owner_id;
alter table due
    add owner text collate "C" not null default 'match' check (owner in ('match', 'player', 'season')),
    add of    text collate "C" not null default ''; -- what the row is about: a question, a group, a vote; '' if an owner has only one of the kind
update due set owner = 'player', owner_id = seat, seat = 0 where owner_id = 0;
update due set owner = 'season', what = substr(what, length('season:') + 1) where owner = 'player' and starts_with(what, 'season:');
update due set what = split_part(what, ':', 1), of = substr(what, strpos(what, ':') + 1) where strpos(what, ':') > 0;
alter table due alter owner drop default, add primary key (owner, owner_id, seat, what, of);

-- +goose Down
alter table due drop constraint due_pkey;
update due set what = what || ':' || of where of <> '';
update due set what = 'season:' || what where owner = 'season';
update due set seat = owner_id, owner_id = 0 where owner <> 'match';
alter table due drop owner, drop of;
alter table due rename owner_id to match_id;
alter table due add primary key (match_id, seat, what);
