-- History of codes and settings (CH). Rules: docs/decisions/0450-instants-of-changes.md, 0451-code-history.md. Keys begin with the
-- device's id where a row is about a device (GE-15).

-- Readings on both sides of a change of codes or firmware: reading_day holds only the last one of each day. Between two
-- of these readings with one digest nothing else was read.
create table section_reading (
  device_id uuid not null,
  section text not null check (section in ('codes', 'firmware')),
  read_at timestamptz not null,
  digest bigint not null,
  primary key (device_id, section, read_at)
);

-- What a person wrote about a change (CH-05): by the code and the first reading after it.
create table code_note (
  device_id uuid not null,
  code text not null,
  first_after timestamptz not null,
  -- Who changed it, and why; free text.
  changed_by text,
  why text not null,
  -- The change is as it should be: its condition ends (WL-13).
  is_accepted boolean not null,
  written_by uuid references app_user on delete set null,
  written_at timestamptz not null,
  version int not null default 1,
  primary key (device_id, code, first_after)
);

-- Codes that a family adjusts by itself (CH-06), learned every night.
create table code_adjusting (
  family text not null,
  code text not null,
  days int not null,
  changed int not null,
  devices int not null,
  fitted_at timestamptz not null,
  primary key (family, code)
);

-- Watched codes of a family (CH-07).
create table code_watch (
  organisation_id uuid not null references organisation,
  family text not null,
  codes jsonb not null default '[]',
  changed_by uuid references app_user on delete set null,
  changed_at timestamptz not null,
  version int not null default 1,
  primary key (organisation_id, family)
);

-- Named lists of codes with their values (CH-10), and how many of them devices have otherwise.
create table code_standard (
  standard_id uuid primary key,
  organisation_id uuid not null references organisation,
  family text not null,
  name text not null,
  -- {"05-2103-0": "128"}
  codes jsonb not null,
  made_by uuid references app_user on delete set null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  version int not null default 1,
  deleted_at timestamptz
);
create index code_standard_of_family on code_standard (family) where deleted_at is null;
create table code_standard_device (
  device_id uuid not null,
  standard_id uuid not null references code_standard on delete cascade,
  -- Codes of the standard that the device has, and those with another value.
  compared int not null,
  differs int not null,
  compared_at timestamptz not null,
  primary key (device_id, standard_id)
);
create index code_standard_device_of_standard on code_standard_device (standard_id, differs desc, device_id);

-- Lines of proposals to set codes back by hand (CH-12). list_id: those proposed together.
create table code_proposal (
  device_id uuid not null,
  proposal_id uuid not null,
  list_id uuid not null,
  code text not null,
  value_now text,
  value_to text not null,
  why text not null,
  -- Stays readable when the device is gone (GE-16).
  serial text,
  proposed_by uuid references app_user on delete set null,
  proposed_at timestamptz not null,
  -- Answered outside of the record of a visit.
  answered_at timestamptz,
  answered_by uuid references app_user on delete set null,
  is_done boolean,
  reason text,
  -- The first reading with the proposed value.
  proved_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references app_user on delete set null,
  version int not null default 1,
  primary key (device_id, proposal_id)
);
create index code_proposal_open on code_proposal (device_id) where proved_at is null and withdrawn_at is null;
