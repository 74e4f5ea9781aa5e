-- +goose Up

-- By which rules a match was rated. It keeps them when all ratings are reckoned again. All matches until now were
-- rated by the first.
alter table rated add rules smallint not null default 1;

-- +goose Down
alter table rated drop rules;
