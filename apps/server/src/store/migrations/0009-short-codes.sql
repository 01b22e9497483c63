-- Codes that hold nothing but numbers and plain texts are kept short, as parts and sensors are (features/ingest/short-codes.ts).
-- Read bodies from kept_section or told_section, which give them back as they were told.
-- Figures: docs/decisions/0105-sections-by-bytes.md.
create function whole_codes(short json) returns json immutable language sql
  return (select json_object_agg(kind, case when json_typeof(codes->0) = 'array' then
      (select json_agg(case when kind = 'code13' then json_build_object('main', e->0, 'value', e->1)
        else json_build_object('main', e->0, 'sub', e->1, 'value', e->2) end order by place)
        from json_array_elements(codes) with ordinality as entry(e, place))
      else codes end)
    from json_each(short) as kinds(kind, codes));

create or replace view kept_section as
select device_id, section, observed_at, received_at, source_name, field_times, case
    when section = 'parts' and json_typeof(body->0) = 'array' then whole_parts(body)
    when section = 'sensors' and json_typeof(body->0) = 'array' then whole_sensors(body)
    when section = 'codes' and body::text <> '{}' then whole_codes(body)
    else body end as body
from device_section;
