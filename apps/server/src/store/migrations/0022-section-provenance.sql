-- Names for what these are: the provenance of the sections of a device (when and by which source each was last reported), and
-- the sections with it. provenance: {"reports": [[observed at, received at, source]], "sections": {"status": [index in reports,
-- digest of the body], …}}; 'identity' has a third entry if fields of it were reported before: {"model": time}.
-- Rewrites one small row for each device.
drop view if exists told_section;
alter table if exists device_told rename to section_provenance;
alter table section_provenance rename column told to provenance;
update section_provenance
set provenance = jsonb_build_object('reports', provenance->'tellings', 'sections', provenance->'sections');

create view reported_section as
select s.device_id, s.section, s.body,
  coalesce((by.report->>0)::timestamptz, s.observed_at) as observed_at,
  coalesce((by.report->>1)::timestamptz, s.received_at) as received_at,
  coalesce(by.report->>2, s.source_name) as source_name,
  case when found.entry is null then s.field_times else found.entry->2 end as field_times
from device_section s
left join section_provenance p on p.device_id = s.device_id
cross join lateral (select p.provenance->'sections'->s.section as entry) found
cross join lateral (select p.provenance->'reports'->(found.entry->>0)::int as report) by;
