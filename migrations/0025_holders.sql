-- +goose Up

-- Which process has a letter in hand, as its sessions name it; '' for none. One whose holder
-- is gone may be taken over at once.
alter table outbox add column holder text collate "C" not null default '';

-- Packing letters the old way took longer than writing the rest of their rows. A server that
-- was built without the new way keeps the old one.
-- +goose StatementBegin
do $$ begin
    alter table outbox alter column raw set compression lz4;
exception when feature_not_supported then null;
end $$;
-- +goose StatementEnd

-- +goose Down
alter table outbox alter column raw set compression default;
alter table outbox drop column holder;
