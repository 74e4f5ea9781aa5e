-- +goose Up

-- The mailbox behind an address. What follows a plus reaches the same person, and so do the dots of
-- Gmail; neither may get past a count or a block.
-- +goose StatementBegin
create function mailbox(address text) returns text language sql immutable strict parallel safe as $$
    select case when a.domain in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') || '@gmail.com' else a.local || '@' || a.domain end
    from (select regexp_replace(regexp_replace(address, '@[^@]*$', ''), '(.)[+].*$', '\1') as local, substring(address from '[^@]*$') as domain) a
$$;
-- +goose StatementEnd
create index addresses_unwanted on addresses (mailbox(address)) where blocked_at is not null or barred_at is not null;

-- Letters to people who did not ask for them. They are counted, so that nobody can make the house
-- write more of them than its caps allow. A row is needed as long as the lobby that it invites to.
create table cold_letters (
    id       bigint generated always as identity primary key,
    kind     text        not null check (kind in ('invite', 'remind', 'news', 'answer', 'known')),
    host_id  bigint      not null, -- who invited, 0 for nobody
    mailbox  text collate "C" not null,
    match_id bigint      not null, -- 0 for none
    seat     smallint    not null,
    at       timestamptz not null
);
create index cold_letters_mailbox on cold_letters (mailbox, at);
create index cold_letters_at on cold_letters (at);

-- +goose Down
drop table cold_letters;
drop index addresses_unwanted;
drop function mailbox;
