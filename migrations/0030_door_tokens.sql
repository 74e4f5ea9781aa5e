-- +goose Up

-- Which letter came under a token that a mail provider signed and that does not cover the
-- letter: the token is good for that one alone, whichever process it comes to, until the
-- signature is too old to be taken.
create table door_tokens (
    token  bytea       primary key, -- the SHA-256 of the door's name and the token
    letter bytea       not null,    -- the SHA-256 of the letter
    until  timestamptz not null
);
create index on door_tokens (until);

-- +goose Down
drop table door_tokens;
