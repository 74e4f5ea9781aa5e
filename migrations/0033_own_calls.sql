-- +goose Up

-- The process that has a webhook call in hand, by the name of its sessions; '' for none. If that
-- process is dead, others may make the call at once.
alter table webhook_calls add column holder text collate "C" not null default '';

-- +goose Down
alter table webhook_calls drop column holder;
