-- +goose Up

create type season_state as enum ('signup', 'mustered', 'drawn', 'running', 'closing', 'closed');
create type entrant_state as enum ('invited', 'entered', 'late', 'substitute', 'dropped', 'declined');
create type league_match_state as enum ('planned', 'running', 'over', 'unplayed');

create table leagues (
    id         bigint generated always as identity primary key,
    name       text  not null, -- one word, as people type it
    rules      jsonb not null, -- of the seasons to come
    created_at timestamptz not null,
    ended_at   timestamptz     -- no season opens after this
);
create unique index leagues_name on leagues (lower(name));

create table league_organisers (
    league_id bigint not null references leagues,
    player_id bigint not null references players,
    primary key (league_id, player_id)
);

create table seasons (
    id        bigint generated always as identity primary key,
    league_id bigint not null references leagues,
    no        int    not null, -- from 1
    state     season_state not null,
    rules     jsonb  not null, -- as they stood when it opened
    seed      bytea  not null check (length(seed) = 32), -- of the draw: its hash is published before the draw, the seed itself with it
    opened_at timestamptz not null,
    muster_at timestamptz not null, -- sign-up closes
    starts_at timestamptz not null, -- the draw
    ends_at   timestamptz not null, -- what runs is finished by the house
    drawn_at  timestamptz,
    closed_at timestamptz,
    unique (league_id, no)
);

create table entrants (
    season_id bigint not null references seasons,
    player_id bigint not null references players,
    name      text   not null, -- all that is public of a player
    address   text   not null default '', -- where league letters go, '' for the player's first
    division  int    not null default 0, -- from 1, the first being the highest; 0: not placed yet
    state     entrant_state not null,
    joined_at timestamptz not null,
    left_at   timestamptz,
    place     int    not null default 0, -- in the division at the close; 0: none
    onward    int    not null default 0, -- the division of the next season; 0: none
    primary key (season_id, player_id)
);
create unique index entrants_name on entrants (season_id, lower(name));
create index entrants_player on entrants (player_id);

create table league_matches (
    season_id bigint not null references seasons,
    no        int    not null, -- from 1, in the order of the draw
    division  int    not null,
    round     int    not null, -- the number of this group among those of its players in the season, from 1
    wave      int    not null, -- from 0: the day of the round on which it starts
    game      text   not null,
    edition   text   not null,
    options   jsonb  not null default '{}',
    state     league_match_state not null default 'planned',
    starts_at timestamptz not null,
    match_id  bigint unique references matches,
    ended_at  timestamptz,
    by_house  boolean not null default false, -- the season's close ended it
    result    jsonb, -- the result, as package league reads it
    primary key (season_id, no)
);
create index league_matches_open on league_matches (season_id, starts_at) where state in ('planned', 'running');

-- Who was drawn into a group, in seat order; a place that nobody holds is a bot's.
create table league_seats (
    season_id bigint not null,
    match_no  int    not null,
    seat      smallint not null,
    player_id bigint references players, -- who sits; null for a bot
    name      text   not null,
    drawn     bigint references players, -- whom the draw had put there, null for nobody
    gone_at   timestamptz, -- player_id left the seat for good and comes last
    primary key (season_id, match_no, seat),
    foreign key (season_id, match_no) references league_matches
);
create unique index league_seats_once on league_seats (season_id, match_no, player_id) where player_id is not null;
create index league_seats_player on league_seats (player_id, season_id);

-- +goose Down
drop table league_seats, league_matches, entrants, seasons, league_organisers, leagues;
drop type league_match_state, entrant_state, season_state;
