-- Lists of parts and of sensors that hold nothing but figures are kept short: a list for each entry, its fields by place
-- (features/ingest/short-lists.ts). Read bodies from kept_section or told_section, which give every list back as it was told.
-- Figures: docs/decisions/0103-speed-of-ingest.md.
create function measured(value json) returns json immutable language sql
  return case when value #>> '{}' is not null then json_build_object('state', 'measured', 'value', value) end;

create function whole_parts(short json) returns json immutable language sql
  return (select json_agg(json_strip_nulls(json_build_object('partsCode', e->0, 'pages', measured(e->1), 'driveHours', measured(e->2),
      'rotations', measured(e->3), 'consumedLife', measured(e->4), 'lifePages', measured(e->5), 'replacedAt', e->6)) order by place)
    from json_array_elements(short) with ordinality as entry(e, place));

create function whole_sensors(short json) returns json immutable language sql
  return (select json_agg(json_strip_nulls(json_build_object('name', e->0, 'color', e->1, 'unit', e->3, 'reading', measured(e->2))) order by place)
    from json_array_elements(short) with ordinality as entry(e, place));

create view kept_section as
select device_id, section, observed_at, received_at, source_name, field_times, case
    when section = 'parts' and json_typeof(body->0) = 'array' then whole_parts(body)
    when section = 'sensors' and json_typeof(body->0) = 'array' then whole_sensors(body)
    else body end as body
from device_section;

create or replace view told_section as
select s.device_id, s.section, s.body,
  coalesce((by.telling->>0)::timestamptz, s.observed_at) as observed_at,
  coalesce((by.telling->>1)::timestamptz, s.received_at) as received_at,
  coalesce(by.telling->>2, s.source_name) as source_name,
  case when said.entry is null then s.field_times else said.entry->2 end as field_times
from kept_section s
left join device_told t on t.device_id = s.device_id
cross join lateral (select t.told->'sections'->s.section as entry) said
cross join lateral (select t.told->'tellings'->(said.entry->>0)::int as telling) by;
