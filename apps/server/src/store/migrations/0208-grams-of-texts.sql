-- Every four characters of a searched text, without its blanks, by which a search finds its devices:
-- docs/decisions/0964-search-by-four-characters.md. The expression is that of device-list/searched-text.ts. Columns of
-- everyday reports are not in it: these stay heap-only updates.
create index device_by_grams on device using gin ((string_to_array(
  regexp_replace(substr(replace(search_text, ' ', ''), 1), '(.{4})', '\1 ', 'g')
  || ' ' || regexp_replace(substr(replace(search_text, ' ', ''), 2), '(.{4})', '\1 ', 'g')
  || ' ' || regexp_replace(substr(replace(search_text, ' ', ''), 3), '(.{4})', '\1 ', 'g')
  || ' ' || regexp_replace(substr(replace(search_text, ' ', ''), 4), '(.{4})', '\1 ', 'g'), ' ') collate "C"));
-- As 0159: expressions of new indexes have no statistics before.
analyze device;
