-- +goose Up

-- The letter that came with a token of a mail provider, for tokens whose signature does not cover the
-- letter. Such a token is good for that letter only, in whichever process, until its signature
-- expires.
create table door_tokens (
    token  bytea       primary key, -- the SHA-256 of the door's name and the token
    letter bytea       not null,    -- the SHA-256 of the letter
    until  timestamptz not null
);
create index on door_tokens (until);

-- +goose Down
drop table door_tokens;
