-- +goose Up

-- Letters that are held are counted by player and hour, answered or not.
create index if not exists asks_held on asks (player_id, asked_at) where kind = 'held';
