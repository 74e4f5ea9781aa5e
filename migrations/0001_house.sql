-- +goose Up

-- Enum types, and no checks on text, because a check is parsed again for every statement.
create type match_phase as enum ('lobby', 'running', 'paused', 'over', 'aborted');
create type letter_state as enum ('apply', 'hold', 'refuse', 'drop', 'set-aside');
create type mail_state as enum ('queued', 'written', 'sent', 'failed', 'superseded');

-- A player is a person; what they set holds for all their matches.
create table players (
    id         bigint generated always as identity primary key,
    lang       text        not null default 'en',
    zone       text        not null default 'UTC',
    settings   jsonb       not null default '{}',
    away_from  timestamptz,
    away_until timestamptz,
    created_at timestamptz not null
);

-- Addresses are kept only here and in letters and mail, so that they can be deleted.
create table addresses (
    address   text   primary key, -- folded to lower case
    player_id bigint not null references players,
    first     boolean not null,   -- mail goes here
    proved_at timestamptz,
    blocked_at timestamptz,       -- wants no invitations
    failing   text   not null default '', -- what the last bounce said
    display   text   not null default ''
);
create index addresses_player on addresses (player_id);
create unique index addresses_first on addresses (player_id) where first;

create table matches (
    id         bigint generated always as identity primary key,
    game       text   not null,
    edition    text   not null,
    options    jsonb  not null,
    terms      jsonb  not null, -- pace, bank, weekends, remind, timeout, talk, picks of the host
    host       smallint not null default 0, -- the seat that holds the host's chair
    phase      match_phase not null,
    word       text   not null, -- the word in the link that guests may pass on: join #42 WORD
    listed     boolean not null default false, -- open: anybody may join
    note       text   not null default '',
    seed       bytea  not null check (length(seed) = 32),
    seq        int    not null default 0, -- the last fact's
    stamp      bigint not null default 0, -- a new random number after each change of the match, its seats, clocks or plans
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at   timestamptz
);

create table seats (
    match_id   bigint   not null references matches,
    no         smallint not null, -- from 0, in the order of invitation
    name       text     not null,
    player_id  bigint   references players,
    address    text     not null default '', -- where this seat's mail goes, '' for the player's first
    state      text     not null check (state in ('invited','joined','bot','declined','uninvited','left')),
    salt       text     not null default '',
    stopped_at timestamptz, -- wants no mail about this match
    bank       interval not null default '0', -- spare time left in this round
    round      int      not null default 0, -- the round bank belongs to
    invited_at timestamptz,
    reminded_at timestamptz,
    standing   jsonb    not null default '{}', -- standing orders: auto repair, pass until repaired, pass all
    primary key (match_id, no)
);
create unique index seats_name on seats (match_id, lower(name)) where state in ('invited','joined','bot','left');
create index seats_player on seats (player_id, match_id);

-- The log: what happened, not what was sent. Rows are never changed.
create table facts (
    match_id bigint not null,
    seq      int    not null,
    kind     text   not null,
    version  smallint not null,
    seat     text   not null, -- whose turn it was, '' outside a turn
    data     jsonb  not null,
    cause    text   not null, -- 'letter 17', 'clock', 'operator', …
    at       timestamptz not null,
    primary key (match_id, seq)
);
-- +goose StatementBegin
create function facts_stand() returns trigger language plpgsql as $$
begin
    raise exception 'facts are never changed or deleted';
end $$;
-- +goose StatementEnd
create trigger facts_stand before update or delete on facts for each statement execute function facts_stand();
create trigger facts_stand_whole before truncate on facts for each statement execute function facts_stand();
-- Also in a session that acts as a replica. The owner of the table can still drop a trigger, but a
-- role that may only select and insert cannot.
alter table facts enable always trigger facts_stand, enable always trigger facts_stand_whole;
revoke update, delete, truncate on facts from public;

-- What people say, apart from the facts.
create table words (
    id       bigint generated always as identity primary key,
    match_id bigint not null,
    by       text   not null,
    said     text   not null,
    at       timestamptz not null
);

