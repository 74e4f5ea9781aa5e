-- +goose Up

-- The process that has a letter in hand, by the name of its sessions; '' for none. If that process is
-- dead, others may take the letter over at once.
alter table outbox add column holder text collate "C" not null default '';

-- Compressing letters with pglz took longer than writing the rest of their rows. A server built
-- without lz4 keeps pglz.
-- +goose StatementBegin
do $$ begin
    alter table outbox alter column raw set compression lz4;
exception when feature_not_supported then null;
end $$;
-- +goose StatementEnd

-- +goose Down
alter table outbox alter column raw set compression default;
alter table outbox drop column holder;
