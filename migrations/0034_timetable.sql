-- +goose Up

-- What is done by the calendar, a row a job: whoever takes the row does it, once over all processes
-- and restarts. taken_by names that process as its sessions do; '' for none.
create table timetable (
    name        text collate "C" primary key,
    schedule    text not null, -- by which next_at was reckoned
    reckoned_at timestamptz not null, -- and when
    next_at     timestamptz not null,
    taken_by    text collate "C" not null default '',
    taken_at    timestamptz,
    ended_at    timestamptz, -- when it last ended, well or not
    error       text not null default '' -- why it last failed; '' if it did not
);

-- The forgetting of what is old stood among what is due.
delete from due where match_id = 0 and what = 'forget';

-- +goose Down
drop table timetable;
