-- The tree of organisations (OA-01): operator, dealer, customer, site.
-- path: the organisation and all above it, from the operator down. dealer_id: the dealer that it is or belongs to.
-- group_id: the group that the server keeps from the numbers and from devices placed by hand; the operator has none.
alter table organisation
  add column dealer_numbers text[] not null default '{}',
  add column customer_numbers text[] not null default '{}',
  add column state text not null default 'active' check (state in ('active', 'closed')),
  add column path uuid[] not null default '{}',
  add column dealer_id uuid references organisation,
  add column group_id int unique references device_group;
update organisation set path = array[organisation_id];
create index organisation_by_dealer_number on organisation using gin (dealer_numbers);
create index organisation_by_customer_number on organisation using gin (customer_numbers);
create index organisation_by_parent on organisation (parent_id);

-- Where a person placed a device (OA-03); it goes before what reports say.
create table device_place (
  device_id uuid primary key references device on delete cascade,
  organisation_id uuid not null references organisation,
  placed_by uuid,
  placed_at timestamptz not null default now()
);
create index device_place_of_organisation on device_place (organisation_id);

-- The organisation that a device belongs to, worked out with its groups; null: not placed, of the operator.
alter table device add column organisation_id uuid;
create index device_by_organisation on device (organisation_id);

-- What people know of a device (OA-40); reports never change it. retired_on: the day from which it is out (OA-41).
create table device_fact (
  device_id uuid primary key references device on delete cascade,
  asset_number text,
  place text,
  contact text,
  contract text,
  notes text,
  retired_on date,
  version int not null default 1,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
create index device_fact_by_asset on device_fact (asset_number) where asset_number is not null;

-- OA-10. organisation_id null: of the operator. verified: the provider says that the mail is the user's own.
alter table app_user
  add column organisation_id uuid references organisation,
  add column mail text,
  add column mail_verified boolean not null default false;

-- OA-11: the code is stored hashed, lasts 7 days and is used once.
create table invitation (
  invitation_id uuid primary key,
  name text not null,
  mail text not null,
  role text not null check (role in ('dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing', 'customer')),
  organisation_id uuid not null references organisation,
  code_hash bytea not null unique,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  withdrawn_at timestamptz
);
create index invitation_of_organisation on invitation (organisation_id);
