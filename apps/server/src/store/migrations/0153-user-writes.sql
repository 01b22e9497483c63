-- When a user last changed something, for servers that read from replicas. Rules: docs/decisions/0710-reads-from-replicas.md.
-- Half of each page is free, so that an update stays on its page.
create table user_write (
  -- A user, or the API token of an organisation.
  writer_id uuid primary key,
  at timestamptz not null
) with (fillfactor = 50);
