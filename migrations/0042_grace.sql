-- +goose Up

-- A move that can still be taken back is no question any more but stands with its seat, as what is kept for a grace.
-- Moves that wait at this moment go on waiting, for as long as they were to.
update seats s set standing = s.standing || jsonb_build_object('grace', jsonb_build_object('step', (a.params->>'step')::int, 'player', a.player_id,
        'at', d.at, 'span', (extract(epoch from d.at - a.asked_at) * 1e9)::bigint, 'held', true,
        'commands', (select jsonb_agg(line->>'Folded' order by n) from jsonb_array_elements(a.params->'lines') with ordinality as l (line, n)),
        'moves', a.params))
    from asks a, due d
    where a.kind = 'slip' and a.answer = '' and a.match_id = s.match_id and a.seat = s.no
        and d.owner = 'match' and d.owner_id = s.match_id and d.seat = s.no and d.what = 'slip' and d.of = a.id::text;
update due set what = 'grace', of = '' where what = 'slip';
update clocks set stopped_why = 'grace' where stopped_why = 'slip';
delete from asks where kind = 'slip';

-- +goose Down
update seats set standing = standing - array['grace', 'graces'];
delete from due where what = 'grace';
insert into due (owner, owner_id, seat, what, of, at)
    select 'match', match_id, seat, 'deadline', '', due + (now() - stopped_at) from clocks where stopped_why = 'grace' on conflict do nothing;
update clocks set began = began + (now() - stopped_at), soft = soft + (now() - stopped_at), due = due + (now() - stopped_at),
    stopped_at = null, stopped_why = '' where stopped_why = 'grace';
