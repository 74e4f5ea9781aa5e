-- +goose Up

-- Webhooks. They are told what anybody may see, and nothing else.
create table webhooks (
    id         bigint generated always as identity primary key,
    scope      text   not null check (scope in ('match', 'house', 'league')), -- one match, all public ones, those of a league
    match_id   bigint references matches,
    league_id  bigint references leagues,
    player_id  bigint references players, -- the host who set it; null: the operator
    form       text   not null, -- standard, discord, slack, matrix, ntfy
    lang       text   not null,
    host       text   not null, -- the only part of the URL that may be shown
    url        bytea  not null, -- sealed, as the secrets are
    secret     bytea,
    old_secret bytea, -- signs too until old_until
    old_until  timestamptz,
    off        text   not null default '', -- why it is off; '' while it is on
    failing_at timestamptz, -- since when no call got through; null if the last one did
    rest_until timestamptz, -- it gets no calls until then
    made_at    timestamptz not null,
    check ((scope = 'match') = (match_id is not null)),
    check ((scope = 'league') = (league_id is not null))
);
create index webhooks_match on webhooks (match_id) where match_id is not null;

-- Calls of webhooks. A call is queued with the facts, written when it is first sent, and its bytes are
-- kept.
create table webhook_calls (
    id         bigint generated always as identity primary key,
    word       text   collate "C" not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''), -- the webhook-id
    hook_id    bigint not null references webhooks on delete cascade,
    match_id   bigint not null, -- 0: none
    since      int    not null, -- tells what happened after this fact
    upto       int    not null, -- up to this one; both 0 for the first call, which only greets
    body       bytea,
    state      mail_state not null default 'queued',
    tries      int    not null default 0,
    next_at    timestamptz not null,
    queued_at  timestamptz not null,
    sent_at    timestamptz,
    reply      text   not null default '' -- what its server answered
);
create index webhook_calls_due on webhook_calls (next_at) where state = 'queued';
create index webhook_calls_order on webhook_calls (hook_id, match_id, id) where state = 'queued';
create index webhook_calls_hook on webhook_calls (hook_id, id);

-- The key by which a program plays a seat over HTTP, known by its hash alone.
create table seat_keys (
    match_id  bigint   not null references matches,
    seat      smallint not null,
    player_id bigint   not null references players, -- who asked for it; good while they hold the seat
    hash      bytea    not null unique check (length(hash) = 32),
    made_at   timestamptz not null,
    primary key (match_id, seat)
);

-- +goose Down
drop table seat_keys, webhook_calls, webhooks;
