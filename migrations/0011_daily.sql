-- +goose Up

-- Daily letters are looked up by their reader.
create index outbox_daily on outbox (player_id, id) where purpose = 'daily';

-- +goose Down
drop index outbox_daily;
