-- +goose Up

-- What organisers gave and took in a season, beside its matches: name, points, reason and time of each.
alter table seasons add column adjusted jsonb not null default '[]';

-- +goose Down
alter table seasons drop column adjusted;
