-- Texts of one or two characters beyond ASCII (a word of Japanese has no more): docs/decisions/0792-short-words.md. Each
-- character stands three times, so that one alone is a trigram; ASCII is left out, since most of its pairs are everywhere.
-- The expression is that of device-list/searched-text.ts.
create index device_by_letters on device using gin (
  regexp_replace(regexp_replace(search_text, '[\x01-\x7f]+', ' ', 'g'), '(.)', '\1\1\1', 'g') gin_trgm_ops
);
-- As 0159: expressions of new indexes have no statistics before.
analyze device;
