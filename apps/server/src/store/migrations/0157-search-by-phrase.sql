-- The free search finds texts of several words by what stands between the words too, which the index over search_text had
-- no trigrams of: docs/decisions/0731-search-by-phrase.md. The expression is that of device-list/searched-text.ts. Columns of
-- everyday reports are not in it: these stay heap-only updates.
create index device_by_phrase on device using gin (
  translate(search_text, ' ,-./_:;()&+#''"@*%\', 'qqqqqqqqqqqqqqqqqqq') gin_trgm_ops
);
drop index device_search;
