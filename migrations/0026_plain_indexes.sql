-- +goose Up

-- Each statement computes again whether a row belongs in a partial index, which costs several times
-- what an entry in the index costs. So the indexes that most moves touch cover all rows. Daily letters
-- are found by their keys, which name their reader.
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
