-- +goose Up

-- Standing orders are kept as a list, in the words of their game. Until now there were fields for the
-- orders of one game.
update seats set standing = standing - array['auto_repair', 'pass_till_repair', 'pass_all']
    || jsonb_build_object('orders', to_jsonb(array_remove(array[
        case when (standing->>'auto_repair')::boolean then 'auto repair' end,
        case when (standing->>'pass_till_repair')::boolean then 'pass until repaired' end,
        case when (standing->>'pass_all')::boolean then 'pass all' end], null)))
where standing ?| array['auto_repair', 'pass_till_repair', 'pass_all'];

-- +goose Down
update seats set standing = standing - 'orders' || jsonb_strip_nulls(jsonb_build_object(
    'auto_repair', case when standing->'orders' ? 'auto repair' then true end,
    'pass_till_repair', case when standing->'orders' ? 'pass until repaired' then true end,
    'pass_all', case when standing->'orders' ? 'pass all' then true end))
where standing ? 'orders';
