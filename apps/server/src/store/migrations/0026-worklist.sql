-- The worklist: conditions of devices, collectors and customers, what people do about them, and the list itself.
-- Rules: docs/decisions/0346-worklist-store.md. Keys begin with the entity's id (GE-15): a device, a collector, or the id
-- derived from a customer.

alter table app_user drop constraint app_user_role_check;
alter table app_user add constraint app_user_role_check check (role in ('dealer', 'service', 'admin', 'technician'));

-- What each report shows of the matters that conditions are made of ('down:C371', 'supply:black:low:8'); null: the report does
-- not tell its state. The log from which spans are computed, so that the order of reports does not matter.
alter table device_report add column matters text[];
-- When the device was read, where it is another time than that of the key, which is by the sender's clock.
alter table device_report add column read_at timestamptz;
-- When a report last arrived that is older than another one that had come before: the log is then read as a whole again.
alter table device add column late_at timestamptz;

-- One organisation until administration comes: the operator. settings: time zone, calendar, lead time, firmware targets.
create table organisation (
  organisation_id uuid primary key,
  parent_id uuid references organisation,
  kind text not null check (kind in ('operator', 'dealer', 'customer', 'site')),
  name text not null,
  settings jsonb not null default '{}',
  -- Pages a month of the device in the middle (WL-48), worked out each hour.
  median_pages real,
  version int not null default 1
);
insert into organisation (organisation_id, kind, name) values ('00000000-0000-7000-8000-000000000001', 'operator', 'Operator');

-- Answer times agreed with a customer (WL-51): {"P1": {"acknowledgeHours": 2, "onSiteHours": 8}, ...}, working hours.
create table customer_agreement (
  customer_number text primary key,
  answer_times jsonb not null,
  version int not null default 1
);

create table condition (
  entity_id uuid not null,
  condition_id uuid not null,
  entity text not null check (entity in ('device', 'collector', 'customer')),
  kind text not null,
  subject text not null,
  source text not null check (source in ('device', 'judgement', 'server', 'person')),
  signal text not null check (signal in ('active', 'clearing', 'cleared', 'unknown')),
  work text not null check (work in ('open', 'acknowledged', 'planned', 'snoozed', 'resolved')),
  assignee uuid references app_user on delete set null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  cleared_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  regressions int not null default 0,
  -- overdue, forgotten, goneByItself, flickering, worse
  marks text[] not null default '{}',
  inhibited_by uuid,
  former_id uuid,
  visit_id uuid,
  planned_day date,
  snooze jsonb,
  who_can_act text not null,
  facts jsonb not null,
  cost jsonb,
  points real not null default 0,
  -- The condition as its evaluation left it (EvaluatedCondition of packages/diagnosis) without facts and cost; the other columns
  -- are taken from it, so that lists and filters need not read it.
  evaluated json not null,
  -- Nothing changes it any more: evaluations are not given it.
  is_final boolean not null default false,
  -- Stays readable when the device is gone (GE-16).
  serial text,
  model text,
  version int not null default 1,
  primary key (entity_id, condition_id)
);
create unique index condition_identity on condition (entity_id, kind, subject) where work <> 'resolved';
create index condition_by_visit on condition (visit_id) where visit_id is not null;
create index condition_by_id on condition (condition_id);
create index condition_resolved on condition (resolved_at) where resolved_at is not null;
create index condition_opened on condition (opened_at);

-- When an entity was last evaluated, and what that left for the next time.
create table evaluation (
  entity_id uuid primary key,
  entity text not null check (entity in ('device', 'collector', 'customer')),
  -- Of a customer, whose id is derived from it.
  customer_number text,
  -- What it covers: the newest report (of a collector its last contact), the last late one, and the judgement.
  through timestamptz,
  late_at timestamptz,
  judged_at timestamptz,
  -- Null: only marked, never evaluated.
  evaluated_at timestamptz,
  -- When time alone asks for the next.
  next_due timestamptz,
  -- When a collector or customer last asked for it, and which of these it covers.
  asked_at timestamptz,
  answered_at timestamptz,
  -- Memory of packages/diagnosis conditions/memory.ts.
  memory json,
  -- Of the use factor (WL-48).
  pages_a_month real,
  -- Of a collector or customer: its conditions, which hold those of devices, changed, and these devices are not marked yet.
  holds_changed boolean not null default false,
  -- Failed evaluations in a row, the reason of the last, and when it is tried again.
  failures smallint not null default 0,
  reason text,
  retry_at timestamptz
);
create index evaluation_due on evaluation (next_due) where next_due is not null;
create index evaluation_holds on evaluation (entity_id) where holds_changed;
create unique index evaluation_by_customer on evaluation (customer_number) where customer_number is not null;

