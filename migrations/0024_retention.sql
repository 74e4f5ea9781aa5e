-- +goose Up

-- To delete what is old, and to list the latest, letters are read in the order in which they were
-- noted.
create index letters_id on letters (id);
-- Only few letters keep their bytes. The total is computed each day.
create index letters_raw on letters (id) where raw is not null;
-- Before a question is deleted, the offers that refer to it are looked up.
create index seat_offers_ask on seat_offers (ask_id);

-- +goose Down
drop index seat_offers_ask, letters_raw, letters_id;
delete from due where match_id = 0 and what = 'forget';
delete from house where key = 'forgetting';
