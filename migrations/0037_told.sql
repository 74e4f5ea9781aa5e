-- +goose Up

-- The digests of a seat are looked for among six purposes, and an index of four serves none of
-- these statements: they read the table from its end.
drop index outbox_told;
create index outbox_told on outbox (match_id, seat, id);

-- +goose Down
drop index outbox_told;
create index outbox_told on outbox (match_id, seat, id) where purpose in ('turn', 'round', 'each', 'end');
