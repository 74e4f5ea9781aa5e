-- +goose Up

-- The log is partitioned by match, so that Postgres can spread it over disks, over workers of
-- autovacuum or over servers. The facts of a match are in one partition. Everything is copied, which
-- takes about ten seconds for a million facts. Columns are ordered by width, so that none needs
-- padding.
alter table facts rename to facts_whole;
alter table facts_whole rename constraint facts_pkey to facts_whole_pkey;
create table facts (
    match_id bigint not null,
    at       timestamptz not null,
    seq      int    not null,
    version  smallint not null,
    kind     text   not null,
    seat     text   not null, -- whose turn it was, '' outside a turn
    cause    text   not null, -- 'letter 17', 'clock', 'operator', …
    data     jsonb  not null
) partition by hash (match_id);

-- A trigger on the whole table does not fire for a statement that names a partition, so each partition
-- has its own. No role gets rights on a partition, because those on the whole table are enough.
-- +goose StatementBegin
do $$
declare
    part text;
    given record;
begin
    for n in 0..15 loop
        part := 'facts_' || n;
        execute format('create table %I partition of facts for values with (modulus 16, remainder %s)', part, n);
        execute format('create trigger facts_stand before update or delete on %I for each statement execute function facts_stand()', part);
        execute format('create trigger facts_stand_whole before truncate on %I for each statement execute function facts_stand()', part);
        execute format('alter table %I enable always trigger facts_stand, enable always trigger facts_stand_whole', part);
        execute format('revoke all on %I from public', part);
    end loop;
    insert into facts (match_id, at, seq, version, kind, seat, cause, data)
        select match_id, at, seq, version, kind, seat, cause, data from facts_whole;
    for given in select g.privilege_type, g.is_grantable, case g.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(g.grantee)) end as grantee
        from pg_class c, aclexplode(c.relacl) g where c.oid = 'facts_whole'::regclass and g.grantee <> c.relowner
    loop
        execute format('grant %s on facts to %s%s', given.privilege_type, given.grantee, case when given.is_grantable then ' with grant option' else '' end);
    end loop;
end $$;
-- +goose StatementEnd
alter table facts add primary key (match_id, seq);
drop table facts_whole;
create trigger facts_stand before update or delete on facts for each statement execute function facts_stand();
create trigger facts_stand_whole before truncate on facts for each statement execute function facts_stand();
alter table facts enable always trigger facts_stand, enable always trigger facts_stand_whole;
revoke update, delete, truncate on facts from public;
analyze facts; -- autovacuum only analyzes the partitions

-- +goose Down
alter table facts rename to facts_parts;
alter table facts_parts rename constraint facts_pkey to facts_parts_pkey;
create table facts (
    match_id bigint not null,
    seq      int    not null,
    kind     text   not null,
    version  smallint not null,
    seat     text   not null,
    data     jsonb  not null,
    cause    text   not null,
    at       timestamptz not null
);
insert into facts (match_id, seq, kind, version, seat, data, cause, at) select match_id, seq, kind, version, seat, data, cause, at from facts_parts;
alter table facts add primary key (match_id, seq);
drop table facts_parts;
create trigger facts_stand before update or delete on facts for each statement execute function facts_stand();
create trigger facts_stand_whole before truncate on facts for each statement execute function facts_stand();
alter table facts enable always trigger facts_stand, enable always trigger facts_stand_whole;
revoke update, delete, truncate on facts from public;
