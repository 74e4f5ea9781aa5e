-- +goose Up

-- Card tables of the operator's that matches were dealt from. A match names its
-- own by the hash in its terms, so that it goes on after the operator changed to
-- another.
create table card_tables (
    hash    text primary key, -- hex SHA-256 of data
    data    bytea not null,
    kept_at timestamptz not null default now()
);

-- +goose Down
drop table card_tables;
