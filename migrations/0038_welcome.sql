-- +goose Up

-- A stranger's letter is welcomed once a week.
alter table cold_letters drop constraint cold_letters_kind_check,
    add constraint cold_letters_kind_check check (kind in ('invite', 'remind', 'news', 'answer', 'known', 'welcome'));

-- +goose Down
delete from cold_letters where kind = 'welcome';
alter table cold_letters drop constraint cold_letters_kind_check,
    add constraint cold_letters_kind_check check (kind in ('invite', 'remind', 'news', 'answer', 'known'));