-- Every letter that came in ends here in one state with a reason.
create table letters (
    id          bigint generated always as identity, -- the order in which they were noted
    hash        bytea  primary key, -- SHA-256 of message id and kept text: the same letter by two doors counts once
    message_id  text   not null,
    door        text   not null,
    sender      text   not null,
    subject     text   not null,
    match_id    bigint,
    seat        smallint,
    step        int,
    words_hash  bytea, -- of the kept text, to recognise the same token and text once the step has passed
    kept        text   not null,
    state       letter_state not null,
    why         text   not null,
    raw         bytea, -- kept for letters set aside or held, null for others
    received_at timestamptz not null,
    taken_at    timestamptz not null
);
create index letters_step on letters (match_id, seat, step, words_hash) where match_id is not null;

-- Letters that failed for a reason of the house's own; set aside after five tries.
create table tries (
    hash  bytea primary key,
    tries int  not null,
    error text not null,
    at    timestamptz not null
);

-- A question the house asked somebody: did you write this, shall it be done, will you agree.
create table asks (
    id        bigint generated always as identity primary key,
    player_id bigint not null references players,
    address   text   not null, -- to whom it was mailed
    match_id  bigint,
    seat      smallint,
    kind      text   not null, -- held, deed, late, draft, vote, invite
    params    jsonb  not null,
    asked_at  timestamptz not null,
    lapses_at timestamptz not null,
    answer    text   not null default '' -- yes, no, lapsed, gone
);
create index asks_open on asks (match_id, kind) where answer = '';
create index asks_player on asks (player_id) where answer = '';

-- The clock of a seat that is due, and what it was when it was stopped.
create table clocks (
    match_id  bigint   not null,
    seat      smallint not null,
    step      int      not null,
    began     timestamptz not null,
    soft      timestamptz not null, -- the pace has run out and the bank begins
    due       timestamptz not null, -- the bank has run out too
    reminded  int      not null default 0,
    stopped_at timestamptz,         -- since when the clock stands still, for a held letter or a pause
    stopped_why text   not null default '',
    primary key (match_id, seat)
);

-- What is due. A sweep handles all rows in the past, whichever process runs it.
create table due (
    match_id bigint   not null, -- 0: no match
    seat     int      not null, -- -1: the whole match; the player for match 0
    what     text collate "C" not null, -- deadline, remind, lapse, invite, vote, ask, back, resume, …
    at       timestamptz not null,
    data     jsonb    not null default '{}',
    primary key (match_id, seat, what)
);
create index due_at on due (at);

-- Moves kept for a coming turn: a draft (sent out of turn) or a plan (next …).
create table plans (
    match_id bigint   not null,
    seat     smallint not null,
    kind     text     not null check (kind in ('draft','next')),
    lines    jsonb    not null, -- alternatives in order, cards by code
    at       timestamptz not null,
    primary key (match_id, seat, kind)
);

-- Everything that leaves the house. A notice is queued with the facts. Its letter is written once and
-- kept, and those bytes are sent until the relay has them.
create table outbox (
    id         bigint generated always as identity primary key,
    key        text collate "C" not null unique, -- of the duty to write: it is written once, however often its key is queued
    match_id   bigint,
    seat       smallint,
    player_id  bigint,
    address    text collate "C" not null,
    purpose    text   not null, -- turn, receipt, remind, round, end, invite, ask, note, …
    step       int    not null default 0,
    seq        int    not null default 0, -- tells up to this fact
    params     jsonb  not null,
    message_id text collate "C" not null unique,
    rank       smallint not null default 0, -- lower goes first when the day's limit is near
    state      mail_state not null default 'queued',
    raw        bytea,  -- the bytes, once written
    tries      int    not null default 0,
    next_at    timestamptz not null,
    reply      text   not null default '', -- the relay's last word
    queued_at  timestamptz not null,
    sent_at    timestamptz
);
create index outbox_due on outbox (next_at) where state in ('queued','written');
create index outbox_told on outbox (match_id, seat, id) where purpose in ('turn', 'round', 'each', 'end'); -- the digests
create index outbox_sent on outbox (sent_at) where state = 'sent';

-- Single values that live as long as the house: the cursor of the post office, the last sign of life.
create table house (
    key   text primary key,
    value jsonb not null
);

-- +goose Down
drop table house, outbox, plans, due, clocks, asks, tries, letters, words, facts, seats, matches, addresses, players cascade;
drop function facts_stand;
drop type match_phase, letter_state, mail_state;
