-- +goose Up

-- Before each answer the house counts how many it gave an address in the last hour. Without this index
-- it would read all mail ever sent.
create index outbox_answers on outbox (address, queued_at) where purpose in ('receipt', 'ask');

-- The ballots of a vote, answered ones too.
create index asks_votes on asks (match_id) where kind = 'vote';

-- +goose Down
drop index outbox_answers, asks_votes;
