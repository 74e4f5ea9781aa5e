-- +goose Up

-- The process that has a webhook call in hand, by the name of its sessions; '' for none. If that
-- process is dead, others may make the call at once.
alter table webhook_calls add column holder text collate "C" not null default '';

-- River ran jobs here, which rows of our own do now. Its objects are dropped by name, since that needs
-- only the rights of their owner. The schema stays if it belongs to another role or holds other
-- objects.
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