-- Every transition and every action of a person. user_id null: the server. An action that was taken back stays and names the
-- entry that took it back.
create table condition_event (
  entity_id uuid not null,
  event_id uuid not null,
  condition_id uuid not null,
  at timestamptz not null,
  user_id uuid references app_user on delete set null,
  -- One press of a button, which may be about many conditions; for undo.
  action_id uuid,
  change text not null,
  work_from text,
  work_to text,
  detail jsonb not null default '{}',
  undone_by uuid,
  primary key (entity_id, event_id)
);
create index condition_event_by_condition on condition_event (entity_id, condition_id, at);
create index condition_event_by_action on condition_event (action_id) where action_id is not null;
create index condition_event_by_time on condition_event (at);

-- One row of the list. priority null: nothing is open, the row is not shown; there is one only where a class was set by hand.
create table worklist_row (
  entity_id uuid primary key,
  entity text not null check (entity in ('device', 'collector', 'customer')),
  customer_number text,
  priority smallint check (priority between 1 and 4),
  computed smallint,
  by_hand jsonb,
  cost real not null default 0,
  judged_cost real not null default 0,
  unknown int not null default 0,
  -- The order of work, descending: class, overdue, cost times the factor of the answer time (`EvaluatedRow.order`).
  rank double precision not null default 0,
  overdue boolean not null default false,
  answer_due timestamptz,
  answer_factor real not null default 1,
  opened_at timestamptz,
  -- Newest opening, return or worsening of a P1 or P2 (WL-63).
  raised_at timestamptz,
  state text,
  states text[] not null default '{}',
  kinds text[] not null default '{}',
  actors text[] not null default '{}',
  snoozes text[] not null default '{}',
  marks text[] not null default '{}',
  assignees uuid[] not null default '{}',
  conditions int not null default 0,
  planned_day date,
  -- Everything of it has a planned day ahead: counted in the line at the end, not listed (amendment to WL-57).
  is_planned boolean not null default false
);
create index worklist_order on worklist_row (rank desc, opened_at, entity_id) where priority is not null;

-- Visits, as far as the worklist plans them.
create table visit (
  visit_id uuid primary key,
  kind text not null default 'repair',
  state text not null check (state in ('draft', 'planned', 'underWay', 'done', 'cancelled')),
  customer_number text,
  customer_name text,
  planned_day date,
  planned_hours text,
  assignee uuid references app_user on delete set null,
  note text,
  made_by uuid references app_user on delete set null,
  made_at timestamptz not null default now(),
  done_at timestamptz,
  version int not null default 1
);
create index visit_by_day on visit (planned_day, assignee);
create table visit_device (
  device_id uuid not null,
  visit_id uuid not null references visit on delete cascade,
  primary key (device_id, visit_id)
);

-- Weight of a device by hand (WL-48), and notes about it (GE-18).
create table device_weight (
  device_id uuid primary key references device on delete cascade,
  weight real not null check (weight between 0.25 and 4),
  reason text not null,
  set_by uuid references app_user on delete set null,
  version int not null default 1
);
create table device_note (
  device_id uuid not null references device on delete cascade,
  note_id uuid not null,
  at timestamptz not null default now(),
  user_id uuid references app_user on delete set null,
  text text not null,
  primary key (device_id, note_id)
);

-- Saved views (FV-01). shared: for everybody who may see the area.
create table saved_view (
  view_id uuid primary key,
  area text not null,
  name text not null,
  owner_id uuid not null references app_user on delete cascade,
  shared boolean not null default false,
  is_default boolean not null default false,
  definition jsonb not null,
  version int not null default 1
);
create index saved_view_by_owner on saved_view (owner_id, area);

-- Up to which instant a user has marked an area as seen (WL-63).
create table user_seen (
  user_id uuid not null references app_user on delete cascade,
  area text not null,
  at timestamptz not null,
  primary key (user_id, area)
);

-- Answers by idempotency key, for 7 days (GE-07).
create table idempotent_answer (
  user_id uuid not null references app_user on delete cascade,
  key text not null,
  body_digest bytea not null,
  status int not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
