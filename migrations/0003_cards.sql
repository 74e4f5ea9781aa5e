-- +goose Up

-- Card tables of the operator that matches were dealt from. The terms of a match name its table by the
-- hash, so that the match goes on after the operator has changed to another table.
create table card_tables (
    hash    text primary key, -- hex SHA-256 of data
    data    bytea not null,
    kept_at timestamptz not null default now()
);

-- +goose Down
drop table card_tables;
