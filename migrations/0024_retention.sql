-- +goose Up

-- Letters are gone through in the order in which they were noted, to forget what is old, and
-- by who lists the latest.
create index letters_id on letters (id);
-- Bytes are kept of few letters; how many together is asked each day.
create index letters_raw on letters (id) where raw is not null;
-- Before a question is forgotten, the offers that name it are looked for.
create index seat_offers_ask on seat_offers (ask_id);

-- +goose Down
drop index seat_offers_ask, letters_raw, letters_id;
delete from due where match_id = 0 and what = 'forget';
delete from house where key = 'forgetting';
