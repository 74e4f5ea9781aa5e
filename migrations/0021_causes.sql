-- +goose Up

-- Why a letter out was queued, as facts name it: 'letter 0a1b2c3d4e5f', 'clock', 'operator', …
alter table outbox add column cause text collate "C" not null default '';
-- What one deed queued bears its time. Letters are queued in the order of time, so that a
-- summary of each stretch of pages finds them, at next to no cost.
create index outbox_queued on outbox using brin (queued_at) with (pages_per_range = 16, autosummarize = on);

-- +goose Down
drop index outbox_queued;
alter table outbox drop column cause;
