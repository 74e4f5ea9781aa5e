-- +goose Up

-- Moves are written to the tables themselves again. Rows that the previous version left in the journal
-- are moves that only that version can read, so if there are any, nothing may be changed. The program
-- checks this before the first migration too; here it is checked under a lock.
lock table journal;
-- +goose StatementBegin
do $$ begin
    if exists (select from journal) then
        raise exception 'the journal holds moves that are not in the tables yet';
    end if;
end $$;
-- +goose StatementEnd
drop table journal;
alter table matches drop held;

-- Ends a transaction if the match has changed since the version that the command was decided by.
-- +goose StatementBegin
create function require_current(unchanged boolean) returns void language plpgsql as $$ begin
    if not unchanged then raise exception 'the match has changed meanwhile' using errcode = 'PP001'; end if;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function require_current;
alter table matches add held bigint not null default 0;
create table journal (match_id bigint not null, id bigint generated always as identity, at timestamptz not null default now(),
    upto int not null, data bytea not null, primary key (match_id, id));
