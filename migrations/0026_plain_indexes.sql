-- +goose Up

-- Whether a row belongs into an index of some rows is worked out anew by each statement, and
-- costs several times what an entry costs. So those that most moves meet are of all rows; the
-- letters of the day are found by their keys, which name their reader.
drop index outbox_answers, outbox_daily, letters_step, letters_refused;
create index outbox_answers on outbox (address, queued_at);
create index letters_step on letters (match_id, seat, step);
create index letters_refused on letters (sender, taken_at);

-- +goose Down
drop index outbox_answers, letters_step, letters_refused;
create index outbox_answers on outbox (address, queued_at) where purpose in ('receipt', 'ask');
create index outbox_daily on outbox (player_id, id) where purpose = 'daily';
create index letters_step on letters (match_id, seat, step, words_hash) where match_id is not null;
create index letters_refused on letters (sender, taken_at) where state = 'refuse';
