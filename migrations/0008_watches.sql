-- +goose Up

-- Who follows a public match without a seat in it, and what they were told last.
create table watches (
    match_id  bigint not null references matches,
    player_id bigint not null references players,
    told      int    not null, -- up to this fact
    told_at   timestamptz not null,
    primary key (match_id, player_id)
);
create index watches_player on watches (player_id);

-- +goose Down
drop table watches;
