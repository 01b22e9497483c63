-- Alert rules (AR). How they are stored and evaluated: docs/decisions/0398-alert-rules-evaluated.md.

create table alert_rule (
  rule_id uuid primary key,
  organisation_id uuid not null references organisation,
  -- RuleForm of packages/contract.
  form jsonb not null,
  enabled boolean not null default false,
  -- From which template it was made.
  template text,
  -- Rises with each change of scope, tests, delays or clear values (AR-09).
  logic int not null default 1,
  version int not null default 1,
  -- Users; their ids stay when they are erased (GE-17).
  made_by uuid,
  made_at timestamptz not null,
  changed_by uuid,
  changed_at timestamptz not null,
  -- Hidden from then on: its history stays (AR-09).
  deleted_at timestamptz,
  -- The last trial and what was tried, a digest of what `logic` counts (AR-12).
  tried_at timestamptz,
  tried_digest bytea,
  enabled_at timestamptz,
  -- Conditions that it opened in the first hour after `enabled_at` (AR-13).
  opened_early int not null default 0,
  -- By the server: it opens nothing more until it is switched on again (AR-13).
  paused_at timestamptz,
  pause_count int,
  -- Its evaluation throws (AR-11): since when, how often in a row, why, and when it is tried again.
  failed_at timestamptz,
  failures smallint not null default 0,
  failure text,
  next_try_at timestamptz,
  -- When it was last evaluated again after a failure; null: it rests until `next_try_at`.
  retried_at timestamptz,
  -- Devices that must be evaluated because it changed (AR-10): those in one of these scopes (a list of RuleScope) or with running
  -- conditions of it, with an id after `marked_until`. Null: all are marked.
  marking jsonb,
  marked_until uuid
);
create index alert_rule_of_organisation on alert_rule (organisation_id) where deleted_at is null;

-- What a rule was after each change. by null: the server.
create table rule_version (
  rule_id uuid not null references alert_rule,
  version int not null,
  at timestamptz not null,
  by uuid,
  change text not null,
  form jsonb not null,
  enabled boolean not null,
  primary key (rule_id, version)
);

alter table condition drop constraint condition_source_check;
alter table condition add constraint condition_source_check check (source in ('device', 'judgement', 'server', 'rule', 'person'));
-- Conditions of a rule: their subject begins with its id.
create index condition_of_rule on condition (left(subject, 36), opened_at) where kind = 'rule';

-- The list gets a bit for the kind 'rule'. Its expression cannot be changed before PostgreSQL 17, and the column stands at the
-- beginning of a row (0027), so the table is made anew.
alter table worklist_row rename to former_row;
alter table former_row rename constraint worklist_row_pkey to former_row_pkey;
alter index worklist_order rename to former_order;
alter index worklist_by_assignee rename to former_by_assignee;
alter index worklist_by_customer rename to former_by_customer;
alter index worklist_by_model rename to former_by_model;

-- One row of the list. priority null: nothing is open, the row is not shown; there is one only where a class was set by hand.
create table worklist_row (
  entity_id uuid primary key,
  -- What the filters by state, kind, who can act and reason to wait ask for, a bit each (apps/server/src/features/worklist/traits.ts): shown
  -- states from bit 0, kinds from 8, actors from 32, reasons from 40; 48: nobody has it; 49: the row as a whole is snoozed.
  traits bigint not null generated always as (
    case when states @> '{resolved}' then 1 else 0 end + case when states @> '{snoozed}' then 2 else 0 end +
    case when states @> '{planned}' then 4 else 0 end + case when states @> '{assigned}' then 8 else 0 end +
    case when states @> '{acknowledged}' then 16 else 0 end + case when states @> '{open}' then 32 else 0 end +
    case when kinds @> '{down}' then 256 else 0 end + case when kinds @> '{errorRepeat}' then 512 else 0 end +
    case when kinds @> '{part}' then 1024 else 0 end + case when kinds @> '{supply}' then 2048 else 0 end +
    case when kinds @> '{stopped}' then 4096 else 0 end + case when kinds @> '{counterBreak}' then 8192 else 0 end +
    case when kinds @> '{identity}' then 16384 else 0 end + case when kinds @> '{codeLimit}' then 32768 else 0 end +
    case when kinds @> '{codeChanged}' then 65536 else 0 end + case when kinds @> '{storage}' then 131072 else 0 end +
    case when kinds @> '{firmware}' then 262144 else 0 end + case when kinds @> '{collector}' then 524288 else 0 end +
    case when kinds @> '{rule}' then 1048576 else 0 end + case when kinds @> '{outbreak}' then 2097152 else 0 end +
    case when kinds @> '{person}' then 4194304 else 0 end +
    case when actors @> '{user}' then 4294967296 else 0 end + case when actors @> '{trainedUser}' then 8589934592 else 0 end +
    case when actors @> '{technician}' then 17179869184 else 0 end + case when actors @> '{manager}' then 34359738368 else 0 end +
    case when snoozes @> '{waitingForPart}' then 1099511627776 else 0 end + case when snoozes @> '{waitingForCustomer}' then 2199023255552 else 0 end +
    case when snoozes @> '{knownAndAccepted}' then 4398046511104 else 0 end + case when snoozes @> '{other}' then 8796093022208 else 0 end +
    case when assignees = '{}' then 281474976710656 else 0 end + case when state = 'snoozed' then 562949953421312 else 0 end
  ) stored,
  -- The order of work, descending: class, overdue, cost times the factor of the answer time (`EvaluatedRow.order`).
  rank double precision not null default 0,
  cost real not null default 0,
  judged_cost real not null default 0,
  answer_factor real not null default 1,
  unknown int not null default 0,
  conditions int not null default 0,
  overdue boolean not null default false,
  -- Everything of it has a planned day ahead: counted in the line at the end, not listed (amendment to WL-57).
  is_planned boolean not null default false,
  priority smallint check (priority between 1 and 4),
  computed smallint,
  planned_day date,
  answer_due timestamptz,
  opened_at timestamptz,
  -- Newest opening, return or worsening of a P1 or P2 (WL-63).
  raised_at timestamptz,
  entity text not null check (entity in ('device', 'collector', 'customer')),
  customer_number text,
  -- Of a device.
  model text,
  state text,
  states text[] not null default '{}',
  kinds text[] not null default '{}',
  actors text[] not null default '{}',
  snoozes text[] not null default '{}',
  marks text[] not null default '{}',
  assignees uuid[] not null default '{}',
  by_hand jsonb
);
insert into worklist_row (entity_id, rank, cost, judged_cost, answer_factor, unknown, conditions, overdue, is_planned, priority, computed,
  planned_day, answer_due, opened_at, raised_at, entity, customer_number, model, state, states, kinds, actors, snoozes, marks, assignees, by_hand)
select entity_id, rank, cost, judged_cost, answer_factor, unknown, conditions, overdue, is_planned, priority, computed,
  planned_day, answer_due, opened_at, raised_at, entity, customer_number, model, state, states, kinds, actors, snoozes, marks, assignees, by_hand
from former_row;
drop table former_row;
create index worklist_order on worklist_row (rank desc, opened_at, entity_id) where priority is not null;
create index worklist_by_assignee on worklist_row using gin (assignees);
create index worklist_by_customer on worklist_row (customer_number);
create index worklist_by_model on worklist_row (model);
