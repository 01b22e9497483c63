-- Contracts: servers that know 0202-lock-devices do without device_by_phrase, which they look for a text by: they read every
-- device for it instead. No version was released before.
-- The free search looks for texts without their blanks, so that trigrams reach from word to word and say more:
-- docs/decisions/0850-search-without-blanks.md. The expression is that of device-list/searched-text.ts. Columns of everyday
-- reports are not in it: these stay heap-only updates.
create index device_by_joined on device using gin (replace(search_text, ' ', '') gin_trgm_ops);
drop index device_by_phrase;
-- As 0159: expressions of new indexes have no statistics before.
analyze device;
update oldest_server set knows = '0202-lock-devices';
