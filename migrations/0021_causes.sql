-- +goose Up

-- Why a letter out was queued, as facts name it: 'letter 0a1b2c3d4e5f', 'clock', 'operator', …
alter table outbox add column cause text collate "C" not null default '';
-- Everything that one command queues has its time. Letters are queued in the order of time, so a block
-- range index finds them and costs nearly nothing.
create index outbox_queued on outbox using brin (queued_at) with (pages_per_range = 16, autosummarize = on);

-- +goose Down
drop index outbox_queued;
alter table outbox drop column cause;
