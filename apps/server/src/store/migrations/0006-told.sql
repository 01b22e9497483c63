-- When, and by whom, each section was last said. Most sections say today what they said yesterday: their bodies in
-- device_section stay as they are, and only this row is written. Rules: docs/decisions/0103-speed-of-ingest.md.
-- told: {"tellings": [[observed at, received at, source]], "sections": {"status": [place in tellings, digest of the body], …}};
-- 'identity' has a third entry where fields of it were said before: {"model": time}.
create table device_told (
  device_id uuid primary key references device on delete cascade,
  told jsonb not null
) with (fillfactor = 50);

insert into device_told (device_id, told)
select device_id, jsonb_build_object(
  'tellings', jsonb_agg(jsonb_build_array(observed_at, received_at, source_name) order by place),
  'sections', jsonb_object_agg(section, case when field_times is null then jsonb_build_array(place, '')
    else jsonb_build_array(place, '', field_times) end))
from (select *, row_number() over (partition by device_id order by section) - 1 as place from device_section) s
group by device_id;

-- The sections as they were last said. Times and source of device_section are those of the report that changed the body.
create view told_section as
select s.device_id, s.section, s.body,
  coalesce((by.telling->>0)::timestamptz, s.observed_at) as observed_at,
  coalesce((by.telling->>1)::timestamptz, s.received_at) as received_at,
  coalesce(by.telling->>2, s.source_name) as source_name,
  case when said.entry is null then s.field_times else said.entry->2 end as field_times
from device_section s
left join device_told t on t.device_id = s.device_id
cross join lateral (select t.told->'sections'->s.section as entry) said
cross join lateral (select t.told->'tellings'->(said.entry->>0)::int as telling) by;
