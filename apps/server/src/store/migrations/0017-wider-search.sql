-- The free search also finds dealers, addresses, MAC addresses and the codes of open conditions, and full-width letters
-- as half-width ones. Rules: docs/decisions/0238-what-the-free-search-finds.md.
alter table device
  drop column search_text,
  add column search_text text not null generated always as (
    lower(normalize(coalesce(serial, '') || ' ' || coalesce(model, '') || ' ' || coalesce(customer_number, '') || ' ' ||
      coalesce(customer_name, '') || ' ' || coalesce(description, '') || ' ' || coalesce(dealer_number, '') || ' ' ||
      coalesce(dealer_name, ''), nfkc))
  ) stored,
  -- Codes of open conditions: of the panel, and of repeated service calls.
  add column code_text text not null generated always as (
    lower(coalesce(device_code, '') || ' ' ||
      jsonb_path_query_array(status_reasons, '$[*] ? (@.source == "deviceCode" || @.source == "serviceCalls").code')::text || ' ' ||
      jsonb_path_query_array(status_reasons, '$[*].also[*] ? (@.source == "deviceCode").code')::text)
  ) stored,
  -- IP and MAC addresses as last reported, in lower case, separated by blanks. Written by ingest.
  add column address_text text not null default '';

update device d set address_text = found.names
from (
  select device_id, lower(normalize(string_agg(distinct name, ' ' order by name), nfkc)) as names
  from (
    select s.device_id, value #>> '{}' as name
    from device_section s cross join lateral (
      select jsonb_path_query(s.body::jsonb, '$.interfaces[*].ipAddress.value') as value where s.section = 'network'
      union all select jsonb_path_query(s.body::jsonb, '$.interfaces[*].macAddress.value') where s.section = 'network'
      union all select jsonb_path_query(s.body::jsonb, '$.address') where s.section = 'source'
      union all select jsonb_path_query(s.body::jsonb, '$.macAddresses[*]') where s.section = 'identity'
    ) listed
    where s.section in ('network', 'source', 'identity')
  ) names
  where name is not null
  group by device_id
) found
where found.device_id = d.device_id;

create index device_search on device using gin (search_text gin_trgm_ops);
create index device_by_code_text on device using gin (code_text gin_trgm_ops);
create index device_by_address_text on device using gin (address_text gin_trgm_ops);
