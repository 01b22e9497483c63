-- Stored lists of parts, sensors and codes are decoded by the server alone (store/report-format): rows of all former forms
-- are read as they are. The view gives sections as stored, with the times at which they were last reported.
create or replace view told_section as
select s.device_id, s.section, s.body,
  coalesce((by.telling->>0)::timestamptz, s.observed_at) as observed_at,
  coalesce((by.telling->>1)::timestamptz, s.received_at) as received_at,
  coalesce(by.telling->>2, s.source_name) as source_name,
  case when said.entry is null then s.field_times else said.entry->2 end as field_times
from device_section s
left join device_told t on t.device_id = s.device_id
cross join lateral (select t.told->'sections'->s.section as entry) said
cross join lateral (select t.told->'tellings'->(said.entry->>0)::int as telling) by;

drop view kept_section;
drop function whole_codes(json);
drop function whole_sensors(json);
drop function whole_parts(json);
drop function measured(json);
