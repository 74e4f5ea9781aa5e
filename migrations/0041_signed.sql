-- +goose Up

-- What the sender's servers signed of a letter, if they left its Message-ID open: the same under another
-- Message-ID counts once. Null for other letters, and for copies that changed nothing.
alter table letters add column signed bytea;
create unique index letters_signed on letters (signed) where signed is not null;

-- +goose Down
drop index letters_signed;
alter table letters drop column signed;
