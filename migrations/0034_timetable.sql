-- +goose Up

-- The jobs of the timetable, one row each. The process that claims a row does the job, once over all
-- processes and restarts. taken_by is that process, by the name of its sessions; '' for none.
create table timetable (
    name        text collate "C" primary key,
    schedule    text not null, -- the schedule that next_at was computed from
    reckoned_at timestamptz not null, -- when it was computed
    next_at     timestamptz not null,
    taken_by    text collate "C" not null default '',
    taken_at    timestamptz,
    ended_at    timestamptz, -- when it last ended, successful or not
    error       text not null default '' -- why it failed the last time; '' if it did not
);

-- The job that deletes old rows was a due row before.
delete from due where match_id = 0 and what = 'forget';

-- +goose Down
drop table timetable;
