-- Numbers of devices by what their searched text contains: docs/decisions/0730-totals-of-short-texts.md.
-- A cell: devices with the same groups. Held devices are counted in cells that no user is shown, retired ones in none.
create table search_cell (
  -- Digest of the next two.
  cell uuid primary key,
  group_ids int[] not null,
  is_held boolean not null,
  devices int not null,
  -- Sum of the hashes of their searched texts: shows whether a text was changed without a note.
  digest numeric not null
);

-- For each text of one or two characters the devices of a cell whose device.search_text contains it.
create table search_total (
  text text collate "C" not null,
  cell uuid not null,
  devices int not null,
  primary key (text, cell)
);

-- What transactions changed since the last fold; rows are only added. A total is the sum of this and search_total.
create table search_change (
  change_id uuid primary key default gen_random_uuid(),
  search_text text not null,
  group_ids int[] not null,
  is_held boolean not null,
  devices int not null
);

-- One row when the totals have been counted; without it searches count devices.
create table search_state (
  is_only boolean primary key default true check (is_only),
  counted_at timestamptz not null
);
