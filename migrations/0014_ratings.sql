-- +goose Up

-- The order in which matches were rated: each rating starts from what the match before has left.
-- Everything below can be computed again from the log, the seats and this order.
create table rated (
    no       bigint primary key, -- from 1, without gaps
    match_id bigint not null unique references matches
);

-- Ratings as they stand, in millionths. A kind is 'overall', a game, or a game and a role:
-- 'saboteur/miner'.
create table ratings (
    player_id bigint not null references players,
    kind      text   collate "C" not null,
    mu        bigint not null,
    sigma     bigint not null,
    matches   int    not null,
    primary key (player_id, kind)
);
create index ratings_kind on ratings (kind, (mu - 3 * sigma));

-- What each match did to each rating.
create table rating_changes (
    no           bigint   not null references rated,
    player_id    bigint   not null references players,
    kind         text     collate "C" not null,
    place        smallint not null, -- in a role: rounds won
    among        smallint not null, -- players rated; in a role: rounds rated
    before_mu    bigint   not null,
    before_sigma bigint   not null,
    mu           bigint   not null,
    sigma        bigint   not null,
    primary key (no, player_id, kind)
);
create index rating_changes_player on rating_changes (player_id, no);

-- The turns that a player made in time, and those missed, in each match that ended.
create table turns_made (
    no        bigint not null references rated,
    player_id bigint not null references players,
    made      int    not null,
    missed    int    not null,
    primary key (no, player_id)
);
create index turns_made_player on turns_made (player_id);

-- Matches that ended before there were ratings are rated by the next sweep, the oldest first.
insert into due (match_id, seat, what, at)
    select id, -1, 'rate', ended_at from matches where phase in ('over', 'aborted') and started_at is not null and ended_at is not null;

-- +goose Down
delete from due where what = 'rate';
drop table turns_made, rating_changes, ratings, rated;
