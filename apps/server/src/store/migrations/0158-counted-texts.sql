-- Longer texts that search_total has too, since many devices contain them: docs/decisions/0732-counted-texts.md.
create table search_text (
  -- In lower case.
  text text collate "C" primary key,
  added_at timestamptz not null
);
