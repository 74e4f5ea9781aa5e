-- +goose Up

-- When the house began to hide its numbers in links and return addresses. Those in older letters are
-- still accepted for some time.
insert into house (key, value) values ('numbers hidden', to_jsonb(now())) on conflict (key) do nothing;

-- +goose Down
delete from house where key = 'numbers hidden';
