-- +goose Up

-- Which process has a call of a webhook in hand, as its sessions name it; '' for none. One whose
-- holder is gone may be made by another at once.
alter table webhook_calls add column holder text collate "C" not null default '';

-- River ran jobs here, which rows like this one do now. Each thing of its is named, so that who
-- owns them may drop them; a schema that is another's, or holds other things, stays.
drop table if exists river.river_job, river.river_leader, river.river_queue, river.river_client_queue, river.river_client,
    river.river_notification, river.river_migration;
drop function if exists river.river_job_state_in_bitmask;
drop function if exists river.river_job_notify;
drop type if exists river.river_job_state;
-- +goose StatementBegin
do $$ begin
    drop schema if exists river;
exception when insufficient_privilege or dependent_objects_still_exist then null;
end $$;
-- +goose StatementEnd

-- +goose Down
alter table webhook_calls drop column holder;
