-- Tickets of other systems (TK). Rules: docs/decisions/0418-tickets.md.

create table ticket_system (
  system_id uuid primary key,
  organisation_id uuid not null references organisation,
  -- By which tickets go out: a webhook or mail channel of the organisation.
  channel_id uuid not null references channel,
  -- TicketSystemForm of packages/contract without name and channel.
  form jsonb not null,
  name text not null,
  made_by uuid references app_user on delete set null,
  made_at timestamptz not null default now(),
  -- Hidden from then on: its tickets stay readable.
  deleted_at timestamptz,
  version int not null default 1
);

create table ticket (
  ticket_id uuid primary key,
  system_id uuid not null references ticket_system,
  device_id uuid not null,
  -- Stays readable when the device is gone (GE-16).
  serial text,
  state text not null check (state in ('requested', 'open', 'pending', 'planned', 'solved', 'closed', 'rejected', 'failed')),
  external_key text,
  url text,
  -- Null: a rule of handing over.
  asked_by uuid references app_user on delete set null,
  asked_at timestamptz not null,
  -- When it was last asked for or asked to reopen without an answer since; null: it was answered (TK-11).
  waiting_since timestamptz,
  not_confirmed_at timestamptz,
  planned_day date,
  assignee text,
  last_out_at timestamptz,
  last_in_at timestamptz,
  -- Of the newest answer: its instant and number in the other system (TK-07).
  changed_at timestamptz,
  sequence bigint
);
create index ticket_of_device on ticket (device_id, asked_at desc);
create index ticket_waiting on ticket (waiting_since) where waiting_since is not null and not_confirmed_at is null;

create table ticket_condition (
  device_id uuid not null,
  condition_id uuid not null,
  ticket_id uuid not null references ticket,
  -- The ticket is not ended: a condition has at most one such ticket (TK-02).
  is_live boolean not null,
  primary key (device_id, condition_id, ticket_id)
);
create unique index ticket_condition_live on ticket_condition (device_id, condition_id) where is_live;
create index ticket_condition_of_ticket on ticket_condition (ticket_id);

create table ticket_event (
  ticket_id uuid not null references ticket,
  event_id uuid not null,
  at timestamptz not null,
  way text not null check (way in ('out', 'in')),
  change text not null,
  note text,
  delivery_id uuid,
  primary key (ticket_id, event_id)
);
