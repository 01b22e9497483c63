-- Collectors enrolled by code (CF-01 to CF-05). Rules: docs/decisions/0490-enrolment-by-code.md.
create table collector_enrolment (
  collector_id uuid primary key references collector on delete cascade,
  -- As entered by who added it.
  customer_number text,
  customer_name text,
  dealer_number text,
  site text,
  enrolled_at timestamptz,
  host text,
  system text,
  -- What tells the machine from others: a hash.
  machine text,
  -- Ed25519 and X25519, 32 bytes each.
  public_key bytea,
  encryption_key bytea,
  -- Name of the collector that it took the place of.
  replaces text
);
create index collector_enrolment_of_machine on collector_enrolment (machine) where machine is not null;

-- Codes, the used and expired ones among them, so that they are refused as such. Hashed with scrypt.
create table enrolment_code (
  code_hash bytea primary key,
  collector_id uuid not null references collector on delete cascade,
  made_at timestamptz not null,
  valid_until timestamptz not null,
  used_at timestamptz
);
create index enrolment_code_of_collector on enrolment_code (collector_id, made_at desc);

-- Asked to stop reading until further notice.
alter table collector add column resting_at timestamptz;
-- Number of changes by people (GE-06); `version` is that of the program.
alter table collector add column changes int not null default 0;
-- Somebody has its page open until then; it reports more often.
alter table collector add column watched_until timestamptz;

-- The newest program that reported with this id and the one before it, and when the two last took turns.
alter table collector_status add column programs jsonb not null default '[]';
alter table collector_status add column runs_twice_at timestamptz;
