-- +goose Up

-- How many draws there were for late entrants. Each has a random stream of its own.
alter table seasons add column late_draws int not null default 0;

-- The player who was drawn a place may be another than the one who sits there.
create index league_seats_drawn on league_seats (drawn, season_id);

-- +goose Down
drop index league_seats_drawn;
alter table seasons drop column late_draws;
